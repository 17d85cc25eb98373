internal import Drawing
internal import ImageModel
internal import TestKit

/// A PDF with pages of 200 by 100 points, examined by other programs.
struct DrawnPDF {
  let bytes: [UInt8]
  let pages: [PDFPageBatch.Page]
  private let directory: TemporaryDirectory
  private var path: String { directory.file("drawn.pdf") }

  init(
    size: Size = Size(width: 200, height: 100), fonts: FontCatalog? = nil, _ draw: ((DrawingContext) throws -> Void)...
  ) throws {
    let batch = try PDFPageBatch(fonts: fonts ?? FontCatalog())
    pages = try draw.map { try batch.page(size: size, $0) }
    bytes = try batch.finish()
    directory = try TemporaryDirectory()
    try directory.write(bytes, to: "drawn.pdf")
  }

  /// The text in reading order, as poppler finds it.
  func text() async throws -> String { try await Tool.run("pdftotext", [path, "-"]).text }

  /// The lines of pdffonts under its heading.
  func fonts() async throws -> [String] {
    try await Tool.run("pdffonts", [path]).text.split(separator: "\n").dropFirst(2).map(String.init)
  }

  /// A page as poppler draws it, at 72 DPI: a pixel for each point.
  func picture(page: Int = 1) async throws -> Picture {
    let result = try await Tool.run("pdftoppm", ["-r", "72", "-f", "\(page)", "-l", "\(page)", path])
    return try Picture(ppm: result.output)
  }

  /// The compressed images of the file by their names, as pdfimages extracts them.
  func images() async throws -> [[UInt8]] {
    _ = try await Tool.run("pdfimages", ["-all", path, directory.file("image")])
    return directory.names.filter { $0.hasPrefix("image") }.map { Fixtures.bytes(directory.file($0)) }
  }

  /// The result of `qpdf --check`.
  func check() async throws -> Tool.Result { try await Tool.run("qpdf", ["--check", path]) }
}

/// RGB pixels, the first row on top.
struct Picture {
  let size: PixelSize
  private let bytes: [UInt8]

  init(ppm: [UInt8]) throws {
    let heading = ppm.split(maxSplits: 4, whereSeparator: { $0 == 0x0a || $0 == 0x20 })
    let words = heading.prefix(4).map { String(decoding: $0, as: UTF8.self) }
    guard heading.count == 5, words[0] == "P6", let width = Int(words[1]), let height = Int(words[2]) else {
      throw TestFailure("pdftoppm drew nothing")
    }
    size = PixelSize(width: width, height: height)
    bytes = Array(ppm.suffix(width * height * 3))
  }

  init(_ image: PixelBuffer) {
    size = image.size
    bytes = image.bytes
  }

  subscript(x: Int, y: Int) -> [Int] {
    let start = (y * size.width + x) * 3
    return bytes[start..<start + 3].map(Int.init)
  }

  /// Whether a pixel is of a colour within a tolerance.
  func isColor(_ x: Int, _ y: Int, _ color: [Int], within tolerance: Int = 2) -> Bool {
    zip(self[x, y], color).allSatisfy { abs($0 - $1) <= tolerance }
  }

  /// The rectangle around all pixels darker than half, as left, top, right and bottom; nil where there is none.
  var inkBounds: [Int]? {
    var bounds: [Int]?
    for y in 0..<size.height {
      for x in 0..<size.width where self[x, y].reduce(0, +) < 384 {
        let known = bounds ?? [x, y, x, y]
        bounds = [min(known[0], x), min(known[1], y), max(known[2], x), max(known[3], y)]
      }
    }
    return bounds
  }
}
