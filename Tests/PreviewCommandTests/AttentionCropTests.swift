internal import ImageModel
internal import PreviewCommands
@testable internal import ProviderHost
internal import ProviderProtocol
internal import TestKit
internal import Testing

@Suite("preview: crops by attention", .timed) struct AttentionCropTests {
  @Test("The crop shows the part with detail, wherever it is", arguments: [0, 20, 40])
  func detail(_ start: Int) async throws {
    // Grey, with a chessboard of 16 columns.
    var bytes: [UInt8] = []
    for y in 0..<16 {
      for x in 0..<64 { bytes.append((start..<start + 16).contains(x) ? ((x + y) % 2 == 0 ? 255 : 0) : 90) }
    }
    let pixels = CheckedPixels(layout: .gray8, width: 64, height: 16, stride: 64, bytes: bytes)
    var request = RenderRequest(
      .thumbnail, of: DocumentReference(path: "a", name: "a"), maximumSize: PixelSize(width: 16, height: 16))
    (request.format, request.fit, request.position) = (.png, .cover, .attention)
    let folder = try TemporaryDirectory()
    try folder.write(try ImagingPixelEncoder().encode(pixels, for: request).bytes, to: "a")
    let result = try await Tool.python(
      "import sys\nfrom PIL import Image\nimage = Image.open(sys.argv[1]).convert('L')\n"
        + "print(image.size, sorted(set(image.getdata())))", [folder.file("a")])
    #expect(result.text == "(16, 16) [0, 255]\n", "\(result.errors)")
  }
}
