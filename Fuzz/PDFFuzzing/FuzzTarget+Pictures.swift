internal import ByteStreams
internal import ContentTypes
internal import ImageModel
internal import Imaging
internal import MetadataFuzzing
internal import PDFDocuments
internal import PDFWriting

extension FuzzTarget {
  /// Embeds pictures into a PDF, with their compressed data if possible.
  static let pictures = ImageEmbedder.formats.map { format in
    FuzzTarget(
      name: "embed-\(format)", run: { try embed($0, format) }, seeds: { $0.whole(format) })
  }

  /// Decodes pictures and the frames of animations, at full size and at a small one.
  static let decoders =
    ImageFormat.all.map(\.name).map { format in
      FuzzTarget(name: "decode-\(format)", run: { try decode($0, format) }, seeds: { $0.whole(format) })
    } + [FuzzTarget(name: "develop-raw", run: { try decode($0, "raw", .develop) }, seeds: { $0.whole("raw") })]

  private static func decode(_ bytes: [UInt8], _ format: String, _ raw: RAWRendering = .preview) throws {
    var options = ImageSource.Options(limits: limits, allowedFormats: [format])
    options.raw = raw
    let bytes = SmallPNG.repaired(bytes, format: format) ?? bytes
    let source = try ImageSource(bytes: bytes, name: "input", options)
    for index in 0..<min(source.count, 4) {
      _ = try? source.image(at: index, ImageSource.PixelOptions())
      _ = try? source.thumbnail(at: index, RenderOptions(size: SizeRequest(width: 16, height: 16)))
    }
  }

  /// The most pages of one TIFF: sixteen directories can share the same strips.
  private static let maxPages = 16

  private static var limits: Limits {
    var limits = Limits.standard
    limits.maxPixels = 1 << 18
    limits.maxMemory = 64 << 20
    return limits
  }

  private static func embed(_ bytes: [UInt8], _ format: String) throws {
    let options = ImageSource.Options(limits: limits, allowedFormats: [format])
    let source = try ImageSource(bytes: bytes, name: "input", options)
    for keepsMetadata in [false, true] {
      let document = try FuzzDocument(limits: limits, keepsMetadata: keepsMetadata)
      for index in 0..<min(source.count, maxPages) {
        // If one picture cannot be read, the others are still tried.
        _ = try? document.writer.append(try ImagePage(source, index: index, layout: ImagePageLayout(), options))
      }
      guard document.writer.pageCount > 0 else { return }
      try document.finish()
    }
  }
}
