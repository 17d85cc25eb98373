internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import Documents
internal import ImageModel
internal import PeopleGroups

/// `people new`: makes a document.
struct New: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "new", "Make a group that nobody belongs to yet.", arguments: "<file>")

  @Argument(help: "The new document. Its name ends in .people.", completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp("The name of the group. (default: the name of the file)", valueName: "NAME"),
    transform: { try OptionText.unicode($0) })
  var name: String?

  func validate() throws {
    guard PathText.suffix(of: fileName) == ".people" else {
      throw ValidationError("'\(file)': the name of a people group ends in .people")
    }
    guard groupName != "" else { throw ValidationError("a group needs a name") }
  }

  private var groupName: String { PersonName.plain(name ?? PathText.readable(PathText.withoutSuffix(fileName))) }

  /// Without the slash that shells put behind a folder.
  private var fileName: String {
    var path = file
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    return PathText.split(path).name
  }

  func perform() throws -> ExitStatus {
    try GroupFile.create(PeopleGroup(name: groupName), at: file)
    return .success
  }
}

/// `people add`: adds people.
struct Add: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "add", "Add people to a group.", arguments: "<file> <names> ...",
    discussion: "The last word of a name is the last name; where it is not, write 'van Rossum, Guido'.")

  @Argument(help: "A people group.", completion: .file())
  var file: String

  @Argument(help: "The names of people.", transform: { try OptionText.unicode($0) })
  var names: [String]

  @Option(
    help: ArgumentHelp("A picture of the person, in any format that the suite reads.", valueName: "PICTURE"),
    completion: .file())
  var portrait: String?

  func validate() throws {
    guard portrait == nil || names.count == 1 else {
      throw ValidationError("--portrait is the picture of one person; \(names.count) are given")
    }
  }

  func perform() throws -> ExitStatus {
    let names = names.map { PersonName($0) }
    let portrait = try portrait.map(Self.read)
    try GroupFile.edit(file) { session in
      try await session.update("Add") { group in
        for name in names { try group.add(name, portrait: portrait) }
      }
    }
    return .success
  }

  private static func read(_ path: String) throws(ImageError) -> Portrait {
    let file = try FileByteSource(path: path)
    let bytes = try file.bytes(at: 0, count: min(Int(clamping: file.size), Portrait.maxBytes + 1))
    do throws(PeopleGroupError) {
      return try Portrait(bytes)
    } catch {
      throw ImageError(.invalidData, "\(error)", path: path)
    }
  }
}

/// `people rename`: gives a person or the group another name.
struct Rename: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "rename", "Give a person another name, or the group.", arguments: "<file> [<person>] <name>")

  @Argument(help: "A people group.", completion: .file())
  var file: String

  @Argument(
    help: "The name of a person, or an id of 'people list', and the new name. A new name alone is the group's.",
    transform: { try OptionText.unicode($0) })
  var names: [String]

  func validate() throws {
    guard (1...2).contains(names.count) else {
      throw ValidationError("rename takes a person and a new name; \(names.count) names are given")
    }
    guard names.count == 2 || PersonName.plain(names[0]) != "" else { throw ValidationError("a group needs a name") }
  }

  func perform() throws -> ExitStatus {
    let names = names
    try GroupFile.edit(file) { session in
      try await session.update("Rename") { group in
        if names.count == 2 {
          try group.rename(names[0], to: PersonName(names[1]))
        } else {
          group.name = PersonName.plain(names[0])
        }
      }
    }
    return .success
  }
}

/// `people remove`: removes people.
struct Remove: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "remove", "Remove people and their portraits.", arguments: "<file> <people> ...",
    discussion: "Nobody is removed if one of them is not in the group.")

  @Argument(help: "A people group.", completion: .file())
  var file: String

  @Argument(help: "The names of people, or ids of 'people list'.", transform: { try OptionText.unicode($0) })
  var people: [String]

  func perform() throws -> ExitStatus {
    let people = people
    try GroupFile.edit(file) { session in
      try await session.update("Remove") { group in for person in people { try group.remove(person) } }
    }
    return .success
  }
}

/// `people import`: adds the people of other files.
struct Import: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "import", "Add the people of vCards, lists in JSON, or other groups.", arguments: "<file> <sources> ...",
    discussion: """
      A list in JSON is [{"firstName": "Ada", "lastName": "Lovelace", "portrait": "ada.jpg"}], with pictures in its \
      directory. If a source cannot be read, nobody is added. A portrait that cannot be read is left out, with a \
      warning.
      """)

  @Argument(help: "A people group.", completion: .file())
  var file: String

  @Argument(help: "vCards (.vcf), JSON, or people groups (.people, .pplgrp).", completion: .file())
  var sources: [String]

  func perform() throws -> ExitStatus {
    var people: [PeopleImport.Person] = []
    let console = Console(program: "people")
    var hasWarnings = false
    for source in sources {
      let found = try GroupFile.people(in: source)
      for person in found where person.problem != nil {
        let problem = "\(person.name.full): \(person.problem ?? "")"
        console.report(Diagnostic(.warning, problem), of: source)
        hasWarnings = true
      }
      people += found
    }
    let added = people
    try GroupFile.edit(file) { session in
      try await session.update("Import") { group in
        for person in added { try group.add(person.name, portrait: person.portrait) }
      }
    }
    return hasWarnings ? .warnings : .success
  }
}
