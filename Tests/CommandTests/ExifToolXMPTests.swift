internal import TestKit
internal import Testing

/// Every property of XMP that ExifTool knows, in packets that ExifTool writes itself.
@Suite("The output of ExifTool: XMP", .timed)
struct ExifToolXMPTests {
  @Test("Every property that ExifTool lists has its name, its type and its value")
  func everyProperty() async throws {
    let list = try await Tool.run("exiftool", ["-listx", "-XMP:all"])
    let directory = try TemporaryDirectory()
    var arguments: [String] = []
    var paths: [String] = []
    for table in Self.tables(list.text) {
      let path = directory.file("\(paths.count).xmp")
      paths.append(path)
      arguments += ["-q", "-q", "-m", "-n"] + table + [path, "-execute"]
    }
    _ = try await Tool.run("exiftool", ["-@", "-"], input: Array(arguments.joined(separator: "\n").utf8))
    // A few tables have only tags that cannot be written.
    let written = paths.filter { directory.names.contains(String($0.split(separator: "/").last ?? "")) }
    var compared = 0
    for (path, (ours, theirs)) in try await ExifToolForm.read(written) {
      for key in Set(ours.keys).union(theirs.keys) where key.hasPrefix("XMP:") && !Self.different.contains(key) {
        guard let value = ours[key], let other = theirs[key] else {
          Issue.record("\(path) \(key): \(ours[key]?.description ?? "-"), ExifTool: \(theirs[key]?.description ?? "-")")
          continue
        }
        #expect(value.agrees(with: other) && value.isText == other.isText, "\(key): \(value), ExifTool: \(other)")
        compared += 1
      }
    }
    #expect(compared > 3_500)
  }

  /// A text that looks like a number (`5.1`), and one that ExifTool writes with a slash (`/False`).
  private static let different: Set<String> = ["XMP:AudioChannelType", "XMP:Trapped"]

  /// For each table the arguments that set all its tags, with values of their types.
  private static func tables(_ list: String) -> [[String]] {
    let values = [
      "real": "1.5", "integer": "3", "rational": "0.25", "boolean": "True", "date": "2024:05:06 07:08:09+02:00",
    ]
    var tables: [[String]] = []
    var group = ""
    for line in list.split(separator: "\n") {
      if line.hasPrefix("<table ") {
        group = attribute("g1", line) ?? ""
        if attribute("g0", line) == "XMP" { tables.append([]) }
      } else if line.hasPrefix(" <tag "), group.hasPrefix("XMP-"), attribute("writable", line) == "true",
        let name = attribute("name", line), let type = attribute("type", line), type != "struct"
      {
        tables[tables.count - 1].append("-\(group):\(name)=\(values[type] ?? "Text")")
      } else if line.hasPrefix("   <key "), let key = attribute("id", line), let last = tables.last?.last,
        last.hasSuffix("=Text"), group.hasPrefix("XMP-")
      {
        // The first of the values that the tag may have.
        tables[tables.count - 1][tables[tables.count - 1].count - 1] = last.dropLast(4) + key
      }
    }
    return tables
  }

  private static func attribute(_ name: String, _ line: Substring) -> String? {
    guard let start = line.firstRange(of: " \(name)='")?.upperBound, let end = line[start...].firstIndex(of: "'") else {
      return nil
    }
    return String(line[start..<end])
  }

