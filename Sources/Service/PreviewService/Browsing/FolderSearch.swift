internal import ByteStreams
internal import Glibc
internal import ProviderHost
internal import StructuredText
internal import Synchronization

/// Finds files and folders below a folder by a part of their names.
struct FolderSearch {
  private let text: String
  private let folder: BrowseTarget
  private let call: BrowseCall

  private static let mostFound = 2_000
  private static let mostEntries = 500_000
  private static let deepest = 64
  private static let seconds = 10.0

  /// - Parameter text: all its words have to be in a name; case does not matter.
  /// - Throws: `requestInvalid`.
  init(_ text: String, below folder: BrowseTarget, _ call: BrowseCall) throws(ServiceProblem) {
    guard text.contains(where: { !$0.isWhitespace }), text.utf8.count <= 1_000 else {
      throw .invalid("find is a part of a name")
    }
    (self.text, self.folder, self.call) = (text, folder, call)
  }

  /// The items that were found, by their paths in natural order, and `"more": true` where the search ended before its
  /// end. Links are not followed.
  ///
  /// - Throws: `overloaded` where too many searches run.
  func json(_ programs: DocumentPrograms) async throws(ServiceProblem) -> JSONValue {
    let client = call.visitor.client.id
    try await programs.begin(client)
    defer { programs.end(client) }
    let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    let (folder, catalog) = (folder, call.catalog)
    let isEnded = Flag()
    let presence = call.state.connections.presence(ObjectIdentifier(call.context.channel))
    let watch = presence.watch { isEnded.set() }
    defer { presence.unwatch(watch) }
    let description = call.description(of: folder)
    return try await DetachedThread.run { () throws(ServiceProblem) in
      var walk = Walk(words: words, catalog: catalog, isEnded: isEnded)
      walk.visit(folder.descriptor.descriptor, path: "", depth: 0)
      return walk.json(description)
    }
  }

  /// Set by one thread, read by another.
  final class Flag: Sendable {
    private let value = Atomic(false)
    func set() { value.store(true, ordering: .releasing) }
    var isSet: Bool { value.load(ordering: .acquiring) }
  }

  private struct Walk {
    let words: [String]
    let catalog: ProviderCatalog
    let isEnded: Flag
    let end = SystemCall.monotonicSeconds + seconds
    var found: [BrowseItem] = []
    var entries = 0
    var isCut = false

    init(words: [String], catalog: ProviderCatalog, isEnded: Flag) {
      (self.words, self.catalog, self.isEnded) = (words, catalog, isEnded)
    }

    mutating func visit(_ folder: Int32, path: String, depth: Int) {
      guard depth < deepest, let names = FolderListing.names(of: folder) else {
        isCut = true
        return
      }
      let writer = ItemWriter(catalog)
      for entry in names where entry.first != CChar(UInt8(ascii: ".")) {
        entries += 1
        guard entries <= mostEntries, found.count < mostFound, !isEnded.isSet, SystemCall.monotonicSeconds < end else {
          isCut = true
          return
        }
        let name = PathText.text(entry.dropLast().map { UInt8(bitPattern: $0) })
        let below = path.isEmpty ? name : "\(path)/\(name)"
        var status = stat()
        guard fstatat(folder, entry, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
        let folded = PathText.readable(name).lowercased()
        if words.allSatisfy({ folded.contains($0) }), let item = writer.item(name, path: below, status) {
          found.append(item)
        }
        guard status.isDirectory, writer.item(name, path: below, status)?.isFolder ?? false else { continue }
        let inner = openat(folder, entry, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard inner >= 0 else { continue }
        defer { close(inner) }
        visit(inner, path: below, depth: depth + 1)
      }
    }

    func json(_ folder: JSONValue) -> JSONValue {
      var writer = ItemWriter(catalog)
      let items = found.map { ($0, PathText.bytes($0.path)) }
        .sorted { PathText.naturallyPrecedes($0.1, $1.1) }.map { writer.json($0.0) }
      let members = [JSONMember("folder", folder), JSONMember("items", .array(items))]
      return .object(members + (isCut ? [JSONMember("more", true)] : []))
    }
  }
}
