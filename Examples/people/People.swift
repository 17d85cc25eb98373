internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import ImageModel
internal import StructuredText

/// `people`: a program with documents of its own.
@main
struct People: CameoCommand {
  static let configuration = CommandConfiguration(
    commandName: "people", abstract: "Keep groups of people with their portraits.", discussion: discussion,
    version: Version.line("people"), subcommands: subcommandTypes)

  static let subcommandTypes: [any ParsableCommand.Type] = [
    New.self, Add.self, List.self, Rename.self, Remove.self, Import.self, Undo.self, Versions.self, Conflicts.self,
  ]

  static func subcommand(_ name: String) -> (any CameoCommand.Type)? {
    subcommandTypes.first { $0._commandName == name } as? any CameoCommand.Type
  }

  static func arranged(_ arguments: [String]) throws -> [String] {
    guard let first = arguments.first, !first.hasPrefix("-") else { return arguments }
    if first == "help" { return ["--help"] }
    let near = NearestName.hint(first, in: subcommandTypes.map { $0._commandName })
    throw ValidationError("there is no subcommand '\(first)'\(near.isEmpty ? "; \(expectation)" : near)")
  }

  private static let expectation = "expected \(OptionText.list(subcommandTypes.map { $0._commandName }))"

  func perform() throws -> ExitStatus { throw ValidationError(Self.expectation) }

  private static let discussion = """
    A people group is a package: a folder with a property list and the portraits, which acts as one document. Each \
    change is saved at once, and the state before stays as a version. Thumbnails for file managers are written with it.

    EXAMPLES:
      people new chess.people --name 'Chess club'
          makes a group
      people add chess.people 'Ada Lovelace' 'Turing, Alan'
          adds two people
      people add chess.people 'Grace Hopper' --portrait grace.jpg
          adds one with a portrait
      people import chess.people contacts.vcf
          adds the people of vCards, with their photos
      people rename chess.people 'Ada Lovelace' 'Ada King'
          gives a person another name
      people undo chess.people
          takes the last change back, whenever that was
      people list chess.people --json | jq -r '.people[].lastName'
          the last names

    EXIT STATUS:
      0   done
      1   it failed; the document is as it was
      3   done, with warnings; or there are conflicts
      64  the command line is not valid; nothing was done
    """
}

/// A subcommand of `people`.
protocol Subcommand: CameoCommand {}

extension Subcommand {
  static var program: String? { "people" }

  /// Prints lines, escaped so that they cannot control the terminal.
  func show(_ lines: [String]) throws(ImageError) {
    let console = Console(program: "people")
    for line in lines { try console.print(PrintableText.escaped(line) + "\n") }
    try console.flush()
  }

  /// Prints a JSON report, with its version and the command's name.
  func show(_ members: [JSONMember]) throws(ImageError) {
    let console = Console(program: "people")
    let head = [JSONMember("version", 1), JSONMember("command", .string("people \(Self._commandName)"))]
    try console.print(JSONWriter.text(.object(head + members), layout: .indented) + "\n")
    try console.flush()
  }
}

extension CommandConfiguration {
  /// The configuration of a subcommand of `people`.
  static func subcommand(
    _ name: String, _ abstract: String, arguments: String, discussion: String = ""
  ) -> CommandConfiguration {
    CommandConfiguration(
      commandName: name, _superCommandName: "people", abstract: abstract,
      usage: "people \(name) [<options>] \(arguments)", discussion: discussion, version: Version.line("people"))
  }
}
