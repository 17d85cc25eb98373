internal import Foundation
internal import ImageModel
internal import Imaging
internal import MetadataModel
internal import TestKit
internal import Testing

/// Parts of a file beside its picture: a conversion loses them, and with them their descriptions.
@Suite("Videos, gain maps and thumbnails of a picture", .timed)
struct FilePartsTests: RewriteTrial {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func packet(_ attributes: String, _ items: [String]) -> [UInt8] {
    let list = items.map {
      """
      <rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="image/jpeg" Item:Semantic="\($0)" Item:Length="9"/>\
      </rdf:li>
      """
    }
    let directory = "<Container:Directory><rdf:Seq>\(list.joined())</rdf:Seq></Container:Directory>"
    return Array(
      """
      http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
      xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
      xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" xmlns:dc="http://purl.org/dc/elements/1.1/" \
      xmlns:Container="http://ns.google.com/photos/1.0/container/" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" \
      xmlns:Item="http://ns.google.com/photos/1.0/container/item/" dc:source="kept" \(attributes)>\
      \(items.isEmpty ? "" : directory)</rdf:Description></rdf:RDF></x:xmpmeta>
      """.utf8)
  }

  private func convert(_ bytes: [UInt8], _ suffix: String, to output: String) throws -> (text: String, notes: [String])
  {
    let input = try directory.write(bytes, to: "in.\(suffix)")
    var job = ConversionJob(input: .path(input), output: .path(directory.file(output)))
    job.encodesAgain = true
    let report = try job.run(in: environment)
    return (
      String(decoding: Fixtures.bytes(directory.file(output)), as: UTF8.self), report.diagnostics.map(\.message)
    )
  }

  private let motion = "GCamera:MotionPhoto=\"1\" GCamera:MotionPhotoVersion=\"1\""
  private let micro = "GCamera:MicroVideo=\"1\" GCamera:MicroVideoOffset=\"2032\" GCamera:MicroVideoVersion=\"1\""

  @Test(
    "The description of a video goes with it, and a note says so", arguments: ["jpg", "png", "tif"], [true, false])
  func video(suffix: String, isOld: Bool) throws {
    let xmp = isOld ? packet(micro, []) : packet(motion, ["Primary", "MotionPhoto"])
    let bytes = HandMadeJPEG.with([(0xE1, xmp)]) + Array("ftyp a video".utf8)
    let (text, notes) = try convert(bytes, "jpg", to: "out.\(suffix)")
    #expect(text.contains("dc:source=\"kept\""))
    for trace in ["MotionPhoto", "MicroVideo", "Container:Directory", "Semantic"] {
      // Namespaces may stay declared.
      #expect(!text.contains(trace), "\(trace)")
    }
    #expect(notes.contains("the video of the motion photo is not copied"), "\(notes)")
  }

  @Test("The description of a gain map goes with it, and a note says so")
  func gainMap() throws {
    let xmp = packet("hdrgm:Version=\"1.0\"", ["Primary", "GainMap"])
    let (text, notes) = try convert(HandMadeJPEG.with([(0xE1, xmp)]), "jpg", to: "out.jpg")
    #expect(text.contains("dc:source=\"kept\"") && !text.contains("hdrgm:Version") && !text.contains("GainMap"))
    #expect(notes.contains("the gain map is not copied"), "\(notes)")
  }

  @Test("Other parts that XMP lists are named")
  func otherParts() throws {
    let (text, notes) = try convert(
      HandMadeJPEG.with([(0xE1, packet("", ["Primary", "Depth"]))]), "jpg", to: "out.jpg")
    #expect(!text.contains("Semantic"))
    #expect(notes.contains { $0.contains("are not copied: Depth") }, "\(notes)")
  }

  @Test("Without the data after the picture XMP does not describe it; what stays is described as before")
  func stripped() throws {
    let xmp = packet(motion + " hdrgm:Version=\"1.0\"", ["Primary", "GainMap", "MotionPhoto"])
    let bytes = HandMadeJPEG.with([(0xE1, xmp)]) + Array("ftyp a video".utf8)
    let trailers = try rewrite(bytes, "jpg") { $0.strip = ["trailers"] }
    let text = String(decoding: trailers.bytes, as: UTF8.self)
    #expect(!text.contains("MotionPhoto") && !text.contains("ftyp a video"))
    #expect(text.contains("hdrgm:Version=\"1.0\"") && text.contains("Semantic=\"GainMap\""))
    let other = try rewrite(bytes, "jpg") { $0.set = ["xmp.dc:creator=Ann"] }
    let changed = String(decoding: other.bytes, as: UTF8.self)
    #expect(changed.contains("Semantic=\"MotionPhoto\"") && changed.contains("GCamera:MotionPhoto=\"1\""))
  }

