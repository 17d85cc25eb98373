import ByteStreams
import CodecKit
import HEIFCodec
import HEIFStructure
import ImageModel
import Synchronization
import TestKit
import Testing

/// HEIC and AVIF by the fixtures, whose containers scripts/fixture_maker/heifs.py builds.
@Suite(.timed) struct HEIFTests {
  private static func fixture(_ name: String) -> MemoryByteSource {
    MemoryByteSource(Fixtures.bytes(Fixtures.path(name)))
  }

  private static func structure(_ name: String) throws -> HEIFStructure {
    try HEIFStructure.read(fixture(name), limits: .standard)
  }

  @Test("Pictures are described without the codec", arguments: ["heic", "avif"])
  func picturesAreDescribedWithoutTheCodec(_ kind: String) throws {
    let grid = try Self.structure("\(kind)/valid/grid.\(kind)")
    let info = try #require(grid.pictures.first?.info)
    #expect(grid.pictures.count == 1 && info.size == PixelSize(width: 120, height: 100))
    #expect(info.tileSize == PixelSize(width: 64, height: 64) && info.chromaSubsampling == "4:2:0")
    #expect(info.compression == (kind == "heic" ? "HEVC" : "AV1"))
    #expect(try Self.structure("\(kind)/valid/alpha.\(kind)").pictures[0].info.hasAlpha)
    #expect(try Self.structure("\(kind)/valid/two_pictures.\(kind)").pictures.count == 2)
    let blocks = try Self.structure("\(kind)/valid/exif_xmp.\(kind)").blocks
    #expect(blocks.map(\.kind) == [.exif, .xmp] && blocks[0].bytes.starts(with: [0x4D, 0x4D, 0, 42]))
    let profiled = try Self.structure("\(kind)/valid/icc.\(kind)")
    let profile = try #require(profiled.blocks.first)
    let file = Fixtures.bytes(Fixtures.path("\(kind)/valid/icc.\(kind)"))
    #expect(profile.kind == .icc && profiled.pictures[0].info.profile == .icc(profile.bytes))
    #expect(file[Int(profile.offset)...].starts(with: profile.bytes))
    let tiled = try Self.structure("\(kind)/valid/icc_of_tiles.\(kind)")
    #expect(tiled.blocks.map(\.bytes) == [profile.bytes])
    #expect(tiled.pictures[0].info.profile == .icc(profile.bytes))
  }

  /// The numbers are those of Exif's orientation; Exif in these files says 3.
  @Test("Transformations are the orientation", arguments: 1...8)
  func transformationsAreTheOrientation(_ number: Int) throws {
    let structure = try Self.structure("heic/valid/orientation_\(number).heic")
    #expect(structure.pictures[0].info.orientation.rawValue == number)
  }

