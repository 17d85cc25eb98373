internal import ImageModel
internal import ProviderKit
internal import ProviderProtocol
internal import StructuredFiles
package import StructuredText

/// Reads property lists (XML and binary) and JSON.
///
/// Why it does not use Foundation: docs/decisions/0015-property-lists-of-providers.md.
package enum ValueFile {
  /// The value of a file.
  ///
  /// - Throws: `limitExceeded`, `corruptInput`, and what reading the file throws.
  package static func read(_ path: String, atMost limit: Int = 16 << 20) throws -> StructuredValue {
    try parse(try DocumentFile.read(path, atMost: limit))
  }

  /// The value of a file; for a keyed archive, the value that was archived.
  ///
  /// - Throws: as `read`.
  package static func readArchived(_ path: String) throws -> StructuredValue {
    try parseArchived(try DocumentFile.read(path, atMost: 16 << 20))
  }

  /// The value of bytes; for a keyed archive, the value that was archived.
  ///
  /// - Throws: as `read`.
  package static func parseArchived(_ bytes: [UInt8]) throws -> StructuredValue {
    let value = try parse(bytes)
    return try KeyedArchive.root(of: value) ?? value
  }

  package static func parse(_ bytes: [UInt8]) throws -> StructuredValue {
    let limits = StructuredLimits(maxBytes: 32 << 20, maxDepth: 64, maxValues: 500_000)
    return try StructuredSyntax.parse(bytes, limits: limits, allKinds: true)
  }
}

extension StructuredValue {
  /// The text, or the text of a number or truth value; nil for everything else.
  package var text: String? {
    switch content {
    case .string(let text): text
    case .number(_, let text): text
    case .bool(let value): value ? "true" : "false"
    case .null, .bytes, .array, .object: nil
    }
  }

  /// The elements of a list; nil for what is not a list.
  package var elements: [StructuredValue]? {
    if case .array(let elements) = content { return elements }
    return nil
  }
}

/// Reads keyed archives: property lists in which Cocoa programs store objects (`NSKeyedArchiver`). All objects are in
/// one list, and refer to each other by their index.
///
/// Lists, dictionaries, texts, numbers, dates and bytes become the values of an ordinary property list. Objects of
/// other classes become dictionaries of their members. Depth and number of values are bounded.
struct KeyedArchive {
  private static let deepest = 64
  private static let maxValues = 500_000

  private let objects: [StructuredValue]
  private var valueCount = 0

  /// The value that was archived; nil for what is not a keyed archive.
  ///
  /// - Throws: `corruptInput` for references to missing objects or to themselves, `limitExceeded`.
  static func root(of value: StructuredValue) throws(ProviderError) -> StructuredValue? {
    guard value.member("$archiver") != nil, let objects = value.member("$objects")?.elements,
      case .object(let top)? = value.member("$top")?.content,
      let root = top["root"] ?? (top.members.count == 1 ? top.members.first?.value : nil)
    else { return nil }
    var archive = KeyedArchive(objects: objects)
    return try archive.resolve(root, depth: 0)
  }

  private init(objects: [StructuredValue]) { self.objects = objects }

  private static func reference(_ value: StructuredValue) -> Int? {
    guard case .object(let object) = value.content, object.members.count == 1,
      case .number(let number, _)? = object["CF$UID"]?.content
    else { return nil }
    return Int(exactly: number)
  }

  /// The value with its references replaced by their objects.
  private mutating func resolve(_ value: StructuredValue, depth: Int) throws(ProviderError) -> StructuredValue {
    valueCount += 1
    guard valueCount <= Self.maxValues, depth <= Self.deepest else {
      throw ProviderError(
        .limitExceeded, "the keyed archive has too many objects, or they are nested too deeply")
    }
    if let place = Self.reference(value) {
      guard objects.indices.contains(place) else {
        throw ProviderError(.corruptInput, "the keyed archive refers to object \(place), which does not exist")
      }
      // Object 0 stands for nil.
      if place == 0 { return StructuredValue(.null) }
      return try resolve(objects[place], depth: depth + 1)
    }
    switch value.content {
    case .array(let elements): return StructuredValue(.array(try resolve(elements, depth: depth)), line: value.line)
    case .object(let object): return try resolve(object, depth: depth)
    case .null, .bool, .number, .string, .bytes: return value
    }
  }

  private mutating func resolve(_ values: [StructuredValue], depth: Int) throws(ProviderError) -> [StructuredValue] {
    var resolved: [StructuredValue] = []
    for value in values { resolved.append(try resolve(value, depth: depth + 1)) }
    return resolved
  }

  /// Resolves an object. The names of its members identify the classes that have a value in an ordinary property list.
  private mutating func resolve(_ object: StructuredObject, depth: Int) throws(ProviderError) -> StructuredValue {
    if let elements = object["NS.objects"]?.elements {
      let values = try resolve(elements, depth: depth)
      guard let keys = object["NS.keys"]?.elements else { return StructuredValue(.array(values)) }
      guard keys.count == values.count else {
        throw ProviderError(.corruptInput, "a dictionary of the keyed archive has unequal numbers of keys and values")
      }
      var members: [StructuredObject.Member] = []
      for (key, value) in zip(try resolve(keys, depth: depth), values) {
        members.append(.init(name: key.text ?? "", value: value))
      }
      return try Self.object(members)
    }
    for name in ["NS.string", "NS.data", "NS.bytes", "NS.relative"] {
      if let value = object[name] { return try resolve(value, depth: depth + 1) }
    }
    var members: [StructuredObject.Member] = []
    for member in object.members where member.name != "$class" {
      members.append(.init(name: member.name, value: try resolve(member.value, depth: depth + 1)))
    }
    return try Self.object(members)
  }

  private static func object(_ members: [StructuredObject.Member]) throws(ProviderError) -> StructuredValue {
    switch StructuredObject.make(members) {
    case .success(let object): return StructuredValue(.object(object))
    case .failure(let duplicate):
      throw ProviderError(.corruptInput, "the keyed archive has the key '\(duplicate.member.name)' twice")
    }
  }
}
