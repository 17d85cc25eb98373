internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import TestKit
internal import Testing

/// The values of XMP, and how irregular packets are read.
@Suite("XMP", .timed)
struct XMPReadingTests {
  private func read(_ packet: [UInt8]) throws -> ImageMetadata {
    try MetadataReader.read(MemoryByteSource(packet), fileName: "sidecar.xmp", limits: .standard)
  }

  private func read(_ packet: String) throws -> ImageMetadata { try read(Array(packet.utf8)) }

  private func group(_ metadata: ImageMetadata) throws -> PropertyGroup {
    try #require(metadata.properties["XMP"])
  }

  private func sample(_ name: String) throws -> PropertyGroup {
    try group(try read(try #require(XMPSamples.all.first { $0.name == name }).packet))
  }

  private static let fields = PropertyValue.structure([Property("my:A", .text("1")), Property("my:B", .text("2"))])

  @Test("The five ways to write a structure give the same value (ISO 16684-1, 7.9.2)")
  func structures() throws {
    let group = try sample("structures")
    #expect(group.properties.map(\.name) == ["x:xmptk", "my:One", "my:Two", "my:Three", "my:Four", "my:Five"])
    for property in group.properties.dropFirst() { #expect(property.value == Self.fields, "\(property.name)") }
  }

  @Test("Text stays text")
  func textStaysText() throws {
    let group = try sample("simple")
    #expect(group["xmp:Label"] == .text("12.60"))
    #expect(group["xmp:Rating"] == .text("4"))
    #expect(group["my:Space"] == .text(" two  spaces "))
    #expect(group["my:Empty"] == .text("") && group["my:Short"] == .text(""))
    #expect(group["my:Entity"] == .text("<&>\"'é"))
    #expect(group["my:CData"] == .text("a < b"))
    #expect(group["x:xmptk"] == .text("Hand 1.0"))
  }

  @Test("A prefix has the meaning of its innermost declaration, and its former meaning after that ends")
  func redeclaredPrefixes() throws {
    let metadata = try read(
      XMPSamples.description(
        """
        <p:A xmlns:p="http://example.com/one/">1</p:A><p:A xmlns:p="http://example.com/two/">2</p:A>
        <my:S xmlns:my="http://purl.org/dc/elements/1.1/" my:format="3"/><my:S>4</my:S>
        """))
    // The element's own declaration applies to its name and its attributes.
    #expect(
      try group(metadata).properties.dropFirst() == [
        Property("p:A", .text("1")), Property("p2:A", .text("2")),
        Property("dc:S", .structure([Property("dc:format", .text("3"))])), Property("my:S", .text("4")),
      ])
  }

  @Test("A control character is found anywhere")
  func aControlCharacterIsFoundAnywhere() throws {
    let plain = Array(XMPSamples.description("<my:A>0123456789 0123456789</my:A>").utf8)
    let start = try #require(plain.indices.first { plain[$0...].starts(with: "0123456789 ".utf8) })
    for place in start..<start + 21 {
      var packet = plain
      packet[place] = 1
      let metadata = try read(packet)
      #expect(metadata.diagnostics.map(\.message).joined().contains("a control character at byte \(place)"))
    }
  }

  /// Adobe's toolkit takes the first as a control character.
  @Test("Characters by number")
  func charactersByNumber() throws {
    let metadata = try read(XMPSamples.description("<my:A>&#xE9;&#233;&#x1F30D;</my:A>"))
    #expect(try group(metadata)["my:A"] == .text("éé🌍"))
    #expect(metadata.diagnostics == [])
  }

  @Test("Arrays and languages")
  func arraysAndLanguages() throws {
    let arrays = try sample("arrays")
    #expect(arrays["dc:subject"] == .array([.text("one"), .text("two")]))
    #expect(arrays["dc:creator"] == .array([.text("Anna")]))
    #expect(arrays["my:Choices"] == .array([.text("first"), .text("second")]))
    #expect(
      try sample("languages")["dc:title"]
        == .structure([
          Property("x-default", .text("Harvest")), Property("de-DE", .text("Ernte")),
          Property("el-GR", .text("Συγκομιδή")),
        ]))
  }

  @Test("A qualified value begins with the value (7.8)")
  func qualifiers() throws {
    let group = try sample("qualifiers")
    let anna = PropertyValue.structure([Property("rdf:value", .text("Anna")), Property("my:role", .text("editor"))])
    #expect(group["my:Role"] == anna && group["my:Same"] == anna && group["my:Attributes"] == anna)
    #expect(
      group["my:Greeting"]
        == .structure([Property("rdf:value", .text("Bonjour")), Property("xml:lang", .text("fr"))]))
  }

