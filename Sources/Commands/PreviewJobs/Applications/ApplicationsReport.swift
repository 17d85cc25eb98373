package import ContentTypes
package import ImageModel
package import StructuredText

/// The programs that open a document: what `preview apps` lists, and `preview open` chooses from.
package struct ApplicationsReport {
  /// A program, and the MIME type for which it is associated.
  private struct Choice {
    var program: DesktopApplication
    var type: String
  }

  private let file: String
  private let type: ContentType
  private let choices: [Choice]
  /// The program that opens the document unless another one is asked for; nil where no program is installed for it.
  package let standard: DesktopApplication?

  /// - Parameter file: a path. A directory is a document, too.
  /// - Throws: `io` where the file cannot be read.
  package init(_ file: String, registry: ContentTypeRegistry, folders: ApplicationFolders) throws(ImageError) {
    self.file = file
    let type = try registry.identify(path: file).type
    self.type = type
    // The names of the type itself, then of those that it is a special case of.
    let names = registry.ancestry(of: type.identifier).flatMap { level in
      level.flatMap { registry.type(identifier: $0)?.mimeTypes ?? [] }
    }
    var choices: [Choice] = []
    for name in names {
      for program in folders.programs(for: name) where !choices.contains(where: { $0.program.id == program.id }) {
        choices.append(Choice(program: program, type: name))
      }
    }
    // A list may name a program as the standard for a type that it is not associated with.
    let standard = names.lazy.compactMap { name in folders.standard(for: name).map { Choice(program: $0, type: name) } }
      .first
    self.standard = standard?.program
    self.choices = (standard.map { [$0] } ?? []) + choices.filter { $0.program.id != standard?.program.id }
  }

  /// One line for each program: the standard first, then those for the document's type, then those for more general
  /// types.
  package var lines: [String] {
    let title = "\(file): \(type.name) (\(type.mimeTypes.first ?? type.identifier))"
    if choices.isEmpty { return [title, "  no program is installed for it"] }
    return [title]
      + choices.map { choice in
        let isStandard = choice.program.id == standard?.id
        return "  \(choice.program.id)  \(choice.program.name)\(isStandard ? "  (standard)" : "")"
      }
  }

  package var json: JSONValue {
    .object([
      JSONMember("input", .path(file)), JSONMember("type", .string(type.identifier)),
      JSONMember("mimeType", type.mimeTypes.first.map { .string($0) } ?? .null),
      JSONMember("standard", standard.map { .string($0.id) } ?? .null),
      JSONMember(
        "applications",
        .array(
          choices.map { choice in
            .object([
              JSONMember("id", .string(choice.program.id)), JSONMember("name", .string(choice.program.name)),
              JSONMember("path", .path(choice.program.path)), JSONMember("mimeType", .string(choice.type)),
              JSONMember("terminal", .bool(choice.program.isTerminal)),
            ])
          })),
    ])
  }
}
