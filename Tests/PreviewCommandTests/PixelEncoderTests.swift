internal import PreviewCommands
@testable internal import ProviderHost
internal import ProviderProtocol
internal import TestKit
internal import Testing

/// The pixels of providers are encoded by the encoders of the image layer.
@Suite("preview: encoding") struct PixelEncoderTests {
  private func decoded(_ pixels: CheckedPixels, _ format: String) async throws -> String {
    let folder = try TemporaryDirectory()
    try folder.write(try ImagingPixelEncoder().encode(pixels, format: format), to: "a")
    return try await Tool.python(
      "import sys\nfrom PIL import Image\nprint(list(Image.open(sys.argv[1]).convert('RGBA').getdata()))",
      [folder.file("a")]
    ).text
  }

  @Test("Rows may be longer than their pixels")
  func stride() async throws {
    let pixels = CheckedPixels(layout: .gray8, width: 2, height: 2, stride: 3, bytes: [1, 2, 99, 3, 4])
    #expect(try await decoded(pixels, "png") == "[(1, 1, 1, 255), (2, 2, 2, 255), (3, 3, 3, 255), (4, 4, 4, 255)]\n")
  }

  @Test("cairo's pixels: alpha in the highest byte of a word, premultiplied colours")
  func cairo() async throws {
    // Little-endian words: blue, green, red, alpha. 64 of 128 is half of full red.
    let pixels = CheckedPixels(
      layout: .argb32Premultiplied, width: 3, height: 1, stride: 12,
      bytes: [10, 20, 30, 255, 0, 0, 64, 128, 0, 0, 0, 0])
    #expect(try await decoded(pixels, "png") == "[(30, 20, 10, 255), (128, 0, 0, 128), (0, 0, 0, 0)]\n")
  }

  @Test("In JPEG, transparency becomes white")
  func jpeg() async throws {
    let bytes = [UInt8](repeating: 0, count: 8 * 8 * 4)
    let text = try await decoded(
      CheckedPixels(layout: .rgba8, width: 8, height: 8, stride: 32, bytes: bytes), "jpeg")
    #expect(text.hasPrefix("[(255, 255, 255, 255), "))
  }
}
