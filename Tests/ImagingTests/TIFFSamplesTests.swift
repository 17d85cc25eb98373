internal import ImageModel
internal import Imaging
internal import TestKit
internal import Testing

/// What happens to the samples of TIFF files on the way to TIFF and to formats with fewer kinds of samples.
@Suite(.timed) struct TIFFSamplesTests {
  let directory: TemporaryDirectory
  let environment = JobEnvironment(limits: .standard)

  init() throws { directory = try TemporaryDirectory() }

  @discardableResult
  private func convert(
    _ path: String, to output: String, _ change: (inout ConversionJob) -> Void = { _ in }
  ) throws -> JobReport {
    var job = ConversionJob(input: .path(path), output: .path(directory.file(output)))
    change(&job)
    return try job.run(in: environment)
  }

  /// Prints the kind of the samples and a checksum of their values for each file, read by the system's libtiff.
  private func samples(_ paths: [String]) async throws -> [String] {
    let program = """
      import hashlib, sys
      sys.path.insert(0, sys.argv[1])
      sys.dont_write_bytecode = True
      from fixture_maker import libtiff
      import ctypes
      for path in sys.argv[2:]:
          with libtiff._File(path, 'r') as file:
              width, height = file.get(256, ctypes.c_uint32), file.get(257, ctypes.c_uint32)
              bits, count = file.get(258), file.get(277)
              values = libtiff._samples(file, width, height, count, bits)
              if bits == 1 and file.get(262) == 1:
                  values = 1 - values
              print(width, height, bits, count, file.get(339), max(file.get(262), 1), hashlib.sha256(values.tobytes()).hexdigest())
      """
    let scripts = Fixtures.path("../scripts")
    let result = try await Tool.python(program, [scripts] + paths)
    #expect(result.status == 0, "\(result.errors)")
    return result.text.split(separator: "\n").map(String.init)
  }

  @Test(
    "Samples stay from TIFF to TIFF",
    arguments: [
      "gray1", "gray1_fill_order_2", "gray4", "gray12", "gray24_big_endian", "gray32_big_endian",
      "gray64_little_endian",
      "gray8_signed", "gray16_signed", "gray32_signed", "gray_float16_big_endian", "gray_float64_little_endian",
      "rgb_float24", "rgb12", "rgb2", "palette1", "palette4", "palette8", "palette8_tiles_big_endian",
      "bilevel_ccitt_g4", "bilevel_ccitt_g4_min_is_black", "bilevel_ccitt_g3_2d", "bilevel_ccitt_g4_tiles",
    ])
  func samplesStayFromTIFFToTIFF(_ name: String) async throws {
    let path = Fixtures.path("tiff/valid/\(name).tif")
    let report = try convert(path, to: "out.tif") { $0.encodesAgain = true }
    #expect(report.diagnostics.isEmpty)
    try convert(path, to: "tiles.tif") {
      $0.options.compression = "lzw"
      $0.options.tileSize = PixelSize(width: 32, height: 16)
    }
    let read = try await samples([path, directory.file("out.tif"), directory.file("tiles.tif")])
    #expect(read.count == 3)
    #expect(Set(read).count == 1, "\(read)")
  }

  @Test("Palettes keep their colors", arguments: ["palette1", "palette4", "palette8"])
  func palettesKeepTheirColors(_ name: String) async throws {
    let path = Fixtures.path("tiff/valid/\(name).tif")
    try convert(path, to: "out.tif") { $0.encodesAgain = true }
    let same = try await Tool.python(
      """
      import sys
      from PIL import Image
      a, b = (Image.open(p) for p in sys.argv[1:])
      print(a.mode == b.mode, a.convert('RGB').tobytes() == b.convert('RGB').tobytes())
      """, [path, directory.file("out.tif")])
    #expect(same.text == "True True\n", "\(same.errors)")
  }

