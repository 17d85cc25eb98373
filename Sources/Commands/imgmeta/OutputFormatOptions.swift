internal import ArgumentParser
internal import CommandKit
internal import MetadataReports

/// The output format. --json is one of the run options.
struct OutputFormatOptions: ParsableArguments {
  @Flag(help: "Write text for people. (default)")
  var text = false

  @Flag(help: "Write JSON Lines: one record a line.")
  var jsonl = false

  @Flag(help: "Write an XML property list.")
  var plist = false

  @Flag(help: "Write an XML document.")
  var xml = false

  @Flag(help: "Write comma-separated values, a column for each --tag; patterns and --group read all files twice.")
  var csv = false

  @Flag(help: "With --csv: put an apostrophe before cells that a spreadsheet takes for a formula.")
  var csvGuard = false

  @Flag(help: "Write JSON as 'exiftool -json -G -n' does.")
  var exiftool = false

  @Flag(help: "Write totals over all files; with --json as an object.")
  var totals = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write a line for each file, as in '{name} {exif.DateTimeOriginal:%Y-%m-%d} {gps.latitude|-}'.",
      valueName: "PATTERN"), transform: { try PrintTemplate($0) })
  var print: PrintTemplate?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write how the properties of each input differ from those of FILE, as diff does: lines with - are of FILE, lines "
        + "with + of the input. Takes --json and --jsonl, --tag and --group. The status is 0 without differences, 1 "
        + "with some, and 2 if a file cannot be read.", valueName: "FILE"), completion: .file())
  var diff: String?

  @Flag(
    help: ArgumentHelp(
      "Write what breaks rules of TIFF 6.0, Exif, XMP and IPTC, with the place, the rule and its clause. Takes --json "
        + "and --jsonl. The status is 3 with findings other than notes."))
  var validate = false

  /// - Parameter json: whether --json was given.
  /// - Throws: `ValidationError` for more than one format, and for an option of another format.
  func format(json: Bool) throws -> ReportFormat {
    var formats: [(String, ReportFormat)] = []
    if text { formats.append(("--text", .text)) }
    if json && !totals { formats.append(("--json", .json)) }
    if jsonl { formats.append(("--jsonl", .jsonLines)) }
    if plist { formats.append(("--plist", .propertyList)) }
    if xml { formats.append(("--xml", .xml)) }
    if csv { formats.append(("--csv", .csv(guardsFormulas: csvGuard))) }
    if exiftool { formats.append(("--exiftool", .exifTool)) }
    if totals { formats.append(("--totals", .totals(isJSON: json))) }
    if let print { formats.append(("--print", .print(print))) }
    try OptionRules.atMostOne(formats.map(\.0))
    try OptionRules.need("--csv", csv, for: ["--csv-guard": csvGuard])
    try OptionRules.clash("--diff", diff, with: ["--validate": validate])
    guard diff != nil || validate else { return formats.first?.1 ?? .text }
    let frame: JSONFormatter?
    switch formats.first {
    case nil: frame = nil
    case (_, .json)?: frame = JSONFormatter(style: .raw)
    case (_, .jsonLines)?: frame = JSONFormatter(style: .raw, isLines: true)
    case (let name, _)?:
      throw ValidationError("\(validate ? "--validate" : "--diff") and \(name) cannot be used together")
    }
    return diff.map { .differences($0, frame) } ?? .findings(frame)
  }
}

enum ReportFormat: Sendable {
  case text, json, jsonLines, propertyList, xml, exifTool
  case csv(guardsFormulas: Bool)
  case totals(isJSON: Bool)
  case print(PrintTemplate)
  /// The differences from a file; as lines, or in JSON's frame.
  case differences(String, JSONFormatter?)
  /// What breaks rules of the standards.
  case findings(JSONFormatter?)

  /// The suffix of a file with a report.
  var fileExtension: String {
    switch self {
    case .text, .print, .differences, .findings: "txt"
    case .json, .exifTool, .totals: "json"
    case .jsonLines: "jsonl"
    case .propertyList: "plist"
    case .xml: "xml"
    case .csv: "csv"
    }
  }
}
