internal import ImageModel
internal import PreviewCommands
@testable internal import ProviderHost
internal import ProviderProtocol
internal import TestKit
internal import Testing

/// The pixels of providers are encoded by the encoders of the image layer.
@Suite("preview: encoding", .timed) struct PixelEncoderTests {
  private func encoded(
    _ pixels: CheckedPixels, _ change: (inout RenderRequest) -> Void = { _ in }
  ) throws -> EncodedPicture {
    var request = RenderRequest(.thumbnail, of: DocumentReference(path: "a", name: "a"), maximumSize: pixels.size)
    request.format = nil
    change(&request)
    return try ImagingPixelEncoder().encode(pixels, for: request)
  }

  private func decoded(_ pixels: CheckedPixels, _ format: PictureFormat) async throws -> String {
    try await decoded(encoded(pixels) { $0.format = format })
  }

  private func decoded(_ picture: EncodedPicture) async throws -> String {
    let folder = try TemporaryDirectory()
    try folder.write(picture.bytes, to: "a")
    return try await Tool.python(
      "import sys\nfrom PIL import Image\nprint(list(Image.open(sys.argv[1]).convert('RGBA').getdata()))",
      [folder.file("a")]
    ).text
  }

  @Test("Rows may be longer than their pixels")
  func stride() async throws {
    let pixels = CheckedPixels(layout: .gray8, width: 2, height: 2, stride: 3, bytes: [1, 2, 99, 3, 4])
    #expect(try await decoded(pixels, .png) == "[(1, 1, 1, 255), (2, 2, 2, 255), (3, 3, 3, 255), (4, 4, 4, 255)]\n")
  }

  @Test("cairo's pixels: alpha in the highest byte of a word, premultiplied colours")
  func cairo() async throws {
    // Little-endian words: blue, green, red, alpha. 64 of 128 is half of full red.
    let pixels = CheckedPixels(
      layout: .argb32Premultiplied, width: 3, height: 1, stride: 12,
      bytes: [10, 20, 30, 255, 0, 0, 64, 128, 0, 0, 0, 0])
    #expect(try await decoded(pixels, .png) == "[(30, 20, 10, 255), (128, 0, 0, 128), (0, 0, 0, 0)]\n")
  }

  @Test("In JPEG, transparency becomes white")
  func jpeg() async throws {
    let bytes = [UInt8](repeating: 0, count: 8 * 8 * 4)
    let text = try await decoded(
      CheckedPixels(layout: .rgba8, width: 8, height: 8, stride: 32, bytes: bytes), .jpeg)
    #expect(text.hasPrefix("[(255, 255, 255, 255), "))
  }

  @Test("Without a format: JPEG for a picture whose alpha says nothing, PNG for one with a transparent pixel")
  func format() throws {
    var bytes = [UInt8](repeating: 255, count: 8 * 8 * 4)
    func format() throws -> PictureFormat {
      try encoded(CheckedPixels(layout: .rgba8, width: 8, height: 8, stride: 32, bytes: bytes)).format
    }
    #expect(try format() == .jpeg)
    bytes[4 * 63 + 3] = 254
    #expect(try format() == .png)
    let gray = CheckedPixels(layout: .gray8, width: 1, height: 1, stride: 1, bytes: [0])
    #expect(try encoded(gray).format == .jpeg)
  }

