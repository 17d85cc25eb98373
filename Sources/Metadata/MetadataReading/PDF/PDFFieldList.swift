internal import ImageModel
internal import MetadataModel
internal import PDFReading

/// The fields of a document's form, each under its full name (ISO 32000-1, 12.7).
struct PDFFieldList {
  private(set) var properties: [Property] = []
  /// The names of signature fields with what was signed; nil for an empty one.
  private(set) var signatures: [(name: String, value: FileDictionary?)] = []
  /// Whether values and options are left out: many fields may inherit the same long ones.
  private(set) var isCut = false
  /// The bytes of values and options that may still be kept.
  private var bytesLeft = 16 << 20

  /// - Parameter pages: finds the pages of fields.
  init(_ catalog: FileDictionary, _ document: PDFObjects, pages: PageTree?) throws(ImageError) {
    let tree = try FormTree(catalog: catalog, document)
    for field in try tree.fields(document) {
      let name = field.name
      func inherited(_ key: String) throws(ImageError) -> FileObject { try document.resolve(field.entries[key]) }
      let kind = try inherited("FT").name ?? ""
      let flags = try inherited("Ff").integer ?? 0
      var fields = [Property("Type", .text(Self.type(kind, flags)))]
      if kind == "Sig" {
        let value = try document.dictionary(try inherited("V"))
        signatures.append((name, value))
        fields.append(Property("IsSigned", .boolean(value != nil)))
      } else if let value = try value(try inherited("V"), document) {
        fields.append(Property("Value", value))
      }
      var options: [PropertyValue] = []
      for option in (try inherited("Opt").array ?? []).prefix(isCut ? 0 : 1_000) {
        let option = try document.resolve(option)
        // The value that is stored; the text that is shown follows it.
        let stored = option.array == nil ? option : try document.resolve(option.array?.first)
        if let text = text(stored) { options.append(.text(text)) }
      }
      if !options.isEmpty { fields.append(Property("Options", .array(options))) }
      if let length = try inherited("MaxLen").integer { fields.append(Property("MaxLength", .integer(Int64(length)))) }
      if flags & 1 != 0 { fields.append(Property("IsReadOnly", .boolean(true))) }
      if flags & 2 != 0 { fields.append(Property("IsRequired", .boolean(true))) }
      let widget = try field.widgets.first.flatMap { number throws(ImageError) in
        try document.dictionary(.reference(number))
      }
      if let page = widget?["P"]?.reference, let index = pages?.indices[page] {
        fields.append(Property("Page", .integer(Int64(index + 1))))
      }
      properties.append(Property(name, .structure(fields)))
    }
  }

  /// The type by its meaning (12.7.4; flags of tables 226 and 230).
  private static func type(_ kind: String, _ flags: Int) -> String {
    switch kind {
    case "Tx": "text"
    case "Btn": flags & 1 << 16 != 0 ? "button" : flags & 1 << 15 != 0 ? "radio" : "checkbox"
    case "Ch": flags & 1 << 17 != 0 ? "choice" : "list"
    case "Sig": "signature"
    default: "unknown"
    }
  }

  /// A text, if it may still be kept.
  private mutating func text(_ object: FileObject) -> String? {
    guard let bytes = object.string, !isCut else { return nil }
    // An empty text takes memory, too.
    bytesLeft -= bytes.count + 16
    isCut = bytesLeft < 0
    return isCut ? nil : TextString.text(bytes)
  }

  private mutating func value(_ object: FileObject, _ document: PDFObjects) throws(ImageError) -> PropertyValue? {
    switch object {
    case .string: return text(object).map { .text($0) }
    case .name(let name): return .text(name)
    case .array(let elements):
      var texts: [PropertyValue] = []
      for element in elements.prefix(isCut ? 0 : 1_000) {
        if let text = text(try document.resolve(element)) { texts.append(.text(text)) }
      }
      return .array(texts)
    default: return nil
    }
  }
}
