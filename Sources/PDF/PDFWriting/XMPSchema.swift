internal import StructuredText

/// Properties of XMP that a standard defines, and their description, which PDF/A wants for schemas that it does not
/// know (ISO 19005-2, 6.6.2.3.2).
struct XMPSchema {
  struct Property {
    var name: String
    var value: String
    var type = "Text"
    /// Whether the value is for people (`external`), or for programs alone.
    var isExternal = false
    var description = ""
  }

  var title = ""
  var namespace: String
  var prefix: String
  var properties: [Property]
  /// Whether PDF/A defines the schema itself.
  var isPredefined = false

  /// The declarations of the namespaces, and the elements of the properties.
  ///
  /// - Parameter isDescribed: whether the schemas are described, as in PDF/A.
  static func xml(_ schemas: [XMPSchema], isDescribed: Bool) -> (namespaces: String, elements: String) {
    var (namespaces, elements) = ("", "")
    for schema in schemas {
      namespaces += " xmlns:\(schema.prefix)=\"\(schema.namespace)\""
      for property in schema.properties {
        let name = "\(schema.prefix):\(property.name)"
        elements += "<\(name)>\(XMLText.escapedContent(property.value))</\(name)>"
      }
    }
    let unknown = schemas.filter { !$0.isPredefined }
    if isDescribed, !unknown.isEmpty {
      namespaces += extensionNamespaces
      let items = unknown.map(\.item).joined()
      elements += "<pdfaExtension:schemas><rdf:Bag>\(items)</rdf:Bag></pdfaExtension:schemas>"
    }
    return (namespaces, elements)
  }

  private static let extensionNamespaces =
    " xmlns:pdfaExtension=\"http://www.aiim.org/pdfa/ns/extension/\""
    + " xmlns:pdfaSchema=\"http://www.aiim.org/pdfa/ns/schema#\""
    + " xmlns:pdfaProperty=\"http://www.aiim.org/pdfa/ns/property#\""

  /// The description of the schema.
  private var item: String {
    let list = properties.map { property in
      "<rdf:li rdf:parseType=\"Resource\"><pdfaProperty:name>\(property.name)</pdfaProperty:name>"
        + "<pdfaProperty:valueType>\(property.type)</pdfaProperty:valueType>"
        + "<pdfaProperty:category>\(property.isExternal ? "external" : "internal")</pdfaProperty:category>"
        + "<pdfaProperty:description>\(property.description)</pdfaProperty:description></rdf:li>"
    }
    return "<rdf:li rdf:parseType=\"Resource\"><pdfaSchema:schema>\(title)</pdfaSchema:schema>"
      + "<pdfaSchema:namespaceURI>\(namespace)</pdfaSchema:namespaceURI>"
      + "<pdfaSchema:prefix>\(prefix)</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>"
      + list.joined() + "</rdf:Seq></pdfaSchema:property></rdf:li>"
  }
}
