internal import ImageModel
@testable internal import MetadataWriting
internal import TestKit
internal import Testing

@Suite("XMP packets that are edited as text", .timed)
struct XMPEditorTests {
  private let packet = """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:e="http://ns.adobe.com/exif/1.0/"
      xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
      xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" xmlns:dc="http://purl.org/dc/elements/1.1/"
      xmlns:xmpGImg="http://ns.adobe.com/xap/1.0/g/img/" tiff:Orientation="6" e:GPSLatitude="52,30.5N"
      photoshop:City='Berlin' aux:SerialNumber="4711" aux:Lens="24-70">
      <e:GPSLongitude>13,24.6E</e:GPSLongitude>
      <xmp:Thumbnails><rdf:Alt><rdf:li rdf:parseType="Resource"><xmpGImg:image>/9j/</xmpGImg:image></rdf:li></rdf:Alt>
      </xmp:Thumbnails>
      <dc:title><rdf:Alt><rdf:li xml:lang="x-default">A &lt;title&gt;</rdf:li></rdf:Alt></dc:title>
    </rdf:Description></rdf:RDF></x:xmpmeta>
    <?xpacket end="w"?>
    """

  private func edited(_ packet: String, _ change: (inout XMPEditor.Changes) -> Void) -> String? {
    var changes = XMPEditor.Changes()
    change(&changes)
    return XMPEditor.edited(Array(packet.utf8), changes).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("Requested kinds are removed and the rest stays")
  func requestedKindsAreRemovedAndTheRestStays() async throws {
    let text = try #require(
      edited(packet) { changes in
        changes.orientation = .up
        changes.removesLocation = true
        changes.removesThumbnails = true
        changes.removesSerialNumbers = true
      })
    let properties = try await ExifTool.read(Array(text.utf8), suffix: "xmp")
    #expect(ExifTool.text(properties, "XMP-tiff:Orientation") == "1")
    #expect(ExifTool.text(properties, "XMP-dc:Title") == "A <title>")
    #expect(ExifTool.text(properties, "XMP-aux:Lens") == "24-70")
    for name in [
      "XMP-exif:GPSLatitude", "XMP-exif:GPSLongitude", "XMP-photoshop:City", "XMP-aux:SerialNumber",
      "XMP-xmp:ThumbnailsImage", "XMP-xmp:ThumbnailImage", "XMP-xmpGImg:Image",
    ] { #expect(properties[name] == nil, "\(name)") }
    for trace in ["Berlin", "52,30", "13,24", "4711", "/9j/"] { #expect(!text.contains(trace)) }
    #expect(properties["ExifTool:Warning"] == nil)
  }

  /// XML forbids all of these, but some writers make them.
  @Test(
    "Faults outside the tags stay, and are no reason not to remove the position",
    arguments: [
      "Tom & Jerry", "a&nbsp;b", "&#1;", "&", "a ]]> b", "a <!-- b -- c --> d", "\u{FFFF}", "\u{1}",
      "<![CDATA[a & b]]> & c",
    ])
  func stray(_ fault: String) throws {
    let place = "A &lt;title&gt;"
    let sound = try #require(edited(packet) { $0.removesLocation = true })
    #expect(!sound.contains("52,30") && sound.contains(place))
    let text = edited(packet.replacing(place, with: fault)) { $0.removesLocation = true }
    #expect(text == sound.replacing(place, with: fault))
  }

  @Test("What follows the root element stays", arguments: ["text", "<other/>", "&", "<x:xmpmeta>"])
  func trailing(_ rest: String) throws {
    let sound = try #require(edited(packet) { $0.removesLocation = true })
    #expect(edited(packet + rest) { $0.removesLocation = true } == sound + rest)
    let declared = packet.replacing("?>\n<x:xmpmeta", with: "?><?xml version='1.0'?>\n<x:xmpmeta", maxReplacements: 1)
    #expect(edited(declared) { $0.removesLocation = true }?.contains("52,30") == false)
  }

  @Test("A packet whose tags are damaged is not edited", arguments: ["<", "</rdf:li>", "<a", "<a b>", "<a 'x'/>"])
  func damagedTags(_ fault: String) {
    #expect(edited(packet.replacing("A &lt;title&gt;", with: fault)) { $0.removesLocation = true } == nil)
  }

  @Test("A packet that is padded with NUL bytes, as Apple writes it, is edited; NUL inside it is refused")
  func nulPadding() async throws {
    let padded = packet + String(repeating: "\0", count: 40)
    let text = try #require(edited(padded) { $0.removesLocation = true })
    #expect(text.hasSuffix("<?xpacket end=\"w\"?>"))
    #expect(!text.contains("52,30"))
    let properties = try await ExifTool.read(Array(text.utf8), suffix: "xmp")
    #expect(ExifTool.text(properties, "XMP-dc:Title") == "A <title>")
    let editor = try #require(XMPEditor(Array(padded.utf8)))
    #expect(editor.contains(XMPName("http://purl.org/dc/elements/1.1/", "title")))
    #expect(edited(packet + "\0 \0<a/>") { $0.removesLocation = true } == nil)
  }

  @Test("A document's properties are set and namespaces removed")
  func aDocumentsPropertiesAreSetAndNamespacesRemoved() async throws {
    let bytes = try #require(
      XMPEditor.edited(
        Array(packet.utf8),
        setting: [
          ("dc:title", ["New & old"]), ("dc:subject", ["a", "b"]), ("pdf:Producer", ["Cameo"]),
          ("xmp:CreateDate", ["2024-01-31T23:59:59Z"]),
        ], removing: ["http://ns.adobe.com/tiff/1.0/"]))
    let properties = try await ExifTool.read(bytes, suffix: "xmp")
    #expect(ExifTool.text(properties, "XMP-dc:Title") == "New & old")
    #expect(ExifTool.text(properties, "XMP-pdf:Producer") == "Cameo")
    #expect(ExifTool.text(properties, "XMP-xmp:CreateDate") == "2024:01:31 23:59:59Z")
    #expect(ExifTool.text(properties, "XMP-photoshop:City") == "Berlin")
    #expect(properties["XMP-dc:Subject"] != nil && properties["XMP-tiff:Orientation"] == nil)
    #expect(
      XMPEditor.entries(bytes).first { $0.name == "Producer" }
        == XMPEditor.Entry(namespace: "http://ns.adobe.com/pdf/1.3/", name: "Producer", text: "Cameo"))
    #expect(XMPEditor.entries(Array("<x".utf8)) == [])
  }

