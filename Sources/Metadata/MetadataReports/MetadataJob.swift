package import ByteStreams
internal import ContentTypes
package import ImageModel
package import MetadataModel
package import MetadataReading
internal import Synchronization

/// Reads the metadata of files and selects the requested properties. One job serves all files of a run.
package struct MetadataJob: Sendable {
  package var limits: Limits
  /// Names of the formats that may be read. nil: all.
  package var allowedFormats: Set<String>?
  package var options = MetadataReader.Options(.readable)
  /// Whether the XMP file beside an input is read as well.
  package var readsSidecar = false
  /// Only these properties are reported. Empty: all.
  package var queries: [PropertyQuery] = []
  /// Files that do not meet the condition are left out.
  package var condition: FileCondition?
  /// Further queries of the run, such as the fields of a template. They select nothing.
  package var fields: [PropertyQuery] = []
  /// Whether the metadata is checked against the rules of the standards.
  package var validates = false
  private let answered = AnsweredQueries()
  private let types = ContentTypeRegistry()

  package init(limits: Limits) { self.limits = limits }

  /// Reads one file. Safe to call from several threads at once.
  ///
  /// - Parameters:
  ///   - path: nil reads standard input, or what takes its place in `streams`.
  ///   - number: the file's position in the list of inputs, from 0.
  /// - Returns: the file's metadata and its bytes; nil for a file that does not meet the condition.
  /// - Throws: `ImageError` for a file without readable metadata.
  package func run(
    path: String?, number: Int, streams: StandardStreams = StandardStreams()
  ) throws(ImageError) -> (file: FileMetadata, source: any ByteSource)? {
    let (metadata, source) = try read(path, streams)
    var file = FileMetadata(
      path: path, number: number, metadata: metadata, container: metadata.properties,
      images: metadata.images.map(\.properties))
    if validates { file.findings = try MetadataValidator.findings(of: metadata, source, limits: limits) }
    return reported(file).map { ($0, source) }
  }

  /// The file with the requested properties alone; nil if it does not meet the condition.
  package func reported(_ file: FileMetadata) -> FileMetadata? {
    var file = file
    noteAnswers(file)
    if let condition, !condition.holds(for: file) { return nil }
    if !queries.isEmpty {
      let images = file.images
      file.container = selected(file.container) { query in !images.contains { query.isDerived(in: $0) } }
      file.images = images.map { selected($0) }
    }
    return file
  }

  // MARK: Reading

  private func read(
    _ path: String?, _ streams: StandardStreams
  ) throws(ImageError) -> (ImageMetadata, any ByteSource) {
    let name = path ?? "-"
    let check = headerCheck(fileName: name)
    let source =
      if let path {
        try InputOpening.open(path: path, limits: limits, check: check)
      } else {
        try streams.openInput(name: name, limits: limits, check: check)
      }
    var metadata = try MetadataReader.read(
      source, fileName: name, limits: limits, allowed: allowedFormats, options: options, types: types)
    if readsSidecar, let path { try metadata.addSidecar(of: path, limits: limits, options) }
    return (metadata, source)
  }

  /// Checks the first bytes of a pipe, so that a file of another type is refused before all of it has arrived.
  private func headerCheck(fileName: String) -> HeaderCheck {
    HeaderCheck(byteCount: ContentTypeRegistry.headerLength) { [types, allowedFormats] header throws(ImageError) in
      guard let type = types.type(header: header, fileName: fileName) else {
        throw ImageError(.unsupported, "the content is of no known type")
      }
      let name = types.formatName(of: type)
      guard MetadataReader.formats.contains(name) else {
        throw ImageError(.unsupported, "\(type.name) files are not read")
      }
      guard allowedFormats?.contains(name) ?? true else {
        throw ImageError(.unsupported, "\(type.name) files are not allowed here (--allow)")
      }
    }
  }

  // MARK: Selecting

  /// The properties that match a query, in the order of the file. A path yields the value that it leads to.
  private func selected(
    _ tree: PropertyTree, by isSearched: (PropertyQuery) -> Bool = { _ in true }
  ) -> PropertyTree {
    struct Place: Hashable {
      var index: Int
      var name: String
    }
    return PropertyTree(
      tree.groups.compactMap { group in
        var found: [(index: Int, property: Property)] = []
        var seen: Set<Place> = []
        for (position, query) in queries.enumerated() where isSearched(query) {
          for match in query.matches(in: group, of: tree) {
            answered.insert(position)
            guard seen.insert(Place(index: match.index, name: match.property.name)).inserted else { continue }
            found.append((match.index, match.property))
          }
        }
        let sorted = found.enumerated().sorted { ($0.element.index, $0.offset) < ($1.element.index, $1.offset) }
        return found.isEmpty ? nil : PropertyGroup(group.name, sorted.map(\.element.property))
      })
  }

  // MARK: Unanswered queries

  /// The queries that no file has answered so far, each text once: most likely misspelled names.
  package var unansweredQueries: [PropertyQuery] {
    var texts: Set<String> = []
    return (queries + unselectedQueries).enumerated().compactMap { position, query in
      !answered.contains(position) && texts.insert(query.text.lowercased()).inserted ? query : nil
    }
  }

  private var unselectedQueries: [PropertyQuery] { (condition?.queries ?? []) + fields }

  /// Notes which queries of the condition and of the template the file answers. Each is looked up until one file does.
  private func noteAnswers(_ file: FileMetadata) {
    for (index, query) in unselectedQueries.enumerated() {
      let position = queries.count + index
      if !answered.contains(position), file.first(query) != nil { answered.insert(position) }
    }
    let queries = queries.count + unselectedQueries.count
    guard queries > 0, answered.count < queries else { return }
    answered.see { file.container.groups + file.images.flatMap(\.groups) }
  }

  /// `; did you mean Model?` for a query that no file has answered, or an empty text: the nearest name in the first
  /// file.
  package func hint(for query: PropertyQuery) -> String { query.hint(in: answered.names) }
}

extension PropertyQuery {
  /// `; did you mean Model?`, or an empty text: the nearest of the names that properties have.
  package func hint(in names: [String]) -> String {
    let separator = text.lastIndex { $0 == ":" || $0 == "." }
    let name = String(separator.map { text[text.index(after: $0)...] } ?? text[...])
    // In another group the same name is known.
    if let known = names.first(where: { $0.lowercased() == name.lowercased() }) { return "; did you mean \(known)?" }
    let prefix = separator.map { String(text[...$0]) } ?? ""
    return NearestName.hint(name, in: names, prefix: prefix)
  }
}

/// The positions of the queries that some file has answered, and the names of the first file's properties.
private final class AnsweredQueries: Sendable {
  private let positions = Mutex<Set<Int>>([])
  private let seen = Mutex<Set<String>>([])

  func insert(_ position: Int) {
    positions.withLock { _ = $0.insert(position) }
  }

  func contains(_ position: Int) -> Bool { positions.withLock { $0.contains(position) } }

  var count: Int { positions.withLock { $0.count } }

  /// In alphabetical order.
  var names: [String] { seen.withLock { $0.sorted() } }

  func see(_ groups: () -> [PropertyGroup]) {
    seen.withLock { names in
      if names.isEmpty { names = Set(groups().flatMap(\.properties).map(\.name)) }
    }
  }
}
