internal import ByteStreams
internal import Drawing
internal import ImageModel
internal import PageDescriptions
internal import StructuredFiles
internal import StructuredText
internal import TestKit

/// A description whose pages were drawn into cairo's PDF, for other programs to check.
struct Drawn {
  var sizes: [Size] = []
  var links: [[Link]] = []
  var bookmarks: [[PlacedBookmark]] = []
  var destinations: [[PlacedDestination]] = []
  var document: DocumentDescription
  let directory: TemporaryDirectory
  var path: String { directory.file("out.pdf") }

  static var limits: DescriptionLimits { DescriptionLimits(files: .standard) }

  /// Draws a description given as JSON.
  init(_ json: String, data: String? = nil, folder: String = "", limits: DescriptionLimits = Drawn.limits) throws {
    try self.init(
      bytes: Array(json.utf8),
      data: try data.map { try StructuredSyntax.parse(Array($0.utf8), limits: limits.structure) },
      folder: folder, limits: limits)
  }

  init(bytes: [UInt8], data: StructuredValue?, folder: String = "", limits: DescriptionLimits = Drawn.limits) throws {
    let fonts = try FontCatalog()
    var options = DescriptionOptions(data: data, folder: folder, limits: limits)
    options.folder = folder
    let description = try PageDescription(
      try StructuredSyntax.parse(bytes, limits: limits.structure), options, fonts: fonts,
      resources: DecodedPictures(limits: limits.files))
    document = description.document
    directory = try TemporaryDirectory()
    let batch = try PDFPageBatch(fonts: fonts)
    for number in 0..<description.pageCount { try add(try description.page(at: number), to: batch) }
    try directory.write(try batch.finish(), to: "out.pdf")
  }

  /// Draws JSON Lines.
  init(lines: String, data: StructuredValue? = nil) throws {
    let fonts = try FontCatalog()
    let stream = try PageDescriptionStream(
      lines.asLines(), DescriptionOptions(data: data, limits: Drawn.limits), fonts: fonts,
      resources: DecodedPictures(limits: .standard))
    document = stream.document
    directory = try TemporaryDirectory()
    let batch = try PDFPageBatch(fonts: fonts)
    while let page = try stream.next() { try add(page, to: batch) }
    try directory.write(try batch.finish(), to: "out.pdf")
  }

  private mutating func add(_ page: DescribedPage, to batch: PDFPageBatch) throws {
    let drawn = try batch.page(size: page.size) { context in try page.draw(on: context) }
    sizes.append(page.size)
    links.append(drawn.links)
    bookmarks.append(page.bookmarks)
    destinations.append(page.destinations)
  }

  /// The text that poppler reads on a page, counted from 1, line by line without surrounding blanks.
  func text(page: Int) async throws -> [String] {
    let result = try await Tool.run("pdftotext", ["-layout", "-f", "\(page)", "-l", "\(page)", path, "-"])
    return result.text.split(separator: "\n").map { line in
      String(line.drop { $0 == " " || $0 == "\u{C}" }.reversed().drop { $0 == " " }.reversed())
    }.filter { !$0.isEmpty }
  }

  /// The colours that poppler paints at points of a page, given in points from the upper left.
  func pixels(page: Int = 1, _ points: [(Double, Double)]) async throws -> [String] {
    let stem = directory.file("page\(page)")
    _ = try await Tool.run(
      "pdftoppm", ["-png", "-r", "144", "-f", "\(page)", "-l", "\(page)", "-singlefile", path, stem])
    let places = points.map { "(\(Int($0.0 * 2)),\(Int($0.1 * 2)))" }.joined(separator: ",")
    let result = try await Tool.python(
      """
      import sys; from PIL import Image
      image = Image.open(sys.argv[1]).convert('RGB')
      for place in [\(places)]: print('#%02x%02x%02x' % image.getpixel(place))
      """, ["\(stem).png"])
    return result.text.split(separator: "\n").map(String.init)
  }
}

extension String {
  /// Delivers bytes as a pipe does, a few at a time.
  func asLines(chunk: Int = 7, limits: DescriptionLimits = Drawn.limits) -> DescriptionLines {
    var rest = Array(utf8)[...]
    return DescriptionLines(limits: limits) { (buffer) throws(ImageError) in
      let part = rest.prefix(min(chunk, buffer.count))
      buffer.copyBytes(from: part)
      rest = rest.dropFirst(part.count)
      return part.count
    }
  }
}