  @Test("One change touches nothing else")
  func oneChangeTouchesNothingElse() throws {
    let text = try #require(edited(packet) { $0.orientation = .up })
    #expect(text == packet.replacingFirst("tiff:Orientation=\"6\"", with: "tiff:Orientation=\"1\""))
    #expect(edited(packet) { _ in } == packet)
  }

  @Test("An element is edited as an attribute is")
  func anElementIsEditedAsAnAttributeIs() throws {
    let element = packet.replacingFirst(" tiff:Orientation=\"6\"", with: "").replacingFirst(
      "<dc:title>", with: "<tiff:Orientation>8</tiff:Orientation><dc:title>")
    let text = try #require(edited(element) { $0.orientation = .up })
    #expect(text.contains("<tiff:Orientation>1</tiff:Orientation>"))
  }

  @Test("Properties are matched by namespace, not by prefix")
  func namespaces() throws {
    let other = packet.replacingFirst("xmlns:tiff=\"http://ns.adobe.com/tiff/1.0/\"", with: "xmlns:tiff=\"urn:other\"")
    #expect(edited(other) { $0.orientation = .up } == other)
  }

  @Test("A namespace is valid inside its element only, and thousands of elements with their own are edited")
  func namespacesEnd() throws {
    let inner = (0..<20_000).map { "<p:x xmlns:p=\"urn:\($0)\" p:Orientation=\"6\"/>" }.joined()
    let outer = (0..<900).map { " xmlns:n\($0)=\"urn:n\"" }.joined()
    func packet(_ value: Int) -> String {
      "<a xmlns:p=\"http://ns.adobe.com/tiff/1.0/\"\(outer)>\(inner)<b p:Orientation=\"\(value)\"/></a>"
    }
    #expect(edited(packet(6)) { $0.orientation = .up } == packet(1))
    // Outside of its element the prefix has no meaning again.
    let ended = "<a><b xmlns:p=\"http://ns.adobe.com/tiff/1.0/\"/><c p:Orientation=\"6\"/></a>"
    #expect(edited(ended) { $0.orientation = .up } == ended)
  }

