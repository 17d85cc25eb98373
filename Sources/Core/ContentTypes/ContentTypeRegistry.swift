package import ByteStreams
package import ImageModel

/// The known content types, and the only place where a file's type is found.
package struct ContentTypeRegistry: Sendable {
  /// All types, in the order in which they count.
  package let types: [ContentType]
  /// The shared-mime-info database that some of the types come from.
  let database: MIMEDatabase?
  /// The types that providers declared.
  let declared: [ContentType]

  /// Places in `types`. Of two types with one identifier the later counts, of two with one MIME type the first.
  private let places: [String: Int]
  private let mimePlaces: [String: Int]
  let names: NameIndex
  /// Places of the types that have signatures or openings: the others are not looked at for content.
  let withSignatures: [Int]
  let withOpenings: [Int]

  /// The number of bytes from the beginning of a file that signatures of built-in types look at.
  package static let headerLength = 512
  /// The number of bytes that the signatures of all types look at; what lies behind is not read.
  package static let longHeaderLength = 4_096

  /// A registry of types; of two with the same identifier the later counts, of two with the same extension the first.
  package init(_ types: [ContentType]) { self.init(types, declared: [], database: nil) }

  /// A registry of the built-in types. Its tables are made once for a process: a document may be made of 10,000 files, each
  /// of which is looked at by one.
  package init() { self = Self.builtIn }

  private static let builtIn = ContentTypeRegistry(builtInTypes)

  init(_ types: [ContentType], declared: [ContentType], database: MIMEDatabase?) {
    self.types = types
    self.declared = declared
    self.database = database
    var (places, mimePlaces): ([String: Int], [String: Int]) = ([:], [:])
    for (place, type) in types.enumerated() {
      places[type.identifier] = place
      for mimeType in type.mimeTypes.map(MIMEName.normalized) where mimePlaces[mimeType] == nil {
        mimePlaces[mimeType] = place
      }
    }
    self.places = places
    self.mimePlaces = mimePlaces
    names = NameIndex(types)
    withSignatures = types.indices.filter { !types[$0].signatures.isEmpty }
    withOpenings = types.indices.filter { !types[$0].openings.isEmpty }
  }

  /// How many bytes from the beginning of a file are of use here.
  package var headerLength: Int {
    database == nil && declared.isEmpty ? Self.headerLength : Self.longHeaderLength
  }

  /// The type with an identifier.
  package func type(identifier: String) -> ContentType? { places[identifier].map { types[$0] } }

  /// The type with a MIME type, whose parameters and case do not count; nil for one that nobody declares.
  package func type(mimeType: String) -> ContentType? {
    mimePlaces[MIMEName.normalized(mimeType)].map { types[$0] }
  }

  /// The identifier for a MIME type: that of the type which has it, or else the one that the database's types have.
  package func identifier(mimeType: String) -> String {
    type(mimeType: mimeType)?.identifier ?? MIMEName.identifier(MIMEName.normalized(mimeType))
  }

  /// The type of a file's content: by its first bytes, then by its name.
  ///
  /// - Parameters:
  ///   - header: the first bytes, `headerLength` of them where the file is that long.
  ///   - fileName: a name or path; it counts where no signature matches, and where it says more precisely what one says.
  /// - Returns: nil where neither says anything.
  package func type(header: [UInt8], fileName: String?) -> ContentType? {
    let found = evidence(header: header, fileName: fileName)
    return verdict(found)?.type
  }

  /// The type that a name alone speaks for.
  package func type(fileName: String) -> ContentType? { type(header: [], fileName: fileName) }

  /// The type of a source.
  package func type(of source: any ByteSource, fileName: String?) throws(ImageError) -> ContentType? {
    type(header: try source.bytes(at: 0, count: headerLength), fileName: fileName)
  }

  /// Whether a type is another one or a special case of it. Loops in declarations end the walk.
  package func type(_ identifier: String, conformsTo ancestor: String) -> Bool {
    if identifier == ancestor { return true }
    var visited: Set<String> = []
    var pending = [identifier]
    while let next = pending.popLast() {
      if next == ancestor { return true }
      if visited.insert(next).inserted, let type = self.type(identifier: next) { pending += type.conformsTo }
    }
    return false
  }

  /// A type and all that it conforms to, level by level: itself, its parents, theirs. Each identifier stands once, at its
  /// nearest level; identifiers that nobody declares are among them.
  package func ancestry(of identifier: String) -> [[String]] {
    var visited: Set<String> = [identifier]
    var levels = [[identifier]]
    while let last = levels.last, !last.isEmpty {
      levels.append(
        last.flatMap { type(identifier: $0)?.conformsTo ?? [] }.filter { visited.insert($0).inserted })
    }
    return levels.dropLast()
  }
}