  @Test("Code points are the profile")
  func codePointsAreTheProfile() throws {
    let all: [(String, UInt8, UInt8)] = [("pq", 9, 16), ("hlg", 9, 18), ("display_p3", 12, 13)]
    for (name, primaries, transfer) in all {
      let points = CodePoints(primaries: primaries, transfer: transfer, matrix: 6)
      #expect(
        try Self.structure("avif/valid/nclx_\(name).avif").pictures[0].info.profile
          == ColorProfile(.codePoints(points)))
    }
  }

  @Test("Images that belong to a picture are named", arguments: ["heic", "avif"])
  func imagesThatBelongToAPictureAreNamed(_ kind: String) throws {
    for (name, expected) in [("alpha", "alpha"), ("depth", "depth"), ("gain_map", "gainmap")] {
      let structure = try Self.structure("\(kind)/valid/\(name).\(kind)")
      #expect(structure.pictures.count == 1)
      #expect(structure.auxiliaries(of: structure.pictures[0]).map(\.name) == [expected])
    }
  }

  @Test("A declared thumbnail is decoded", arguments: [HEIFCodec.heicDecoder, HEIFCodec.avifDecoder])
  func aDeclaredThumbnailIsDecoded(
    _ descriptor: DecoderDescriptor
  ) throws {
    let kind = descriptor.name
    let decoder = try descriptor.open(Self.fixture("\(kind)/valid/thumbnail.\(kind)"), .standard)
    #expect(decoder.imageCount == 1)
    #expect(try decoder.thumbnail(at: 0)?.size == PixelSize(width: 64, height: 64))
    let rows = try #require(try decoder.thumbnailRows(at: 0, DecodeRequest()))
    // The thumbnail is the picture of the fixture `rgb`.
    let plain = try descriptor.open(Self.fixture("\(kind)/valid/rgb.\(kind)"), .standard)
    let expected = try plain.rows(at: 0, DecodeRequest()).readAll(limits: .standard).0
    #expect(try rows.readAll(limits: .standard).0 == expected)
    #expect(try plain.thumbnail(at: 0) == nil)
  }

  /// A file that libheif 1.15 refuses, and that later versions read: telephones write it.
  @Test("References with several targets belong to each", arguments: [HEIFCodec.heicDecoder, HEIFCodec.avifDecoder])
  func referencesWithSeveralTargetsBelongToEach(_ descriptor: DecoderDescriptor) throws {
    let decoder = try descriptor.open(
      Self.fixture("\(descriptor.name)/valid/several_targets.\(descriptor.name)"), .standard)
    #expect(decoder.imageCount == 2 && decoder.auxiliaryNames == ["gainmap"])
    for index in 0..<2 { #expect(try decoder.rows(at: index, DecodeRequest()).readAll(limits: .standard).1 == []) }
    let map = try #require(try decoder.auxiliary("gainmap"))
    #expect(try map.rows(at: 0, DecodeRequest()).readAll(limits: .standard).0.size == PixelSize(width: 64, height: 64))
  }

  @Test("Threads decode the same tiles", arguments: [HEIFCodec.heicDecoder, HEIFCodec.avifDecoder])
  func threadsDecodeTheSameTiles(_ descriptor: DecoderDescriptor) throws {
    func picture(_ usesThreads: Bool) throws -> PixelBuffer {
      let decoder = try descriptor.open(Self.fixture("\(descriptor.name)/valid/grid.\(descriptor.name)"), .standard)
      return try decoder.rows(at: 0, DecodeRequest(usesThreads: usesThreads)).readAll(limits: .standard).0
    }
    #expect(try picture(true) == picture(false))
  }

  /// The numbers are those of ffprobe and avifdec.
  @Test("Range and place of chroma come from the bitstream where the file does not say them")
  func rangeAndPlaceOfChromaComeFromTheBitstream() throws {
    func coding(_ name: String) throws -> HEIFSampleCoding { try Self.structure(name).pictures[0].coding }
    for kind in ["heic", "avif"] {
      #expect(try coding("\(kind)/valid/rgb.\(kind)").points.isFullRange)
      #expect(try !coding("\(kind)/valid/limited.\(kind)").points.isFullRange)
    }
    #expect(try coding("heic/valid/rgb.heic").chroma == .left)
    #expect(try coding("heic/valid/chroma_position.heic").chroma == .center)
    #expect(try coding("avif/valid/rgb.avif").chroma == .center)
    #expect(try coding("avif/valid/chroma_position.avif").chroma == .left)
    #expect(try !coding("avif/valid/limited_gray.avif").points.isFullRange)
  }

  @Test("Too many items are left out")
  func tooManyItemsAreLeftOut() throws {
    let end: [UInt8] = [0, 0] + Array("hvc1".utf8) + [0]
    let entries = (1...20_000).flatMap { (number: Int) -> [UInt8] in
      let start: [UInt8] = [2, 0, 0, 0] + UInt16(number).bigEndianBytes
      return Self.box("infe", start + end)
    }
    let file =
      Self.box("ftyp", Array("heic".utf8) + [0, 0, 0, 0])
      + Self.box("meta", [0, 0, 0, 0] + Self.box("iinf", [1, 0, 0, 0] + UInt32(20_000).bigEndianBytes + entries))
    let error = #expect(throws: ImageError.self) {
      try HEIFStructure.read(MemoryByteSource(file), limits: .standard)
    }
    #expect(error?.kind == .invalidData)
  }

  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    UInt32(8 + content.count).bigEndianBytes + Array(type.utf8) + content
  }

  /// A file of overlays of 1 x 1 pixels, with the references of each box of `iref` as a type, an item and others.
  private static func overlays(_ count: Int, _ references: [(String, Int, [Int])]) -> MemoryByteSource {
    func short(_ value: Int) -> [UInt8] { UInt16(value).bigEndianBytes }
    var (entries, places, sized): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    for id in 1...count {
      entries += box("infe", [2, 0, 0, 0] + short(id) + [0, 0] + Array("iovl".utf8) + [0])
      // All have the same data, in `idat`.
      places += short(id) + [0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 14]
      sized += short(id) + [1, 1]
    }
    // One pixel, and the places of 64 parts.
    let data = [UInt8](repeating: 0, count: 10) + [0, 1, 0, 1] + [UInt8](repeating: 0, count: 64 * 4)
    var links: [UInt8] = []
    for (type, from, to) in references { links += box(type, short(from) + short(to.count) + to.flatMap(short)) }
    let size = box("ispe", [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1])
    var parts = box("pitm", [0, 0, 0, 0, 0, 1]) + box("idat", data)
    parts += box("iinf", [0, 0, 0, 0] + short(count) + entries)
    parts += box("iloc", [1, 0, 0, 0, 0x44, 0] + short(count) + places)
    parts += box("iref", [0, 0, 0, 0] + links)
    sized = UInt32(count).bigEndianBytes + sized
    parts += box("iprp", box("ipco", size) + box("ipma", [0, 0, 0, 0] + sized))
    return MemoryByteSource(
      box("ftyp", Array("avif".utf8) + [0, 0, 0, 0]) + box("meta", [0, 0, 0, 0] + parts))
  }

  /// Eight levels of 64 references each would be 64 to the power of 7 images, each decoded again.
  @Test("Nested images are counted")
  func nestedImagesAreCounted() throws {
    let source = Self.overlays(8, (1...7).map { ("dimg", $0, Array(repeating: $0 + 1, count: 64)) })
    let structure = try HEIFStructure.read(source, limits: .standard)
    let error = #expect(throws: ImageError.self) {
      try structure.check(structure.pictures[0], source, limits: .standard)
    }
    #expect(error?.kind == .limitExceeded)
  }

  /// The alpha of an alpha, and so on in a circle, has no end.
  @Test("Circles of auxiliary images are refused")
  func circlesOfAuxiliaryImagesAreRefused() throws {
    let source = Self.overlays(3, [("auxl", 2, [1]), ("auxl", 3, [2]), ("auxl", 2, [3])])
    let structure = try HEIFStructure.read(source, limits: .standard)
    let error = #expect(throws: ImageError.self) {
      try structure.check(structure.pictures[0], source, limits: .standard)
    }
    #expect(error?.kind == .invalidData)
  }

  @Test("Too many references are left out")
  func tooManyReferencesAreLeftOut() throws {
    let lists = (0..<20).map { _ in ("auxl", 1, Array(repeating: 20_000, count: 60_000)) }
    let structure = try HEIFStructure.read(Self.overlays(2_000, lists), limits: .standard)
    #expect(structure.references.count == 1 && structure.pictures.count == 2_000)
    #expect(structure.diagnostics.contains { $0.message.contains("more than 100000 references") })
  }

  /// The bitstream says what a codec allocates, not the file.
  @Test("A picture that is larger than it declares is refused", arguments: ["heic", "avif"])
  func aPictureThatIsLargerThanItDeclaresIsRefused(_ kind: String) throws {
    var file = Fixtures.bytes(Fixtures.path("\(kind)/valid/thumbnail.\(kind)"))
    for index in 0..<file.count - 16 where file[index...].starts(with: "ispe".utf8) {
      file.replaceSubrange(index + 8..<index + 16, with: [0, 0, 0, 16, 0, 0, 0, 16])
    }
    let structure = try HEIFStructure.read(MemoryByteSource(file), limits: .standard)
    let error = #expect(throws: ImageError.self) {
      try structure.check(structure.pictures[0], MemoryByteSource(file), limits: .standard)
    }
    #expect(error?.message == "an image declares 16x16 pixels and has 128x128")
  }

  /// Rows of pixels.
  private typealias Rows = [[[UInt8]]]

  private static func decoded(_ source: MemoryByteSource) throws -> (rows: Rows, orientation: Orientation) {
    let decoder = try HEIFCodec.heicDecoder.open(source, .standard)
    let buffer = try decoder.rows(at: 0, DecodeRequest()).readAll(limits: .standard).0
    let rows = (0..<buffer.size.height).map { (y: Int) -> [[UInt8]] in
      (0..<buffer.size.width).map { (x: Int) -> [UInt8] in
        let start = y * buffer.bytesPerRow + 3 * x
        return Array(buffer.bytes[start..<start + 3])
      }
    }
    return (rows, try decoder.info(at: 0).orientation)
  }

  /// Quarter turns anticlockwise: the last column becomes the first row.
  private static func turned(_ rows: Rows, times count: Int = 1) -> Rows {
    var rows = rows
    for _ in 0..<count {
      let old = rows
      rows = (0..<old[0].count).reversed().map { (x: Int) -> [[UInt8]] in old.map { $0[x] } }
    }
    return rows
  }

  private static func part(_ rows: Rows, _ rect: PixelRect) -> Rows {
    rows[rect.y..<rect.y + rect.size.height].map { Array($0[rect.x..<rect.x + rect.size.width]) }
  }

  /// A clean aperture (ISO/IEC 14496-12, 12.1.4): the size, and the distance of its middle from that of the picture, as
  /// fractions.
  private static func aperture(_ rect: PixelRect, of size: PixelSize) -> [UInt8] {
    let fields = [
      rect.size.width, 1, rect.size.height, 1, 2 * rect.x + rect.size.width - size.width, 2,
      2 * rect.y + rect.size.height - size.height, 2,
    ]
    return box("clap", fields.flatMap { UInt32(truncatingIfNeeded: $0).bigEndianBytes })
  }

  /// A file whose picture is made of the picture of the fixture `rgb`, and both have transformations.
  private static func derived(
    _ type: String, _ size: PixelSize, data: [UInt8] = [], source: [[UInt8]], own: [[UInt8]] = []
  ) throws -> MemoryByteSource {
    let plain = Self.fixture("heic/valid/rgb.heic")
    let rgb = try HEIFStructure.read(plain, limits: .standard)
    let samples = try rgb.bytes(of: rgb.items[0], at: 0, count: Int(rgb.items[0].length), plain)
    let configuration = try #require(rgb.properties.first { $0.type == "hvcC" })
    func extents(_ size: PixelSize) -> [UInt8] {
      box("ispe", [0, 0, 0, 0] + UInt32(size.width).bigEndianBytes + UInt32(size.height).bigEndianBytes)
    }
    var properties = box("hvcC", configuration.bytes) + extents(whole) + extents(size)
    properties += (source + own).flatMap { $0 }
    let ofSource: [UInt8] = [1, 2] + source.indices.map { UInt8(4 + $0) }
    let ofOwn: [UInt8] = [3] + own.indices.map { UInt8(4 + source.count + $0) }
    func file(_ offset: Int) -> [UInt8] {
      var parts = box("pitm", [0, 0, 0, 0, 0, 2]) + box("idat", data)
      let entries = box("infe", [2, 0, 0, 0, 0, 1, 0, 0] + Array("hvc1".utf8) + [0])
      parts += box(
        "iinf", [0, 0, 0, 0, 0, 2] + entries + box("infe", [2, 0, 0, 0, 0, 2, 0, 0] + Array(type.utf8) + [0]))
      // The first item lies in the file, the second one in `idat`.
      var locations: [UInt8] = [0, 1, 0, 0, 0, 0, 0, 1]
      locations += UInt32(offset).bigEndianBytes + UInt32(samples.count).bigEndianBytes
      if !data.isEmpty { locations += [0, 2, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0] + UInt32(data.count).bigEndianBytes }
      parts += box("iloc", [1, 0, 0, 0, 0x44, 0, 0, data.isEmpty ? 1 : 2] + locations)
      parts += box("iref", [0, 0, 0, 0] + box("dimg", [0, 2, 0, 1, 0, 1]))
      var associations: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 2]
      associations += [0, 1, UInt8(ofSource.count)] + ofSource
      associations += [0, 2, UInt8(ofOwn.count)] + ofOwn
      parts += box("iprp", box("ipco", properties) + box("ipma", associations))
      return box("ftyp", Array("heic".utf8) + [0, 0, 0, 0]) + box("meta", [0, 0, 0, 0] + parts)
    }
    return MemoryByteSource(file(file(0).count + 8) + box("mdat", samples))
  }

  private static let whole = PixelSize(width: 64, height: 64)
  private static let shown = PixelRect(x: 6, y: 21, size: PixelSize(width: 40, height: 30))

  /// The part of 40 x 30 pixels is turned, so that it has 30 x 40, and mirrored (HEIF, 6.6.2.2: a part of an overlay is
  /// what its transformations make of it).
  @Test("The parts of an overlay are cropped, turned and mirrored")
  func overlayOfTurnedPicture() throws {
    let plain = try Self.decoded(Self.fixture("heic/valid/rgb.heic")).rows
    let expected = Self.turned(Self.part(plain, Self.shown)).map { Array($0.reversed()) }
    // A red background of 34 x 45 pixels; the part lies at 2, 3.
    let data: [UInt8] = [0, 0, 255, 255, 0, 0, 0, 0, 255, 255, 0, 34, 0, 45, 0, 2, 0, 3]
    let (rows, orientation) = try Self.decoded(
      Self.derived(
        "iovl", PixelSize(width: 34, height: 45), data: data,
        source: [Self.aperture(Self.shown, of: Self.whole), Self.box("irot", [1]), Self.box("imir", [1])]))
    #expect(orientation == .up && rows.count == 45 && rows[0].count == 34)
    let drawn = Self.part(rows, PixelRect(x: 2, y: 3, size: PixelSize(width: 30, height: 40)))
    #expect(drawn == expected)
    #expect(rows[2][10] == [255, 0, 0] && rows[10][1] == [255, 0, 0] && rows[43][31] == [255, 0, 0])
  }

  /// A part of the turned picture is shown, which is turned again (HEIF, 6.6.2.1).
  @Test("A picture that stands for another one has the transformations of both", arguments: 0...3)
  func identityOfTurnedPicture(_ turns: Int) throws {
    let plain = try Self.decoded(Self.fixture("heic/valid/rgb.heic")).rows
    let size = PixelSize(width: 30, height: 40)
    let second = PixelRect(x: 4, y: 25, size: PixelSize(width: 20, height: 10))
    let expected = Self.turned(Self.part(Self.turned(Self.part(plain, Self.shown)), second), times: turns)
    let (rows, orientation) = try Self.decoded(
      Self.derived(
        "iden", size, source: [Self.aperture(Self.shown, of: Self.whole), Self.box("irot", [1])],
        own: [Self.aperture(second, of: size), Self.box("irot", [UInt8(turns)])]))
    let all: [Orientation] = [.up, .left, .down, .right]
    #expect(orientation == all[(1 + turns) % 4])
    #expect(Self.turned(rows, times: (1 + turns) % 4) == expected)
  }

  @Test("A grid of turned pictures is refused")
  func gridOfTurnedPictures() throws {
    let grid: [UInt8] = [0, 0, 0, 0, 0, 64, 0, 64]
    let plain = try Self.decoded(Self.derived("grid", Self.whole, data: grid, source: []))
    #expect(plain.rows == (try Self.decoded(Self.fixture("heic/valid/rgb.heic")).rows))
    let source = try Self.derived("grid", Self.whole, data: grid, source: [Self.box("irot", [2])])
    let error = #expect(throws: ImageError.self) { _ = try Self.decoded(source) }
    #expect(error?.kind == .unsupported)
  }

  /// Counts the reads from an offset on.
  private final class CountingSource: ByteSource {
    let inner: MemoryByteSource
    let start: UInt64
    let count = Atomic(0)
    init(_ bytes: [UInt8], from start: Int) {
      inner = MemoryByteSource(bytes)
      self.start = UInt64(start)
    }
    var size: UInt64 { inner.size }
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
      if offset >= start { count.add(1, ordering: .relaxed) }
      return try inner.read(into: buffer, at: offset)
    }
  }

  /// 200 pictures share a configuration without a header and the data: 500 filler units (ITU-T H.265, table 7-1: 38).
  @Test("Of pictures without a header only the first parts of their data are read")
  func picturesWithoutAHeader() throws {
    let count = 200
    let unit: [UInt8] = [0, 0, 0, 3, 38 << 1, 1, 0xFF]
    let data = [[UInt8]](repeating: unit, count: 500).flatMap { $0 }
    // The lengths of units have 4 bytes, and there are no arrays of units.
    let configuration = Self.box("hvcC", [1] + [UInt8](repeating: 0, count: 20) + [3, 0])
    let size = Self.box("ispe", [0, 0, 0, 0, 0, 0, 0, 64, 0, 0, 0, 64])
    func file(_ offset: Int) -> [UInt8] {
      var (entries, locations, associations): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
      for id in 1...UInt16(count) {
        entries += Self.box("infe", [2, 0, 0, 0] + id.bigEndianBytes + [0, 0] + Array("hvc1".utf8) + [0])
        locations += id.bigEndianBytes + [0, 0, 0, 1]
        locations += UInt32(offset).bigEndianBytes + UInt32(data.count).bigEndianBytes
        associations += id.bigEndianBytes + [2, 1, 2]
      }
      var parts = Self.box("pitm", [0, 0, 0, 0, 0, 1])
      parts += Self.box("iinf", [0, 0, 0, 0] + UInt16(count).bigEndianBytes + entries)
      parts += Self.box("iloc", [0, 0, 0, 0, 0x44, 0] + UInt16(count).bigEndianBytes + locations)
      associations = UInt32(count).bigEndianBytes + associations
      parts += Self.box(
        "iprp", Self.box("ipco", size + configuration) + Self.box("ipma", [0, 0, 0, 0] + associations))
      return Self.box("ftyp", Array("heic".utf8) + [0, 0, 0, 0]) + Self.box("meta", [0, 0, 0, 0] + parts)
    }
    let offset = file(0).count + 8
    let source = CountingSource(file(offset) + Self.box("mdat", data), from: offset)
    let structure = try HEIFStructure.read(source, limits: .standard)
    #expect(structure.pictures.count == count)
    #expect(structure.pictures.allSatisfy { $0.coding == HEIFSampleCoding() })
    let reads = source.count.load(ordering: .relaxed)
    #expect(reads > 0 && reads <= 10 * count, "\(reads)")
  }

  /// Each of all bytes before the data is set to 0 and to 255: no crash, and no picture beyond the limits.
  @Test("Changed bytes never crash")
  func changedBytesNeverCrash() throws {
    let bytes = Fixtures.bytes(Fixtures.path("avif/valid/grid.avif"))
    for index in 0..<min(bytes.count, 1_200) {
      for value in [UInt8(0), 255] {
        var changed = bytes
        changed[index] = value
        _ = try? HEIFStructure.read(MemoryByteSource(changed), limits: .standard)
      }
    }
  }
}
