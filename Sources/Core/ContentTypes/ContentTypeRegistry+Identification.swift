internal import ByteStreams
internal import Glibc
package import ImageModel

extension ContentTypeRegistry {
  /// The candidates by content and by name, as indices into `types`, best first.
  struct FoundEvidence {
    struct Content {
      var type: Int
      var kind: TypeIdentification.Evidence.Kind
      var priority: Int
      var isWeak: Bool
      var length: Int
    }

    var content: [Content]
    var names: [NameIndex.Entry]
  }

  /// The type of a file, with the steps that led to it. Without any evidence it is `public.plain-text` or
  /// `public.data`.
  ///
  /// - Parameters:
  ///   - header: the first bytes, `headerLength` of them where the file is that long.
  ///   - fileName: a name or path.
  package func identify(header: [UInt8], fileName: String?) -> TypeIdentification {
    let found = evidence(header.isEmpty ? [] : contentEvidence(header), fileName: fileName)
    if let (type, reason, contradicted) = verdict(found) {
      return identification(type, reason, found, contradicted: contradicted)
    }
    return TextDetection.isText(Array(header.prefix(TextDetection.length)))
      ? identification(known("public.plain-text", "text"), .text, found)
      : identification(known("public.data", "data"), .unknown, found)
  }

  /// The type of a directory: the package type that its name implies, otherwise `public.folder`.
  package func identifyDirectory(name: String) -> TypeIdentification {
    let entries = lookup.names.matches(Self.lastComponent(name)).filter { isPackage(types[$0.type].identifier) }
    let found = FoundEvidence(content: [], names: entries)
    if let first = entries.first { return identification(types[first.type], .package, found) }
    return identification(known("public.folder", "folder"), .directory, found)
  }

  /// The type of the file or directory at a path. Symbolic links are followed. At most `headerLength` bytes are read.
  ///
  /// - Throws: `ImageError` of kind `io` with the path, also where the path is neither a file nor a directory.
  package func identify(path: String) throws(ImageError) -> TypeIdentification {
    guard let status = SystemCall.status(of: path) else { throw SystemCall.error("open", path: path) }
    if status.isDirectory {
      // The name of `.` or `a/..` is that of the directory itself.
      let name = Self.lastComponent(path)
      return identifyDirectory(name: name == "." || name == ".." ? SystemCall.resolved(path) ?? path : path)
    }
    let source = try FileByteSource(path: path)
    return identify(header: try source.bytes(at: 0, count: headerLength), fileName: path)
  }

  /// Whether a type is a directory that acts as one document.
  package func isPackage(_ identifier: String) -> Bool { type(identifier, conformsTo: "com.apple.package") }

  /// The last component of a path, without trailing slashes.
  static func lastComponent(_ path: String) -> String {
    let slash = UInt8(ascii: "/")
    var bytes = path.utf8[...]
    while bytes.last == slash { bytes.removeLast() }
    return String(
      Substring(bytes.suffix(from: bytes.lastIndex(of: slash).map { bytes.index(after: $0) } ?? bytes.startIndex)))
  }

  private func known(_ identifier: String, _ name: String) -> ContentType {
    type(identifier: identifier) ?? ContentType(identifier, name: name)
  }

  private func identification(
    _ type: ContentType, _ reason: TypeIdentification.Reason, _ found: FoundEvidence, contradicted: String? = nil
  ) -> TypeIdentification {
    TypeIdentification(
      type: type, reason: reason,
      contentEvidence: found.content.map { .init(type: types[$0.type].identifier, kind: $0.kind) },
      nameEvidence: found.names.map { .init(type: types[$0.type].identifier, kind: .name($0.pattern)) },
      contradicted: contradicted)
  }

  /// The evidence from the content and from a name.
  func evidence(_ content: [FoundEvidence.Content], fileName: String?) -> FoundEvidence {
    FoundEvidence(
      content: content,
      names: fileName.map { name in
        // A name that ends with a slash is that of a directory.
        name.utf8.last == UInt8(ascii: "/")
          ? [] : lookup.names.matches(Self.lastComponent(name)).filter { isFileType(types[$0.type].identifier) }
      } ?? [])
  }

  /// Whether a file can have the type. Packages are directories.
  private func isFileType(_ identifier: String) -> Bool {
    !type(identifier, conformsTo: "public.directory") || type(identifier, conformsTo: "public.data")
  }

