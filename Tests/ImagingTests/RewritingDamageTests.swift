internal import ImageModel
internal import Imaging
internal import TestKit
internal import Testing

/// Metadata is also deleted from damaged and unusual directories, or the file is refused.
@Suite(.timed) struct RewritingDamageTests: RewriteTrial {
  let directory: TemporaryDirectory
  init() throws { directory = try TemporaryDirectory() }

  private static let latitude = HandMadeTIFF.fractions([(48, 1), (51, 1), (299_999, 10_000)])
  private static let lens = Array("Noctilux\0".utf8)

  /// Directories one after the other, each with its fields; the first is IFD0. Fields point to others by their numbers.
  private static func block(_ directories: [[HandMadeTIFF.Entry]], links: [(from: Int, tag: Int, to: Int)]) -> [UInt8] {
    func entries(_ number: Int, _ places: [Int]) -> [HandMadeTIFF.Entry] {
      (directories[number]
        + links.filter { $0.from == number }.map { ($0.tag, 4, 1, HandMadeTIFF.long(places[$0.to])) })
        .sorted { $0.tag < $1.tag }
    }
    var places = directories.map { _ in 8 }
    for number in directories.indices.dropFirst() {
      let before = HandMadeTIFF.directory(entries(number - 1, places), at: 0).count
      places[number] = places[number - 1] + before
    }
    let parts = directories.indices.flatMap { HandMadeTIFF.directory(entries($0, places), at: places[$0]) }
    return [0x49, 0x49, 42, 0] + HandMadeTIFF.long(8) + parts
  }

  private static let maker: [HandMadeTIFF.Entry] = [(0x010F, 2, 5, Array("Acme\0".utf8))]
  private static let position: [HandMadeTIFF.Entry] = [(1, 2, 2, [0x4E, 0]), (2, 5, 3, latitude)]

  @Test(
    "A truncated Exif directory is searched or refused, and deleted as a whole",
    arguments: ["gps", "serials", "makernotes"])
  func cutShort(_ kind: String) async throws {
    var block = Self.block(
      [Self.maker, [(0xA434, 2, 9, Self.lens)], Self.position], links: [(0, 0x8769, 1), (1, 0x8825, 2)])
    let place = 8 + HandMadeTIFF.directory(Self.maker + [(0x8769, 4, 1, [])], at: 8).count
    #expect(block[place] == 2)
    block[place] = 200
    let file = HandMadeJPEG.with([(0xE1, HandMadeJPEG.exif + block)])
    let error = #expect(throws: ImageError.self) { try rewrite(file, "jpg") { $0.delete = [kind] } }
    #expect(error?.kind == .invalidData)
    #expect(error?.message.contains("--delete exif") == true)
    let whole = try rewrite(file, "jpg") { $0.delete = ["exif", "gps"] }
    #expect(!whole.bytes.contains(Self.latitude))
    // Fields outside that directory can be changed.
    let other = try rewrite(file, "jpg") { $0.set = ["exif.Artist=Ann"] }
    #expect(try await Tool.run("exiftool", ["-s3", "-IFD0:Artist", other.path]).text == "Ann\n")
  }

  @Test("A file whose pointer to Exif leads outside the block is not refused")
  func nowhere() throws {
    let block = HandMadeTIFF.block(
      [(0x010F, 2, 5, Array("Acme\0".utf8)), (0x8769, 4, 1, HandMadeTIFF.long(60_000))], gps: [Self.position])
    let file = HandMadeJPEG.with([(0xE1, HandMadeJPEG.exif + block)])
    #expect(try !rewrite(file, "jpg") { $0.delete = ["gps"] }.bytes.contains(Self.latitude))
  }

  @Test("Metadata is deleted from each of several Exif directories")
  func severalDirectories() throws {
    let block = Self.block(
      [Self.maker, [(0x829D, 5, 1, HandMadeTIFF.fractions([(28, 10)]))], [(0xA434, 2, 9, Self.lens)], Self.position],
      links: [(0, 0x8769, 1), (0, 0x8769, 2), (2, 0x8825, 3)])
    let file = HandMadeJPEG.with([(0xE1, HandMadeJPEG.exif + block)])
    for name in ["gps", "gps.GPSLatitude"] {
      let result = try rewrite(file, "jpg") { $0.delete = [name] }
      #expect(!result.bytes.contains(Self.latitude), "\(name)")
      #expect(result.bytes.contains(Self.lens), "\(name)")
    }
    #expect(try !rewrite(file, "jpg") { $0.delete = ["exif.LensModel"] }.bytes.contains(Self.lens))
    #expect(try !rewrite(file, "jpg") { $0.delete = ["exif"] }.bytes.contains(Self.lens))
  }