  @Test("Links are text")
  func linksAreText() throws {
    let group = try sample("links")
    #expect(group["my:Link"] == .text("http://example.com/a?b=c&d"))
    #expect(group["my:Links"] == .array([.text("http://example.com/1")]))
  }

  @Test("A namespace gets its registered prefix, whatever prefix the file uses")
  func prefixes() throws {
    let metadata = try read(XMPSamples.all.first { $0.name == "other prefixes" }?.packet ?? "")
    #expect(try group(metadata).properties.map(\.name) == ["x:xmptk", "dc:subject", "xmp:label"])
    #expect(
      metadata.namespaces == [
        .init(prefix: "x", uri: "adobe:ns:meta/"), .init(prefix: "dc", uri: "http://purl.org/dc/elements/1.1/"),
        .init(prefix: "xmp", uri: "http://ns.adobe.com/xap/1.0/"),
      ])
  }

  @Test("Two namespaces never share a prefix")
  func prefixClash() throws {
    let metadata = try read(
      XMPSamples.packet(
        "<rdf:Description xmlns:a=\"urn:1\" a:p=\"1\"/><rdf:Description xmlns:a=\"urn:2\" a:p=\"2\"/>"
          + "<rdf:Description xmlns:dc=\"urn:3\" dc:p=\"3\"/><p xmlns=\"urn:4\"/>"))
    let values = try group(metadata).properties.filter { $0.name.hasSuffix(":p") }.map {
      "\($0.name)=\($0.value.plainText)"
    }
    #expect(values == ["a:p=1", "a2:p=2", "dc2:p=3"])
    let uris = metadata.namespaces.map { "\($0.prefix)=\($0.uri)" }
    #expect(uris.contains("a2=urn:2") && uris.contains("dc2=urn:3"))
  }

  @Test("x:xmpmeta and the packet's wrapper may be missing")
  func bareRDF() throws {
    let metadata = try read(
      "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description "
        + "xmlns:dc=\"http://purl.org/dc/elements/1.1/\" rdf:about=\"uuid:1\" dc:format=\"a/b\"/></rdf:RDF>")
    #expect(
      try group(metadata).properties == [Property("rdf:about", .text("uuid:1")), Property("dc:format", .text("a/b"))])
    #expect(metadata.diagnostics == [])
  }

  @Test(
    "Packets are read in every encoding of Unicode", arguments: ["utf-16-be", "utf-16-le", "utf-32-be", "utf-32-le"])
  func encodings(name: String) throws {
    let text = XMPSamples.description("<my:Text>Grüße 🌍</my:Text>")
    var bytes: [UInt8] = []
    // The sample begins with `<`: without a byte-order mark the zeros decide.
    for marked in [false, true] {
      let units: [[UInt8]] =
        name.hasPrefix("utf-16")
        ? ((marked ? "\u{FEFF}" : "") + text).utf16.map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        : ((marked ? "\u{FEFF}" : "") + text).unicodeScalars.map { scalar in
          (0..<4).map { UInt8(scalar.value >> (24 - 8 * UInt32($0)) & 0xFF) }
        }
      bytes = units.flatMap { name.hasSuffix("le") ? $0.reversed() : $0 }
      let metadata = try read(bytes)
      #expect(try group(metadata)["my:Text"] == .text("Grüße 🌍"))
      #expect(metadata.diagnostics == [])
    }
  }

  @Test("Bytes that are not UTF-8 are read as Latin 1")
  func bytesThatAreNotUTF8AreReadAsLatin1() throws {
    var bytes = Array(XMPSamples.description("<my:A>caf#</my:A><my:B>café</my:B>").utf8)
    let place = try #require(bytes.firstIndex(of: UInt8(ascii: "#")))
    // The number sign in the namespace of rdf comes first.
    let last = try #require(bytes.lastIndex(of: UInt8(ascii: "#")))
    #expect(place < last)
    bytes[last] = 0xE9
    let metadata = try read(bytes)
    #expect(try group(metadata)["my:A"] == .text("café"))
    #expect(try group(metadata)["my:B"] == .text("café"))
    #expect(
      metadata.diagnostics.map(\.message) == [
        "XMP: the packet at 0: byte \(last) is not UTF-8; such bytes are read as Latin-1"
      ])
  }

  @Test("Control characters and references to them become spaces", arguments: ["\0", "\u{1}", "&#0;", "&#x1f;"])
  func controls(text: String) throws {
    let metadata = try read(XMPSamples.description("<my:A>a\(text)b</my:A><my:B>c</my:B>"))
    #expect(try group(metadata)["my:A"]?.text?.split(separator: " ") == ["a", "b"])
    #expect(try group(metadata)["my:B"] == .text("c"))
    #expect(metadata.diagnostics.count == 1)
  }

  @Test("A damaged packet is read up to the damage, and the warning names its place")
  func damage() throws {
    let packet = XMPSamples.description("<my:A>1</my:A>\n<my:B>2</my:B><my:C>3</my:D>")
    let metadata = try read(packet)
    #expect(try group(metadata)["my:A"] == .text("1"))
    #expect(try group(metadata)["my:B"] == .text("2"))
    #expect(try group(metadata)["my:C"] == nil)
    let message = try #require(metadata.diagnostics.first?.message)
    let line = packet.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains("my:D") } ?? 0
    #expect(message.hasPrefix("XMP: the packet at 0: line \(line + 1), byte "))
    #expect(message.contains("mismatched tag"))
  }

  @Test("Wherever a packet is cut, no value that is shown is cut")
  func truncation() throws {
    for sample in XMPSamples.all {
      let bytes = Array(sample.packet.utf8)
      let whole = try group(try read(bytes))
      for length in stride(from: 1, to: bytes.count, by: 7) {
        let metadata = try read(Array(bytes[..<length]))
        for property in metadata.properties["XMP"]?.properties ?? [] {
          // Qualifiers come after their value.
          if case .structure(let parts) = whole[property.name], parts.first?.name == "rdf:value" { continue }
          if case .text = property.value { #expect(whole[property.name] == property.value, "\(sample.name) \(length)") }
        }
        #expect(length > bytes.count - 30 || !metadata.diagnostics.isEmpty, "\(sample.name) \(length)")
      }
    }
  }

  @Test("Constructs that RDF forbids but writers use are read with a warning")
  func tolerance() throws {
    let metadata = try read(
      XMPSamples.description(
        "<my:Flash><my:Fired>True</my:Fired><my:Mode>1</my:Mode></my:Flash>"
          + "<my:Person><my:Kind my:name=\"Anna\"/></my:Person>"
          + "<my:Raw rdf:parseType=\"Literal\">a<b>c</b></my:Raw><zz:Lost>1</zz:Lost><exif:ISO>2</exif:ISO>"))
    let group = try group(metadata)
    #expect(
      group["my:Flash"] == .structure([Property("my:Fired", .text("True")), Property("my:Mode", .text("1"))]))
    #expect(
      group["my:Person"] == .structure([Property("rdf:type", .text("my:Kind")), Property("my:name", .text("Anna"))]))
    #expect(group["my:Raw"] == .text("ac"))
    #expect(group["zz:Lost"] == .text("1") && group["exif:ISO"] == .text("2"))
    #expect(metadata.namespaces.contains(.init(prefix: "exif", uri: "http://ns.adobe.com/exif/1.0/")))
    #expect(!metadata.namespaces.contains { $0.prefix == "zz" })
    let messages = metadata.diagnostics.map(\.message).joined(separator: "\n")
    for part in ["my:Flash is not marked", "my:Raw is XML", "the prefix zz", "the prefix exif"] {
      #expect(messages.contains(part), "\(part)")
    }
  }

  @Test("A property that occurs twice counts once")
  func aPropertyThatOccursTwiceCountsOnce() throws {
    let metadata = try read(
      XMPSamples.description("<xmp:Rating>5</xmp:Rating><my:A>1</my:A><my:A>1</my:A>", attributes: "xmp:Rating=\"4\""))
    #expect(try group(metadata)["xmp:Rating"] == .text("4"))
    #expect(try group(metadata).properties.count == 3)
    #expect(
      metadata.diagnostics.map(\.message) == ["XMP: the packet at 0: xmp:Rating occurs twice; the first counts"])
  }
}
