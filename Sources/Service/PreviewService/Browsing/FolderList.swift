internal import ByteStreams
internal import Glibc
internal import ProviderHost
internal import StructuredText

/// What a folder holds: names by `readdir`, sizes and times by `fstatat`. No file is opened.
struct FolderList {
  /// In natural order, without hidden files and links that lead out of the root.
  let items: [BrowseItem]
  private let catalog: ProviderCatalog

  /// - Throws: `overloaded` where too many files are open.
  init(_ target: BrowseTarget, _ roots: ServedRoots, _ catalog: ProviderCatalog) throws(ServiceProblem) {
    self.catalog = catalog
    let names = try Self.names(in: target)
    let writer = ItemWriter(catalog)
    var items: [BrowseItem] = []
    items.reserveCapacity(names.count)
    for name in names {
      guard let status = Self.status(name, target, roots), let item = writer.item(name, path: name, status) else {
        continue
      }
      items.append(item)
    }
    self.items = items
  }

  /// The names in a folder without hidden ones, in natural order.
  ///
  /// - Throws: `overloaded` where too many files are open.
  static func names(in folder: BrowseTarget) throws(ServiceProblem) -> [String] {
    guard let names = FolderListing.names(of: folder.descriptor.descriptor) else { throw ServiceProblem(.tooManyFiles) }
    let dot = CChar(UInt8(ascii: "."))
    let visible = names.filter { $0.first != dot }.map { name in name.dropLast().map { UInt8(bitPattern: $0) } }
    return visible.sorted(by: PathText.naturallyPrecedes).map { PathText.text($0) }
  }

  /// nil for what has gone meanwhile, and for a link that leads nowhere or out of the root.
  private static func status(_ name: String, _ target: BrowseTarget, _ roots: ServedRoots) -> stat? {
    var status = stat()
    let isFound = PathText.withCString(name) {
      fstatat(target.descriptor.descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) == 0
    }
    guard isFound else { return nil }
    guard status.isLink else { return status }
    let path = target.path.isEmpty ? name : "\(target.path)/\(name)"
    return (try? roots.target(in: target.root, path))?.status
  }

  /// The answer to `?list`.
  ///
  /// - Parameter folder: what describes the folder.
  func json(_ folder: JSONValue) -> JSONValue {
    var writer = ItemWriter(catalog)
    return .object(["folder": folder, "items": .array(items.map { writer.json($0) })])
  }
}
