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
      "Take these pages of the file before this option: 1-3,7,z-5; z is the last page, r2 the last but one.",
      valueName: "RANGES"))
  var pages: [String] = []

  @Option(
    help: ArgumentHelp(
      "The password of the PDF before this option; before all files, of all PDFs. env:NAME takes it from the "
        + "environment, file:PATH from the first line of a file.", valueName: "PASSWORD"))
  var password: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Read more file names from FILE, or from standard input for -: one a line, or each ended by a NUL byte.",
      valueName: "FILE"),
    completion: .file())
  var filesFrom: String?

  @Flag(
    name: .shortAndLong,
    help: "Take the images in directories, and in the directories in them, by their suffixes.")
  var recursive = false

  @Option(
    help: ArgumentHelp("With -r: take only files with these suffixes, as in jpg,pdf.", valueName: "LIST"),
    transform: { try Self.extensions($0) })
  var ext: [String]?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "With -r: leave out files and directories whose name, or path below the start, matches this pattern.",
      valueName: "GLOB"))
  var exclude: [String] = []

  @Option(
    help: ArgumentHelp("Accept only these kinds of files, by content: for example jpeg,png.", valueName: "KINDS"),
    completion: .list(InputKind.allCases.map(\.rawValue)), transform: { try Self.kinds($0) })
  var allow: Set<InputKind>?

  @Option(
    help: ArgumentHelp(
      "The data that fields of page descriptions refer to: JSON or a property list.", valueName: "FILE"),
    completion: .file(extensions: ["json", "plist"]))
  var data: String?

  @Flag(help: "Continue without files that cannot be read or drawn, and report them.")
  var skipBad = false

  private static func extensions(_ text: String) throws -> [String] {
    let list = text.lowercased().split(separator: ",", omittingEmptySubsequences: false).map {
      String($0.hasPrefix(".") ? $0.dropFirst() : $0)
    }
    guard list.allSatisfy({ !$0.isEmpty }) else { throw ValidationError("expected suffixes, as in jpg,pdf") }
    return list
  }

  private static func kinds(_ text: String) throws -> Set<InputKind> {
    let aliases = ["jpg": "jpeg", "tif": "tiff", "txt": "text"]
    return Set(
      try text.lowercased().split(separator: ",", omittingEmptySubsequences: false).map { word in
        try OptionText.choice(aliases[String(word)] ?? String(word))
      })
  }

  /// All inputs in order, with their page ranges and passwords.
  ///
  /// - Throws: `ValidationError`; `usage` for a list of file names that cannot be read.
  func inputs(limits: Limits) throws -> [PageInput] {
    var list = try PageInputList(tokens: files)
    if let filesFrom {
      var settings = InputSettings()
      settings.filesFrom = filesFrom
      settings.recursive = recursive
      settings.filter = filter
      guard filesFrom != "-" || !list.readsStandardInput else {
        throw ValidationError("standard input (-) can be read only once")
      }
      list.append(try settings.expand(limits: limits))
    }
    return try list.expanded(recursive: recursive, filter: filter, limits: limits)
  }

  /// The password that applies to all PDFs.
  ///
  /// - Throws: `ValidationError`.
  func commonPassword() throws -> String? { try PageInputList(tokens: files).commonPassword }

  private var filter: WalkFilter {
    var filter = WalkFilter()
    filter.extensions = ext ?? []
    filter.excluded = exclude
    return filter
  }
}
