internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import PDFDocuments
internal import PDFJobs

/// What existing PDFs lose: size, and parts that are not wanted.
struct ReductionOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Make PDFs smaller: pictures of more than 150 dots per inch as they are drawn (--downsample) are reduced, "
        + "everything is compressed again, and equal parts are stored once. Never larger than before."))
  var shrink = false

  @Option(
    help: ArgumentHelp("With --shrink: the quality of JPEG, from 1 to 100. (default: 75)", valueName: "N"),
    transform: { try OptionText.number($0, in: 1...100) })
  var quality: Int?

  @Flag(help: "With --shrink: make pictures and colours of PDFs grey.")
  var gray = false

  @Option(
    help: ArgumentHelp(
      "Remove parts of PDFs: a list of attachments, annotations, links, layers, scripts, thumbnails, metadata; or all.",
      valueName: "PARTS"),
    completion: .list(PDFRemoval.names.map(\.key) + ["all"]), transform: { try Self.parts($0) })
  var remove: PDFRemoval?

  private static func parts(_ text: String) throws -> PDFRemoval {
    let names = PDFRemoval.names.map(\.key)
    return try text.split(separator: ",", omittingEmptySubsequences: false).reduce(PDFRemoval()) { all, word in
      let name = try OptionText.word(String(word), of: names + ["all"])
      return PDFRemoval.names.reduce(all) { name == "all" || $1.key == name ? $0.union($1.value) : $0 }
    }
  }

  func validate() throws {
    try OptionRules.need("--shrink", shrink, for: ["--quality": quality, "--gray": gray])
  }

  /// - Parameter resolution: of `--downsample`.
  func apply(to job: inout PDFJob, resolution: Double?) {
    job.removal = remove ?? PDFRemoval()
    guard shrink else { return }
    var options = ShrinkOptions()
    if let resolution { options.resolution = resolution }
    if let quality { options.quality = quality }
    options.makesGray = gray
    job.shrinking = options
  }
}
