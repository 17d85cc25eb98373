internal import StructuredText

/// The document information: the Info dictionary (ISO 32000-1, 14.3.3), and the same values as XMP.
package struct DocumentInfo: Hashable, Sendable {
  package var title: String?
  package var author: String?
  package var subject: String?
  package var keywords: [String] = []
  /// The keywords as one string; nil joins `keywords` by commas.
  package var keywordText: String?
  /// The program that made the original.
  package var creator: String?
  /// The program that made the PDF.
  package var producer: String?
  package var creationDate: PDFDate?
  package var modificationDate: PDFDate?
  /// The standards that XMP says the document conforms to.
  package var conformance = Conformance()
  /// The invoice that the document carries.
  package var invoice: ElectronicInvoice?

  package init() {}

  package var isEmpty: Bool { self == DocumentInfo() }

  private var allKeywords: String? { keywordText ?? (keywords.isEmpty ? nil : keywords.joined(separator: ", ")) }

  package var dictionary: PDFDictionary {
    var dictionary: PDFDictionary = [:]
    dictionary["Title"] = title.map { .text($0) }
    dictionary["Author"] = author.map { .text($0) }
    dictionary["Subject"] = subject.map { .text($0) }
    dictionary["Keywords"] = allKeywords.map { .text($0) }
    dictionary["Creator"] = creator.map { .text($0) }
    dictionary["Producer"] = producer.map { .text($0) }
    dictionary["CreationDate"] = creationDate.map { .text($0.pdfText) }
    dictionary["ModDate"] = modificationDate.map { .text($0.pdfText) }
    return dictionary
  }

  /// An XMP packet (ISO 16684-1) with the same values; nil where only the producer is set, for which 400 bytes would be
  /// too many.
  package var xmpPacket: [UInt8]? {
    var rest = self
    rest.producer = nil
    guard !rest.isEmpty else { return nil }
    var body = ""
    func property(_ name: String, _ value: String?) {
      if let value { body += "<\(name)>\(XMLText.escapedContent(value))</\(name)>" }
    }
    func localized(_ name: String, _ value: String?) {
      guard let value else { return }
      body +=
        "<\(name)><rdf:Alt><rdf:li xml:lang=\"x-default\">\(XMLText.escapedContent(value))</rdf:li></rdf:Alt></\(name)>"
    }
    func list(_ name: String, _ kind: String, _ values: [String]) {
      guard !values.isEmpty else { return }
      let items = values.map { "<rdf:li>\(XMLText.escapedContent($0))</rdf:li>" }.joined()
      body += "<\(name)><rdf:\(kind)>\(items)</rdf:\(kind)></\(name)>"
    }
    localized("dc:title", title)
    list("dc:creator", "Seq", author.map { [$0] } ?? [])
    localized("dc:description", subject)
    list("dc:subject", "Bag", keywords)
    property("pdf:Keywords", allKeywords)
    property("pdf:Producer", producer)
    property("xmp:CreatorTool", creator)
    property("xmp:CreateDate", creationDate?.xmpText)
    property("xmp:ModifyDate", modificationDate?.xmpText)
    let claims = XMPSchema.xml(
      conformance.schemas + [invoice?.schema].compactMap { $0 }, isDescribed: conformance.archive != nil)
    body += claims.elements
    let packet =
      "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>"
      + "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
      + "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" "
      + "xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\""
      + "\(claims.namespaces)>" + body
      + "</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end=\"r\"?>"
    return Array(packet.utf8)
  }
}
