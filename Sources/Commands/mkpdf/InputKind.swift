internal import ByteStreams
internal import ContentTypes
internal import ImageModel

/// What pages can be made of.
enum InputKind: String, CaseIterable, Sendable {
  case jpeg, png, tiff, pdf, text
  /// A page description.
  case json, plist

  var isImage: Bool { self == .jpeg || self == .png || self == .tiff }

  /// How messages call it.
  private var title: String {
    switch self {
    case .text: "text"
    case .plist: "property list"
    default: rawValue.uppercased()
    }
  }

  /// The kind of a file, by its first bytes, and by its name where they say nothing.
  ///
  /// - Throws: `unsupported` for what no page is made of, or is not allowed.
  static func find(header: [UInt8], name: String, allowed: Set<InputKind>?) throws(ImageError) -> InputKind {
    guard !header.isEmpty else { throw ImageError(.invalidData, "the file is empty") }
    let kind = try find(header, name)
    guard allowed?.contains(kind) ?? true else {
      throw ImageError(.unsupported, "\(kind.title) files are not allowed here (--allow)")
    }
    return kind
  }

  private static func find(_ header: [UInt8], _ name: String) throws(ImageError) -> InputKind {
    let types = ContentTypeRegistry()
    // What the content says counts; a name alone is asked only where the content is plain text.
    let content = types.type(header: header, fileName: nil)
    switch content?.identifier {
    case "public.jpeg"?: return .jpeg
    case "public.png"?: return .png
    case "public.tiff"?: return .tiff
    case "com.adobe.pdf"?: return .pdf
    case "com.apple.binary-property-list"?, "com.apple.xml-property-list"?: return .plist
    case let identifier? where isOnlyText(identifier, types): break
    case nil: break
    case _?: throw ImageError(.unsupported, "\(content?.name ?? "such") files are not read")
    }
    let text = InputText.visible(header)
    let named = types.type(fileName: name)
    if text.starts(with: "<?xml".utf8), named?.identifier == "com.apple.property-list" { return .plist }
    // A PDF may have a line of something else before its header.
    if named?.identifier == "com.adobe.pdf" { return .pdf }
    if text.first == UInt8(ascii: "{") && (named?.identifier == "org.jsonlines.json-lines" || name == "-") {
      return .json
    }
    if named?.identifier == "public.json" { return .json }
    // A name that promises something else: text there is a download that went wrong, or a format that is not read.
    if let named, named.identifier == "com.adobe.xmp" || !isOnlyText(named.identifier, types) {
      guard InputKind(rawValue: named.name.lowercased()) != nil else {
        throw ImageError(.unsupported, "\(named.name) files are not read")
      }
      throw ImageError(.invalidData, "the content is not what the name says", format: named.name)
    }
    guard InputText.isText(header) else { throw ImageError(.unsupported, "the content is of no known type") }
    return .text
  }

  /// Whether a name is that of a page description.
  static func isDescription(name: String) -> Bool {
    ["public.json", "com.apple.property-list"].contains(ContentTypeRegistry().type(fileName: name)?.identifier)
  }

  /// Whether files of a type are read as texts, whatever kind of text they are.
  private static func isOnlyText(_ identifier: String, _ types: ContentTypeRegistry) -> Bool {
    types.type(identifier, conformsTo: "public.text") && !types.type(identifier, conformsTo: "public.image")
  }
}
