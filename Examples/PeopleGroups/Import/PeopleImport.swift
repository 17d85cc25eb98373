internal import ByteStreams
internal import Documents
internal import ImageModel
internal import StructuredFiles
internal import StructuredText

/// People from a file of another program.
package struct PeopleImport: Sendable {
  package struct Person: Sendable {
    package var name: PersonName
    package var portrait: Portrait?
    /// Why a portrait that the file has could not be used.
    package var problem: String?
  }

  package static let maxBytes = 64 << 20

  package let people: [Person]

  /// Reads vCards, JSON (`[{"firstName": "Ada", "lastName": "Lovelace", "portrait": "ada.jpg"}]`, with pictures beside
  /// the file), or another people group.
  ///
  /// - Throws: `ImageError` or `DocumentError`.
  package init(path: String) throws {
    if SystemCall.status(of: path)?.isDirectory == true || path.hasSuffix(".pplgrp") {
      people = Self.people(of: try PeopleGroup(path: path))
      return
    }
    let file = try FileByteSource(path: path)
    guard file.size <= UInt64(Self.maxBytes) else {
      throw ImageError(.limitExceeded, "has more than \(Self.maxBytes >> 20) MiB", path: path)
    }
    let bytes = try file.bytes(at: 0, count: Int(file.size))
    let start = bytes.drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    if String(decoding: start.prefix(11), as: UTF8.self).uppercased() == "BEGIN:VCARD" {
      people = try VCard.cards(in: bytes).map(Self.person)
    } else {
      // JSON, or a property list.
      guard let first = start.first, "[{<".utf8.contains(first) || start.starts(with: "bplist".utf8) else {
        throw Self.isNoSource
      }
      people = try Self.people(json: bytes, folder: PathText.split(path).directory)
    }
  }

  private static let isNoSource = ImageError(.invalidData, "is neither a vCard nor a list of people in JSON")

  private static func people(of group: PeopleGroup) -> [Person] {
    group.people.map { person in
      guard let file = group.portrait(of: person) else { return Person(name: person.name) }
      return Self.person(person.name) { try file.regularFileContents(atMost: Portrait.maxBytes) }
    }
  }

  private static func person(_ card: VCard) throws -> Person {
    guard !card.name.full.isEmpty else { throw ImageError(.invalidData, "line \(card.line): a vCard without a name") }
    guard let photo = card.photo else { return Person(name: card.name) }
    return person(card.name) { photo }
  }

  private static func people(json bytes: [UInt8], folder: String) throws -> [Person] {
    let value = try StructuredSyntax.parse(bytes, limits: StructuredLimits())
    guard case .array(let elements) = value.content else { throw isNoSource }
    return try elements.map { element in
      func text(_ name: String) -> String {
        if case .string(let text)? = element.member(name)?.content { text } else { "" }
      }
      let name = PersonName(first: text("firstName"), last: text("lastName"))
      guard !name.full.isEmpty else {
        throw ImageError(.invalidData, "line \(element.line): a person has neither a firstName nor a lastName")
      }
      let file = text("portrait")
      guard !file.isEmpty else { return Person(name: name) }
      return person(name) {
        // A list from elsewhere must not reach other files of the user.
        guard !file.hasPrefix("/"), !file.split(separator: "/").contains("..") else {
          throw PeopleGroupError.unusablePortrait("'\(file)' is not beside the list")
        }
        let source = try FileByteSource(path: "\(folder)/\(file)")
        return try source.bytes(at: 0, count: min(Int(clamping: source.size), Portrait.maxBytes + 1))
      }
    }
  }

  /// A person whose portrait may be broken.
  private static func person(_ name: PersonName, portrait: () throws -> [UInt8]) -> Person {
    do {
      return Person(name: name, portrait: try Portrait(try portrait()))
    } catch let error as PeopleGroupError {
      return Person(name: name, problem: "\(error)")
    } catch let error as ImageError {
      return Person(name: name, problem: "\(PeopleGroupError.unusablePortrait(error.reason))")
    } catch {
      return Person(name: name, problem: "\(PeopleGroupError.unusablePortrait("\(error)"))")
    }
  }
}