  @Test("What XMP says of the file's own parts stays when other metadata is copied into it")
  func copied() throws {
    let xmp = packet(motion + " hdrgm:Version=\"1.0\"", ["Primary", "GainMap", "MotionPhoto"])
    let bytes = HandMadeJPEG.with([(0xE1, xmp)]) + Array("ftyp a video".utf8)
    let text = String(decoding: packet(micro, ["Primary", "Depth"]), as: UTF8.self)
      .replacing("\"kept\"", with: "\"other\"")
    let other = try directory.write(HandMadeJPEG.with([(0xE1, Array(text.utf8))]), to: "other.jpg")
    let result = String(decoding: try rewrite(bytes, "jpg") { $0.copyFrom = other }.bytes, as: UTF8.self)
    #expect(result.contains("dc:source=\"other\"") && !result.contains("dc:source=\"kept\""))
    for part in ["hdrgm:Version=\"1.0\"", "Semantic=\"GainMap\"", "GCamera:MotionPhoto=\"1\"", "ftyp a video"] {
      #expect(result.contains(part), "\(part)")
    }
    #expect(!result.contains("MicroVideo") && !result.contains("Semantic=\"Depth\""))
  }

  /// A video in the trailer of Samsung's telephones: block, directory, its length.
  private func samsung(_ picture: [UInt8]) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    let name = Array("MotionPhoto_Data".utf8)
    let block = [0, 0, 0x30, 0x0A] + number(name.count) + name + Array("ftyp a video".utf8)
    let directory =
      Array("SEFH".utf8) + number(106) + number(1) + [0, 0, 0x30, 0x0A] + number(block.count) + number(block.count)
    return picture + block + directory + number(directory.count) + Array("SEFT".utf8)
  }

  @Test("A motion photo that only Samsung's trailer tells of is reported, and its loss noted")
  func samsungTrailer() async throws {
    let bytes = samsung(Fixtures.bytes(Fixtures.path("jpeg/valid/gray.jpg")))
    let input = try directory.write(bytes, to: "samsung.jpg")
    #expect(try await exiftool(["-s3", "-Samsung:EmbeddedVideoType"], input) == ["MotionPhoto_Data"])
    #expect(try ImageSource(path: input).properties(at: 0)["Derived"]?["MotionPhoto"] == .boolean(true))
    let (_, notes) = try convert(bytes, "jpg", to: "out.jpg")
    #expect(notes.contains("the video of the motion photo is not copied"), "\(notes)")
    #expect(notes.contains("the data of Samsung after the picture is not copied"), "\(notes)")
    // Sizes that lead nowhere.
    for size in [0, 11, 13, 0x7FFF_FFFF] {
      var damaged = bytes
      damaged.replaceSubrange(
        bytes.count - 8..<bytes.count - 4, with: (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) })
      let path = try directory.write(damaged, to: "damaged.jpg")
      #expect(try ImageSource(path: path).properties(at: 0)["Derived"]?["MotionPhoto"] == nil)
    }
  }

  @Test(
    "A motion photo that only the box of its video tells of is reported, and its loss noted",
    arguments: ["heic", "avif"])
  func videoBox(format: String) throws {
    let video = Array("ftyp a video".utf8)
    let bytes =
      Fixtures.bytes(Fixtures.path("\(format)/valid/rgb.\(format)")) + [0, 0, 0, UInt8(video.count + 8)]
      + Array("mpvd".utf8) + video
    let input = try directory.write(bytes, to: "video.\(format)")
    #expect(try ImageSource(path: input).properties(at: 0)["Derived"]?["MotionPhoto"] == .boolean(true))
    let (_, notes) = try convert(bytes, format, to: "out.jpg")
    #expect(notes.contains("the video of the motion photo is not copied"), "\(notes)")
  }

  @Test("A grey picture has no coloured thumbnails", arguments: ["jpeg/valid/exif_thumbnail.jpg", "photoshop", "xmp"])
  func grayThumbnails(_ name: String) async throws {
    let thumbnail = Fixtures.bytes(Fixtures.path("jpeg/valid/size_1x1.jpg"))
    let bytes: [UInt8]
    switch name {
    case "photoshop":
      let header: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0, 0, 0, 24, 0, 1]
      let content = header + thumbnail
      let size = [UInt8(content.count >> 8), UInt8(content.count & 255)]
      let resource =
        Array("8BIM".utf8) + [0x04, 0x0C, 0, 0, 0, 0] + size + content + (content.count % 2 == 1 ? [0] : [])
      bytes = HandMadeJPEG.with([(0xED, Array("Photoshop 3.0\0".utf8) + resource)])
    case "xmp":
      let image = Data(thumbnail).base64EncodedString()
      let list = """
        <xmp:Thumbnails xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpGImg="http://ns.adobe.com/xap/1.0/g/img/">\
        <rdf:Alt><rdf:li rdf:parseType="Resource"><xmpGImg:image>\(image)</xmpGImg:image></rdf:li></rdf:Alt>\
        </xmp:Thumbnails></rdf:Description>
        """
      let text = String(decoding: packet("", []), as: UTF8.self).replacing("</rdf:Description>", with: list)
      bytes = HandMadeJPEG.with([(0xE1, Array(text.utf8))])
    default: bytes = Fixtures.bytes(Fixtures.path(name))
    }
    let input = try directory.write(bytes, to: "colour.jpg")
    let tags = ["-a", "-s", "-ThumbnailImage", "-PhotoshopThumbnail", "-ThumbnailsImage"]
    #expect(try await exiftool(tags, input).count == 1)
    var job = ConversionJob(input: .path(input), output: .path(directory.file("gray.jpg")))
    job.options.profile = .gray
    _ = try job.run(in: environment)
    #expect(try await exiftool(tags, directory.file("gray.jpg")).isEmpty)
  }

  @Test("A HEIC or AVIF picture that has to be encoded again is reported", arguments: ["heic", "avif"])
  func encodedAgain(format: String) throws {
    func notes(_ name: String, _ strip: [String]) throws -> [String] {
      let input = Fixtures.path("\(format)/valid/\(name).\(format)")
      var job = ConversionJob(input: .path(input), output: .path(directory.file("\(name).\(format)")))
      job.strip = strip
      return try job.run(in: environment).diagnostics.map(\.message)
    }
    #expect(try notes("orientation_6", ["all"]).contains { $0.contains("encoded again") })
    #expect(try notes("icc", ["all"]).contains { $0.contains("encoded again") })
    #expect(try !notes("exif_xmp", ["gps"]).contains { $0.contains("encoded again") })
  }

  @Test("Exif of another maker makes the maker note useless, and a note says so", arguments: ["other", "another note"])
  func otherMaker(_ kind: String) throws {
    let exif = try SampleExif.block(bigEndian: true)
    var others = try SampleExif.block(bigEndian: true)
    others.replaceSubrange(
      try SampleExif.offset(of: Array("Canon\0".utf8), in: others)..<SampleExif.offset(
        of: Array("Canon\0".utf8), in: others) + 5,
      with: Array("Nikon".utf8))
    func jpeg(_ block: [UInt8]) -> [UInt8] { HandMadeJPEG.with([(0xE1, HandMadeJPEG.exif + block)]) }
    var from = try directory.write(jpeg(others), to: "nikon.jpg")
    if kind == "other" {
      let bare = try rewrite(jpeg(others), "jpg") { $0.delete = ["makernotes"] }
      from = bare.path
    }
    let same = try directory.write(jpeg(exif), to: "canon.jpg")
    let lost = try rewrite(jpeg(exif), "jpg") { $0.copyFrom = from }.report.diagnostics.map(\.message)
    #expect(lost.contains { $0.contains("the maker note of 'Canon' is lost") && $0.contains("'Nikon'") }, "\(lost)")
    let kept = try rewrite(jpeg(exif), "jpg") { $0.copyFrom = same }.report.diagnostics.map(\.message)
    #expect(!kept.contains { $0.contains("is lost") }, "\(kept)")
  }
}
