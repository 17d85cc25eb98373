internal import ByteStreams
internal import ContentTypes

/// Which of the types of a document a file has.
enum DocumentType {
  /// The type of a file, by its name, else by its content.
  ///
  /// - Throws: `unsupportedType` for a file of another type, and for a folder where the type is a file's.
  static func find(for path: String, isDirectory: Bool, among types: [ContentType]) throws(DocumentError) -> ContentType
  {
    let fitting = types.filter { isPackage($0) == isDirectory }
    if let type = named(PathText.split(path).name, among: fitting) { return type }
    let registry = ContentTypeRegistry()
    if !isDirectory, let found = try? registry.identify(path: path).type,
      let type = registry.nearest(to: found.identifier, among: fitting.map(\.identifier))
        .flatMap({ identifier in fitting.first { $0.identifier == identifier } })
    {
      return type
    }
    let names = types.map(\.name).joined(separator: ", ")
    throw DocumentError(.unsupportedType, "is not a document of the type \(names)", path: path)
  }

  /// The type of a new file, by its name; the first one where the name says nothing.
  static func ofNewFile(_ path: String, among types: [ContentType]) throws(DocumentError) -> ContentType {
    guard let first = types.first else { throw DocumentError(.unsupportedType, "cannot be written", path: path) }
    return named(PathText.split(path).name, among: types) ?? first
  }

  /// Whether a type is a directory that acts as one document.
  static func isPackage(_ type: ContentType) -> Bool {
    let registry = ContentTypeRegistry()
    return ([type.identifier] + type.conformsTo).contains { registry.isPackage($0) }
  }

  /// The type whose extension, the longest one, the name has.
  private static func named(_ name: String, among types: [ContentType]) -> ContentType? {
    let name = name.lowercased()
    func length(_ type: ContentType) -> Int {
      type.allExtensions.filter { name.hasSuffix("." + $0.lowercased()) }.map(\.utf8.count).max() ?? 0
    }
    return types.filter { length($0) > 0 }.max { length($0) < length($1) }
  }
}
