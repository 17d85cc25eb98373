internal import TestKit
internal import Testing

/// The promises of docs/pdf-images.md about CMYK.
@Suite(.timed) struct CMYKRenderingTests {
  /// A JPEG with Adobe's marker and one without, as poppler shows them, beside the same samples stored without a loss.
  @Test(
    "A JPEG looks as its samples do", arguments: ["cmyk_adobe_0", "cmyk_no_marker", "cmyk_progressive", "ycck_adobe_2"])
  func aJPEGLooksAsItsSamplesDo(_ name: String) async throws {
    let directory = try TemporaryDirectory()
    let jpeg = Fixtures.path("jpeg/valid/\(name).jpg")
    let samples = directory.file("samples.tif")
    // Pillow inverts the samples, with the marker or without.
    let decoded = try await Tool.python(
      "import sys; from PIL import Image; Image.open(sys.argv[1]).save(sys.argv[2], compression='tiff_deflate')",
      [jpeg, samples])
    #expect(decoded.status == 0, "\(decoded.errors)")
    let document = try ImageDocument()
    try document.add(path: jpeg)
    try document.add(path: samples)
    let path = try directory.write(try document.finish(), to: "a.pdf")
    _ = try await Tool.run("pdftoppm", ["-r", "72", path, directory.file("page")])
    let judge = try await Tool.python(
      """
      import sys; from PIL import Image, ImageChops, ImageStat
      one, two = (Image.open('%s/page-%d.ppm' % (sys.argv[1], n)) for n in (1, 2))
      assert max(s for s in ImageStat.Stat(one).stddev) > 10, 'there is no picture'
      print(max(high for low, high in ImageChops.difference(one, two).getextrema()))
      """, [directory.path])
    let difference = try #require(Int(judge.text.prefix { $0.isNumber }), "\(judge.errors)")
    #expect(difference <= 1)
  }
}
