internal import CommandKit
internal import ImageModel
internal import MetadataCommands
internal import MetadataModel

/// Metadata as JSON; docs/metadata.md describes it.
enum MetadataJSON {
  /// The version of the records' form; it grows when a program that reads the old form could stumble.
  static let version: Int64 = 1

  /// A file's record.
  static func record(_ file: FileMetadata, style: ValueStyle) -> JSONValue {
    let metadata = file.metadata
    var members = [
      JSONMember("schema", .int(version)),
      JSONMember("input", .path(file.input.name)),
      JSONMember("format", .string(metadata.format)),
      JSONMember("contentType", .string(metadata.contentType)),
      JSONMember("bytes", .uint(metadata.byteCount)),
      JSONMember("properties", object(file.container, style)),
      JSONMember("images", .array(file.images.map { object($0, style) })),
    ]
    if !metadata.namespaces.isEmpty {
      let namespaces = metadata.namespaces.map { JSONMember($0.prefix, .string($0.uri)) }
      members.append(JSONMember("namespaces", .object(unique(namespaces))))
    }
    members.append(JSONMember("notes", .array(file.messages(.note).map { .path($0) })))
    members.append(JSONMember("warnings", .array(file.messages(.warning).map { .path($0) })))
    return .object(members)
  }

  /// The record of a file that could not be read.
  static func record(_ error: ImageError, input: InputFile) -> JSONValue {
    guard case .object(let members) = BatchRecord(error: error).json(input: input.name) else { return .null }
    return .object([JSONMember("schema", .int(version))] + members)
  }

  private static func object(_ tree: PropertyTree, _ style: ValueStyle) -> JSONValue {
    .object(
      unique(
        tree.groups.map { group in
          JSONMember(
            group.name, .object(unique(group.properties.map { JSONMember($0.name, value(of: $0, style)) })))
        }))
  }

  private static func value(of property: Property, _ style: ValueStyle) -> JSONValue {
    switch style {
    case .raw: return value(property.value)
    case .readable: return property.readable.map { .string($0) } ?? value(property.value)
    case .both:
      var members = [JSONMember("value", value(property.value))]
      if let readable = property.readable { members.append(JSONMember("readable", .string(readable))) }
      if let title = property.title { members.append(JSONMember("title", .string(title))) }
      if let tag = property.tag { members.append(JSONMember("tag", .int(Int64(tag)))) }
      return .object(members)
    }
  }

  private static func object(_ properties: [Property]) -> JSONValue {
    .object(unique(properties.map { JSONMember($0.name, value($0.value)) }))
  }

  /// A file may say a thing twice; in an object each name stands once: the second is `Comment 2`.
  private static func unique(_ members: [JSONMember]) -> [JSONMember] {
    var names = Set<String>(minimumCapacity: members.count)
    if members.allSatisfy({ names.insert($0.name).inserted }) { return members }
    var counts: [String: Int] = [:]
    var taken = Set(members.map(\.name))
    var result: [JSONMember] = []
    for member in members {
      var count = counts[member.name, default: 0] + 1
      var name = member.name
      if count > 1 {
        while !taken.insert("\(member.name) \(count)").inserted { count += 1 }
        name = "\(member.name) \(count)"
      }
      counts[member.name] = count
      result.append(JSONMember(name, member.value))
    }
    return result
  }

  static func value(_ value: PropertyValue) -> JSONValue {
    switch value {
    case .boolean(let value): .bool(value)
    case .integer(let value): .int(value)
    case .unsigned(let value): .uint(value)
    case .decimal(let value): .double(value)
    case .text(let text): .string(text)
    case .rational(let value):
      .object([
        "numerator": .int(value.numerator), "denominator": .int(value.denominator),
        "value": value.value.map { .double($0) } ?? .null,
      ])
    case .bytes(let bytes): .bytes(bytes)
    case .array(let values): .array(values.map { self.value($0) })
    case .structure(let properties): object(properties)
    }
  }
}
