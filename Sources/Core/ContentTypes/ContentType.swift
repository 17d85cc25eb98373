/// A kind of content, like a Uniform Type Identifier on Apple's systems or a MIME type elsewhere.
public struct ContentType: Hashable, Sendable {
  /// A unique reverse-domain identifier: `public.jpeg`.
  public var identifier: String
  /// The name that users know: `JPEG`.
  public var name: String
  /// Identifiers of the types that this one is a special case of.
  public var conformsTo: [String]
  /// File-name extensions without the dot, lower case, the preferred one first; `tar.gz` counts as one.
  public var fileExtensions: [String]
  /// Name patterns other than extensions, and extensions whose case matters.
  package var namePatterns: [NamePattern]
  /// MIME types, the preferred one first.
  public var mimeTypes: [String]
  /// Byte patterns, any of which identifies the type.
  package var signatures: [Signature]
  /// How a text of the type begins (ASCII), after a byte-order mark, white space and an XML declaration.
  package var openings: [String]
  /// The name of an icon for documents of the type (freedesktop icon naming: `image-x-generic`); nil where none is
  /// declared.
  package var iconName: String?
  /// Who declares the type.
  package var origin: Origin

  package init(
    _ identifier: String, name: String, conformsTo: [String] = ["public.data"], fileExtensions: [String] = [],
    namePatterns: [NamePattern] = [], mimeTypes: [String] = [], signatures: [Signature] = [], openings: [String] = [],
    iconName: String? = nil, origin: Origin = .builtIn
  ) {
    self.identifier = identifier
    self.name = name
    self.conformsTo = conformsTo
    self.fileExtensions = fileExtensions
    self.namePatterns = namePatterns
    self.mimeTypes = mimeTypes
    self.signatures = signatures
    self.openings = openings
    self.iconName = iconName
    self.origin = origin
  }

  /// A type of a program's own documents, which is known by its name.
  ///
  /// - Parameters:
  ///   - identifier: a unique reverse-domain identifier, as the program's provider declares it.
  ///   - conformsTo: `com.apple.package` for a directory that acts as one document, else the more general type of file.
  ///   - fileExtensions: without the dot, in lower case; new documents get the first one.
  public init(
    identifier: String, name: String, conformsTo: [String] = ["public.data"], fileExtensions: [String],
    mimeTypes: [String] = []
  ) {
    self.init(
      identifier, name: name, conformsTo: conformsTo, fileExtensions: fileExtensions, mimeTypes: mimeTypes,
      origin: .exported(by: identifier))
  }

  /// All extensions of the type without the dot, including those from patterns like `*.xyz`.
  package var allExtensions: [String] {
    var all = fileExtensions
    for pattern in namePatterns {
      guard case .tail(let tail) = pattern.form, tail.utf8.first == UInt8(ascii: ".") else { continue }
      let fileExtension = String(tail.dropFirst())
      if !fileExtension.isEmpty, !all.contains(fileExtension) { all.append(fileExtension) }
    }
    return all
  }

  /// Who declares a type. Where two types claim the same extension, the earlier case wins.
  package enum Origin: Hashable, Sendable {
    /// The suite itself.
    case builtIn
    /// A provider that owns the type.
    case exported(by: String)
    /// A provider that only reads files of the type.
    case imported(by: String)
    /// The shared-mime-info database of the system.
    case system

    /// The rank, 0 for the highest precedence.
    package var rank: Int {
      switch self {
      case .builtIn: 0
      case .exported: 1
      case .imported: 2
      case .system: 3
      }
    }

    /// The name in explanations.
    package var title: String {
      switch self {
      case .builtIn: "built in"
      case .exported(let provider): "exported by \(provider)"
      case .imported(let provider): "imported by \(provider)"
      case .system: "shared-mime-info"
      }
    }
  }
}
