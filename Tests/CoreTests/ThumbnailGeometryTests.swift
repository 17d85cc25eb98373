internal import ImageModel
internal import ImageOps
internal import TestKit
internal import Testing

@Suite(.timed) struct ThumbnailGeometryTests {
  private static func options(_ width: Int?, _ height: Int?, fit: FitMode = .inside, enlarge: Bool = false)
    -> RenderOptions
  {
    var options = RenderOptions()
    options.size = SizeRequest(width: width, height: height)
    options.fit = fit
    options.enlarge = enlarge
    return options
  }

  static func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

  @Test(
    "Inside: the aspect ratio is kept, one axis has the given length, no axis becomes 0",
    arguments: [
      (size(4000, 3000), 256, 256, size(256, 192)), (size(3000, 4000), 256, 256, size(192, 256)),
      (size(3840, 2160), 256, 256, size(256, 144)), (size(6000, 2500), 256, 256, size(256, 107)),
      (size(10_000, 3), 256, 256, size(256, 1)), (size(3, 65_535), 100, 100, size(1, 100)),
      (size(100, 50), 256, 256, size(100, 50)), (size(1, 1), 1, 1, size(1, 1)),
      (size(1000, 1001), 100, 50, size(50, 50)), (size(3, 2), 1, 1, size(1, 1)),
    ])
  func inside(_ source: PixelSize, _ width: Int, _ height: Int, _ expected: PixelSize) throws {
    let geometry = try ThumbnailGeometry(source: source, Self.options(width, height))
    #expect(geometry.size == expected)
    #expect(geometry.box == SourceBox(source))
  }

  @Test("One free axis follows the other")
  func freeAxis() throws {
    #expect(
      try ThumbnailGeometry(source: Self.size(300, 200), Self.options(150, nil)).size == Self.size(150, 100))
    #expect(try ThumbnailGeometry(source: Self.size(300, 200), Self.options(nil, 10)).size == Self.size(15, 10))
  }

  @Test("Small pictures are made larger only when asked to")
  func enlarge() throws {
    let wanted = Self.options(256, 256, enlarge: true)
    #expect(try ThumbnailGeometry(source: Self.size(100, 50), wanted).size == Self.size(256, 128))
    let filled = Self.options(256, 20, fit: .stretch)
    #expect(try ThumbnailGeometry(source: Self.size(100, 50), filled).size == Self.size(100, 20))
  }

  @Test("Cover fills the box and crops the excess at the chosen position")
  func cover() throws {
    var wanted = Self.options(100, 100, fit: .cover)
    let centered = try ThumbnailGeometry(source: Self.size(400, 200), wanted)
    #expect(centered.size == Self.size(100, 100))
    #expect(centered.box == SourceBox(x: 100, y: 0, width: 200, height: 200))
    wanted.position = CropPosition(x: 1, y: 1)
    let right = try ThumbnailGeometry(source: Self.size(400, 200), wanted)
    #expect(right.box == SourceBox(x: 200, y: 0, width: 200, height: 200))
    // The picture is too small for the box: the crop takes as much as there is.
    let small = try ThumbnailGeometry(source: Self.size(150, 60), wanted)
    #expect(small.size == Self.size(100, 60))
    #expect(small.box == SourceBox(x: 50, y: 0, width: 100, height: 60))
  }

  /// The marked quarter of a picture, looked up in the stored rows by turning them with the orientation's definition.
  @Test("The box moves with the orientation", arguments: Orientation.allCases)
  func stored(_ orientation: Orientation) throws {
    let upright = ThumbnailGeometry(
      size: Self.size(10, 20), box: SourceBox(x: 30, y: 10, width: 20, height: 40), sourceSize: Self.size(60, 90))
    let stored = upright.stored(as: orientation)
    #expect(orientation.upright(stored.sourceSize) == upright.sourceSize)
    #expect(orientation.upright(stored.size) == upright.size)
    // TIFF 6.0, Orientation: where row 0 and column 0 are.
    let expected: SourceBox =
      switch orientation {
      case .up: SourceBox(x: 30, y: 10, width: 20, height: 40)
      case .upMirrored: SourceBox(x: 10, y: 10, width: 20, height: 40)
      case .down: SourceBox(x: 10, y: 40, width: 20, height: 40)
      case .downMirrored: SourceBox(x: 30, y: 40, width: 20, height: 40)
      case .leftMirrored: SourceBox(x: 10, y: 30, width: 40, height: 20)
      case .right: SourceBox(x: 10, y: 10, width: 40, height: 20)
      case .rightMirrored: SourceBox(x: 40, y: 10, width: 40, height: 20)
      case .left: SourceBox(x: 40, y: 30, width: 40, height: 20)
      }
    #expect(stored.box == expected)
  }

  @Test("Impossible sizes are refused", arguments: [(0, 5), (-1, 5), (1_000_001, 5)])
  func refusals(_ width: Int, _ height: Int) {
    #expect(throws: ImageError.self) {
      _ = try ThumbnailGeometry(source: Self.size(9, 9), Self.options(width, height))
    }
    #expect(throws: ImageError.self) {
      _ = try ThumbnailGeometry(source: Self.size(9, 9), Self.options(nil, nil))
    }
  }

  @Test(
    "A decoder is asked for 1.95 times the size: 1/8 from a reduction by 15.6 on, 1/4 from 7.8, 1/2 from 3.9",
    arguments: [(4000, 8), (3993, 4), (2000, 4), (1996, 2), (1000, 2), (998, 1), (6000, 8)])
  func decoderScale(_ side: Int, _ expected: Int) throws {
    let geometry = try ThumbnailGeometry(source: Self.size(side, side), Self.options(256, 256))
    let minimum = ResizePlan(geometry).minimumSize ?? Self.size(side, side)
    let scale = [8, 4, 2, 1].first {
      side / $0 >= minimum.width || Double(side) / Double($0) >= Double(minimum.width)
    }
    #expect(scale == expected)
  }

  @Test("The decoder is asked for the whole picture at the scale that the used part needs")
  func decoderScaleOfCrop() throws {
    let geometry = try ThumbnailGeometry(source: Self.size(4000, 1000), Self.options(100, 100, fit: .cover))
    #expect(ResizePlan(geometry).minimumSize == Self.size(780, 195))
    #expect(ResizePlan(geometry, orientation: .right).minimumSize == Self.size(195, 780))
  }
}