  /// A scan with a page in colour: group 4 is for the pages that are black and white.
  @Test("A compression for some pages is used for them")
  func aCompressionForSomePagesIsUsedForThem() async throws {
    let mixed = directory.file("mixed.tif")
    let made = try await Tool.run(
      "tiffcp",
      ["bilevel_ccitt_g4", "rgb8_lzw", "bilevel_ccitt_g3_1d", "halftone", "gray8"].map {
        Fixtures.path("tiff/valid/\($0).tif")
      } + [mixed])
    #expect(made.status == 0, "\(made.errors)")
    let report = try convert(mixed, to: "out.tif") { $0.options.compression = "g4" }
    #expect(report.diagnostics.map(\.severity) == [.note, .note])
    let info = try await Tool.run("tiffinfo", [directory.file("out.tif")]).text
    let schemes = info.split(separator: "\n").filter { $0.contains("Compression Scheme") }
    #expect(schemes.map { $0.hasSuffix("CCITT Group 4") } == [true, false, true, true, false], "\(info)")
    let error = #expect(throws: ImageError.self) {
      try convert(Fixtures.path("tiff/valid/pages_three_kinds.tif"), to: "no.tif") { $0.options.compression = "g4" }
    }
    #expect(error?.kind == .usage)
  }

  @Test("A turned scan stays bilevel")
  func aTurnedScanStaysBilevel() async throws {
    let path = try directory.write(Fixtures.bytes(Fixtures.path("tiff/valid/bilevel_ccitt_g4.tif")), to: "turned.tif")
    let set = try await Tool.run("tiffset", ["-s", "274", "6", path])
    #expect(set.status == 0, "\(set.errors)")
    try convert(path, to: "out.tif") { $0.options.orientation = .apply }
    let info = try await Tool.run("tiffinfo", [directory.file("out.tif")]).text
    #expect(info.contains("CCITT Group 4"), "\(info)")
    let same = try await Tool.python(
      """
      import sys
      from PIL import Image
      a, b = (Image.open(p) for p in sys.argv[1:])
      # Orientation 6: the first row is the right side.
      print(a.convert('L').transpose(Image.Transpose.ROTATE_270).tobytes() == b.convert('L').tobytes(), b.size)
      """, [Fixtures.path("tiff/valid/bilevel_ccitt_g4.tif"), directory.file("out.tif")])
    #expect(same.text == "True (150, 203)\n", "\(same.text)\(same.errors)")
  }

  /// Pixels of 16 bits as Python reads them from a PNG or computes them from a TIFF.
  private func largestDifference(_ tiff: String, _ png: String, _ expression: String) async throws -> String {
    let result = try await Tool.python(
      """
      import sys
      import numpy
      from PIL import Image
      v = numpy.asarray(Image.open(sys.argv[1])).astype(float)
      want = numpy.clip(\(expression), 0, 1) * 65535
      got = numpy.asarray(Image.open(sys.argv[2])).astype(float)
      print(int(abs(want - got).max() + .4))
      """, [tiff, png])
    return result.text + result.errors
  }

  /// The fixture's floats are between -1 and 3.
  @Test("Floats are mapped as asked")
  func floatsAreMappedAsAsked() async throws {
    let path = Fixtures.path("tiff/valid/gray_float32_below_0_above_1.tif")
    let clipped = try convert(path, to: "plain.png")
    #expect(clipped.diagnostics.contains { $0.severity == .note && $0.message.contains("clipped; see --range") })
    #expect(try await largestDifference(path, directory.file("plain.png"), "v") == "0\n")
    let spread = try convert(path, to: "auto.png") { $0.options.range = .automatic }
    #expect(!spread.diagnostics.contains { $0.message.contains("clipped") })
    #expect(
      try await largestDifference(path, directory.file("auto.png"), "(v - v.min()) / (v.max() - v.min())") == "0\n")
    try convert(path, to: "some.png") { $0.options.range = .values(-0.5, 2) }
    #expect(try await largestDifference(path, directory.file("some.png"), "(v + .5) / 2.5") == "0\n")
  }

  /// Numbers up to 999 in samples of 32 bits, as programs for science write them.
  @Test("Wide integers are mapped as asked")
  func wideIntegersAreMappedAsAsked() async throws {
    let path = directory.file("numbers.tif")
    let made = try await Tool.python(
      """
      import sys
      import numpy
      from PIL import Image
      Image.fromarray((numpy.arange(1000).reshape(25, 40)).astype(numpy.int32)).save(sys.argv[1])
      """, [path])
    #expect(made.status == 0, "\(made.errors)")
    let dark = try convert(path, to: "plain.png")
    #expect(dark.diagnostics.contains { $0.severity == .note && $0.message.contains("--range auto") })
    try convert(path, to: "auto.png") { $0.options.range = .automatic }
    #expect(try await largestDifference(path, directory.file("auto.png"), "v / 999") == "0\n")
    try convert(path, to: "some.png") { $0.options.range = .values(100, 600) }
    #expect(try await largestDifference(path, directory.file("some.png"), "(v - 100) / 500") == "0\n")
  }
}
