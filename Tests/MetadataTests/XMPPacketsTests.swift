internal import ByteStreams
internal import Foundation
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import TestKit
internal import Testing

/// Files with several packets, and sidecar files.
@Suite("XMP packets", .timed)
struct XMPPacketsTests {
  private static func jpeg(_ packets: [String]) -> [UInt8] {
    var file: [UInt8] = [0xFF, 0xD8]
    for packet in packets {
      let content = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8)
      file += [0xFF, 0xE1, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
    }
    return file + [0xFF, 0xD9]
  }

  @Test("Several packets become one group; the first value of a property counts")
  func merging() throws {
    let file = Self.jpeg([
      XMPSamples.description("<my:A>1</my:A><my:B>1</my:B>"), XMPSamples.description("<my:B>2</my:B><my:C>2</my:C>"),
    ])
    let metadata = try MetadataReader.read(MemoryByteSource(file), fileName: "a.jpg", limits: .standard)
    let groups = try #require(metadata.images.first).properties.groups.filter { $0.name == "XMP" }
    #expect(groups.count == 1)
    #expect(
      groups[0].properties.map { "\($0.name)=\($0.value.plainText)" }
        == ["x:xmptk=Hand 1.0", "my:A=1", "my:B=1", "my:C=2"])
    let messages = metadata.diagnostics.map(\.message).joined(separator: "\n")
    #expect(messages.contains("a further packet at"))
    #expect(messages.contains("has another value for 1 property"))
  }

  @Test("Extended XMP is part of the packet")
  func extended() async throws {
    let path = Fixtures.path("jpeg/valid/xmp_extended.jpg")
    let metadata = try MetadataReader.read(try FileByteSource(path: path), fileName: path, limits: .standard)
    let label = try #require(try await ExifTool.read([path])[path]?["XMP-xmp:Label"] as? String)
    let group = try #require(metadata.images.first?.properties["XMP"])
    #expect(group["xmp:Label"] == .text(label))
    #expect(group["dc:title"] == .structure([Property("x-default", .text("Main"))]))
  }

  @Test(
    "A sidecar file is recognised by its content",
    arguments: ["", "\u{FEFF}", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"])
  func sidecars(prefix: String) async throws {
    let directory = try TemporaryDirectory()
    let packet = Array((prefix + XMPSamples.description("", attributes: "xmp:Label=\"Red\"")).utf8)
    let path = try directory.write(packet, to: "no suffix")
    let metadata = try MetadataReader.read(try FileByteSource(path: path), fileName: path, limits: .standard)
    #expect(metadata.format == "xmp" && metadata.images.isEmpty)
    #expect(metadata.properties["XMP"]?["xmp:Label"] == .text("Red"))
    #expect(metadata.blocks == [MetadataBlock(.xmp, offset: 0, bytes: packet)])
    let text = try await Tool.cameo("imgmeta", ["--tag", "xmp:xmp:label", path])
    #expect(text.text == "XMP:xmp:Label: Red\n" && text.status == 0)
  }

  @Test("A file with the extension of a sidecar but without XML is damaged XMP")
  func noSidecar() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Array("just text".utf8), to: "a.xmp")
    let result = try await Tool.cameo("imgmeta", [path])
    #expect(result.status == 3)
    #expect(result.errors.contains("XMP: the packet at 0: line 1, byte 0: "))
  }

  @Test("A sidecar is not an image: walks through directories skip it, and it cannot be converted")
  func noImage() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Array(XMPSamples.description("").utf8), to: "a.xmp")
    let outputs = try TemporaryDirectory()
    let picture = try directory.write(Fixtures.bytes(Fixtures.path("png/valid/gray1.png")), to: "b.png")
    let tree = try await Tool.cameo("thumb", ["-r", directory.path, "-d", outputs.path, "--json"])
    #expect(tree.status == 0 && !tree.text.contains("a.xmp") && tree.text.contains(picture))
    let thumb = try await Tool.cameo("thumb", [path, "-o", outputs.file("x.png")])
    #expect(thumb.status == 1 && thumb.errors.contains("XMP"))
    let converted = try await Tool.cameo("imgconv", [path, "-o", outputs.file("x.png")])
    #expect(converted.status == 1 && converted.errors.contains("XMP"))
  }
}
