@testable internal import MetadataWriting
internal import ImageModel
internal import MetadataModel
internal import TestKit
internal import Testing

/// Packets that are unusual or hostile; ExifTool and exiv2 read the properties after an edit.
@Suite(.timed) struct XMPPacketEditingTests {
  private static let dc = "http://purl.org/dc/elements/1.1/"

  private func packet(_ content: String, rdf: String = "rdf") -> String {
    """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><\(rdf):RDF xmlns:\(rdf)="\(XMPSchema.rdf)">\(content)</\(rdf):RDF></x:xmpmeta>
    """
  }

  private func setting(
    _ name: String, _ values: [String], _ layout: XMPSchema.Layout = .simple, adds: Bool = false
  ) -> MetadataEdits.XMPSetting {
    .init(name: XMPName(Self.dc, name), prefix: "dc", layout: layout, values: values, adds: adds)
  }

  private func edit(_ packet: String, _ change: (inout XMPEditor) -> Void) throws -> String {
    var editor = try #require(XMPEditor(Array(packet.utf8)))
    change(&editor)
    return String(decoding: editor.finish(), as: UTF8.self)
  }

  private func properties(_ packet: String) async throws -> [String: Any] {
    try await ExifTool.read(Array(packet.utf8), suffix: "xmp")
  }

  private func exiv2(_ packet: String) async throws -> String {
    let directory = try TemporaryDirectory()
    return try await Tool.run("exiv2", ["-PXkv", directory.write(Array(packet.utf8), to: "file.xmp")]).text
  }

  @Test("Properties of each layout are set, replaced and deleted")
  func layouts() async throws {
    let empty = String(decoding: XMPEditor.emptyPacket, as: UTF8.self)
    let set = try edit(empty) { editor in
      editor.set(setting("source", ["one & <two>"]))
      editor.set(setting("subject", ["a", "b"], .bag))
      editor.set(setting("creator", ["Ann", "Ben"], .seq))
      editor.set(setting("title", ["Sea"], .alternatives))
    }
    var lines = try await exiv2(set)
    for part in ["one & <two>", "a, b", "Ann, Ben", "lang=\"x-default\" Sea"] {
      #expect(lines.contains(part), "\(part)")
    }
    let replaced = try edit(set) { editor in
      editor.set(setting("source", ["three"]))
      editor.set(setting("subject", ["c"], .bag))
      editor.set(setting("creator", ["Cleo"], .seq, adds: true))
      editor.set(setting("title", ["Lake"], .alternatives))
    }
    let read = try await properties(replaced)
    #expect(ExifTool.text(read, "XMP-dc:Source") == "three")
    #expect(ExifTool.text(read, "XMP-dc:Subject") == "c")
    #expect(read["XMP-dc:Creator"] as? [String] == ["Ann", "Ben", "Cleo"])
    #expect(ExifTool.text(read, "XMP-dc:Title") == "Lake")
    let deleted = try edit(replaced) { $0.delete(GlobPattern("dc:*")) }
    lines = try await exiv2(deleted)
    #expect(!lines.contains("Xmp.dc."))
    #expect(XMPEditor(Array(deleted.utf8))?.outline.properties.isEmpty == true)
  }

  @Test("Padding, comments and processing instructions stay byte for byte")
  func padding() throws {
    let padding = String(repeating: String(repeating: " ", count: 99) + "\n", count: 20)
    let comment = "<!-- <dc:source>no</dc:source> -->"
    let node = "<rdf:Description xmlns:dc='\(Self.dc)' dc:source = 'old' ><?p i?></rdf:Description>"
    let before = packet(comment + node) + "\n" + padding + "<?xpacket end=\"w\"?>"
    let after = try edit(before) { $0.replaceText(of: XMPName(Self.dc, "source"), with: "new") }
    let halves = before.split(separator: "old", maxSplits: 1).map(String.init)
    #expect(after == halves[0] + "new" + halves[1])
    #expect(after.hasSuffix(padding + "<?xpacket end=\"w\"?>"))
  }

  @Test(
    "A packet without properties takes some, and is left alone if there is nothing to delete",
    arguments: [
      "<x:xmpmeta xmlns:x='adobe:ns:meta/' />", "<x:xmpmeta xmlns:x='adobe:ns:meta/' x:xmptk='t'>\n</x:xmpmeta>",
    ])
  func emptyPacket(meta: String) async throws {
    let before = "<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?>\n\(meta)\n<?xpacket end='w'?>\0\n\0\0"
    let after = try edit(before) { $0.set(setting("title", ["Sea"], .alternatives)) }
    #expect(ExifTool.text(try await properties(after), "XMP-dc:Title") == "Sea")
    #expect(try await exiv2(after).contains("lang=\"x-default\" Sea"))
    #expect(after.hasSuffix("<?xpacket end='w'?>"))
    #expect(try edit(before) { $0.delete(GlobPattern("dc:*")) } == before)
  }

