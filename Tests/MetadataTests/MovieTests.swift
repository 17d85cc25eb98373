internal import Foundation
internal import ImageModel
internal import TestKit
internal import Testing

@Suite("imgmeta: movies and SVG", .timed)
struct MovieTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func box(_ type: String, _ parts: [[UInt8]]) -> [UInt8] {
    let content = parts.flatMap { $0 }
    // The first character of `©xyz` is one byte.
    let name = type.unicodeScalars.map { UInt8($0.value) }
    return UInt32(content.count + 8).bigEndianBytes + name + content
  }

  private func long(_ numbers: UInt32...) -> [UInt8] { numbers.flatMap { $0.bigEndianBytes } }
  private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  private func track(_ handler: String, _ header: [UInt8], _ entry: [UInt8]) -> [UInt8] {
    let table = box("stbl", [box("stsd", [long(0, 1), UInt32(entry.count + 4).bigEndianBytes, entry])])
    let media = [box("hdlr", [long(0, 0), Array(handler.utf8), zeros(13)]), box("minf", [table])]
    return box("trak", [header, box("mdia", media)])
  }

  /// 2024-05-06 07:08:09 UTC is 3,797,824,089 seconds after the beginning of 1904. The picture is turned by 90 degrees.
  private var movie: [UInt8] {
    let date: UInt32 = 3_797_824_089
    let header = box("mvhd", [long(0, date, date + 60, 600, 1_500), zeros(80)])
    let matrix = long(0, 0x10000, 0, UInt32(bitPattern: -0x10000), 0, 0, 0, 0, 0x4000_0000)
    let size = long(1920 << 16, 1080 << 16)
    let trackHeader = box("tkhd", [long(0, date, date, 1, 0, 1_500), zeros(16), matrix, size])
    let video = Array("hvc1".utf8) + zeros(74)
    let sound = Array("mp4a".utf8) + zeros(8) + zeros(8) + [0, 2, 0, 16] + zeros(4) + long(48_000 << 16)
    func key(_ name: String) -> [UInt8] {
      let text = "com.apple.quicktime." + name
      return UInt32(text.utf8.count + 8).bigEndianBytes + Array("mdta".utf8) + Array(text.utf8)
    }
    func item(_ number: UInt32, _ text: String) -> [UInt8] {
      let data = box("data", [long(1, 0), Array(text.utf8)])
      return UInt32(data.count + 8).bigEndianBytes + number.bigEndianBytes + data
    }
    let keys = ["make", "model", "creationdate", "location.ISO6709"]
    let values = ["Apple", "iPhone 12", "2024-05-06T09:08:09+0200", "+48.1000-011.5000+520.500/"]
    let meta = box(
      "meta",
      [
        box("hdlr", [long(0, 0), Array("mdta".utf8), zeros(13)]),
        box("keys", [long(0, UInt32(keys.count))] + keys.map(key)),
        box("ilst", zip(values.indices, values).map { item(UInt32($0 + 1), $1) }),
      ])
    let title = Array("Am Meer".utf8)
    let userData = box("udta", [box("\u{A9}nam", [[0, UInt8(title.count), 0, 0], title])])
    let tracks = track("vide", trackHeader, video) + track("soun", box("tkhd", [zeros(84)]), sound)
    return box("ftyp", [Array("qt  ".utf8), long(0x2011_0700), Array("qt  ".utf8)])
      + box("moov", [header, tracks, meta, userData]) + box("mdat", [zeros(16)])
  }

  private func values(_ path: String) async throws -> [String: [String: Any]] {
    let result = try await Tool.cameo("imgmeta", ["--json", path])
    #expect(result.status == 0, "\(result.errors)")
    let records = try JSONSerialization.jsonObject(with: Data(result.output)) as? [[String: Any]]
    return try #require(records?.first?["properties"] as? [String: [String: Any]])
  }

  @Test("Dates, size, rotation, duration, codecs, camera, position and title are ExifTool's")
  func agreement() async throws {
    let path = try folder.write(movie, to: "a.mov")
    let properties = try await values(path)
    let own = try #require(properties["QuickTime"])
    let output = try await Tool.run("exiftool", ["-json", "-n", path]).output
    let records = try JSONSerialization.jsonObject(with: Data(output)) as? [[String: Any]]
    let theirs = try #require(records?.first)
    for name in [
      "MajorBrand", "MinorVersion", "CreateDate", "ModifyDate", "TimeScale", "Duration", "ImageWidth", "ImageHeight",
      "Rotation", "CompressorID", "AudioFormat", "AudioChannels", "AudioSampleRate", "Make", "Model", "Title",
    ] {
      let (one, other) = (own[name].map { "\($0)" }, theirs[name].map { "\($0)" })
      #expect(one != nil && one == other, "\(name): \(one ?? "none"), exiftool \(other ?? "none")")
    }
    #expect(own["GPSCoordinates"] as? [Double] == [48.1, -11.5, 520.5])
    #expect(theirs["GPSCoordinates"] as? String == "48.1 -11.5 520.5")
    let derived = try #require(properties["Derived"])
    #expect(derived["DateCreated"] as? String == "2024-05-06T09:08:09+02:00")
    #expect(derived["Latitude"] as? Double == 48.1 && derived["Longitude"] as? Double == -11.5)
    #expect(derived["Camera"] as? String == "Apple iPhone 12")
  }

  @Test("The place that 3GPP's box states is ExifTool's, and a position")
  func location() async throws {
    func fixed(_ value: Double) -> [UInt8] { UInt32(value * 65_536).bigEndianBytes }
    let header = box("mvhd", [long(0, 3_797_824_089, 3_797_824_149, 600, 1_500), zeros(80)])
    let place = box(
      "loci",
      [
        long(0), [0x55, 0xC4], Array("Munich\0".utf8), [0], fixed(11.5), fixed(48.25), fixed(519.5),
        Array("earth\0beer\0".utf8),
      ])
    let bytes =
      box("ftyp", [Array("isom".utf8), long(512), Array("isom".utf8)])
      + box("moov", [header, box("udta", [place])]) + box("mdat", [zeros(16)])
    let path = try folder.write(bytes, to: "a.mp4")
    let properties = try await values(path)
    let text = properties["QuickTime"]?["LocationInformation"] as? String
    #expect(text == "Munich Role=shooting Lat=48.25000 Lon=11.50000 Alt=519.50 Body=earth Notes=beer")
    #expect(try await ExifTool.values(["LocationInformation"], path).first == text)
    #expect(properties["Derived"]?["Latitude"] as? Double == 48.25)
    #expect(properties["Derived"]?["Longitude"] as? Double == 11.5)
  }

  @Test(
    "3GPP's movies are read as MPEG-4, and have ExifTool's type",
    arguments: ["3gp4", "3gp5", "3gp6", "3gs7", "3g2a", "3g2c"])
  func thirdGeneration(brand: String) async throws {
    var bytes = movie
    bytes.replaceSubrange(8..<12, with: brand.utf8)
    // Without a suffix the brand alone says what it is.
    let path = try folder.write(bytes, to: "movie")
    let result = try await Tool.cameo("imgmeta", ["--jsonl", path])
    let record = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
    let isSecond = brand.hasPrefix("3g2")
    #expect(record["format"] as? String == (isSecond ? "3gpp2" : "3gpp"), "\(result.errors)")
    #expect(record["contentType"] as? String == (isSecond ? "public.3gpp2" : "public.3gpp"))
    let own = try #require((record["properties"] as? [String: [String: Any]])?["QuickTime"])
    let names = ["MajorBrand", "CreateDate", "Duration", "ImageWidth"]
    let theirs = try await ExifTool.values(names + ["MIMEType"], path)
    #expect(theirs == names.map { "\(own[$0] ?? "none")" } + [isSecond ? "video/3gpp2" : "video/3gpp"])
  }

  @Test("A movie that is cut anywhere gives what it has, or an error")
  func damage() async throws {
    let whole = movie
    var paths: [String] = []
    for count in stride(from: 24, to: whole.count, by: 7) {
      paths.append(try folder.write(Array(whole.prefix(count)), to: "\(count).mov"))
    }
    let result = try await Tool.cameo("imgmeta", ["--jsonl"] + paths)
    #expect([0, 1, 3].contains(result.status), "\(result.status)")
    #expect(result.text.split(separator: "\n").count == paths.count)
    let none = try folder.write(box("ftyp", [Array("qt  ".utf8), zeros(4)]) + box("mdat", [zeros(9)]), to: "n.mov")
    let error = try await Tool.cameo("imgmeta", [none])
    #expect(error.status == 1 && error.errors.contains("no movie header (moov)"), "\(error.errors)")
  }

  @Test("SVG has its size, title, description and XMP; a document type is no obstacle")
  func svg() async throws {
    let text = """
      <?xml version="1.0"?>
      <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
      <svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="20" viewBox="0 0 10 20" version="1.1">
      <title>A
       line</title><desc>Some words</desc><metadata><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
      xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
      xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreateDate="2024-05-06T07:08:09Z"/></rdf:RDF></x:xmpmeta></metadata>
      <g><title>Not this</title></g></svg>
      """
    let properties = try await values(try folder.write(Array(text.utf8), to: "a.svg"))
    let own = try #require(properties["SVG"] as? [String: String])
    #expect(
      own == [
        "ImageWidth": "10mm", "ImageHeight": "20", "ViewBox": "0 0 10 20", "SVGVersion": "1.1", "Title": "A line",
        "Description": "Some words",
      ])
    #expect(properties["Derived"]?["DateCreated"] as? String == "2024-05-06T07:08:09Z")
    let bomb = #"<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg" width="1">&a;</svg>"#
    let result = try await Tool.cameo("imgmeta", [try folder.write(Array(bomb.utf8), to: "b.svg")])
    #expect(result.status == 1 && result.errors.contains("a document type with declarations"), "\(result.errors)")
  }
}
