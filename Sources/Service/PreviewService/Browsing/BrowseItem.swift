internal import ByteStreams
internal import ContentTypes
internal import Glibc
internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol
internal import StructuredText

/// A file or folder in a list.
struct BrowseItem {
  /// As `PathText` writes it.
  var name: String
  /// Relative to the folder that was asked for.
  var path: String
  var status: stat
  var type: ContentType
  /// Whether it is a folder to open. A package is one document.
  var isFolder: Bool
}

extension ContentTypeRegistry {
  /// The type of a file whose name says nothing.
  static let unknown = "public.data"

  /// The type of a file or folder by its name alone.
  func type(ofName name: String, isDirectory: Bool) -> ContentType {
    if isDirectory { return identifyDirectory(name: name).type }
    return type(fileName: PathText.readable(name)) ?? ContentType(Self.unknown, name: "data")
  }
}

/// Describes items by their names and types. It asks the catalogue of providers once for each type.
struct ItemWriter {
  private let catalog: ProviderCatalog
  private var traits: [String: Traits] = [:]

  private struct Traits {
    var hasThumbnail: Bool
    var hasPreview: Bool
    var hasMetadata: Bool
  }

  private static let formats = ImageFormat.all.map(\.type.identifier)

  init(_ catalog: ProviderCatalog) { self.catalog = catalog }

  /// An item, whose type is found by its name alone: nothing is opened.
  ///
  /// - Returns: nil for a device, pipe or socket.
  func item(_ name: String, path: String, _ status: stat) -> BrowseItem? {
    guard status.isDirectory || status.isRegularFile else { return nil }
    let type = catalog.registry.type(ofName: name, isDirectory: status.isDirectory)
    return BrowseItem(
      name: name, path: path, status: status, type: type,
      isFolder: status.isDirectory && !catalog.registry.isPackage(type.identifier))
  }

  /// The members of an item. Addresses are relative to the page of the folder.
  mutating func json(_ item: BrowseItem) -> JSONValue {
    var members = [
      JSONMember("name", .string(PathText.readable(item.name))), JSONMember("path", .string(item.path)),
      JSONMember("folder", .bool(item.isFolder)),
    ]
    if !item.isFolder {
      members.append(JSONMember("type", .string(item.type.identifier)))
      if item.type.identifier != ContentTypeRegistry.unknown {
        members.append(JSONMember("kind", .string(item.type.name)))
      }
    }
    if item.status.isRegularFile { members.append(JSONMember("bytes", .int(Int64(item.status.st_size)))) }
    let time = CivilTime(secondsSince1970: item.status.st_mtim.tv_sec)
    members.append(JSONMember("modified", .string("\(time.isoTime)Z")))
    let address = BrowseAddress.encoded(item.path)
    guard !item.isFolder else {
      members.append(JSONMember("file", .string("\(address)/")))
      return .object(members)
    }
    let traits = traits(of: item.type)
    // Another state of the file has another address, so that no cache shows the old picture.
    let state = Self.state(item.status)
    if traits.hasThumbnail { members.append(JSONMember("thumbnail", .string("\(address)?thumbnail&v=\(state)"))) }
    if traits.hasPreview { members.append(JSONMember("preview", .string("\(address)?preview&v=\(state)"))) }
    if item.status.isRegularFile { members.append(JSONMember("file", .string("\(address)?file"))) }
    if traits.hasMetadata { members.append(JSONMember("metadata", .string("\(address)?metadata"))) }
    return .object(members)
  }

  private mutating func traits(of type: ContentType) -> Traits {
    if let known = traits[type.identifier] { return known }
    // Where the name says nothing, the content may, when a picture is asked for.
    let isUnknown = type.identifier == ContentTypeRegistry.unknown
    let made = Traits(
      hasThumbnail: isUnknown || !catalog.candidates(for: type, capability: .thumbnail).isEmpty,
      hasPreview: isUnknown || !catalog.candidates(for: type, capability: .preview).isEmpty,
      hasMetadata: catalog.registry.nearest(to: type.identifier, among: Self.formats) != nil)
    traits[type.identifier] = made
    return made
  }

  /// A text that changes with the file: its time of change in nanoseconds, and its size.
  private static func state(_ status: stat) -> String {
    let nanoseconds = UInt64(bitPattern: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec))
    return "\(String(nanoseconds, radix: 36))-\(String(status.st_size, radix: 36))"
  }
}
