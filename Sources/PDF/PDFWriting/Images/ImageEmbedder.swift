internal import ByteStreams
package import ImageModel
package import Imaging

/// Puts images into a file: compressed data untouched where PDF can carry it, the same samples in another wrapping where it
/// cannot, never with a loss.
///
/// An image that is there already, from the same file or with the same bytes, is not written again.
package final class ImageEmbedder {
  package struct Options: Sendable {
    /// Whether a JPEG keeps its metadata (Exif, XMP, IPTC, comments) inside the PDF.
    package var keepsMetadata = false
    package var limits: Limits

    package init(limits: Limits) { self.limits = limits }
  }

  /// One page of a file, by which it is known again without being read.
  private struct Origin: Hashable {
    var file: FileIdentity
    var size: UInt64
    var page: Int
  }

  private let writer: PDFWriter
  private let options: Options
  private var streams = WrittenStreams()
  private var spaces = ColorSpaces()
  private var known: [Origin: EmbeddedImage] = [:]
  private static let maxKnown = 20_000

  package init(_ writer: PDFWriter, _ options: Options) {
    self.writer = writer
    self.options = options
  }

  /// Puts one page of a file into the PDF.
  ///
  /// Damage that leaves a picture is a warning of the result.
  ///
  /// - Throws: `ImageError` with the source's name: what cannot be read or decoded, limits, and `io` of the sink.
  package func embed(_ source: ImageSource, page index: Int) throws(ImageError) -> EmbeddedImage {
    let origin = source.bytes.identity.map { Origin(file: $0, size: source.bytes.size, page: index) }
    if let origin, var image = known[origin] {
      image.byteCount = 0
      return image
    }
    do throws(ImageError) {
      let image = try embedNew(source, index)
      if let origin {
        if known.count >= Self.maxKnown { known = [:] }
        known[origin] = image
      }
      return image
    } catch {
      throw error.at(path: source.name)
    }
  }

  private func embedNew(_ source: ImageSource, _ index: Int) throws(ImageError) -> EmbeddedImage {
    let info = try source.info(at: index)
    let input = EmbeddingInput(source: source, index: index, info: info, options: options, writer: writer)
    let plan: ImagePlan
    switch source.format {
    case "jpeg": plan = try JPEGEmbedding.plan(input, &spaces)
    case "png": plan = try PNGEmbedding.plan(input, &spaces)
    case "tiff": plan = try TIFFEmbedding.plan(input, &spaces)
    default:
      plan = try RowPacking.plan(
        input, &spaces, handling: .transcoded, reason: "PDF cannot carry \(source.format) data")
    }
    let (reference, byteCount) = try write(plan)
    var diagnostics = source.diagnostics
    for diagnostic in plan.diagnostics where !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
    if plan.image.bits == 16, !writer.options.version.hasObjectStreams {
      diagnostics.append(.warning("16 bits a sample need PDF 1.5; older viewers may not show the image"))
    }
    return EmbeddedImage(
      reference: reference, size: info.size, orientation: info.orientation, resolution: info.resolution,
      handling: plan.handling, reason: plan.reason, byteCount: byteCount, diagnostics: diagnostics)
  }

  private func write(_ plan: ImagePlan) throws(ImageError) -> (PDFReference, UInt64) {
    var dictionary = plan.image.dictionary
    var byteCount: UInt64 = 0
    switch plan.transparency {
    case .none: break
    case .colorKey(let ranges): dictionary["Mask"] = .array(ranges.map { .integer($0) })
    case .mask(let mask):
      let (reference, isNew) = try streams.add(mask.dictionary, mask.content, to: writer)
      dictionary["SMask"] = .reference(reference)
      if isNew { byteCount += mask.byteCount }
    }
    let (reference, isNew) = try streams.add(dictionary, plan.image.content, to: writer)
    return (reference, isNew ? byteCount + plan.image.byteCount : byteCount)
  }
}

/// What the embedding of one image starts from.
struct EmbeddingInput {
  var source: ImageSource
  var index: Int
  var info: ImageInfo
  var options: ImageEmbedder.Options
  var writer: PDFWriter

  var bytes: any ByteSource { source.bytes }
  var limits: Limits { options.limits }
}
