internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import PeopleGroups
internal import StructuredText

/// `people list`: who is in a group.
struct List: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "list", "List the people of a group: id and name.", arguments: "<file>")

  @Argument(help: "A people group.", completion: .file())
  var file: String

  @Flag(help: "Write a report as JSON.")
  var json = false

  func perform() throws -> ExitStatus {
    let group = try GroupFile.read(file)
    guard json else {
      try show(group.people.map { "\($0.id)  \($0.name.full)" + ($0.portrait.map { "  \($0)" } ?? "") })
      return .success
    }
    let people = group.people.map { person in
      JSONValue.object([
        "id": .string(person.id), "firstName": .string(person.name.first), "lastName": .string(person.name.last),
        "portrait": person.portrait.map { .string($0) } ?? .null,
      ])
    }
    try show([
      JSONMember("input", .path(file)), JSONMember("name", .string(group.name)), JSONMember("people", .array(people)),
    ])
    return .success
  }
}
