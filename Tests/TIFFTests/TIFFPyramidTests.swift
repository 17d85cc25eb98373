internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import TIFFCodec
internal import TestKit
internal import Testing

/// A smaller version is decoded instead of the picture where it is large enough.
@Suite(.timed) struct TIFFPyramidTests {
  /// The levels of the fixtures are the picture of 512 x 384 reduced by whole factors.
  @Test(
    "The smallest level that is large enough is used",
    arguments: [
      ("pyramid_subifds", [2, 4, 8]), ("pyramid_reduced_pages", [4, 8]),
    ],
    [
      PixelSize(width: 512, height: 384), .init(width: 257, height: 1), .init(width: 256, height: 192),
      .init(width: 129, height: 90), .init(width: 64, height: 48), .init(width: 3, height: 3),
    ])
  func theSmallestLevelThatIsLargeEnoughIsUsed(_ file: (name: String, factors: [Int]), _ wanted: PixelSize)
    async throws
  {
    let bytes = TIFFSupport.fixture("valid/\(file.name).tif")
    let factor = file.factors.filter { 512 / $0 >= wanted.width && 384 / $0 >= wanted.height }.max() ?? 1
    let decoded = try TIFFSupport.decode(bytes, minimumSize: wanted)
    #expect(decoded.layout.size == PixelSize(width: 512 / factor, height: 384 / factor))
    #expect(decoded.layout.sourceBox == SourceBox(decoded.layout.size))
    let peer = try await Tool.python(
      """
      import sys
      from PIL import Image
      im = Image.open(sys.argv[1])
      sys.stdout.buffer.write(im.convert('RGB').reduce(\(factor)).tobytes())
      """, [Fixtures.path("tiff/valid/\(file.name).tif")])
    #expect(decoded.picture.bytes == peer.output)
  }

  @Test(
    "Smaller versions are not pages",
    arguments: ["pyramid_subifds", "pyramid_reduced_pages", "pyramid_reduced_page_first"])
  func smallerVersionsAreNotPages(_ name: String) throws {
    let decoder = try TIFFSupport.open(TIFFSupport.fixture("valid/\(name).tif"))
    #expect(decoder.imageCount == 1)
    #expect(try decoder.info(at: 0).role == .page)
  }

  /// 1,001 pixels halved and rounded up are 501, of which the picture covers 500.5.
  @Test("The box leaves out the padding of rounding")
  func theBoxLeavesOutThePaddingOfRounding() throws {
    let small = SyntheticTIFF(
      width: 6, height: 4, bits: 8, photometric: 1, more: [254: [1]], data: [UInt8](repeating: 9, count: 24))
    let full = SyntheticTIFF(
      width: 11, height: 7, bits: 8, photometric: 1, data: [UInt8](repeating: 7, count: 77))
    let file = Self.chain(full, small)
    let decoded = try TIFFSupport.decode(file, minimumSize: PixelSize(width: 5, height: 3))
    #expect(decoded.picture.bytes == [UInt8](repeating: 9, count: 24))
    #expect(decoded.layout.sourceBox == SourceBox(width: 5.5, height: 3.5))
    // 6 x 4 would be large enough, but the picture covers only 5.5 x 3.5 of it.
    #expect(try TIFFSupport.decode(file, minimumSize: PixelSize(width: 6, height: 4)).layout.size.width == 11)
  }

  /// A smaller image with another aspect ratio or colour model is not a version of the page.
  @Test(
    "Another shape or colour model is not used",
    arguments: [
      (6, 2, UInt32(1), 1), (6, 4, UInt32(2), 3),
    ])
  func anotherShapeOrColourModelIsNotUsed(_ width: Int, _ height: Int, _ photometric: UInt32, _ samples: Int) throws {
    let small = SyntheticTIFF(
      width: width, height: height, bits: 8, samples: samples, photometric: photometric, more: [254: [1]],
      data: [UInt8](repeating: 9, count: width * height * samples))
    let full = SyntheticTIFF(width: 12, height: 8, bits: 8, photometric: 1, data: [UInt8](repeating: 7, count: 96))
    let decoded = try TIFFSupport.decode(Self.chain(full, small), minimumSize: PixelSize(width: 2, height: 2))
    #expect(decoded.layout.size == PixelSize(width: 12, height: 8))
  }

  /// A level that cannot be decoded is skipped.
  @Test("A damaged level is skipped")
  func aDamagedLevelIsSkipped() throws {
    var small = SyntheticTIFF(
      width: 6, height: 4, bits: 8, photometric: 1, more: [254: [1]], data: [UInt8](repeating: 9, count: 24))
    small.fields[259] = [34712]
    let full = SyntheticTIFF(width: 12, height: 8, bits: 8, photometric: 1, data: [UInt8](repeating: 7, count: 96))
    let decoded = try TIFFSupport.decode(Self.chain(full, small), minimumSize: PixelSize(width: 2, height: 2))
    #expect(decoded.picture.bytes == [UInt8](repeating: 7, count: 96))
  }

  /// A file of two directories.
  private static func chain(_ first: SyntheticTIFF, _ second: SyntheticTIFF) -> [UInt8] {
    // The second file is appended to the first, with adjusted offsets; all of them are LONG and in known fields.
    let start = UInt32(first.bytes().count)
    var moved = second.bytes()
    let directory = read(moved, 4)
    for entry in 0..<Int(moved[Int(directory)]) {
      let place = Int(directory) + 2 + entry * 12
      let tag = UInt16(moved[place]) | UInt16(moved[place + 1]) << 8
      let count = read(moved, place + 4)
      let size = count * (moved[place + 2] == 3 ? 2 : 4)
      if tag == 273 || size > 4 {
        moved.replaceSubrange(place + 8..<place + 12, with: TIFFSupport.little(read(moved, place + 8) + start))
      }
    }
    return first.bytes(next: start + directory) + moved
  }

  private static func read(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
  }
}