  @Test("A conversion leaves out data that it cannot search for stripped metadata")
  func conversions() async throws {
    func convert(_ block: [UInt8], _ strip: [String]) throws -> (path: String, bytes: [UInt8]) {
      let number = directory.names.count
      let input = try directory.write(HandMadeJPEG.with([(0xE1, HandMadeJPEG.exif + block)]), to: "in\(number).jpg")
      var job = ConversionJob(input: .path(input), output: .path(directory.file("out\(number).jpg")))
      job.strip = strip
      _ = try job.run(in: JobEnvironment(limits: .standard))
      return (directory.file("out\(number).jpg"), Fixtures.bytes(directory.file("out\(number).jpg")))
    }
    let turned: HandMadeTIFF.Entry = (0x0112, 3, 1, HandMadeTIFF.short(6))
    let several = Self.block(
      [Self.maker + [turned], [(0xA434, 2, 9, Self.lens)], [(0x8827, 3, 1, HandMadeTIFF.short(400))], Self.position],
      links: [(0, 0x8769, 1), (0, 0x8769, 2), (2, 0x8825, 3)])
    // A maker note may point anywhere, so all bytes that no field points to are kept.
    let thumbnail = HandMadeTIFF.block(
      Self.maker, exif: [(0x927C, 7, 6, Array("NOTE!!".utf8))], further: [(0x8825, 4, 1, HandMadeTIFF.long(0))])
    let place = thumbnail.count
    let chained =
      thumbnail.dropLast(8) + HandMadeTIFF.long(place) + thumbnail.suffix(4)
      + HandMadeTIFF.directory(Self.position, at: place)
    for block in [several, Array(chained)] {
      #expect(try convert(block, []).bytes.contains(Self.latitude))
      let result = try convert(block, ["gps"])
      #expect(!result.bytes.contains(Self.latitude))
    }
    let result = try convert(several, ["gps"])
    #expect(try await Tool.run("exiftool", ["-n", "-s3", "-IFD0:Orientation", result.path]).text == "6\n")
  }

  @Test("A block that many pages share counts towards the limit for each page")
  func sharedBlocks() throws {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="48,51N"/></rdf:RDF>\
      </x:xmpmeta>
      """
    let file = HandMadeTIFF.pages(30, sharing: 700, 1, Array(packet.utf8))
    let input = try directory.write(file, to: "pages.tif")
    func run(_ maxBytes: Int, _ change: (inout MetadataRewriteJob) -> Void) throws {
      var limits = Limits.standard
      limits.maxMetadataBytes = maxBytes
      var job = MetadataRewriteJob(input: .path(input), output: .path(directory.file("out.tif")))
      change(&job)
      _ = try job.run(in: JobEnvironment(limits: limits))
    }
    // The packet of each page is read and rewritten.
    let enough = 30 * 2 * packet.utf8.count
    try run(enough) { $0.delete = ["gps"] }
    #expect(!Fixtures.bytes(directory.file("out.tif")).contains(Array("48,51N".utf8)))
    let error = #expect(throws: ImageError.self) { try run(enough / 3) { $0.delete = ["gps"] } }
    #expect(error?.limit?.name == "max-metadata-bytes")
    // A change that does not affect the packets does not read them.
    try run(enough / 3) { $0.set = ["exif.Artist=Ann"] }
  }

  /// If the parts of the directory were listed for each field, there would be eight million of them.
  @Test("A directory that thousands of fields point to is read once", arguments: [2_000, 4_000])
  func manyLinks(declared: Int) async throws {
    let gps = [HandMadeTIFF.Entry](repeating: (1, 2, 2, [0x4E, 0]), count: 2_000)
    var block = Self.block([Self.maker, gps], links: [])
    let pointers = [HandMadeTIFF.Entry](repeating: (0x8825, 4, 1, HandMadeTIFF.long(0)), count: 4_000)
    let place = 8 + HandMadeTIFF.directory(Self.maker + pointers, at: 8).count
    let leading = pointers.map { ($0.tag, $0.type, $0.count, HandMadeTIFF.long(place)) }
    block = Array(block[..<8]) + HandMadeTIFF.directory(Self.maker + leading, at: 8)
    // The directory declares more fields than there are, so it cannot be read.
    block += HandMadeTIFF.short(declared) + HandMadeTIFF.directory(gps, at: place).dropFirst(2)
    let file = HandMadePNG.with([HandMadePNG.chunk("eXIf", block)])
    let result = try rewrite(file, "png") { $0.set = ["exif.Artist=Ann"] }
    #expect(try await Tool.run("exiftool", ["-s3", "-IFD0:Artist", result.path]).text == "Ann\n")
    let fields = [UInt8](HandMadeTIFF.directory(gps, at: 0)[2..<1_202])
    #expect(result.bytes.contains(fields))
    #expect(try !rewrite(file, "png") { $0.delete = ["gps"] }.bytes.contains(Array(fields[..<24])))
  }
}
