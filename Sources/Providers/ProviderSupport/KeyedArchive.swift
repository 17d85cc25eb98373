internal import ProviderProtocol
internal import StructuredText

/// Takes a keyed archive apart: a property list in which Cocoa's programs keep their objects (`NSKeyedArchiver`), each in a list, with
/// references where they lie in one another.
///
/// Lists, dictionaries, texts, numbers, dates and bytes become what they are in any other property list; objects of other classes
/// become dictionaries of their members. References are followed so often and so deep as a property list may have values.
struct KeyedArchive {
  private static let deepest = 64
  private static let mostValues = 500_000

  private let objects: [StructuredValue]
  private var valueCount = 0

  /// The value that was archived; nil for what is no keyed archive.
  ///
  /// - Throws: `corruptInput` for references that lead nowhere or to themselves, `limitExceeded`.
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

  /// The value with what its references lead to.
  private mutating func resolve(_ value: StructuredValue, depth: Int) throws(ProviderError) -> StructuredValue {
    valueCount += 1
    guard valueCount <= Self.mostValues, depth <= Self.deepest else {
      throw ProviderError(
        .limitExceeded, "the objects of the keyed archive lie too deep in one another, or are too many")
    }
    if let place = Self.reference(value) {
      guard objects.indices.contains(place) else {
        throw ProviderError(.corruptInput, "the keyed archive refers to object \(place), which it has not")
      }
      // The first object stands for "none".
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

  /// Objects of the classes that a property list has values for, by the names of their members.
  private mutating func resolve(_ object: StructuredObject, depth: Int) throws(ProviderError) -> StructuredValue {
    if let elements = object["NS.objects"]?.elements {
      let values = try resolve(elements, depth: depth)
      guard let keys = object["NS.keys"]?.elements else { return StructuredValue(.array(values)) }
      guard keys.count == values.count else {
        throw ProviderError(.corruptInput, "a dictionary of the keyed archive has not as many keys as values")
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
      throw ProviderError(.corruptInput, "the key '\(duplicate.member.name)' stands twice in the keyed archive")
    }
  }
}
