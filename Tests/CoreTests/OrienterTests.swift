internal import CodecKit
internal import ImageModel
internal import ImageOps
internal import TestKit
internal import Testing

@Suite(.timed) struct OrienterTests {
  @Test("All eight orientations agree with Pillow's exif_transpose", arguments: Orientation.allCases)
  func agreesWithPillow(_ orientation: Orientation) async throws {
    for (mode, format) in [
      ("L", PixelFormat.gray8), ("RGB", .rgb8), ("RGBA", .rgba8), ("LA", PixelFormat(.uint8, .gray, alpha: .straight)),
      ("F", PixelFormat(.float32, .gray)),
    ] {
      let picture = try Pictures.busy(PixelSize(width: 37, height: 22), format)
      let turned = try Orienter(BufferRowSource(picture), orientation, limits: .standard)
      let ours = try turned.pixels()
      let theirs = try await Pillow.run(
        picture, mode: mode,
        """
        exif = im.getexif()
        exif[0x0112] = \(orientation.rawValue)
        im.info['exif'] = exif.tobytes()
        im = ImageOps.exif_transpose(im)
        """)
      #expect(ours.bytes == theirs, "\(mode)")
      #expect(ours.size == orientation.upright(picture.size))
    }
  }

  @Test("The bytes of wide samples stay together", arguments: Orientation.allCases)
  func wideSamples(_ orientation: Orientation) throws {
    let size = PixelSize(width: 9, height: 20)
    let narrow = try Pictures.busy(size, .rgb8)
    let wide = try Pictures.busy(size, PixelFormat(.uint16, .rgb))
    let a = try Orienter(BufferRowSource(narrow), orientation, limits: .standard).pixels()
    let b = try Orienter(BufferRowSource(wide), orientation, limits: .standard).pixels()
    #expect(largestDifference(a.samples, b.samples) < 0.001)
  }

  @Test("Turning needs memory for the picture, mirroring does not")
  func memory() throws {
    let picture = try Pictures.constant([1], PixelSize(width: 100, height: 100), .gray8)
    var limits = Limits()
    limits.maxMemory = 9_999
    #expect(throws: ImageError.self) { _ = try Orienter(BufferRowSource(picture), .left, limits: limits) }
    #expect(throws: Never.self) { _ = try Orienter(BufferRowSource(picture), .upMirrored, limits: limits) }
  }

  @Test("Two turns in a row are one", arguments: Orientation.allCases)
  func turnsAreCombined(_ first: Orientation) throws {
    let picture = try Pictures.busy(PixelSize(width: 7, height: 4), .rgb8)
    for next in Orientation.allCases {
      let once = try Orienter(BufferRowSource(picture), first, limits: .standard)
      let twice = try Orienter(once, next, limits: .standard).pixels()
      let combined = try Orienter(BufferRowSource(picture), first.then(next), limits: .standard).pixels()
      #expect(combined == twice, "\(first), \(next)")
    }
  }
}
