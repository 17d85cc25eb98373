internal import ByteStreams
internal import ImageModel
internal import StructuredText

/// What is written down of a version: a JSON file with the version's files and their hashes.
package struct VersionRecord: Sendable {
  struct Item: Sendable {
    enum Kind: Sendable {
      case folder
      case link(String)
      /// - hash: SHA-256, the name of the file with the bytes.
      /// - stamp: of the file when it was copied, by which the next version recognises it.
      case file(hash: String, stamp: FileStamp?)
    }

    /// Below the package; empty for the document itself.
    var path: String
    var permissions: UInt32?
    var kind: Kind
  }

  var kind: FileVersion.Kind
  var documentPath: String
  /// Nanoseconds since 1970.
  var date: Int64
  var user: String
  var host: String
  var byteCount: UInt64
  var items: [Item]
}

extension VersionRecord {
  package var json: String {
    JSONWriter.text(
      .object([
        "kind": .string(Self.name(of: kind)), "document": .path(documentPath), "date": .int(date), "user": .path(user),
        "host": .path(host), "byteCount": .uint(byteCount), "items": .array(items.map(Self.value)),
      ]), encoding: .ascii)
  }

  private static func value(_ item: Item) -> JSONValue {
    var members = [JSONMember("path", .path(item.path))]
    if let permissions = item.permissions { members.append(JSONMember("mode", .int(Int64(permissions)))) }
    switch item.kind {
    case .folder: members.append(JSONMember("folder", true))
    case .link(let destination): members.append(JSONMember("link", .path(destination)))
    case .file(let hash, let stamp):
      members.append(JSONMember("hash", .string(hash)))
      if let stamp {
        let numbers: [JSONValue] = [
          .int(Int64(bitPattern: stamp.identity.device)), .int(Int64(bitPattern: stamp.identity.inode)),
          .int(stamp.size), .int(stamp.changed),
        ]
        members.append(JSONMember("stamp", .array(numbers)))
      }
    }
    return .object(members)
  }

  /// - Returns: nil for what is no record.
  package init?(json: [UInt8]) {
    var parser = JSONParser(json, limits: StructuredLimits(), textsArePaths: true)
    guard let value = try? parser.parse(), let name = value.member("kind")?.text, let kind = Self.kind(named: name),
      let document = value.member("document")?.text, let date = value.member("date")?.integer,
      let items = value.member("items")?.elements
    else { return nil }
    self.kind = kind
    documentPath = document
    self.date = date
    user = value.member("user")?.text ?? ""
    host = value.member("host")?.text ?? ""
    byteCount = UInt64(clamping: value.member("byteCount")?.integer ?? 0)
    self.items = items.compactMap(Self.item)
    guard self.items.count == items.count, !items.isEmpty else { return nil }
  }

  private static func item(_ value: StructuredValue) -> Item? {
    guard let path = value.member("path")?.text else { return nil }
    let mode = value.member("mode")?.integer.flatMap { UInt32(exactly: $0) }
    if let hash = value.member("hash")?.text, hash.utf8.count == 64, hash.utf8.allSatisfy({ $0.isASCIILetterOrDigit }) {
      // Numbers of devices and inodes are kept by their bits.
      let numbers = value.member("stamp")?.elements?.compactMap(\.integer) ?? []
      let stamp =
        numbers.count == 4
        ? FileStamp(
          identity: FileIdentity(device: UInt64(bitPattern: numbers[0]), inode: UInt64(bitPattern: numbers[1])),
          size: numbers[2], changed: numbers[3]) : nil
      return Item(path: path, permissions: mode, kind: .file(hash: hash, stamp: stamp))
    }
    if let link = value.member("link")?.text { return Item(path: path, permissions: mode, kind: .link(link)) }
    return value.member("folder") != nil ? Item(path: path, permissions: mode, kind: .folder) : nil
  }

  private static let names: [(name: String, kind: FileVersion.Kind)] = [
    ("version", .version), ("ours", .ours), ("theirs", .theirs), ("recovery", .recovery),
  ]

  static func name(of kind: FileVersion.Kind) -> String { names.first { $0.kind == kind }?.name ?? "version" }
  private static func kind(named name: String) -> FileVersion.Kind? { names.first { $0.name == name }?.kind }
}

extension StructuredValue {
  fileprivate var text: String? { if case .string(let text) = content { text } else { nil } }
  fileprivate var integer: Int64? { if case .number(_, let text) = content { Int64(text) } else { nil } }
  fileprivate var elements: [StructuredValue]? { if case .array(let elements) = content { elements } else { nil } }
}
