internal import Foundation
internal import TestKit
internal import Testing

/// Factur-X and ZUGFeRD: what the standard asks for, as pikepdf and ElementTree see it.
@Suite("mkpdf: invoices", .timed) struct MkpdfInvoiceTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write(Array("Invoice 7: 12 EUR\n".utf8), to: "invoice.txt")
  }

  private func run(_ arguments: [String]) async throws -> Tool.Result {
    try await Tool.cameo("mkpdf", arguments, directory: folder.path)
  }

  /// An invoice of UN/CEFACT with the identifier of a profile.
  private func write(_ guideline: String, to name: String, root: String = "CrossIndustryInvoice") throws {
    let names = "urn:un:unece:uncefact:data:standard:"
    try folder.write(
      Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <rsm:\(root) xmlns:rsm="\(names)CrossIndustryInvoice:100"
          xmlns:ram="\(names)ReusableAggregateBusinessInformationEntity:100">
         <rsm:ExchangedDocumentContext>
          <ram:BusinessProcessSpecifiedDocumentContextParameter><ram:ID>A1</ram:ID>
          </ram:BusinessProcessSpecifiedDocumentContextParameter>
          <ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>\(guideline)</ram:ID>
          </ram:GuidelineSpecifiedDocumentContextParameter>
         </rsm:ExchangedDocumentContext>
         <rsm:ExchangedDocument><ram:ID>7</ram:ID></rsm:ExchangedDocument>
        </rsm:\(root)>
        """.utf8), to: name)
  }

  private static let english = "urn:cen.eu:en16931:2017"
  private static let facturx = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"
  private static let zugferd = "urn:zugferd:pdfa:CrossIndustryDocument:invoice:2p0#"

  /// The invoice, its description in XMP, and the names of the properties that the extension schema describes.
  private static let facts = """
    import sys, pikepdf
    import xml.etree.ElementTree as ET
    pdf = pikepdf.open(sys.argv[1])
    file, = pdf.Root.AF
    names = pdf.Root.Names.EmbeddedFiles
    while '/Kids' in names: names = names.Kids[0]
    assert names.Names[1].objgen == file.objgen
    stream = file.EF.F
    assert stream.read_bytes() == open(sys.argv[2], 'rb').read()
    print(file.UF, file.AFRelationship, stream.Subtype, '/ModDate' in stream.Params)
    root = ET.fromstring(pdf.Root.Metadata.read_bytes())
    rdf, schema = '{http://www.w3.org/1999/02/22-rdf-syntax-ns#}', '{http://www.aiim.org/pdfa/ns/schema#}'
    for space in [sys.argv[3], 'http://www.aiim.org/pdfa/ns/id/']:
        print([(e.tag.split('}')[1], e.text) for e in root.iter() if e.tag.startswith('{' + space + '}')])
    for item in root.iter('{http://www.aiim.org/pdfa/ns/extension/}schemas'):
        for entry in item.find(rdf + 'Bag'):
            if entry.find(schema + 'namespaceURI').text != sys.argv[3]: continue
            print(entry.find(schema + 'prefix').text, entry.find(schema + 'schema').text)
            for p in entry.find(schema + 'property').find(rdf + 'Seq'):
                print(*[e.text for e in p][:3])
    """

  /// The identifiers and names are those of Factur-X 1.0 (section 6.2), ZUGFeRD 2.0 and XRechnung 3.0.
  @Test(
    "An invoice of each profile is described as its standard says",
    arguments: [
      ("urn:factur-x.eu:1p0:minimum", "factur-x.xml", "Data", "MINIMUM", "1.0", facturx),
      ("urn:factur-x.eu:1p0:basicwl", "factur-x.xml", "Data", "BASIC WL", "1.0", facturx),
      (english + "#compliant#urn:factur-x.eu:1p0:basic", "factur-x.xml", "Source", "BASIC", "1.0", facturx),
      (english, "factur-x.xml", "Alternative", "EN 16931", "1.0", facturx),
      (english + "#conformant#urn:factur-x.eu:1p0:extended", "factur-x.xml", "Data", "EXTENDED", "1.0", facturx),
      (
        english + "#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0", "xrechnung.xml", "Alternative", "XRECHNUNG", "3.0",
        facturx
      ),
      (english + "#conformant#urn:zugferd.de:2p0:extended", "zugferd-invoice.xml", "Data", "EXTENDED", "2p0", zugferd),
    ])
  func profiles(
    _ guideline: String, _ name: String, _ relationship: String, _ level: String, _ version: String, _ space: String
  ) async throws {
    try write(guideline, to: name)
    let made = try await run([
      "invoice.txt", "--attach", "\(name):\(relationship.lowercased())", "--conform", "pdfa-3b", "-o", "a.pdf",
    ])
    #expect(made.status == 0 && made.errors == "", "\(made.errors)")
    let facts = try await Tool.python(Self.facts, [folder.file("a.pdf"), folder.file(name), space])
    let (prefix, title) = space == Self.facturx ? ("fx", "Factur-X") : ("zf", "ZUGFeRD")
    #expect(
      facts.text == """
        \(name) /\(relationship) /text/xml True
        [('DocumentType', 'INVOICE'), ('DocumentFileName', '\(name)'), ('Version', '\(version)'), \
        ('ConformanceLevel', '\(level)')]
        [('part', '3'), ('conformance', 'B')]
        \(prefix) \(title) PDFA Extension Schema
        DocumentType Text external
        DocumentFileName Text external
        Version Text external
        ConformanceLevel Text external

        """, "\(facts.errors)")
    #expect(try await Tool.complaint(ofPDF: folder.file("a.pdf")) == nil)
  }

  @Test("A document may be accessible, too, and both schemas are described")
  func accessible() async throws {
    try write(Self.english, to: "factur-x.xml")
    let made = try await run([
      "invoice.txt", "--attach", "factur-x.xml:alternative", "--conform", "pdfa-3b,pdfua-1", "--title", "Invoice",
      "--lang", "en", "-o", "a.pdf",
    ])
    #expect(made.status == 0 && made.errors == "", "\(made.errors)")
    let facts = try await Tool.python(
      """
      import sys, re, pikepdf
      text = pikepdf.open(sys.argv[1]).Root.Metadata.read_bytes().decode()
      print(re.findall('<pdfaSchema:prefix>([^<]*)', text), text.count('<pdfaExtension:schemas>'))
      """, [folder.file("a.pdf")])
    #expect(facts.text == "['pdfuaid', 'fx'] 1\n", "\(facts.errors)")
  }

  @Test("What the standard excludes is an error that names it")
  func refusals() async throws {
    try write(Self.english, to: "factur-x.xml")
    try write(Self.english, to: "other.xml")
    for name in ["summary", "x", "order", "empty", "ubl", "old", "damaged", "second"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    }
    try write("urn:factur-x.eu:1p0:minimum", to: "summary/factur-x.xml")
    try write("urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0", to: "x/factur-x.xml")
    try write("urn:order-x.eu:1p0:basic", to: "order/factur-x.xml")
    try write("  ", to: "empty/factur-x.xml")
    try write(Self.english, to: "ubl/factur-x.xml", root: "Invoice")
    try write(Self.english, to: "old/factur-x.xml", root: "CrossIndustryDocument")
    try folder.write(Array("<a>\n<b></a>".utf8), to: "damaged/factur-x.xml")
    let failures: [(String, Int, String)] = [
      ("factur-x.xml", 64, "factur-x.xml: an invoice with the profile EN 16931 needs a relationship: --attach"),
      ("factur-x.xml:supplement", 64, "--attach factur-x.xml:alternative, data or source"),
      ("summary/factur-x.xml:alternative", 64, "profile MINIMUM needs a relationship: --attach factur-x.xml:data\n"),
      ("x/factur-x.xml:data", 64, "is an invoice with the profile XRECHNUNG and must be named xrechnung.xml"),
      ("order/factur-x.xml:data", 1, "'urn:order-x.eu:1p0:basic' is no profile of Factur-X"),
      ("empty/factur-x.xml:data", 1, "has no profile (ExchangedDocumentContext/"),
      ("ubl/factur-x.xml:data", 1, "has the element Invoice, and Factur-X asks for a CrossIndustryInvoice"),
      ("old/factur-x.xml:data", 1, "ZUGFeRD 1.0 is not written"),
      ("damaged/factur-x.xml:data", 1, "damaged/factur-x.xml: is damaged in line 2"),
    ]
    for (attachment, status, message) in failures {
      let failed = try await run(["invoice.txt", "--attach", attachment, "--conform", "pdfa-3b", "-o", "failed.pdf"])
      #expect(failed.status == status && failed.errors.contains(message), "\(attachment): \(failed.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.file("failed.pdf")))
    }
    try write(Self.english, to: "second/factur-x.xml")
    let two = try await run([
      "invoice.txt", "--attach", "factur-x.xml:data", "--attach", "second/factur-x.xml:data", "--conform", "pdfa-3b",
      "-o", "failed.pdf",
    ])
    #expect(two.status == 64 && two.errors.contains("second/factur-x.xml: is a second invoice"), "\(two.errors)")
    // Files that are only attached.
    let plain = try await run(["invoice.txt", "--attach", "factur-x.xml", "-o", "plain.pdf"])
    #expect(
      plain.status == 0
        && plain.errors.contains("factur-x.xml: is attached like any file; Factur-X needs --conform pdfa-3b\n"),
      "\(plain.errors)")
    let other = try await run(["invoice.txt", "--attach", "other.xml", "--conform", "pdfa-3b", "-o", "other.pdf"])
    #expect(other.status == 0 && other.errors.contains("Factur-X needs the name factur-x.xml"), "\(other.errors)")
  }
}
