internal import ArgumentParser
internal import CommandKit
internal import MetadataCommands

/// The form of the output; --json stands with the options of the run.
struct FormOptions: ParsableArguments {
  @Flag(help: "Write text for people. (default)")
  var text = false

  @Flag(help: "Write one JSON record a line.")
  var jsonl = false

  @Flag(help: "Write an XML property list.")
  var plist = false

  @Flag(help: "Write an XML document.")
  var xml = false

  @Flag(help: "Write comma-separated values, a column for each --tag; patterns and --group read all files twice.")
  var csv = false

  @Flag(help: "Write the JSON that 'exiftool -json -G -n' writes, with its names.")
  var exiftool = false

  @Flag(help: "Write counts over all files; with --json as an object.")
  var summary = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write a line for each file, as in '{name} {exif.DateTimeOriginal:%Y-%m-%d} {gps.latitude|-}'.",
      valueName: "PATTERN"), transform: { try PrintTemplate($0) })
  var print: PrintTemplate?

  /// - Parameter json: whether --json was given.
  /// - Throws: `ValidationError` where two forms are asked for.
  func form(json: Bool) throws -> OutputForm {
    var forms: [(String, OutputForm)] = []
    if text { forms.append(("--text", .text)) }
    if json && !summary { forms.append(("--json", .json)) }
    if jsonl { forms.append(("--jsonl", .jsonLines)) }
    if plist { forms.append(("--plist", .propertyList)) }
    if xml { forms.append(("--xml", .xml)) }
    if csv { forms.append(("--csv", .csv)) }
    if exiftool { forms.append(("--exiftool", .exifTool)) }
    if summary { forms.append(("--summary", .summary(isJSON: json))) }
    if let print { forms.append(("--print", .print(print))) }
    guard forms.count <= 1 else { throw ValidationError("\(forms[0].0) and \(forms[1].0) exclude each other") }
    return forms.first?.1 ?? .text
  }
}

/// A form of output.
enum OutputForm: Sendable {
  case text, json, jsonLines, propertyList, xml, csv, exifTool
  case summary(isJSON: Bool)
  case print(PrintTemplate)
}