  @Test("An overlay is drawn over the picture after it has its size")
  func overlay() async throws {
    // Two blue pixels; over the left one red that covers half. Encoded samples are mixed.
    let red = try PixelBuffer(size: PixelSize(width: 1, height: 1), format: .rgba8, bytes: [255, 0, 0, 255])
    var overlay = Overlay(OverlayPicture(red, digest: 1))
    (overlay.position, overlay.opacity) = (CropPosition(x: 0, y: 0), 0.5)
    let pixels = CheckedPixels(layout: .rgb8, width: 2, height: 1, stride: 6, bytes: [0, 0, 255, 0, 0, 255])
    let inside = try await decoded(encoded(pixels) { ($0.format, $0.overlay) = (.png, overlay) })
    #expect(inside == "[(128, 0, 128, 255), (0, 0, 255, 255)]\n")
    let blue = (0..<8).flatMap { _ -> [UInt8] in [0, 0, 255] }
    let row = CheckedPixels(layout: .rgb8, width: 4, height: 2, stride: 12, bytes: blue)
    let covering = try await decoded(
      encoded(row) {
        ($0.format, $0.overlay, $0.fit) = (.png, overlay, .cover)
        $0.maximumSize = PixelSize(width: 2, height: 2)
      })
    #expect(covering == "[(128, 0, 128, 255), (0, 0, 255, 255), (0, 0, 255, 255), (0, 0, 255, 255)]\n")
  }

  @Test("WebP and AVIF keep transparency, and take the quality")
  func modern() async throws {
    let bytes = (0..<32 * 32).flatMap { pixel -> [UInt8] in [200, UInt8(pixel % 251), 30, pixel < 512 ? 255 : 0] }
    let pixels = CheckedPixels(layout: .rgba8, width: 32, height: 32, stride: 128, bytes: bytes)
    // Containers: the WebP specification, RIFF; ISO 14496-12, 4.3, with the brand of AV1 Image File Format, 6.2.
    for (format, start, name) in [(PictureFormat.webp, 8, "WEBP"), (PictureFormat.avif, 4, "ftypavif")] {
      let pictures = try [10, 90].map { quality in
        try encoded(pixels) { ($0.format, $0.quality) = (format, quality) }
      }
      for picture in pictures {
        #expect(picture.format == format && picture.bytes[start...].starts(with: name.utf8), "\(format)")
      }
      #expect(pictures[0].bytes.count < pictures[1].bytes.count, "\(format)")
    }
    let alpha = try await decoded(pixels, .webp).split(separator: ")").map { $0.hasSuffix(" 255") }
    #expect(alpha.prefix(512).allSatisfy { $0 } && !alpha.dropFirst(512).contains(true))
  }

  @Test("cover keeps the part that the position names, and fill stretches")
  func fitting() async throws {
    // Red, green and blue columns of two pixels each.
    let row = [[255, 0, 0], [0, 255, 0], [0, 0, 255]].flatMap { $0 + $0 }.map { UInt8($0) }
    let pixels = CheckedPixels(layout: .rgb8, width: 6, height: 2, stride: 18, bytes: row + row)
    func cut(_ fit: FitMode, _ position: CropPosition, _ width: Int) async throws -> String {
      let picture = try encoded(pixels) { request in
        (request.format, request.fit, request.position) = (.png, fit, position)
        request.maximumSize = PixelSize(width: width, height: 2)
      }
      #expect(picture.size == PixelSize(width: width, height: 2))
      return try await decoded(picture)
    }
    let (red, green, blue) = ("(255, 0, 0, 255)", "(0, 255, 0, 255)", "(0, 0, 255, 255)")
    func all(_ color: String) -> String { "[\(Array(repeating: color, count: 4).joined(separator: ", "))]\n" }
    #expect(try await cut(.cover, .init(x: 0, y: 0), 2) == all(red))
    #expect(try await cut(.cover, .center, 2) == all(green))
    #expect(try await cut(.cover, .init(x: 1, y: 0), 2) == all(blue))
    let stretched = try await cut(.stretch, .center, 3)
    #expect(stretched.split(separator: "(").count == 7)
  }

  @Test("A lower quality makes a smaller JPEG")
  func quality() throws {
    var seed: UInt32 = 1
    let bytes = (0..<64 * 64).map { _ -> UInt8 in
      seed = seed &* 1_664_525 &+ 1_013_904_223
      return UInt8(seed >> 24)
    }
    let noise = CheckedPixels(layout: .gray8, width: 64, height: 64, stride: 64, bytes: bytes)
    let sizes = try [10, 50, 95].map { quality in try encoded(noise) { $0.quality = quality }.bytes.count }
    #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2], "\(sizes)")
  }
}