  @Test(
    "Of properties with one name ExifTool's choice counts, in any order",
    arguments: [
      ("exif:Contrast", "crs:Contrast"), ("exif:Saturation", "crs:Saturation"), ("exif:Sharpness", "crs:Sharpness"),
      ("exif:WhiteBalance", "crs:WhiteBalance"), ("aux:SerialNumber", "exifEX:BodySerialNumber"),
      ("aux:LensInfo", "exifEX:LensSpecification"), ("dc:format", "xmp:Format"), ("dc:title", "my:title"),
      ("dc:source", "photoshop:Source"), ("dc:subject", "xmpMM:subject"), ("pdf:Keywords", "xmp:Keywords"),
      ("pdf:Keywords", "my:keywords"), ("pdf:Author", "xmp:Author"), ("tiff:Artist", "xmpDM:artist"),
      ("tiff:Model", "GDepth:Model"), ("tiff:ImageWidth", "GDepth:ImageWidth"), ("acdsee:notes", "album:Notes"),
      ("expressionmedia:Status", "mediapro:Status"), ("xmp:Rating", "acdsee:rating"), ("crs:Exposure", "crd:Exposure"),
      ("MicrosoftPhoto:Rating", "xmp:RatingPercent"), ("tiff:Copyright", "my:copyright"), ("my:a", "other:a"),
    ])
  func sharedNames(one: String, two: String) async throws {
    let directory = try TemporaryDirectory()
    let namespaces = [
      "my": "http://example.com/my/", "other": "http://example.com/other/", "dc": "http://purl.org/dc/elements/1.1/",
      "exif": "http://ns.adobe.com/exif/1.0/", "exifEX": "http://cipa.jp/exif/1.0/",
      "aux": "http://ns.adobe.com/exif/1.0/aux/", "tiff": "http://ns.adobe.com/tiff/1.0/",
      "xmp": "http://ns.adobe.com/xap/1.0/", "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
      "xmpDM": "http://ns.adobe.com/xmp/1.0/DynamicMedia/", "pdf": "http://ns.adobe.com/pdf/1.3/",
      "photoshop": "http://ns.adobe.com/photoshop/1.0/", "acdsee": "http://ns.acdsee.com/iptc/1.0/",
      "album": "http://ns.adobe.com/album/1.0/", "crs": "http://ns.adobe.com/camera-raw-settings/1.0/",
      "crd": "http://ns.adobe.com/camera-raw-defaults/1.0/", "MicrosoftPhoto": "http://ns.microsoft.com/photo/1.0/",
      "GDepth": "http://ns.google.com/photos/1.0/depthmap/",
      "expressionmedia": "http://ns.microsoft.com/expressionmedia/1.0/",
      "mediapro": "http://ns.iview-multimedia.com/mediapro/1.0/",
    ]
    let paths = try [(one, two), (two, one)].map { first, second in
      let prefixes = Set([first, second].compactMap { $0.split(separator: ":").first.map { String($0) } })
      let declarations = prefixes.map { "xmlns:\($0)='\(namespaces[$0] ?? "")'" }.joined(separator: " ")
      let packet = """
        <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
        <rdf:Description rdf:about='' \(declarations)><\(first)>1</\(first)><\(second)>2</\(second)></rdf:Description>
        </rdf:RDF></x:xmpmeta>
        """
      return try directory.write(Array(packet.utf8), to: first.replacing(":", with: "_") + ".xmp")
    }
    for (path, (ours, theirs)) in try await ExifToolForm.read(paths) {
      let tags = theirs.filter { $0.key.hasPrefix("XMP:") }
      #expect(tags.count == 1, "\(path)")
      for (key, value) in tags {
        #expect(
          ours[key]?.agrees(with: value) == true, "\(path): \(key): \(ours[key]?.description ?? "-"), not \(value)")
      }
      #expect(ours.keys.filter { $0.hasPrefix("XMP:") }.count == 1, "\(path)")
    }
  }

  @Test("Names of unknown properties lose what a tag's name cannot have; fractions are numbers")
  func unknownProperties() async throws {
    let directory = try TemporaryDirectory()
    let packet = """
      <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
      <rdf:Description rdf:about='' xmlns:avm='http://www.communicatingastronomy.org/avm/1.0/'
        xmlns:dwc='http://rs.tdwg.org/dwc/terms/' xmlns:my='http://example.com/my/'>
      <avm:Subject.Category><rdf:Bag><rdf:li>A.1</rdf:li><rdf:li>B.2</rdf:li></rdf:Bag></avm:Subject.Category>
      <avm:ID>x</avm:ID><avm:Date>2024-01-02T03:04:05</avm:Date><avm:Spatial.Rotation>1/2</avm:Spatial.Rotation>
      <dwc:Event rdf:parseType='Resource'><dwc:eventDate>2024-01-02</dwc:eventDate></dwc:Event>
      <my:a>one</my:a><my:c rdf:parseType='Resource'><my:d>two</my:d></my:c><my:_x1>three</my:_x1><my:été>four</my:été>
      <my:five>1/0</my:five><my:six>1/2 3/4</my:six><my:seven>+1/3</my:seven>
      </rdf:Description></rdf:RDF></x:xmpmeta>
      """
    let path = try directory.write(Array(packet.utf8), to: "a.xmp")
    let (ours, theirs) = try #require(try await ExifToolForm.read([path])[path])
    let expected = theirs.filter { $0.key.hasPrefix("XMP:") }
    #expect(expected["XMP:SubjectCategory"] != nil && expected["XMP:TagA"] != nil && expected["XMP:CD"] != nil)
    #expect(ours.filter { $0.key.hasPrefix("XMP:") } == expected)
  }

  @Test("Fields of unknown structures, and what Apple adds to faces, are one value; other structures make lists")
  func structures() async throws {
    let directory = try TemporaryDirectory()
    func region(_ name: String, _ extensions: String) -> String {
      """
      <rdf:li rdf:parseType='Resource'><mwg-rs:Name>\(name)</mwg-rs:Name>
      <mwg-rs:Extensions rdf:parseType='Resource'>\(extensions)</mwg-rs:Extensions></rdf:li>
      """
    }
    let packet = """
      <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
      <rdf:Description rdf:about='' xmlns:mwg-rs='http://www.metadataworkinggroup.com/schemas/regions/'
        xmlns:apple-fi='http://ns.apple.com/faceinfo/1.0/' xmlns:my='http://example.com/my/'
        xmlns:exif='http://ns.adobe.com/exif/1.0/' exif:ColorSpace='4294967295'>
      <mwg-rs:Regions rdf:parseType='Resource'><mwg-rs:RegionList><rdf:Seq>
      \(region("A", "<apple-fi:FaceID>14</apple-fi:FaceID><apple-fi:Timestamp>1</apple-fi:Timestamp>"))
      \(region("B", "<apple-fi:FaceID>16</apple-fi:FaceID><apple-fi:Timestamp>2</apple-fi:Timestamp>"))
      </rdf:Seq></mwg-rs:RegionList></mwg-rs:Regions>
      <my:shot><rdf:Seq>
      <rdf:li rdf:parseType='Resource'><my:by>one</my:by><my:of><rdf:Bag><rdf:li>a</rdf:li></rdf:Bag></my:of></rdf:li>
      <rdf:li rdf:parseType='Resource'><my:by>two</my:by><my:of><rdf:Bag><rdf:li>b</rdf:li></rdf:Bag></my:of></rdf:li>
      </rdf:Seq></my:shot>
      </rdf:Description></rdf:RDF></x:xmpmeta>
      """
    let path = try directory.write(Array(packet.utf8), to: "a.xmp")
    let (ours, theirs) = try #require(try await ExifToolForm.read([path])[path])
    let expected = theirs.filter { $0.key.hasPrefix("XMP:") }
    #expect(expected["XMP:RegionExtensionsFaceID"] == .number(16) && expected["XMP:ShotBy"] == .text("one"))
    #expect(ours.filter { $0.key.hasPrefix("XMP:") } == expected)
  }
}
