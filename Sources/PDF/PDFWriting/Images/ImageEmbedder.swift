internal import ByteStreams
internal import ContentTypes
package import ImageModel
package import Imaging

/// Embeds images in a file: the compressed data untouched where PDF supports it, otherwise the same samples in another
/// encoding, without a loss.
///
/// An image that was embedded already, from the same file or with the same bytes, is not written again.
package final class ImageEmbedder {
  package struct Options: Sendable {
    /// Whether the metadata of a JPEG (Exif, XMP, IPTC, comments) is embedded, too.
    package var keepsMetadata = false
    /// The standard that restricts the data; nil for none.
    package var archive: Conformance.Archive?
    package var limits: Limits

    package init(limits: Limits) { self.limits = limits }
  }

  /// Identifies one page of a file, so that it is recognized without being read.
  private struct Origin: Hashable {
    var file: FileIdentity
    var size: UInt64
    var page: Int
    var range: SampleRange?
  }

  private typealias Planning =
    @Sendable (_ input: EmbeddingInput, _ spaces: inout ColorSpaces) throws(ImageError) -> ImagePlan

  /// The formats whose data PDF supports, by their names. All others are decoded.
  private static let plannings: [String: Planning] = [
    "jpeg": JPEGEmbedding.plan, "png": PNGEmbedding.plan, "tiff": TIFFEmbedding.plan,
    "jpeg2000": JPEG2000Embedding.plan,
  ]

  /// The names of these formats.
  package static let formats = ImageFormat.all.map(\.name).filter { plannings[$0] != nil }

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

  /// Embeds one page of a file.
  ///
  /// The result has a warning for a damaged image that can still be shown.
  ///
  /// - Parameter range: the values that become black and white; nil keeps the samples.
  /// - Throws: `ImageError` with the name of the source: errors of reading and decoding, limits, and `io` of the sink.
  package func embed(
    _ source: ImageSource, page index: Int, range: SampleRange? = nil
  ) throws(ImageError) -> EmbeddedImage {
    let origin = source.bytes.identity.map { Origin(file: $0, size: source.bytes.size, page: index, range: range) }
    if let origin, var image = known[origin] {
      image.byteCount = 0
      return image
    }
    do throws(ImageError) {
      let image = try embedNew(source, index, range)
      if let origin {
        if known.count >= Self.maxKnown { known = [:] }
        known[origin] = image
      }
      return image
    } catch {
      throw error.at(path: source.name)
    }
  }

  private func embedNew(
    _ source: ImageSource, _ index: Int, _ range: SampleRange?
  ) throws(ImageError) -> EmbeddedImage {
    let info = try source.info(at: index)
    var input = EmbeddingInput(
      source: source, index: index, info: info, range: range, options: options, writer: writer)
    let plan: ImagePlan
    if range != nil {
      // Mapped samples do not fit into fewer bits.
      input.info.bitsPerSample = max(8, info.bitsPerSample)
      plan = try RowPacking.plan(input, &spaces, handling: .transcoded, reason: "--range changes its values")
    } else if options.archive != nil, source.format == "jpeg2000" {
      plan = try RowPacking.plan(
        input, &spaces, handling: .transcoded, reason: "PDF/A does not allow all kinds of JPEG 2000 data")
    } else if let planning = Self.plannings[source.format] {
      plan = try planning(input, &spaces)
    } else {
      plan = try RowPacking.plan(
        input, &spaces, handling: .transcoded, reason: "PDF does not support \(source.format.uppercased()) data")
    }
    if let archive = options.archive, plan.image.colorSpace == .name("DeviceCMYK") {
      throw ImageError(
        .unsupported, "its colours are CMYK without a profile, which \(archive.name) does not allow here")
    }
    let (reference, byteCount) = try write(plan)
    var diagnostics = source.diagnostics
    for diagnostic in plan.diagnostics where !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
    if plan.image.filter == "JPXDecode", !writer.options.version.hasObjectStreams {
      diagnostics.append(.warning("JPEG 2000 data needs PDF 1.5; older viewers do not show the image"))
    } else if plan.image.bits == 16, !writer.options.version.hasObjectStreams {
      diagnostics.append(.warning("16 bits per sample need PDF 1.5; older viewers may not show the image"))
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

/// The image to be embedded, and its options.
struct EmbeddingInput {
  var source: ImageSource
  var index: Int
  var info: ImageInfo
  /// The values that become black and white; nil keeps the samples.
  var range: SampleRange?
  var options: ImageEmbedder.Options
  var writer: PDFWriter

  var bytes: any ByteSource { source.bytes }
  var limits: Limits { options.limits }
}

/// An image that was embedded.
package struct EmbeddedImage: Hashable, Sendable {
  /// How the data of the image was converted.
  package enum Handling: String, Hashable, Sendable {
    /// The compressed data was copied unchanged.
    case passed
    /// The same samples in another encoding.
    case repacked
    /// The data was decoded because PDF does not support its compression. The samples are those of the decoder.
    case transcoded
  }

  /// The Image XObject.
  package var reference: PDFReference
  /// The size before the orientation is applied.
  package var size: PixelSize
  package var orientation: Orientation
  package var resolution: Resolution?
  package var handling: Handling
  /// The reason for the handling, for users.
  package var reason: String
  /// The number of bytes of the image and its mask in the file; 0 where an equal image was embedded before.
  package var byteCount: UInt64
  package var diagnostics: [Diagnostic]
  /// The number of bytes in the file that the picture comes from, where a PDF is made smaller; nil otherwise.
  package var originalByteCount: UInt64?

  package init(
    reference: PDFReference, size: PixelSize, orientation: Orientation = .up, resolution: Resolution? = nil,
    handling: Handling, reason: String, byteCount: UInt64, diagnostics: [Diagnostic] = [],
    originalByteCount: UInt64? = nil
  ) {
    (self.reference, self.size, self.orientation, self.resolution) = (reference, size, orientation, resolution)
    (self.handling, self.reason, self.byteCount, self.diagnostics) = (handling, reason, byteCount, diagnostics)
    self.originalByteCount = originalByteCount
  }
}
