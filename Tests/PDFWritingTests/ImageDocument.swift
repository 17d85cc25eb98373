internal import ByteStreams
internal import ImageModel
internal import Imaging
internal import PDFWriting

/// A PDF with one image a page, a point for each pixel, for tests.
struct ImageDocument {
  private let sink = MemoryByteSink()
  private let writer: PDFWriter
  private let embedder: ImageEmbedder

  init(keepsMetadata: Bool = false) throws {
    writer = PDFWriter(to: sink)
    var options = ImageEmbedder.Options(limits: .standard)
    options.keepsMetadata = keepsMetadata
    embedder = ImageEmbedder(writer, options)
  }

  @discardableResult
  func add(path: String, page: Int = 0) throws -> EmbeddedImage { try add(try ImageSource(path: path), page: page) }

  @discardableResult
  func add(_ source: ImageSource, page: Int = 0) throws -> EmbeddedImage {
    let image = try embedder.embed(source, page: page)
    let size = image.orientation.upright(image.size)
    let rect = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    let matrix = ImagePlacement.matrix(orientation: image.orientation, in: rect)
    let content = try writer.addShared([:], content: ImagePlacement.operators(matrix, name: "I"))
    _ = try writer.addPage([
      "MediaBox": .array([.integer(0), .integer(0), .integer(size.width), .integer(size.height)]),
      "Resources": .dictionary(["XObject": .dictionary(["I": .reference(image.reference)])]),
      "Contents": .reference(content),
    ])
    return image
  }

  func finish() throws -> [UInt8] {
    try writer.finish()
    return sink.bytes
  }
}
