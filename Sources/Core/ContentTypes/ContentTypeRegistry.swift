package import ByteStreams
package import ImageModel

/// The known content types, and the only place where a file's type is found.
package struct ContentTypeRegistry: Sendable {
  /// The types of this registry; nil for the built-in ones, which are made on first use. A command whose inputs are all
  /// of `formatTypes` never needs them and starts sooner.
  private let given: [ContentType]?
  /// The shared-mime-info database that some of the types come from.
  let database: MIMEDatabase?
  /// The types that providers declare.
  let declared: [ContentType]

  private let tables: TypeTables.Maker

  /// The number of bytes at the beginning of a file that the built-in signatures cover.
  package static let headerLength = 512
  /// The number of bytes that the signatures of all types cover; nothing after that is read. The furthest one is that
  /// of ISO 9660, which follows 32 KiB that the standard leaves free.
  package static let longHeaderLength = 32_774

  /// A registry of types. Of two types with the same identifier the later is used, of two with the same extension the
  /// first.
  package init(_ types: [ContentType]) { self.init(types, declared: [], database: nil) }

  /// A registry of the built-in types. Its tables are made once per process, because a document may have 10,000 input
  /// files with a registry each.
  package init() { self = Self.builtIn }

  private static let builtIn = ContentTypeRegistry(nil, declared: [], database: nil)

  init(_ types: [ContentType]?, declared: [ContentType], database: MIMEDatabase?) {
    given = types
    self.declared = declared
    self.database = database
    tables = TypeTables.Maker(types)
  }

  /// All types, in order of precedence.
  package var types: [ContentType] { given ?? Self.builtInTypes }

  /// The lookup tables.
  var lookup: TypeTables { tables.made }

  /// How many bytes from the beginning of a file this registry can use.
  package var headerLength: Int {
    database == nil && declared.isEmpty ? Self.headerLength : Self.longHeaderLength
  }

  /// The type with an identifier.
  package func type(identifier: String) -> ContentType? {
    if given == nil, let type = Self.formatTypes.first(where: { $0.identifier == identifier }) { return type }
    return lookup.identifiers[identifier].map { types[$0] }
  }

  /// The type with a MIME type, whose parameters and case are ignored; nil where no type declares it.
  package func type(mimeType: String) -> ContentType? {
    lookup.mimeTypes[MIMEName.normalized(mimeType)].map { types[$0] }
  }

  /// The identifier for a MIME type: the declared one, or else one made like those of the database's types.
  package func identifier(mimeType: String) -> String {
    type(mimeType: mimeType)?.identifier ?? MIMEName.identifier(MIMEName.normalized(mimeType))
  }

  /// The type of a file's content: by its first bytes, then by its name.
  ///
  /// - Parameters:
  ///   - header: the first bytes, `headerLength` of them where the file is that long.
  ///   - fileName: a name or path. It counts if no signature matches, or if its type is more specific than the
  ///     signature's.
  /// - Returns: nil without evidence.
  package func type(header: [UInt8], fileName: String?) -> ContentType? {
    if given == nil, let type = Self.formatType(header, fileName) { return type }
    return verdict(evidence(header.isEmpty ? [] : contentEvidence(header), fileName: fileName))?.type
  }

  /// The format of the suite that the bytes imply. Without bytes, the name decides. This agrees with the tables: no
  /// other built-in type has these extensions. nil for TIFF by another name: it may be a camera raw, which the tables
  /// know.
  private static func formatType(_ header: [UInt8], _ fileName: String?) -> ContentType? {
    let dot = fileName?.utf8.lastIndex(of: UInt8(ascii: "."))
    let fileExtension = dot.flatMap { dot in fileName.map { $0[$0.utf8.index(after: dot)...].lowercased() } }
    let named = fileExtension.flatMap { name in formatTypes.first { $0.fileExtensions.contains(name) } }
    if header.isEmpty { return named }
    let format = ImageFormat.all.first { format in format.type.signatures.contains { $0.place(in: header) != nil } }
    guard let format, !format.traits.contains(.sharesSignature) || named == format.type else { return nil }
    return format.type
  }

  /// The type that a name alone implies.
  package func type(fileName: String) -> ContentType? { type(header: [], fileName: fileName) }

  /// The type of a source.
  package func type(of source: any ByteSource, fileName: String?) throws(ImageError) -> ContentType? {
    type(header: try source.bytes(at: 0, count: headerLength), fileName: fileName)
  }

  /// Whether a type is another one or a special case of it. Cycles in the declarations do no harm.
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

  /// The candidate that a type is, or the nearest one that it is a special case of.
  package func nearest(to identifier: String, among candidates: [String]) -> String? {
    if candidates.contains(identifier) { return identifier }
    return ancestry(of: identifier).joined().first { candidates.contains($0) }
  }

  /// The name of the format that a type is or belongs to: a NEF is a raw file. A type that is not a format has the name
  /// that it would have as one.
  package func formatName(of type: ContentType) -> String {
    let name = type.formatName
    if Self.formatNames.contains(name) { return name }
    let format = nearest(to: type.identifier, among: Self.formatTypes.map(\.identifier))
    return format.flatMap { self.type(identifier: $0) }?.formatName ?? name
  }

  /// A type and all types that it conforms to, level by level: itself, its parents, their parents. Each identifier
  /// appears once, at its nearest level. Undeclared identifiers are included.
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
