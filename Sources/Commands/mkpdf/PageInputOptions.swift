internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import PDFJobs

/// The inputs.
struct PageInputOptions: ParsableArguments {
  @Argument(
    help:
      "Images, PDFs, text files, page descriptions, or - for standard input. FILE.pdf[1-3,7] takes some pages.",
    completion: .file())
  var files: [String] = []

  @Option(
    help: ArgumentHelp(
      "Take these pages of an input: 1-3,7,z-5; z is the last page, r2 the last but one; x4 is all but the fourth, "
        + "1-z:even every second page.", valueName: "RANGES"))
  var pages: [String] = []

  @Option(
    help: ArgumentHelp(
      "The password of a PDF. env:NAME takes it from the environment, file:PATH from the first line of a file.",
      valueName: "PASSWORD"))
  var password: [String] = []

  @Option(
    help: ArgumentHelp(
      "Rotate pictures and pages of PDFs clockwise by 90, 180 or 270 degrees, or -90, in addition to their rotation.",
      valueName: "DEGREES"),
    completion: .list(["90", "180", "270"]))
  var rotate: [String] = []

  @Option(
    help: ArgumentHelp(
      "Cut these edges off pages of PDFs: one length, VERTICAL,HORIZONTAL or TOP,RIGHT,BOTTOM,LEFT. What is cut off is "
        + "hidden, not removed.", valueName: "LENGTHS"))
  var crop: [String] = []

  @Option(
    help: ArgumentHelp(
      "The text that stands for a picture for readers who do not see it; '' for a decoration.", valueName: "TEXT"))
  var alt: [String] = []

  @OptionGroup var list: ListOptions

  @Flag(
    name: .shortAndLong,
    help: "Take the images in directories, and in the directories in them, by their suffixes.")
  var recursive = false

  @OptionGroup var walk: WalkOptions

  @Option(
    help: ArgumentHelp("Accept only these kinds of files, by content: for example jpeg,png.", valueName: "KINDS"),
    completion: .list(InputKind.all.map(\.name)), transform: { try Self.kinds($0) })
  var allow: Set<InputKind>?

  @Option(
    help: ArgumentHelp(
      "The data that fields of page descriptions refer to: JSON or a property list.", valueName: "FILE"),
    completion: .file(extensions: ["json", "plist"]))
  var data: String?

  @Flag(help: "Continue without files that cannot be read or drawn, and report them.")
  var skipBad = false

  private static func kinds(_ text: String) throws -> Set<InputKind> {
    let names = InputKind.all.map(\.name)
    return Set(
      try text.split(separator: ",", omittingEmptySubsequences: false).compactMap { word in
        let name = FormatOptions.name(String(word))
        return InputKind(name: try OptionText.word(name == "txt" ? "text" : name, of: names))
      })
  }

  /// All inputs in order, with their page ranges and passwords.
  ///
  /// - Throws: `ValidationError`; `usage` for a list of file names that cannot be read.
  func inputs(limits: Limits) throws -> [PageInput] {
    var inputs = try PageInputList(tokens: files)
    if let filesFrom = list.filesFrom {
      guard filesFrom != "-" || !inputs.readsStandardInput else {
        throw ValidationError("standard input (-) can be read only once")
      }
      let list = InputSettings(filesFrom: filesFrom, recursive: recursive, filter: walk.filter)
      inputs.append(try list.expand(limits: limits))
    }
    return try inputs.expanded(recursive: recursive, filter: walk.filter, limits: limits)
  }

  /// The password that applies to all PDFs.
  ///
  /// - Throws: `ValidationError`.
  func commonPassword() throws -> String? { try PageInputList(tokens: files).common.password }
}
