internal import ImageModel
internal import Imaging
internal import TestKit
internal import Testing

/// Metadata that rewriting once lost, damaged or failed to delete. Each file is built here, and checked by exiftool or
/// by its bytes.
@Suite(.timed) struct RewritingRegressionTests: RewriteTrial {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  // MARK: TIFF

  private static let latitude = HandMadeTIFF.fractions([(48, 1), (51, 1), (299_999, 10_000)])

  @Test("The position of a page stays when it is deleted from another page that shares it")
  func sharedDirectories() async throws {
    let file = HandMadeTIFF.pagesThatShareExif(latitude: Self.latitude)
    let one = try rewrite(file, "tif") {
      $0.page = 1
      $0.delete = ["gps"]
    }
    #expect(try await exiftool(["-a", "-s3", "-n", "-GPS:GPSLatitude"], one.path) == ["48.8583333055556"])
    // The tag would be set on both pages.
    let error = #expect(throws: ImageError.self) {
      try rewrite(file, "tif") {
        $0.page = 1
        $0.set = ["exif.LensModel=A lens with a long name"]
      }
    }
    #expect(error?.kind == .unsupported)
    let both = try rewrite(file, "tif") { $0.delete = ["gps"] }
    #expect(!both.bytes.contains(Self.latitude))
  }

  @Test("A value directly after the entries of the Exif directory stays when a field is deleted")
  func noNextPointer() async throws {
    let exif: [HandMadeTIFF.Entry] = [
      (0x829D, 5, 1, HandMadeTIFF.fractions([(28, 10)])), (0x8827, 3, 1, HandMadeTIFF.short(400)),
      (0x9003, 2, 20, Array("2024:05:06 07:08:09\0".utf8)),
    ]
    let block = HandMadeTIFF.block([(0x010F, 2, 5, Array("Acme\0".utf8))], exif: exif, exifHasNext: false)
    let result = try rewrite(HandMadeJPEG.with([(0xE1, HandMadeJPEG.exif + block)]), "jpg") { $0.delete = ["exif.ISO"] }
    #expect(
      try await exiftool(["-s3", "-n", "-FNumber", "-ISO", "-DateTimeOriginal"], result.path) == [
        "2.8", "2024:05:06 07:08:09",
      ])
    // With one more field the directory moves, and gets a pointer to the next one.
    let longer = try rewrite(HandMadeJPEG.with([(0xE1, HandMadeJPEG.exif + block)]), "jpg") {
      $0.set = ["exif.LensModel=L"]
    }
    #expect(try await exiftool(["-s3", "-n", "-FNumber", "-ISO", "-LensModel"], longer.path) == ["2.8", "400", "L"])
    #expect(
      try await exiftool(["-validate", "-warning", "-s3", "-a"], longer.path).allSatisfy { !$0.contains("next") })
  }

  @Test("GeoTIFF, the white point and Photoshop's layers are not stripped")
  func storageStays() async throws {
    let file = HandMadeTIFF.page([
      (318, 5, 2, HandMadeTIFF.fractions([(3127, 10_000), (3290, 10_000)])),
      (33550, 12, 3, [UInt8](repeating: 0x3F, count: 24)), (37724, 7, 12, Array("LAYERDATA!!!".utf8)),
      (50735, 2, 8, Array("SERIAL7\0".utf8)),
    ])
    let result = try rewrite(file, "tif") { $0.strip = ["all"] }
    #expect(result.bytes.contains(Array("LAYERDATA!!!".utf8)))
    #expect(try await exiftool(["-s", "-WhitePoint", "-PixelScale"], result.path).count == 2)
    // DNG's serial number is among fields that describe the storage of pixels.
    #expect(!result.bytes.contains(Array("SERIAL7".utf8)))
  }

  @Test("A second GPS directory is deleted with the first")
  func secondPosition() throws {
    let gps: [HandMadeTIFF.Entry] = [(2, 5, 3, Self.latitude)]
    let block = HandMadeTIFF.block([(0x010F, 2, 5, Array("Acme\0".utf8))], gps: [gps, gps])
    let result = try rewrite(HandMadeJPEG.with([(0xE1, HandMadeJPEG.exif + block)]), "jpg") { $0.delete = ["gps"] }
    #expect(!result.bytes.contains(Self.latitude))
  }

  @Test("Coordinates of an unreadable GPS directory are deleted with its pointer")
  func unreadablePosition() async throws {
    let main: [HandMadeTIFF.Entry] = [(0x010F, 2, 5, Array("Acme\0".utf8))]
    var block = HandMadeTIFF.block(main, gps: [[(1, 2, 2, [0x4E, 0]), (2, 5, 3, Self.latitude)]])
    // The second directory, whose count of two fields becomes 40.
    let place = HandMadeTIFF.block(main + [(0x8825, 4, 1, [0, 0, 0, 0])]).count
    #expect(block[place] == 2)
    block[place] = 40
    let result = try rewrite(HandMadeJPEG.with([(0xE1, HandMadeJPEG.exif + block)]), "jpg") { $0.delete = ["gps"] }
    #expect(!result.bytes.contains(Self.latitude))
    #expect(try await exiftool(["-s3", "-IFD0:Make"], result.path) == ["Acme"])
  }

  @Test("A pattern after IFD0 or ExifIFD does not reach the other directory")
  func oneDirectory() async throws {
    let file = HandMadeJPEG.with([(0xE1, HandMadeJPEG.exif + (try SampleExif.block(bigEndian: true)))])
    for (pattern, kept) in [("IFD0:*", "Lens 24-70"), ("ExifIFD:*", "Cameo Test")] {
      let result = try rewrite(file, "jpg") { $0.delete = [pattern] }
      #expect(try await exiftool(["-s3", "-IFD0:Model", "-ExifIFD:LensModel"], result.path) == [kept], "\(pattern)")
    }
  }

  // MARK: JPEG

  @Test("The index of further pictures is correct if it has moved and the file has the same length")
  func movedIndex() async throws {
    let file = Fixtures.bytes(Fixtures.path("jpeg/valid/mpf_two_images.jpg"))
    let first = try rewrite(file, "jpg") { $0.set = ["comment=\(String(repeating: "x", count: 400))"] }
    let preview = try await Tool.run("exiftool", ["-b", "-PreviewImage", first.path]).output
    #expect(!preview.isEmpty)
    let before = first.bytes.count
    for count in 300..<400 {
      let text = String(repeating: "x", count: count)
      let next = try rewrite(first.bytes, "jpg") { $0.set = ["exif.Artist=Ann", "comment=\(text)"] }
      guard next.bytes.count == before else { continue }
      #expect(try await Tool.run("exiftool", ["-b", "-PreviewImage", next.path]).output == preview)
      return
    }
    Issue.record("no comment makes the file as long as it was")
  }

  /// Found in photographs: exiftool and we read XMP from APP1 only.
  @Test("An XMP packet in a segment of APP14 goes with the position, and Adobe's own segment is no reason for a note")
  func packetInAPP14() throws {
    let packet = Array("http://ns.adobe.com/xap/1.0/<?xpacket begin=''?><x:xmpmeta GPSLatitude='48'/>".utf8)
    let adobe = Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1]
    let result = try rewrite(HandMadeJPEG.with([(0xEE, packet), (0xEE, adobe)]), "jpg") { $0.strip = ["gps"] }
    #expect(!result.bytes.contains(packet) && result.bytes.contains(adobe))
    #expect(result.report.changes == ["deleted an XMP packet that readers ignore"])
    #expect(!result.report.diagnostics.contains { $0.message.contains("APP14") })
    // Even without a report, a note says that the whole packet was removed.
    let note = "an XMP packet that readers ignore is removed: it may hold what is to be removed"
    #expect(result.report.diagnostics.contains(.note(note)))
  }

  @Test("The note about kept texts leaves out those that programs make")
  func textsOfPrograms() throws {
    let texts = try rewrite(Fixtures.bytes(Fixtures.path("png/valid/rgb8.png")), "png") {
      $0.set = ["png.date:create=2024-05-06T07:08:09+00:00", "png.Software=Cameo", "png.Title=At home"]
    }
    let result = try rewrite(texts.bytes, "png") { $0.delete = ["gps"] }
    let notes = result.report.diagnostics.map(\.message).filter { $0.contains("mention a place") }
    #expect(notes == ["kept texts may still mention a place: Title"])
  }

  @Test("The description of a gain map is part of the picture and stays")
  func gainMap() throws {
    let name = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
    let result = try rewrite(HandMadeJPEG.with([(0xE2, name + [0, 0, 0, 0])]), "jpg") { $0.strip = ["all"] }
    #expect(result.bytes.contains(name))
  }

  @Test("A resolution that is too large becomes the largest that the format can store")
  func hugeResolution() throws {
    // 1e300 as a DOUBLE.
    let huge = (0..<8).map { UInt8(truncatingIfNeeded: (1e300).bitPattern >> UInt64(8 * $0)) }
    let file = HandMadeTIFF.page([(282, 12, 1, huge), (283, 12, 1, huge), (296, 3, 1, HandMadeTIFF.short(2))])
    let other = try directory.write(file, to: "huge.tif")
    for (name, suffix, largest) in [
      ("jpeg/valid/gray.jpg", "jpg", Resolution(x: 65_535, y: 65_535, unit: .inch)),
      ("png/valid/rgb8.png", "png", Resolution(x: 2_147_483_647, y: 2_147_483_647, unit: .meter)),
    ] {
      let before = try ImageSource(path: Fixtures.path(name)).info(at: 0)
      let result = try rewrite(Fixtures.bytes(Fixtures.path(name)), suffix) {
        $0.copyFrom = other
        $0.keep = ["resolution"]
      }
      let after = try ImageSource(path: result.path).info(at: 0)
      #expect(after.size == before.size)
      #expect(after.resolution == largest)
    }
  }

  @Test("Deleted kinds are not copied from the other file", arguments: ["jpg", "png", "tif"])
  func deletedFromCopies(_ suffix: String) async throws {
    let name = ["jpg": "jpeg/valid/gray.jpg", "png": "png/valid/rgb8.png", "tif": "tiff/valid/gray8.tif"][suffix] ?? ""
    let bytes = Fixtures.bytes(Fixtures.path(name))
    for (kind, tags) in [
      ("gps", ["-GPS:all"]), ("exif", ["-ExifIFD:all", "-IFD0:Make"]), ("xmp", ["-XMP:all"]),
      ("comments", ["-Comment"]), ("serials", ["-SerialNumber"]), ("iptc", ["-IPTC:all"]),
    ] {
      let result = try rewrite(bytes, suffix) {
        $0.copyFrom = Fixtures.path("jpeg/valid/everything.jpg")
        $0.delete = [kind]
      }
      #expect(try await exiftool(["-s"] + tags, result.path) == [], "\(kind)")
    }
  }

  @Test("Exif, XMP and a second IPTC record in Photoshop's resources lose the position, too")
  func photoshopCopies() throws {
    func resource(_ id: UInt16, _ text: String) -> [UInt8] {
      let content = Array(text.utf8)
      return Array("8BIM".utf8) + [UInt8(id >> 8), UInt8(id & 255), 0, 0, 0, 0, 0, UInt8(content.count)] + content
        + (content.count % 2 == 1 ? [0] : [])
    }
    let city = "\u{1C}\u{02}Z\0\u{06}Berlin"
    let content =
      resource(0x0404, "\u{1C}\u{02}\u{19}\0\u{04}word") + resource(0x0422, "48,51N") + resource(0x0424, "GPSLatitude")
      + resource(0x0404, city) + resource(0x03F3, "stay")
    let result = try rewrite(HandMadeJPEG.with([(0xED, Array("Photoshop 3.0\0".utf8) + content)]), "jpg") {
      $0.delete = ["gps"]
    }
    for trace in ["48,51N", "GPSLatitude", "Berlin"] { #expect(!result.bytes.contains(Array(trace.utf8)), "\(trace)") }
    for trace in ["word", "stay"] { #expect(result.bytes.contains(Array(trace.utf8)), "\(trace)") }
  }

  @Test("A digest of zeros is removed when IPTC data changes")
  func emptyDigest() async throws {
    let digest: [UInt8] = Array("8BIM".utf8) + [4, 0x25, 0, 0, 0, 0, 0, 16] + [UInt8](repeating: 0, count: 16)
    let file = HandMadeJPEG.with([(0xED, Array("Photoshop 3.0\0".utf8) + digest)])
    let result = try rewrite(file, "jpg") { $0.set = ["iptc.City=Rome"] }
    #expect(try await exiftool(["-s3", "-IPTCDigest", "-IPTC:City"], result.path) == ["Rome"])
  }

  // MARK: XMP

  private static func packet(_ content: String) -> [UInt8] {
    Array("http://ns.adobe.com/xap/1.0/\0".utf8)
      + Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
        <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">\(content)</rdf:Description></rdf:RDF>\
        </x:xmpmeta>
        """.utf8)
  }

  @Test("A list that is set and appended to is one list")
  func setAndAdd() async throws {
    let result = try rewrite(HandMadeJPEG.with([]), "jpg") {
      $0.set = ["xmp.dc:subject=a", "xmp.dc:subject+=b", "iptc.Keywords=a", "iptc.Keywords+=b"]
    }
    #expect(try await exiftool(["-s3", "-XMP:Subject", "-IPTC:Keywords"], result.path) == ["a, b", "a, b"])
    #expect(result.bytes.split(separator: Array("<dc:subject".utf8)).count == 2)
  }

  @Test("Setting the default title keeps the titles in other languages")
  func languages() async throws {
    let title = "<dc:title><rdf:Alt><rdf:li xml:lang=\"de\">Meer</rdf:li></rdf:Alt></dc:title>"
    let result = try rewrite(HandMadeJPEG.with([(0xE1, Self.packet(title))]), "jpg") { $0.set = ["xmp.dc:title=Sea"] }
    #expect(try await exiftool(["-s3", "-XMP-dc:Title", "-XMP-dc:Title-de"], result.path) == ["Sea", "Meer"])
  }

  @Test(
    "Positions and places are deleted under all their names",
    arguments: [
      "<GPSLatitude xmlns=\"http://ns.adobe.com/exif/1.0/\">TRACE</GPSLatitude>",
      "<p:City xmlns:p=\"http://ns.adobe.com/photoshop/1.&#48;/\">TRACE</p:City>",
      "<d:decimalLatitude xmlns:d=\"http://rs.tdwg.org/dwc/terms/\">TRACE</d:decimalLatitude>",
      "<d:locality xmlns:d=\"http://rs.tdwg.org/dwc/terms/\">TRACE</d:locality>",
      "<d:AbsoluteAltitude xmlns:d=\"http://www.dji.com/drone-dji/1.0/\">TRACE</d:AbsoluteAltitude>",
      "<dc:coverage>TRACE</dc:coverage>",
      "<m:shotLocation xmlns:m=\"http://ns.adobe.com/xmp/1.0/DynamicMedia/\">TRACE</m:shotLocation>",
      "<e:Sublocation xmlns:e=\"http://iptc.org/std/Iptc4xmpExt/2008-02-29/\">TRACE</e:Sublocation>",
      "<exif:GPSLatitude>TRACE</exif:GPSLatitude>", "<photoshop:City>TRACE</photoshop:City>",
      "<GPSLatitude>TRACE</GPSLatitude>",
      "<r:location xmlns:r=\"http://prismstandard.org/namespaces/basic/2.0/\">TRACE</r:location>",
    ])
  func places(_ property: String) throws {
    let result = try rewrite(HandMadeJPEG.with([(0xE1, Self.packet(property + "<dc:source>stay</dc:source>"))]), "jpg")
    {
      $0.delete = ["gps"]
    }
    #expect(!result.bytes.contains(Array("TRACE".utf8)))
    #expect(result.bytes.contains(Array("stay".utf8)))
  }

  // MARK: PNG

  private static let raw = "Raw profile type "

  private static func profile(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    let digits = content.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return HandMadePNG.chunk("tEXt", Array("\(raw)\(kind)\0\n\(kind)\n\(content.count)\n\(digits)\n".utf8))
  }

  @Test("Positions in second and in unreadable blocks are deleted, too")
  func pngDuplicates() throws {
    let block = HandMadeTIFF.block([(0x010F, 2, 5, Array("Acme\0".utf8))], gps: [[(2, 5, 3, Self.latitude)]])
    let trace = "<dc:source xmlns:exif='http://ns.adobe.com/exif/1.0/' exif:GPSLatitude='TRACE'>stay</dc:source>"
    let xmp = Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + Self.packet(trace).dropFirst(29)
    let files: [(String, [[UInt8]])] = [
      ("two eXIf", [HandMadePNG.chunk("eXIf", block), HandMadePNG.chunk("eXIf", block)]),
      ("eXIf with a wrong CRC", [HandMadePNG.chunk("eXIf", block, isWhole: false)]),
      ("eXIf and a profile", [HandMadePNG.chunk("eXIf", block), Self.profile("exif", block)]),
      ("eXIf and APP1", [HandMadePNG.chunk("eXIf", block), Self.profile("APP1", HandMadeJPEG.exif + block)]),
      ("two XMP packets", [HandMadePNG.chunk("iTXt", xmp), HandMadePNG.chunk("iTXt", xmp)]),
      ("XMP with a wrong CRC", [HandMadePNG.chunk("iTXt", xmp, isWhole: false)]),
      ("a text that repeats Exif", [HandMadePNG.chunk("tEXt", Array("exif:GPSLatitude\0TRACE".utf8))]),
    ]
    let digits = Array(Self.latitude.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined().utf8)
    for (name, chunks) in files {
      for isAll in [false, true] {
        let result = try rewrite(HandMadePNG.with(chunks), "png") {
          if isAll { $0.strip = ["all"] } else { $0.delete = ["gps"] }
        }
        for part in [Self.latitude, digits, Array("TRACE".utf8)] {
          #expect(!result.bytes.contains(part), "\(name), \(isAll ? "all" : "gps")")
        }
      }
    }
  }

  @Test("Stripping everything removes content credentials, private chunks and texts without a keyword")
  func pngUnknown() throws {
    let chunks = [
      HandMadePNG.chunk("caBX", Array("TRACE".utf8)), HandMadePNG.chunk("prVt", Array("TRACE".utf8)),
      HandMadePNG.chunk("tEXt", Array("TRACE".utf8)), Self.profile("generic", Array("TRACE".utf8)),
      HandMadePNG.chunk("sBIT", [8, 8, 8]),
    ]
    let result = try rewrite(HandMadePNG.with(chunks), "png") { $0.strip = ["all"] }
    #expect(!result.bytes.contains(Array("TRACE".utf8)))
    #expect(!result.bytes.contains(Array("5452414345".utf8)))
    #expect(result.bytes.contains(Array("sBIT".utf8)))
  }

  @Test("IPTC cannot be set in a file with several IPTC profiles")
  func pngProfiles() throws {
    let records: [UInt8] = [0x1C, 2, 25, 0, 1, 0x61]
    let chunks = [Self.profile("iptc", records), Self.profile("iptc", records)]
    #expect(throws: ImageError.self) { try rewrite(HandMadePNG.with(chunks), "png") { $0.set = ["iptc.City=C"] } }
  }

  // MARK: Thumbnails

  @Test("Metadata is also deleted from the thumbnail's directory, and from a thumbnail with Exif of its own")
  func thumbnailDirectory() async throws {
    let author = Array("Somebody\0".utf8)
    let block = HandMadeTIFF.block(
      [(0x010F, 2, 5, Array("Acme\0".utf8)), (700, 1, 24, Array("exif:GPSLatitude='48,5N'".utf8))],
      further: [(0x0132, 2, 20, Array("2024:05:06 07:08:09\0".utf8)), (0x013B, 2, 9, author)])
    let file = HandMadeJPEG.with([(0xE1, HandMadeJPEG.exif + block)])
    let deleted = try rewrite(file, "jpg") { $0.delete = ["exif.Artist", "gps"] }
    #expect(!deleted.bytes.contains(author))
    #expect(!deleted.bytes.contains(Array("GPSLatitude".utf8)))
    let moved = try rewrite(file, "jpg") { $0.shiftDates = "+1d" }
    #expect(try await exiftool(["-s3", "-IFD1:ModifyDate"], moved.path) == ["2024:05:07 07:08:09"])

    let own = HandMadeJPEG.with([(0xE1, HandMadeJPEG.exif + block)])
    let head = HandMadeTIFF.block([(0x010F, 2, 5, Array("Acme\0".utf8))], further: [(0x0201, 4, 1, [0, 0, 0, 0])]).count
    let fields: [HandMadeTIFF.Entry] = [
      (0x0201, 4, 1, HandMadeTIFF.long(head + 12)), (0x0202, 4, 1, HandMadeTIFF.long(own.count)),
    ]
    let withPicture = HandMadeTIFF.block([(0x010F, 2, 5, Array("Acme\0".utf8))], further: fields) + own
    let result = try rewrite(HandMadeJPEG.with([(0xE1, HandMadeJPEG.exif + withPicture)]), "jpg") {
      $0.delete = ["gps"]
    }
    #expect(!result.bytes.contains(author))
  }

  @Test("Exif in the profile APP1 stays when only XMP is deleted")
  func app1Stays() async throws {
    let block = HandMadeTIFF.block([(0x010F, 2, 5, Array("Acme\0".utf8))])
    let file = HandMadePNG.with([Self.profile("APP1", HandMadeJPEG.exif + block)])
    let result = try rewrite(file, "png") {
      $0.delete = ["xmp"]
      $0.set = ["png.Title=T"]
    }
    #expect(try await exiftool(["-s3", "-IFD0:Make"], result.path) == ["Acme"])
  }

  @Test("A comment in UTF-16 is converted to the byte order of the block that it is copied into")
  func wideComment() async throws {
    let comment = Array("UNICODE\0".utf8) + [0x41, 0, 0x62, 0]
    let block = HandMadeTIFF.block([(0x010F, 2, 5, Array("Acme\0".utf8))], exif: [(0x9286, 7, 12, comment)])
    let other = try directory.write(HandMadeJPEG.with([(0xE1, HandMadeJPEG.exif + block)]), to: "other.jpg")
    let result = try rewrite(Fixtures.bytes(Fixtures.path("jpeg/valid/exif_gps_big_endian.jpg")), "jpg") {
      $0.copyFrom = other
    }
    #expect(try await exiftool(["-s3", "-UserComment"], result.path) == ["Ab"])
  }

  @Test("Kept data that may contain deleted metadata is reported")
  func notes() throws {
    let page = HandMadeTIFF.page([(330, 4, 1, HandMadeTIFF.long(40_000))])
    let tiff = try rewrite(page, "tif") { $0.delete = ["gps"] }
    #expect(tiff.report.diagnostics.contains { $0.message.contains("SubIFDs") })
    let jpeg = try rewrite(HandMadeJPEG.with([(0xE4, [1, 2, 3]), (0xFE, [0x61])]), "jpg") { $0.delete = ["gps"] }
    #expect(jpeg.report.diagnostics.contains { $0.message.contains("APP4, comments") })
    // Two scans, with a comment between them.
    let scans = Fixtures.bytes(Fixtures.path("jpeg/valid/scans_one_per_component.jpg"))
    let starts = scans.indices.dropLast().filter { scans[$0] == 0xFF && scans[$0 + 1] == 0xDA }
    let late = Array(scans[..<starts[1]]) + HandMadeJPEG.segment(0xFE, [0x61]) + scans[starts[1]...]
    let kept = try rewrite(late, "jpg") { $0.strip = ["all"] }
    #expect(kept.report.diagnostics.contains { $0.message.contains("between the scans") })
  }

  @Test("XMP whose name ends with a space is deleted, too")
  func blankName() throws {
    // It can be read, so that of a place only the place goes.
    let packet = Self.packet("<dc:coverage>TRACE</dc:coverage><dc:source>a book</dc:source>")
    let file = HandMadeJPEG.with([(0xE1, Array(packet.prefix(28)) + [0x20] + packet.dropFirst(29))])
    for kind in ["xmp", "gps"] {
      let result = try rewrite(file, "jpg") { $0.delete = [kind] }
      #expect(!result.bytes.contains(Array("TRACE".utf8)))
      #expect(result.bytes.contains(Array("a book".utf8)) == (kind == "gps"))
    }
  }

  @Test("The time for thousands of comments and texts grows only with their bytes", .timeLimit(.minutes(20)))
  func manyTexts() throws {
    let value = String(repeating: "x", count: 2_000)
    let texts = (0..<5_000).map { HandMadePNG.chunk("tEXt", Array("Key \($0)\0\(value)".utf8)) }
    let other = try directory.write(HandMadePNG.with(texts), to: "many.png")
    let report = try rewrite(HandMadePNG.with(texts), "png") { $0.copyFrom = other }.report
    #expect(report.changes.count > 1_000)
  }
}
