internal import CommandKit
internal import MetadataModel

/// Metadata as JSON; docs/metadata.md describes it.
enum MetadataJSON {
  /// The members of a file's record.
  static func members(_ metadata: ImageMetadata, container: PropertyTree, images: [PropertyTree]) -> [JSONMember] {
    [
      JSONMember("format", .string(metadata.format)),
      JSONMember("contentType", .string(metadata.contentType)),
      JSONMember("bytes", .uint(metadata.byteCount)),
      JSONMember("properties", object(container)),
      JSONMember("images", .array(images.map { object($0) })),
    ]
  }

  private static func object(_ tree: PropertyTree) -> JSONValue {
    .object(unique(tree.groups.map { JSONMember($0.name, object($0.properties)) }))
  }

  private static func object(_ properties: [Property]) -> JSONValue {
    .object(unique(properties.map { JSONMember($0.name, value($0.value)) }))
  }

  /// A file may say a thing twice; in an object each name stands once: the second is `Comment 2`.
  private static func unique(_ members: [JSONMember]) -> [JSONMember] {
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

  private static func value(_ value: PropertyValue) -> JSONValue {
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
    case .bytes(let bytes): object(bytes)
    case .array(let values): .array(values.map { self.value($0) })
    case .structure(let properties): object(properties)
    }
  }

  /// Longer values are told by their size only.
  private static let longestBytes = 256

  private static func object(_ bytes: [UInt8]) -> JSONValue {
    let count = JSONValue.int(Int64(bytes.count))
    guard bytes.count <= longestBytes else { return .object(["byteCount": count]) }
    return .object(["byteCount": count, "base64": .string(base64(bytes))])
  }

  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".unicodeScalars)

  /// RFC 4648, section 4.
  private static func base64(_ bytes: [UInt8]) -> String {
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = (Array(group) + [0, 0]).prefix(3).reduce(0) { $0 << 8 | Int($1) }
      for index in 0..<4 {
        text.unicodeScalars.append(index <= group.count ? digits[bits >> (18 - 6 * index) & 63] : "=")
      }
    }
    return text
  }
}
