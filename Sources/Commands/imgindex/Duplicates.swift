internal import ArgumentParser
internal import ByteStreams
internal import Catalogue
internal import CommandKit
internal import Confinement
internal import ImageModel
internal import StructuredText

/// `imgindex duplicates`: files with the same content, or pictures that look alike.
struct Duplicates: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "duplicates", "Find files with the same content, or pictures that look alike.", arguments: "<catalogue>",
    discussion: """
      Prints the paths of files with the same bytes, one a line, with an empty line between two groups. --similar \
      compares what pictures look like instead, whatever their size, quality and format: it needs a catalogue that \
      'imgindex update --looks' has made.
      """)

  @Argument(help: "The catalogue.", completion: .file())
  var catalogue: String

  @Flag(help: "Find pictures that look alike.")
  var similar = false

  @Option(
    help: ArgumentHelp(
      "With --similar: in how many of 64 bits the hashes of two pictures may differ, 0 to 10. (default: 4)",
      valueName: "N"), transform: { try OptionText.number($0, in: 0...10) })
  var distance: Int?

  @Flag(help: "Write a report as JSON.")
  var json = false

  @Flag(help: "End groups and paths with a NUL byte instead of a line feed, for 'xargs -0' and scripts.")
  var null = false

  @OptionGroup var configuration: ConfigurationOption
  @OptionGroup(title: "Limits") var confinement: ConfinementOption

  func validate() throws {
    try OptionRules.need("--similar", similar, for: ["--distance": distance])
    try OptionRules.exclude(["--json": json, "--null": null])
  }

  func prepare() throws -> PreparedWork { PreparedWork(FileAccess(catalogue: catalogue)) { try answer() } }

  private func answer() throws -> ExitStatus {
    let store = try Catalogue(path: catalogue, forWriting: false)
    let groups = similar ? try store.similar(distance: distance ?? 4) : try store.duplicates()
    let console = Console(program: "imgindex")
    if json {
      let report: JSONValue = .object([
        "version": 1, "command": "imgindex duplicates",
        "groups": .array(groups.map { .array($0.map { .path($0) }) }),
      ])
      try console.print(JSONWriter.text(report, layout: .indented) + "\n")
    } else {
      let end = null ? "\0" : "\n"
      for (number, group) in groups.enumerated() {
        if number > 0 { try console.print(end) }
        for path in group {
          try console.print((null ? path : PrintableText.escaped(path)) + end, asNameBytes: true)
        }
      }
    }
    try console.flush()
    if similar, case let count = try store.countWithoutLooks(), count > 0 {
      console.line(
        "note: \(count) file\(count == 1 ? " was" : "s were") not compared: 'imgindex update --looks' adds them")
    }
    return .success
  }
}
