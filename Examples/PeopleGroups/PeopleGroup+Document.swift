package import ContentTypes
package import Documents
internal import ImageModel
internal import ProviderProtocol
internal import ProviderSupport
internal import StructuredText

/// A people group on a disk is a package:
///
///     chess.people/
///       group.plist       { name = "Chess club"; people = ( { id = 7d0c; firstName = Ada; portrait = "51.jpg"; } ); }
///       portraits/51.jpg
///
/// Before there were portraits, the property list alone was the document (`.pplgrp`). That is still read.
extension PeopleGroup: FileDocument {
  package static let packageType = ContentType(
    identifier: "org.cameo.people", name: "People group with portraits",
    conformsTo: ["com.apple.package", "public.composite-content"], fileExtensions: ["people"])
  package static let listType = ContentType(
    identifier: "org.cameo.pplgrp", name: "People group", conformsTo: ["public.data", "public.content"],
    fileExtensions: ["pplgrp"], mimeTypes: ["application/x-pplgrp"])

  package static var readableContentTypes: [ContentType] { [packageType, listType] }
  package static var writableContentTypes: [ContentType] { [packageType] }

  static let listName = "group.plist"
  static let portraitsName = "portraits"
  static let maxListBytes = 16 << 20

  /// Portraits are not read here: each is read when it is shown.
  ///
  /// - Throws: `invalidContents`, `limitExceeded`, and what reading throws.
  package init(configuration: ReadConfiguration) throws {
    let file = configuration.file
    guard file.isDirectory else {
      try self.init(list: try file.regularFileContents(atMost: Self.maxListBytes))
      return
    }
    guard let list = file[Self.listName] else {
      throw DocumentError(.invalidContents, "the package has no \(Self.listName)")
    }
    let portraits = file[Self.portraitsName]?.fileWrappers?.filter { $0.value.isRegularFile }
    try self.init(
      list: try list.regularFileContents(atMost: Self.maxListBytes), in: "\(Self.listName): ",
      portraits: portraits ?? [:])
  }

  /// Portraits that were read are handed back as they are, so saving does not copy them. What else is in the package
  /// stays: another version of the program may have put it there.
  package func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
    guard configuration.contentType.identifier == Self.packageType.identifier else {
      throw DocumentError(.unsupportedType, "has no place for portraits; import it into a new group (.people)")
    }
    var file =
      configuration.existingFile.flatMap { $0.isDirectory ? $0 : nil } ?? FileWrapper(directoryWithFileWrappers: [:])
    file[Self.listName] = FileWrapper(regularFileWithContents: Array(list.utf8), preferredFilename: Self.listName)
    let used = Set(people.compactMap(\.portrait))
    let portraits = portraits.filter { used.contains($0.key) }
    file[Self.portraitsName] =
      portraits.isEmpty ? nil : FileWrapper(directoryWithFileWrappers: portraits, preferredFilename: Self.portraitsName)
    return file
  }
}

// MARK: The property list

extension PeopleGroup {
  /// - Parameter place: what messages about damage begin with.
  /// - Throws: `invalidContents` for what is not the list of a people group, `limitExceeded`.
  private init(list bytes: [UInt8], in place: String = "", portraits: [String: FileWrapper] = [:]) throws {
    let value = try Self.value(of: bytes, place)
    func invalid(_ message: String) -> DocumentError { DocumentError(.invalidContents, message) }
    guard let name = value.member("name")?.text else { throw invalid("a people group needs a name") }
    guard let elements = value.member("people")?.elements else {
      throw invalid("a people group needs a list of people")
    }
    guard elements.count <= Self.maxPeople else {
      throw DocumentError(.limitExceeded, "\(PeopleGroupError.tooManyPeople(elements.count))")
    }
    var ids: Set<String> = []
    let people = try elements.enumerated().map { index, element in
      let name = PersonName(
        first: element.member("firstName")?.text ?? "", last: element.member("lastName")?.text ?? "")
      guard !name.full.isEmpty else { throw invalid("person \(index + 1) has neither a first nor a last name") }
      // People of an old list have no ids. Their numbers are the same each time that it is read.
      let id = element.member("id")?.text ?? "\(index + 1)"
      guard ids.insert(id).inserted else { throw invalid("two people have the id '\(id.prefix(40))'") }
      return Person(id: id, name: name, portrait: try element.member("portrait")?.text.map(Self.portraitName))
    }
    self.init(name: name, people: people, portraits: portraits)
  }

  private static func value(of bytes: [UInt8], _ place: String) throws(DocumentError) -> StructuredValue {
    do {
      return try ValueFile.parseArchived(bytes)
    } catch let error as ImageError {
      let error = DocumentError(error)
      throw DocumentError(error.kind, place + error.message)
    } catch let error as ProviderError {
      throw DocumentError(error.code == .limitExceeded ? .limitExceeded : .invalidContents, place + error.message)
    } catch {
      throw DocumentError(.invalidContents, "\(error)")
    }
  }

  /// A name that the list may give a portrait: that of a file in the folder of portraits.
  private static func portraitName(_ name: String) throws(DocumentError) -> String {
    guard !name.isEmpty, !name.hasPrefix("."), name.utf8.count <= 255,
      !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
    else { throw DocumentError(.invalidContents, "'\(name.prefix(40))' is not the name of a portrait") }
    return name
  }

  private var list: String {
    let people = people.map { person in
      JSONValue.object([
        "id": .string(person.id), "firstName": .string(person.name.first), "lastName": .string(person.name.last),
        "portrait": person.portrait.map { .string($0) } ?? .null,
      ])
    }
    return PropertyListText.opening
      + PropertyListText.element(.object(["name": .string(name), "people": .array(people)]), level: 0)
      + PropertyListText.closing
  }
}
