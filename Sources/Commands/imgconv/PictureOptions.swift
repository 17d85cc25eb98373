internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import Imaging
internal import ImagingCommands

/// Options for the picture itself.
struct PictureOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Make the long side at most N pixels.", valueName: "N"),
    transform: { try OptionText.positive($0) })
  var maxSize: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Make pictures larger or smaller: to N%, or as large as fits into a box N, WxH, Wx or xH in pixels. The aspect "
        + "ratio stays.", valueName: "SIZE"),
    transform: { try Self.resize($0) })
  var resize: ImageDestination.Resize?

  @Flag(help: "Convert colours to grey.")
  var gray = false

  @Option(
    help: ArgumentHelp("8 or 16 bits a sample. (default: as in the input)", valueName: "BITS"),
    completion: .list(["8", "16"]), transform: { try Self.depth($0) })
  var depth: Int?

  @Option(
    help: ArgumentHelp(
      "keep rows and orientation as they are, or apply the orientation to the rows. (default: keep)",
      valueName: "ORIENT"),
    completion: .list(ConversionJob.OrientationChoice.allCases.map(\.rawValue)),
    transform: { try OptionText.choice($0) })
  var orient: ConversionJob.OrientationChoice?

  @Option(
    help: ArgumentHelp(
      "A page or frame, counted from 1, or all. (default: all pages where the output can hold several, all frames of an "
        + "animation where it can hold one, else the first)",
      valueName: "N|all"),
    completion: .list(["all"]), transform: { try Self.pages($0) })
  var page: ConversionJob.Pages?

  private static func resize(_ text: String) throws -> ImageDestination.Resize {
    guard text.hasSuffix("%") else { return .inside(try OptionText.size(text)) }
    guard let percent = Double(text.dropLast()), percent > 0, percent <= 10_000 else {
      throw ValidationError("expected a percentage up to 10000%, as in 50%")
    }
    return .percent(percent)
  }

  func validate() throws {
    if resize != nil, maxSize != nil { throw ValidationError("--resize and --max-size cannot be used together") }
  }

  private static func depth(_ text: String) throws -> Int {
    try OptionText.word(text, of: ["8", "16"]) == "16" ? 16 : 8
  }

  private static func pages(_ text: String) throws -> ConversionJob.Pages {
    if text == "all" { return .all }
    guard let page = Int(text), page > 0 else { throw ValidationError("expected a number of at least 1, or all") }
    return .one(page)
  }

  /// Checks the options for a format, if it is known before any work.
  ///
  /// - Throws: `ValidationError`.
  func check(format: String?) throws {
    guard depth == 16, let format, !ImageDestination.holds16Bits(format: format) else { return }
    throw ValidationError("--depth 16 does not apply to \(FormatOptions.title(of: format)), which has 8 bits")
  }

  func apply(to job: inout ConversionJob) {
    job.options.maximumPixelSize = maxSize
    job.options.resize = resize
    if gray { job.options.profile = .gray }
    job.options.depth = depth
    if let orient { job.options.orientation = orient }
    if let page { job.pages = page }
  }
}
