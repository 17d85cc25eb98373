internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import TestKit
internal import Testing

/// Malicious packets take little time and memory, and their valid parts are read.
@Suite("Hostile XMP", .timed, .serialized)
struct XMPHostileTests {
  private func read(_ packet: String) throws -> ImageMetadata {
    try MetadataReader.read(MemoryByteSource(Array(packet.utf8)), fileName: "sidecar.xmp", limits: .standard)
  }

  private func names(_ metadata: ImageMetadata) -> [String] {
    metadata.properties["XMP"]?.properties.map(\.name) ?? []
  }

  private func messages(_ metadata: ImageMetadata) -> String {
    metadata.diagnostics.map(\.message).joined(separator: "\n")
  }

  @Test("A document type is rejected before an entity is defined")
  func entityBomb() throws {
    var entities = "<!ENTITY a0 \"\(String(repeating: "ha", count: 100))\">"
    for level in 1..<20 {
      entities += "<!ENTITY a\(level) \"\(String(repeating: "&a\(level - 1);", count: 10))\">"
    }
    let metadata = try read(
      "<?xml version=\"1.0\"?><!DOCTYPE x [\(entities)]>" + XMPSamples.description("<my:A>&a19;</my:A>"))
    #expect(names(metadata) == [])
    #expect(messages(metadata).contains("document types are not accepted"))
    let external = try read(
      "<!DOCTYPE x SYSTEM \"file:///etc/passwd\">" + XMPSamples.description("<my:A>&passwd;</my:A>"))
    #expect(names(external) == [] && messages(external).contains("document types are not accepted"))
  }

  @Test("Undefined entities end the reading")
  func undefinedEntitiesEndTheReading() throws {
    let metadata = try read(XMPSamples.description("<my:A>1</my:A><my:B>&bomb;</my:B>"))
    #expect(names(metadata) == ["x:xmptk", "my:A"])
    #expect(messages(metadata).contains("undefined entity"))
  }

  /// `xmpmeta`, `RDF` and `Description` are the first three levels; each field takes one more.
  @Test(
    "A hundred levels are read, deeper ones are left out",
    arguments: [(97, 97, false), (98, 97, true), (200_000, 97, true)])
  func nesting(depth: Int, readable: Int, warns: Bool) throws {
    // Elements beyond the limit are left out as well.
    let metadata = try read(
      XMPSamples.description(
        "<my:First>1</my:First>" + String(repeating: "<my:A rdf:parseType=\"Resource\">", count: depth)
          + String(repeating: "</my:A>", count: depth) + "<my:Last>1</my:Last>"))
    var value = metadata.properties["XMP"]?["my:A"]
    var levels = 0
    while case .structure(let fields) = value {
      levels += 1
      value = fields.first?.value
    }
    #expect(levels == readable)
    #expect(names(metadata).contains("my:First"))
    #expect(names(metadata).contains("my:Last") == (depth < 1_000))
    #expect(messages(metadata).contains("deeper than 100 levels") == warns)
  }

  @Test("Of more than a hundred thousand attributes all within the limit are read")
  func attributes() throws {
    func packet(_ count: Int) -> String {
      XMPSamples.description("", attributes: (0..<count).map { "my:a\($0)=\"\"" }.joined(separator: " "))
    }
    let many = try read(packet(100_000))
    #expect(names(many).count == 100_001 && many.diagnostics == [])
    let tooMany = try read(packet(300_000))
    #expect(names(tooMany).count > 199_000 && names(tooMany).count < 200_000)
    #expect(messages(tooMany).contains("more than 200000 elements and attributes"))
  }

  @Test("Repeated attributes are damage")
  func repeatedAttributesAreDamage() throws {
    let metadata = try read(XMPSamples.description("<my:A>1</my:A><my:B my:c=\"1\" my:c=\"2\"/>"))
    #expect(names(metadata) == ["x:xmptk", "my:A"])
    #expect(messages(metadata).contains("duplicate attribute"))
  }

