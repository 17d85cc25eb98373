internal import CommandKit
internal import MetadataModel
internal import MetadataReports

/// Reads command lines that hold names of files and the most common options, which is most of them. The argument
/// library needs as much time for a line with an option as imgmeta for its work (docs/decisions/0026). A test compares
/// the two.
enum CommonLine {
  /// The options that it reads.
  static let options: [String: CommonOption] = [
    "--json": .flag, "--jsonl": .flag, "--exiftool": .flag, "--print": .value, "--tag": .values, "--maker-notes": .flag,
    "--quiet": .flag, "--workers": .value,
  ]

  /// The run of a command line; nil for one that the argument library reads or refuses.
  static func work(_ arguments: [String]) -> ImgmetaRun? {
    var work = ImgmetaRun()
    var formats: [ReportFormat] = []
    var rest = arguments[...]
    /// The value of an option; nil where it is missing or could be an option.
    func value() -> String? { rest.popFirst().flatMap { $0.isEmpty || isOption($0) ? nil : $0 } }
    while let word = rest.popFirst() {
      switch word {
      case "--json":
        work.run.json = true
        formats.append(.json)
      case "--jsonl": formats.append(.jsonLines)
      case "--exiftool": formats.append(.exifTool)
      case "--print":
        guard let text = value(), let template = try? PrintTemplate(text) else { return nil }
        formats.append(.print(template))
      case "--tag":
        guard let name = value() else { return nil }
        work.queries.append(PropertyQuery(name))
      case "--maker-notes": work.makerNotes = true
      case "--quiet": work.run.quiet = true
      case "--workers":
        guard work.run.workers == nil, let text = value(), let count = Int(text), count > 0, "\(count)" == text else {
          return nil
        }
        work.run.workers = count
      default:
        if word.isEmpty || isOption(word) { return nil }
        work.input.files.append(word)
      }
    }
    // The library says what is wrong with other lines.
    guard !work.input.files.isEmpty, formats.count <= 1 else { return nil }
    work.format = formats.first ?? .text
    return work
  }

  private static func isOption(_ word: String) -> Bool { word.utf8.first == UInt8(ascii: "-") }
}
