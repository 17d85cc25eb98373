internal import TestKit
internal import Testing

/// `mkpdf --range`, and the notes about values out of range. pikepdf reads the samples in the document.
@Suite("mkpdf: values out of range", .timed) struct MkpdfRangeTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func run(_ arguments: [String]) async throws -> Tool.Result {
    let result = try await Tool.cameo("mkpdf", arguments + ["-o", "out.pdf"], directory: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    return result
  }

  /// The bits per sample in the document, and the largest difference to an expression over the samples `v` of the file.
  private func judge(_ fixture: String, _ expression: String) async throws -> String {
    let result = try await Tool.python(
      """
      import sys
      import numpy, pikepdf
      from PIL import Image
      v = numpy.asarray(Image.open(sys.argv[1])).astype(float)
      pdf = pikepdf.open(sys.argv[2])
      image = pdf.pages[0].Resources.XObject.I
      bits = int(image.BitsPerComponent)
      want = numpy.clip(\(expression), 0, 1) * ((1 << bits) - 1)
      got = numpy.frombuffer(image.read_bytes(), numpy.uint8 if bits == 8 else '>u2').astype(float)
      print(bits, int(abs(want.ravel() - got).max() + .4))
      """, [Fixtures.path(fixture), folder.file("out.pdf")])
    return result.text + result.errors
  }

  /// The fixture's floats are between -1 and 3.
  @Test("Floats are mapped as asked; otherwise a note says that they are clipped")
  func floats() async throws {
    let name = "tiff/valid/gray_float32_below_0_above_1.tif"
    let path = Fixtures.path(name)
    #expect(try await run([path]).errors.contains(" % of the samples are outside the range and were clipped"))
    #expect(try await judge(name, "v") == "16 0\n")
    #expect(!(try await run([path, "--range", "auto"]).errors.contains("clipped")))
    #expect(try await judge(name, "(v - v.min()) / (v.max() - v.min())") == "16 0\n")
    _ = try await run([path, "--range", "-0.5,2"])
    #expect(try await judge(name, "(v + .5) / 2.5") == "16 0\n")
    // In a cell, and made smaller, the picture is mapped, too.
    for options in [["--nup", "2x1"], ["--contact-sheet", "1x1"], ["--downsample", "20"]] {
      #expect(try await run([path] + options).errors.contains("clipped"), "\(options)")
      #expect(!(try await run([path, "--range", "auto"] + options).errors.contains("clipped")), "\(options)")
    }
  }

  @Test(
    "Samples of each depth are mapped, those that are otherwise embedded untouched, too",
    arguments: [("png/valid/gray8.png", 255, 8), ("png/valid/gray2.png", 255, 8), ("png/valid/gray16.png", 65_535, 16)])
  func depths(_ name: String, _ full: Int, _ bits: Int) async throws {
    _ = try await run([Fixtures.path(name), "--range", "\(full / 5),\(full / 5 * 4)"])
    #expect(try await judge(name, "(v / \(full) - .2) / .6") == "\(bits) 0\n")
  }
}