  @Test("Ninety thousand namespaces, all with one prefix or each with its own")
  func namespaces() throws {
    let one = try read(
      XMPSamples.packet((0..<60_000).map { "<rdf:Description xmlns:a=\"urn:\($0)\" a:p=\"\"/>" }.joined()))
    #expect(names(one).count == 60_001 && Set(names(one)).count == 60_001)
    #expect(one.namespaces.count == 60_001)
    let each = try read(
      XMPSamples.description(
        "<my:A>1</my:A>", attributes: (0..<90_000).map { "xmlns:p\($0)=\"urn:\($0)\"" }.joined(separator: " ")))
    #expect(names(each) == ["x:xmptk", "my:A"])
    let undeclared = try read(XMPSamples.description((0..<90_000).map { "<p\($0):a/>" }.joined()))
    #expect(names(undeclared).count == 90_001 && undeclared.diagnostics.count < 20)
  }

  @Test("A megabyte of a namespace's name or prefix is not copied for each property")
  func longNamespaces() throws {
    let long = repeated("x", 1 << 20)
    let attributes = (0..<50_000).map { "p:a\($0)=\"\"" }.joined(separator: " ")
    let uri = try read(XMPSamples.packet("<rdf:Description xmlns:p=\"urn:\(long)\" \(attributes)/>"))
    #expect(names(uri).last == "p:a49999")
    let prefix = try read(
      XMPSamples.packet(
        "<rdf:Description xmlns:\(long)=\"urn:a\"/><rdf:Description xmlns:p=\"urn:a\" \(attributes)/>"))
    #expect(names(prefix).last == "ns1:a49999")
    let type = try read(
      XMPSamples.packet(
        "<rdf:Description xmlns:p=\"urn:\(long)\">"
          + String(repeating: "<p:a><p:b p:c=''/></p:a>", count: 20_000) + "</rdf:Description>"))
    #expect(names(type).last == "p:a")
  }

  @Test("Megabytes of each construct are read or rejected")
  func large() throws {
    let size = 4 << 20
    let text = try read(XMPSamples.description("<my:A>\(repeated("x", 15 << 20))</my:A>"))
    #expect(text.properties["XMP"]?["my:A"]?.text?.utf8.count == 15 << 20)
    for piece in [
      "<a>", "<my:A/>", "<!---->", "&amp;", "<?a?>", "]]>", "<", "x y=\"\" ", "&#65;", "<a b=\"&lt;\"", "<![CDATA[",
    ] {
      _ = try read(XMPSamples.description(String(repeating: piece, count: size / piece.utf8.count)))
    }
    for opening in ["<my:A a=\"", "<!--", "<?p ", "<![CDATA[", "<\(String(repeating: "n", count: size)):a"] {
      let metadata = try read(
        XMPSamples.description(opening + String(repeating: "x", count: opening.count < 99 ? size : 1)))
      #expect(!metadata.diagnostics.isEmpty)
    }
    let attributes = (0..<(size / 12)).map { "a\($0)=\"\"" }.joined(separator: " ")
    _ = try read(XMPSamples.description("<my:A \(attributes)/>"))
    #expect(throws: ImageError.self) { try read(repeated(" ", 17 << 20)) }
  }

  @Test("Twelve thousand empty packets in one JPEG file are not all read")
  func manyPackets() throws {
    var file: [UInt8] = [0xFF, 0xD8]
    let content = Array("http://ns.adobe.com/xap/1.0/\0<a/>".utf8)
    for _ in 0..<12_000 { file += [0xFF, 0xE1, 0, UInt8(content.count + 2)] + content }
    let metadata = try MetadataReader.read(
      MemoryByteSource(file + [0xFF, 0xD9]), fileName: "a.jpg", limits: .standard)
    #expect(metadata.diagnostics.count <= 102)
  }

  @Test("The same packet gives the same tree, although expat's tables are salted")
  func determinism() throws {
    let packet = XMPSamples.packet(
      (0..<500).map { "<rdf:Description xmlns:p\($0 % 7)=\"urn:\($0)\" p\($0 % 7):a\($0)=\"\"/>" }.joined())
    let first = try read(packet)
    for _ in 0..<3 {
      let again = try read(packet)
      #expect(again.properties == first.properties && again.namespaces == first.namespaces)
    }
  }

  @Test("Changing any byte does not make the reader fail")
  func mutations() throws {
    for sample in XMPSamples.all {
      let bytes = Array(sample.packet.utf8)
      for index in stride(from: 0, to: bytes.count, by: 5) {
        for byte in [0, 0x3C, 0x26, 0xFF] as [UInt8] {
          var changed = bytes
          changed[index] = byte
          let metadata = try MetadataReader.read(MemoryByteSource(changed), fileName: "a.xmp", limits: .standard)
          #expect(metadata.format == "xmp")
        }
      }
    }
  }
}