  @Test(
    "A packet that cannot be edited safely is not edited",
    arguments: [
      "<a><b></a></b>", "<a", "<a b=c></a>", "<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>", "<a>", "</a>", "<a b='<'/>",
      "<!-- <a></a>", String(repeating: "<a>", count: 200) + String(repeating: "</a>", count: 200),
      "\u{0}<\u{0}a",
    ])
  func unsafe(packet: String) {
    #expect(edited(packet) { $0.removesLocation = true } == nil)
  }

  @Test(
    "Properties are set in packets of any layout",
    arguments: [
      "<rdf:Description rdf:about=\"\"/>", "<rdf:Description rdf:about=\"\"></rdf:Description>", "",
      "<rdf:Description rdf:about='' xmlns:d='http://purl.org/dc/elements/1.1/' d:source='old'/>",
      "<rdf:Description><source xmlns=\"http://purl.org/dc/elements/1.1/\">old</source></rdf:Description>",
      "<rdf:Description xmlns:dc=\"urn:other\"><dc:x>1</dc:x></rdf:Description><rdf:Description/>",
    ])
  func packets(_ content: String) async throws {
    for rdf in ["<rdf:RDF xmlns:rdf=\"\(XMPSchema.rdf)\">\(content)</rdf:RDF>"]
      + (content.isEmpty ? ["<rdf:RDF xmlns:rdf=\"\(XMPSchema.rdf)\"/>"] : [])
    {
      let packet = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\(rdf)</x:xmpmeta>"
      var editor = try #require(XMPEditor(Array(packet.utf8)))
      editor.set(
        .init(
          name: XMPName("http://purl.org/dc/elements/1.1/", "source"), prefix: "dc", layout: .simple, values: ["a<&b"],
          adds: false))
      editor.set(
        .init(
          name: XMPName("http://purl.org/dc/elements/1.1/", "subject"), prefix: "dc", layout: .bag, values: ["x", "y"],
          adds: true))
      let properties = try await ExifTool.read(editor.finish(), suffix: "xmp")
      #expect(ExifTool.text(properties, "XMP-dc:Source") == "a<&b")
      #expect((properties["XMP-dc:Subject"] as? [String]) == ["x", "y"])
      #expect(properties["ExifTool:Warning"] == nil)
    }
  }

  @Test("Packets that cannot be edited safely are refused")
  func badPackets() {
    for text in [
      "", "<a/>", "<!DOCTYPE x []><rdf:RDF xmlns:rdf=\"\(XMPSchema.rdf)\"/>",
      "<rdf:RDF xmlns:rdf=\"\(XMPSchema.rdf)\"><rdf:Description></rdf:RDF>",
    ] { #expect(XMPEditor(Array(text.utf8)) == nil, "\(text)") }
  }

  @Test("Damaged packets do not trap")
  func damagedPacketsDoNotTrap() {
    var random = SeededRandom(seed: 3)
    var changes = XMPEditor.Changes()
    changes.orientation = .up
    changes.removesLocation = true
    changes.removesThumbnails = true
    let replacements = Array("<>\"'/= a:".utf8)
    for _ in 0..<2_000 {
      var bytes = Array(packet.utf8)
      for _ in 0..<3 {
        bytes[Int(random.next() % UInt64(bytes.count))] = replacements[Int(random.next() % UInt64(replacements.count))]
      }
      if let result = XMPEditor.edited(bytes, changes) { #expect(result.count <= bytes.count) }
    }
  }
}

extension String {
  fileprivate func replacingFirst(_ part: String, with replacement: String) -> String {
    guard let range = firstRange(of: part) else { return self }
    return replacingCharacters(in: range, with: replacement)
  }

  private func firstRange(of part: String) -> Range<Index>? {
    indices.first { self[$0...].hasPrefix(part) }.map { $0..<index($0, offsetBy: part.count) }
  }

  private func replacingCharacters(in range: Range<Index>, with replacement: String) -> String {
    self[..<range.lowerBound] + replacement + self[range.upperBound...]
  }
}
