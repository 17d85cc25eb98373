internal import ByteStreams
internal import ContentTypes
internal import ImageModel
internal import ProviderProtocol

/// Makes a provider of ours usable by file managers: a `.thumbnailer` file for their thumbnailing, and XML for the
/// shared-mime-info database, which tells them the types that the provider exports.
///
/// ```
/// NAME.thumbnailer  ->  /usr/share/thumbnailers or ~/.local/share/thumbnailers
/// NAME.xml          ->  /usr/share/mime/packages or ~/.local/share/mime/packages, then update-mime-database FOLDER
/// ```
///
/// The thumbnailer's command is
///
/// ```
/// /abs/preview -s %s -o %o -f png --sandbox B --no-cache --warning-exit-0 --provider ID -- %i
/// ```
///
/// with `--providers FOLDER` before `--provider` if the provider is in a folder that is not searched by default. It
/// needs only the one file and the system's read-only folders, so it works inside GNOME's sandbox. It uses no daemon,
/// no network, no cache and no nested namespaces (tier B is Landlock alone). `--warning-exit-0` is for damaged files:
/// file managers accept a picture only with status 0. `%i` is a path, because GNOME shows the file under another one.
package struct ProviderExport: Sendable {
  private let catalog: ProviderCatalog
  /// The absolute path of the program `preview`.
  private let program: String
  /// Absolute folders that were named for this catalog, and that `preview` does not search by default.
  private let namedFolders: [String]

  package init(catalog: ProviderCatalog, program: String, namedFolders: [String] = []) {
    self.catalog = catalog
    self.program = program
    self.namedFolders = namedFolders
  }

  /// The arguments of `preview`, with field codes.
  ///
  /// - Parameter folder: the first folder to search for the provider.
  package static func arguments(provider id: String, in folder: String? = nil) -> [String] {
    ["-s", "%s", "-o", "%o", "-f", "png", "--sandbox", "B", "--no-cache", "--warning-exit-0"]
      + (folder.map { ["--providers", $0] } ?? []) + ["--provider", id, "--", "%i"]
  }

  /// The named folder in which a provider was found.
  private func namedFolder(of provider: ProviderDescription) -> String? {
    namedFolders.first {
      provider.source == "\($0)/provider.json"
        || PathText.split(PathText.split(provider.source).directory).directory == $0
    }
  }

  /// The `.thumbnailer` file of a provider; nil where it makes no thumbnails of files, so that there is nothing to
  /// export.
  package func thumbnailer(for provider: ProviderDescription) -> String? {
    let types = mimeTypes(for: provider)
    guard provider.capabilities.contains(.thumbnail), !types.isEmpty else { return nil }
    let arguments = Self.arguments(provider: provider.id, in: namedFolder(of: provider).map(Self.quoted))
    let words = [Self.quoted(program)] + arguments
    return """
      [\(ThumbnailerFile.group)]
      TryExec=\(Self.escaped(program))
      Exec=\(Self.escaped(words.joined(separator: " ")))
      MimeType=\(types.map { $0 + ";" }.joined())
      \(ThumbnailerFile.ownKey)=\(provider.id)

      """
  }

  /// The MIME types of all files whose thumbnails the provider would be asked for first, among those that speak the
  /// protocol, in alphabetic order. File managers compare MIME types only, without conformance: each special case is
  /// named.
  ///
  /// Documents and programs that are archives inside, such as books and Android packages, are left out unless the
  /// provider shows their own content. In a file manager, nobody expects a list of their parts.
  package func mimeTypes(for provider: ProviderDescription) -> [String] {
    var names: Set<String> = []
    for type in catalog.registry.types where Self.isFile(type, catalog.registry) {
      guard provider.supportedContentTypes.contains(where: { catalog.registry.type(type.identifier, conformsTo: $0) })
      else { continue }
      let selection = catalog.explain(type, capability: .thumbnail)
      guard selection.candidates.first(where: { $0.level > 0 })?.id == provider.id,
        let supported = selection.steps.first(where: { $0.provider == provider.id })?.type,
        !isPlainArchive(supported) || isPlainArchive(type.identifier)
      else { continue }
      names.formUnion(type.mimeTypes.isEmpty ? Self.ownMIMETypes(type) : type.mimeTypes)
    }
    return names.sorted()
  }

  /// Whether a type is an archive and nothing more specific.
  private func isPlainArchive(_ identifier: String) -> Bool {
    let registry = catalog.registry
    return registry.type(identifier: identifier)?.origin == .builtIn
      && registry.type(identifier, conformsTo: "public.archive")
      && !["public.composite-content", "public.executable"].contains { registry.type(identifier, conformsTo: $0) }
  }

  /// The XML of the types that a provider exports (Shared MIME-info Database, 2.2, "The source XML files"). nil where
  /// it exports no type of files: packages are directories, and the database cannot tell them from other directories.
  package func mimeInfo(for provider: ProviderDescription) -> String? {
    let types = provider.exportedTypes.filter {
      catalog.registry.type(identifier: $0.identifier)?.origin == $0.origin && Self.isFile($0, catalog.registry)
    }
    guard !types.isEmpty else { return nil }
    return MIMEInfoXML(registry: catalog.registry).text(of: types)
  }

  static func isFile(_ type: ContentType, _ registry: ContentTypeRegistry) -> Bool {
    registry.type(type.identifier, conformsTo: "public.data") && !registry.isPackage(type.identifier)
  }

  /// The MIME type for a declared type that has none: `application/x-org.example.thing`. Empty for a built-in type.
  static func ownMIMETypes(_ type: ContentType) -> [String] {
    type.origin == .builtIn ? [] : ["application/x-" + type.identifier.lowercased()]
  }

  /// A word of a command line, in double quotation marks if it needs them (Desktop Entry Specification 1.5, 7).
  private static func quoted(_ word: String) -> String {
    let plain = Set("/._-+".utf8)
    let percent = word.replacing("%", with: "%%")
    if word.utf8.allSatisfy({ $0.isASCIILetterOrDigit || plain.contains($0) }) { return word }
    return "\"" + percent.map { "\"`$\\".contains($0) ? "\\\($0)" : "\($0)" }.joined() + "\""
  }

  /// A value of a key (same specification, 4).
  private static func escaped(_ value: String) -> String {
    value.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("\t", with: "\\t").replacing(
      "\r", with: "\\r")
  }
}
