package import ByteStreams
package import ImageModel

/// The known content types, and the only place where a file's type is found.
package struct ContentTypeRegistry: Sendable {
  /// The types of a registry of its own; nil for the built-in ones, which are made when somebody asks for them: a command whose inputs
  /// are all of `formatTypes` never does, and starts sooner.
  private let given: [ContentType]?
  /// The shared-mime-info database that some of the types come from.
  let database: MIMEDatabase?
  /// The types that providers declared.
  let declared: [ContentType]

  private let tables: TypeTables.Maker

  /// The number of bytes from the beginning of a file that signatures of built-in types look at.
  package static let headerLength = 512
  /// The number of bytes that the signatures of all types look at; what lies behind is not read. As far as that of ISO 9660
  /// reaches, which stands behind 32 KiB that the standard leaves free.
  package static let longHeaderLength = 32_774

  /// A registry of types; of two with the same identifier the later counts, of two with the same extension the first.
  package init(_ types: [ContentType]) { self.init(types, declared: [], database: nil) }

  /// A registry of the built-in types. Its tables are made once for a process: a document may be made of 10,000 files, each
  /// of which is looked at by one.
  package init() { self = Self.builtIn }

  private static let builtIn = ContentTypeRegistry(nil, declared: [], database: nil)

  init(_ types: [ContentType]?, declared: [ContentType], database: MIMEDatabase?) {
    given = types
    self.declared = declared
    self.database = database
    tables = TypeTables.Maker(types)
  }

  /// All types, in the order in which they count.
  package var types: [ContentType] { given ?? Self.builtInTypes }

  /// What the types are looked up with.
  var lookup: TypeTables { tables.made }

  /// How many bytes from the beginning of a file are of use here.
  package var headerLength: Int {
    database == nil && declared.isEmpty ? Self.headerLength : Self.longHeaderLength
  }

  /// The type with an identifier.
  package func type(identifier: String) -> ContentType? {
    if given == nil, let type = Self.formatTypes.first(where: { $0.identifier == identifier }) { return type }
    return lookup.identifiers[identifier].map { types[$0] }
  }

  /// The type with a MIME type, whose parameters and case do not count; nil for one that nobody declares.
  package func type(mimeType: String) -> ContentType? {
    lookup.mimeTypes[MIMEName.normalized(mimeType)].map { types[$0] }
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
    if given == nil, let type = Self.formatType(header, fileName) { return type }
    return verdict(evidence(header.isEmpty ? [] : contentEvidence(header), fileName: fileName))?.type
  }

  /// The format of the suite that bytes, or a name where there are none, speak for. No other built-in type has their extensions, and
  /// the only special cases of them, camera raws, are here what their decoder takes them for: TIFF. Otherwise the tables would say
  /// the same.
  private static func formatType(_ header: [UInt8], _ fileName: String?) -> ContentType? {
    if !header.isEmpty {
      return formatTypes.first { type in type.signatures.contains { $0.place(in: header) != nil } }
    }
    guard let fileName, let dot = fileName.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let fileExtension = fileName[fileName.utf8.index(after: dot)...].lowercased()
    return formatTypes.first { $0.fileExtensions.contains(fileExtension) }
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
    let (places, types) = (lookup.identifiers, types)
    var visited: Set<String> = []
    var pending = [identifier]
    while let next = pending.popLast() {
      if next == ancestor { return true }
      if visited.insert(next).inserted, let place = places[next] { pending += types[place].conformsTo }
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
