internal import ByteStreams
internal import ProviderHost
internal import ProviderProtocol
internal import StructuredText

/// Finds files below a folder by their metadata: `imgindex query` over the configured catalogues.
struct CatalogueSearch {
  private let condition: String
  private let folder: BrowseTarget
  private let call: BrowseCall

  private static let mostFound = 10_000

  /// - Parameter condition: as of `imgmeta --where`: `camera = "X100V" and date >= 2024-05`.
  /// - Throws: `requestInvalid`.
  init(_ condition: String, below folder: BrowseTarget, _ call: BrowseCall) throws(ServiceProblem) {
    guard !condition.isEmpty, condition.utf8.count <= 4_000 else { throw .invalid("where is a condition") }
    (self.condition, self.folder, self.call) = (condition, folder, call)
  }

  /// The items that meet the condition, by their paths in natural order.
  ///
  /// - Throws: `notFound` without a catalogue; `requestInvalid` with imgindex's message; as `DocumentPrograms.run`.
  func json(_ programs: DocumentPrograms) async throws(ServiceProblem) -> JSONValue {
    guard !programs.catalogues.isEmpty else {
      throw ServiceProblem(.notFound, "there is no catalogue here to search by metadata")
    }
    let beginning = PathText.bytes(folder.realPath == "/" ? "/" : "\(folder.realPath)/")
    var paths: Set<PathKey> = []
    for catalogue in programs.catalogues {
      // SQLite makes files beside the database for its locks.
      let around = PathText.split(catalogue).directory
      let found = try await programs.run(
        "imgindex", ["query", "--null", "--", catalogue, condition], on: nil, files: ([catalogue], [around]),
        for: call.visitor.client.id)
      guard found.status == 0 else { throw .invalid(Self.reason(found.message)) }
      for path in found.output.split(separator: 0) where path.starts(with: beginning) {
        paths.insert(PathKey(PathText.text(path.dropFirst(beginning.count))))
      }
    }
    let sorted = paths.map { PathText.bytes($0.path) }.sorted(by: PathText.naturallyPrecedes)
    var writer = ItemWriter(call.catalog)
    var items: [JSONValue] = []
    for path in sorted.prefix(Self.mostFound) {
      // What is hidden stays hidden, and a catalogue may be older than the folder.
      guard path.split(separator: UInt8(ascii: "/")).allSatisfy({ BrowseAddress.isAllowed(Array($0)) }) else {
        continue
      }
      let text = PathText.text(path)
      let below = folder.path.isEmpty ? text : "\(folder.path)/\(text)"
      guard let target = try? call.state.roots.target(in: folder.root, below),
        let item = writer.item(target.name, path: text, target.status)
      else { continue }
      items.append(writer.json(item))
    }
    let members = [
      JSONMember("folder", call.description(of: folder)),
      JSONMember("items", .array(items)),
    ]
    return .object(members + (sorted.count > Self.mostFound ? [JSONMember("more", true)] : []))
  }

  /// A message of imgindex without the program's name and the catalogue's path.
  private static func reason(_ message: String) -> String {
    let text = message.split(separator: ": ").dropFirst().filter { !$0.hasPrefix("/") }.joined(separator: ": ")
    return text.isEmpty ? "the condition cannot be understood" : text
  }
}
