internal import ContentTypes
internal import ImageModel
internal import PDFDocuments
internal import TextReading

/// The inputs that pages can be made of.
package enum InputKind: Hashable, Sendable {
  /// A picture in the format with this name.
  case image(String)
  /// A drawing.
  case svg
  case pdf, text
  /// A page description.
  case json, plist

  package static let all =
    ContentTypeRegistry.formatNames.map { image($0) } + [.svg, .pdf, .text, .json, .plist]

  /// The kind with a name; nil for an unknown one.
  package init?(name: String) {
    guard let kind = Self.all.first(where: { $0.name == name }) else { return nil }
    self = kind
  }

  /// The name of the kind in options and reports.
  package var name: String {
    switch self {
    case .image(let format): format
    case .svg: "svg"
    case .pdf: "pdf"
    case .text: "text"
    case .json: "json"
    case .plist: "plist"
    }
  }

  /// The name of the format of a picture or drawing.
  var imageFormat: String? {
    switch self {
    case .image(let format): format
    case .svg: name
    case .pdf, .text, .json, .plist: nil
    }
  }

  /// The name of the kind in messages.
  private var title: String {
    switch self {
    case .text: "text"
    case .plist: "property list"
    default: name.uppercased()
    }
  }

  /// The kind of a file, by its first bytes, or by its name where the content is plain text.
  ///
  /// - Throws: `unsupported` for a type that is not read or not allowed.
  static func find(header: [UInt8], name: String, allowed: Set<InputKind>?) throws(ImageError) -> InputKind {
    guard !header.isEmpty || isText(name: name) else { throw ImageError(.invalidData, "the file is empty") }
    let kind = header.isEmpty ? .text : try find(header, name)
    guard allowed?.contains(kind) ?? true else {
      throw ImageError(.unsupported, "\(kind.title) files are not allowed here (--allow)")
    }
    return kind
  }

  private static func find(_ header: [UInt8], _ name: String) throws(ImageError) -> InputKind {
    let types = ContentTypeRegistry()
    // The content decides. The name is used only if the content is plain text.
    let content = types.type(header: header, fileName: nil)
    if let content, ContentTypeRegistry.formatNames.contains(types.formatName(of: content)) {
      // The name tells a raw file of a camera from a TIFF.
      return .image(types.formatName(of: types.type(header: header, fileName: name) ?? content))
    }
    if PlainText.isDrawing(header, name: name, types) { return .svg }
    switch content?.identifier {
    case "com.adobe.pdf"?: return .pdf
    case "com.apple.binary-property-list"?, "com.apple.xml-property-list"?: return .plist
    case let identifier? where isOnlyText(identifier, types): break
    case nil: break
    case _?: throw ImageError(.unsupported, "\(content?.name ?? "such") files are not supported")
    }
    let text = PlainText.visible(header)
    let named = types.type(fileName: name)
    if text.starts(with: "<?xml".utf8), named?.identifier == "com.apple.property-list" { return .plist }
    // A PDF may have other bytes before its header.
    if named?.identifier == "com.adobe.pdf" { return .pdf }
    if text.first == UInt8(ascii: "{") && (named?.identifier == "org.jsonlines.json-lines" || name == "-") {
      return .json
    }
    if named?.identifier == "public.json" { return .json }
    // The name says something else: a failed download, or a format that is not supported.
    if let named, named.identifier == "com.adobe.xmp" || !isOnlyText(named.identifier, types) {
      guard InputKind(name: types.formatName(of: named)) != nil else {
        throw ImageError(.unsupported, "\(named.name) files are not supported")
      }
      throw ImageError(.invalidData, "the content does not match the file name", format: named.name)
    }
    guard named == nil ? PlainText.isText(header) : DecodedText.isText(header) else {
      throw ImageError(.unsupported, "the type of the content is unknown")
    }
    return .text
  }

  /// Whether a file name is that of a page description.
  static func isDescription(name: String) -> Bool {
    ["public.json", "com.apple.property-list"].contains(ContentTypeRegistry().type(fileName: name)?.identifier)
  }

  /// Whether a file name is that of a text that is not a page description. An empty one is an empty page.
  private static func isText(name: String) -> Bool {
    let types = ContentTypeRegistry()
    guard !isDescription(name: name), let type = types.type(fileName: name) else { return false }
    let structured = ["public.xml", "org.jsonlines.json-lines"]
    return isOnlyText(type.identifier, types) && !structured.contains { types.type(type.identifier, conformsTo: $0) }
  }

  /// Whether a file with this name may be a page description, as far as that is known before it is opened. A file that
  /// is called a picture, a PDF or a plain text counts as one of these, whatever is in it.
  static func mayBeDescription(name: String) -> Bool {
    let types = ContentTypeRegistry()
    guard let type = types.type(fileName: name) else { return true }
    switch InputKind(name: types.formatName(of: type)) {
    case .image, .svg, .pdf: return false
    case .text, .json, .plist, nil: return !types.type(type.identifier, conformsTo: "public.plain-text")
    }
  }

  /// Whether files of a type are read as plain text.
  private static func isOnlyText(_ identifier: String, _ types: ContentTypeRegistry) -> Bool {
    types.type(identifier, conformsTo: "public.text") && !types.type(identifier, conformsTo: "public.image")
  }
}