  /// The evidence in some bytes, strongest first.
  func contentEvidence(_ header: [UInt8]) -> [FoundEvidence.Content] {
    var found: [FoundEvidence.Content] = []
    let (types, lookup) = (types, lookup)
    for probe in lookup.probes where probe.mayMatch(in: header) {
      let signature = types[probe.type].signatures[probe.index]
      // Of a type's matching signatures, the first with the highest priority is used.
      let isSameType = found.last?.type == probe.type
      if isSameType, let best = found.last, best.priority >= signature.priority { continue }
      guard let at = signature.place(in: header),
        !signature.isFromDatabase || MailDetection.confirms(types[probe.type].identifier, header)
      else { continue }
      if isSameType { found.removeLast() }
      found.append(
        .init(
          type: probe.type, kind: .signature(signature, place: at), priority: signature.priority,
          isWeak: signature.isWeak, length: signature.bytes.count))
    }
    let openings = TextDetection.openings(header)
    for (index, text) in openings.enumerated() {
      for place in lookup.withOpenings where !found.contains(where: { $0.type == place }) {
        guard let opening = types[place].openings.first(where: { TextDetection.begins(text, with: $0) }) else {
          continue
        }
        // The text after the XML declaration says more than the declaration.
        let isDeclaration =
          index == openings.count - 1 && opening.hasPrefix("<?xml")
          && text.starts(with: "<?xml ".utf8)
        found.append(
          .init(
            type: place, kind: .opening(opening),
            priority: isDeclaration ? ContentType.Signature.containerPriority : ContentType.Signature.usualPriority,
            isWeak: false, length: opening.utf8.count))
      }
    }
    guard found.count > 1 else { return found }
    found.sort { one, other in
      if one.isWeak != other.isWeak { return !one.isWeak }
      if one.priority != other.priority { return one.priority > other.priority }
      let (a, b) = (types[one.type].origin.rank, types[other.type].origin.rank)
      if a != b { return a < b }
      return (-one.length, one.type) < (-other.length, other.type)
    }
    // A type that conforms to the best candidate is more specific and takes precedence over it.
    var first = 0
    for (index, candidate) in found.enumerated() where candidate.isWeak == found[0].isWeak {
      let (special, general) = (types[candidate.type].identifier, types[found[first].type].identifier)
      if special != general, type(special, conformsTo: general) { first = index }
    }
    found.insert(found.remove(at: first), at: 0)
    return found
  }

  /// Whether the evidence is a weak rule of the database about how texts begin. Such rules often match other texts:
  /// every text that begins with `class` is `text/x-modelica`. Priorities from 80 on mean that the content is certain
  /// (Shared MIME-info Database, 2.2, "Recommended checking order").
  private func isWeakTextRule(_ evidence: FoundEvidence.Content) -> Bool {
    guard case .signature(let signature, _) = evidence.kind, signature.isFromDatabase, signature.priority < 80 else {
      return false
    }
    return type(types[evidence.type].identifier, conformsTo: "public.text")
  }

  /// Whether the content shows only the syntax (a property list, an archive) of a document, and the document's provider
  /// declares only a file name. Most programs build their documents on these, and providers do not declare which one
  /// they use.
  private func isSyntax(_ content: ContentType, of name: ContentType) -> Bool {
    switch name.origin {
    case .exported, .imported: break
    case .builtIn, .system: return false
    }
    return name.signatures.isEmpty && name.openings.isEmpty && Self.syntaxes.contains(content.identifier)
  }

  private static let syntaxes: Set = [
    "public.xml", "com.apple.property-list", "com.apple.xml-property-list", "com.apple.binary-property-list",
    "public.json", "public.zip-archive", "org.gnu.gnu-zip-archive",
  ]

  /// The type that the evidence implies; nil without evidence.
  func verdict(_ found: FoundEvidence) -> (type: ContentType, reason: TypeIdentification.Reason, contradicted: String?)?
  {
    guard let best = found.content.first else { return found.names.first.map { (types[$0.type], .name, nil) } }
    guard let named = found.names.first else { return (types[best.type], .content, nil) }
    // Where the content gives several types equal weight, the name decides.
    for content in found.content where content.priority >= best.priority && content.isWeak == best.isWeak {
      let identifier = types[content.type].identifier
      for entry in found.names {
        let name = types[entry.type]
        if name.identifier == identifier { return (name, .content, nil) }
        if type(name.identifier, conformsTo: identifier) { return (name, .nameRefinesContent, nil) }
      }
    }
    let (content, name) = (types[best.type], types[named.type])
    // The database's rules about JSON look for a word near the beginning, which other documents have as well.
    let isGuess = name.identifier == "public.json" && isWeakTextRule(best)
    if type(content.identifier, conformsTo: name.identifier), !isGuess { return (content, .content, nil) }
    if best.isWeak || isWeakTextRule(best) && type(name.identifier, conformsTo: "public.text") {
      return (name, .nameAgainstWeakContent, content.identifier)
    }
    if isSyntax(content, of: name) { return (name, .nameRefinesContent, nil) }
    return (content, .contentAgainstName, name.identifier)
  }
}