  @Test("NUL bytes of UTF-16 are no padding", arguments: [true, false])
  func wideCharacters(bigEndian: Bool) {
    let packet = "<x/>".utf16.flatMap {
      bigEndian ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)]
    }
    #expect(XMPEditor.withoutPadding(packet) == packet)
    #expect(XMPEditor.withoutPadding(Array("<x/>\n\0\0".utf8)) == Array("<x/>".utf8))
  }

  @Test(
    "A packet in UTF-16 or UTF-32 becomes UTF-8 when it is edited",
    arguments: ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
  func wideEncodings(encoding: String) async throws {
    let text =
      "<?xml version='1.0' encoding='\(encoding.prefix(6))'?>\n"
      + packet(
        "<rdf:Description xmlns:dc='\(Self.dc)' dc:source='Kyōto 京都 🗻' xmlns:tiff='http://ns.adobe.com/tiff/1.0/'"
          + " tiff:Orientation='6'/>")
    let bytes = try await Tool.python(
      "import sys; sys.stdout.buffer.write(('\\ufeff' + sys.argv[1]).encode(sys.argv[2]))", [text, encoding]
    ).output
    var editor = try #require(XMPEditor(bytes))
    #expect(editor.finish() == bytes)
    editor.set(setting("subject", ["東京"], .bag))
    let read = try await properties(String(decoding: editor.finish(), as: UTF8.self))
    #expect(ExifTool.text(read, "XMP-dc:Source") == "Kyōto 京都 🗻")
    #expect(ExifTool.text(read, "XMP-dc:Subject") == "東京")
    #expect(XMPEditor.entries(bytes).contains(.init(namespace: Self.dc, name: "source", text: "Kyōto 京都 🗻")))
    var changes = XMPEditor.Changes()
    changes.removesLocation = true
    #expect(XMPEditor.edited(bytes, changes) == bytes)
    changes.orientation = .up
    let upright = try await properties(String(decoding: try #require(XMPEditor.edited(bytes, changes)), as: UTF8.self))
    #expect(ExifTool.text(upright, "XMP-tiff:Orientation") == "1")
    // A surrogate without its other half.
    #expect(
      XMPEditor(Array(bytes.prefix(2)) + [0xD8, 0xD8] + bytes.dropFirst(2)) == nil || encoding.hasPrefix("utf-32"))
  }

  @Test("RDF may be the default namespace, or have another prefix", arguments: ["", "r"])
  func prefixes(prefix: String) async throws {
    let (colon, declared) = prefix.isEmpty ? ("", "xmlns") : ("\(prefix):", "xmlns:\(prefix)")
    for content in ["", "<\(colon)Description/>", "<\(colon)Description></\(colon)Description>"] {
      let before = """
        <x:xmpmeta xmlns:x='adobe:ns:meta/'><\(colon)RDF \(declared)='\(XMPSchema.rdf)'>\(content)</\(colon)RDF>\
        </x:xmpmeta>
        """
      let after = try edit(before) { $0.set(setting("subject", ["a", "b"], .bag)) }
      // ExifTool does not know RDF without a prefix; expat, which Python has, resolves all namespaces.
      let path = "{rdf}RDF/{rdf}Description/{dc}subject/{rdf}Bag/{rdf}li"
        .split(separator: "{rdf}", omittingEmptySubsequences: false).joined(separator: "{\(XMPSchema.rdf)}")
        .split(separator: "{dc}").joined(separator: "{\(Self.dc)}")
      let result = try await Tool.python(
        "import sys; from xml.etree.ElementTree import *; "
          + "print([x.text for x in fromstring(sys.argv[1]).findall(sys.argv[2])])",
        [after, path])
      #expect(result.text == "['a', 'b']\n", "\(content): \(result.errors)")
    }
  }

  @Test("A property whose prefix is not declared is found by its usual prefix")
  func undeclaredPrefix() throws {
    let before = packet("<rdf:Description><dc:source>old</dc:source></rdf:Description>")
    let after = try edit(before) { $0.set(setting("source", ["new"])) }
    #expect(!after.contains("old") && after.contains("xmlns:dc=\"\(Self.dc)\">new<"))
  }

  @Test("The extended part is joined with the packet; the packet's value of a property takes precedence")
  func extended() async throws {
    let main = packet(
      """
      <rdf:Description rdf:about="" xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmlns:dc="\(Self.dc)"
       xmpNote:HasExtendedXMP="0123456789ABCDEF0123456789ABCDEF"><dc:source>main</dc:source></rdf:Description>
      """)
    let extended = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/" xmlns:q="urn:a&amp;b&quot;c">\
      <rdf:RDF xmlns:rdf="\(XMPSchema.rdf)" xmlns:dc="\(Self.dc)"><rdf:Description rdf:about="">\
      <dc:source>extended</dc:source><dc:format>image/x</dc:format></rdf:Description></rdf:RDF></x:xmpmeta>
      """
    let merged = try #require(ExtendedXMP.merged(Array(main.utf8), Array(extended.utf8)))
    let read = try await ExifTool.read(merged, suffix: "xmp")
    #expect(ExifTool.text(read, "XMP-dc:Source") == "main")
    #expect(ExifTool.text(read, "XMP-dc:Format") == "image/x")
    #expect(read["XMP-xmpNote:HasExtendedXMP"] == nil)
    #expect(read["ExifTool:Warning"] == nil)
    let lines = try await exiv2(String(decoding: merged, as: UTF8.self))
    #expect(lines.contains("main") && lines.contains("image/x"))
    #expect(ExtendedXMP.merged(Array(main.utf8), Array("<a>".utf8)) == nil)
  }

  @Test("The name of the extended part is replaced")
  func identifier() {
    let main = packet(
      "<rdf:Description xmlns:n='http://ns.adobe.com/xmp/note/' n:HasExtendedXMP='OLD'/>"
    )
    let result = String(decoding: ExtendedXMP.replacingIdentifier(with: "NEW", in: Array(main.utf8)), as: UTF8.self)
    #expect(result == main.split(separator: "OLD").joined(separator: "NEW"))
  }

  @Test("Packets beyond a limit are refused, or edited by kind only")
  func tooMuch() throws {
    func refuses(_ text: String) -> Bool { XMPEditor(Array(text.utf8)) == nil }
    func nodes(_ count: Int) -> String { packet(String(repeating: "<rdf:Description/>", count: count)) }
    #expect(!refuses(nodes(9_000)) && refuses(nodes(11_000)))
    func properties(_ count: Int) -> String {
      packet("<rdf:Description xmlns:dc='\(Self.dc)'>\(String(repeating: "<dc:x/>", count: count))</rdf:Description>")
    }
    #expect(!refuses(properties(90_000)) && refuses(properties(110_000)))
    let items = String(repeating: "<rdf:li>a</rdf:li>", count: 110_000)
    #expect(
      refuses(
        packet(
          "<rdf:Description xmlns:dc='\(Self.dc)'><dc:x><rdf:Bag>\(items)</rdf:Bag></dc:x></rdf:Description>")))
    #expect(refuses("<a" + (0..<1_100).map { " a\($0)=''" }.joined() + "/>"))
    // A position among too many properties is removed all the same.
    let position = "<e:GPSLatitude>TRACE</e:GPSLatitude>"
    let others = String(repeating: "<e:x/>", count: 110_000)
    let many = packet(
      "<rdf:Description xmlns:e='http://ns.adobe.com/exif/1.0/'>\(others)\(position)</rdf:Description>")
    var changes = XMPEditor.Changes()
    changes.removesLocation = true
    let edited = try #require(XMPEditor.edited(Array(many.utf8), changes))
    #expect(edited.count == many.utf8.count - position.utf8.count)
  }

  @Test("Of nested directories and areas the outermost one counts, however many elements are in them")
  func nested() throws {
    func nest(_ name: String, _ content: String) -> String {
      String(repeating: "<\(name)>", count: 30) + content + String(repeating: "</\(name)>", count: 30)
    }
    func revision(_ content: String, _ changes: XMPEditor.Changes) throws -> XMPPictureRevision {
      let packet = Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/" xmlns:rdf="\(XMPSchema.rdf)"
         xmlns:c="http://ns.google.com/photos/1.0/container/"
         xmlns:e="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">\(content)</x:xmpmeta>
        """.utf8)
      return XMPPictureRevision(packet, try #require(XMPOutline(packet, changes)).tree, changes)
    }
    let elements = String(repeating: "<a/>", count: 20_000)
    var lost = XMPEditor.Changes()
    lost.lost = .all
    let items = nest("rdf:li", nest("rdf:Description", elements))
    // The items of the list, and the directory.
    #expect(try revision(nest("c:Directory", items), lost).edits.count == 30 + 1)
    var turned = XMPEditor.Changes()
    var change = PictureChange(source: PixelSize(width: 640, height: 480))
    change.turn = .down
    turned.picture = change
    #expect(try revision(nest("e:RegionBoundary", elements), turned).left.areas == 1)
  }

  @Test(
    "A position is deleted at any depth, and in attributes",
    arguments: [
      "<e:A rdf:parseType='Resource'><e:B rdf:parseType='Resource'><e:GPSLatitude>TRACE</e:GPSLatitude></e:B></e:A>",
      "<e:Outer e:GPSLatitude='TRACE' e:Keep='stay'/>",
      "<e:List><rdf:Bag><rdf:li e:GPSLongitude=\"TRACE\">stay</rdf:li></rdf:Bag></e:List>",
      "<e:GPSLatitude><![CDATA[TRACE]]></e:GPSLatitude>", "<e:GPSLatitude><!-- TRACE --></e:GPSLatitude>",
      "<e:GPSLatitude e:x='TRACE'/>",
    ])
  func depth(content: String) throws {
    let before = packet(
      "<rdf:Description xmlns:e='http://ns.adobe.com/exif/1.0/'>\(content)<e:Keep>stay</e:Keep></rdf:Description>")
    var changes = XMPEditor.Changes()
    changes.removesLocation = true
    let after = String(decoding: try #require(XMPEditor.edited(Array(before.utf8), changes)), as: UTF8.self)
    #expect(!after.contains("TRACE") && after.contains("stay"))
    #expect(XMPEditor(Array(after.utf8)) != nil)
  }
}
