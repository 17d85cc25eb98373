internal import ByteStreams
internal import ImageModel
internal import Imaging
internal import JPEGStructure

/// JPEG files: the data between SOI and EOI is what PDF's DCTDecode reads.
///
/// Application segments and comments stay out, for Exif in the stream makes some viewers turn the picture twice, and tells
/// where it was taken. JFIF's and Adobe's remain: they say how the samples were transformed. Pictures and films that
/// follow the end of the image stay out too.
enum JPEGEmbedding {
  static func plan(_ input: EmbeddingInput, _ spaces: inout ColorSpaces) throws(ImageError) -> ImagePlan {
    let structure = try JPEGStructure.lent(by: input.source.decoder, or: input.bytes, limits: input.limits)
    guard let frame = structure.frame, let scan = structure.firstScanOffset else {
      throw ImageError(.invalidData, "the file ends before the picture's data", format: "JPEG")
    }
    if let reason = obstacle(frame) {
      return try RowPacking.plan(input, &spaces, handling: .transcoded, reason: reason)
    }
    let end = try JPEGEndOfImage.find(structure, in: input.bytes, limits: input.limits)
    let isPlain = try JPEGHeaderCheck(structure, frame).isPlain(in: input.bytes)
    if end.isMissing || !isPlain {
      let damage = try RowPacking.damage(of: input)
      if !damage.isEmpty {
        return try RowPacking.plan(
          input, &spaces, handling: .transcoded,
          reason: "the data is damaged, and what can be read of it was packed anew")
      }
    }
    var plan = try passing(input, structure, frame, &spaces)
    var content = try headers(structure, before: scan, in: input)
    if frame.leavesHeightOpen {
      content = patchHeight(content, frame)
      plan.handling = .repacked
      plan.reason = "the height, which the file gives behind the data (DNL), was put into the header"
    }
    content.append(.range(input.bytes, scan..<end.offset))
    if end.isMissing {
      // All that is missing is the marker, or the decoder would have complained.
      content.append(.bytes([0xFF, JPEGMarker.endOfImage.code]))
    }
    plan.image.content = joined(content)
    return plan
  }

  /// Why PDF readers cannot decode the data; nil where they can.
  private static func obstacle(_ frame: JPEGFrame) -> String? {
    if frame.isArithmetic { return "PDF readers do not decode arithmetic coding" }
    switch frame.process {
    case .lossless: return "PDF readers do not decode lossless JPEG"
    case .hierarchical: return "PDF readers do not decode hierarchical JPEG"
    case .baseline, .extendedSequential, .progressive: break
    }
    if frame.precision != 8 { return "PDF readers do not decode JPEG samples of \(frame.precision) bits" }
    return nil
  }

  private static func passing(
    _ input: EmbeddingInput, _ structure: JPEGStructure, _ frame: JPEGFrame, _ spaces: inout ColorSpaces
  ) throws(ImageError) -> ImagePlan {
    let model: PixelFormat.ColorModel
    switch frame.components.count {
    case 1: model = .gray
    case 3: model = .rgb
    case 4: model = .cmyk
    default: throw ImageError(.unsupported, "\(frame.components.count) components", format: "JPEG")
    }
    var diagnostics: [Diagnostic] = []
    let space = try spaces.space(model, structure.profile, in: input.writer, &diagnostics)
    var image = ImagePlan.Stored(
      size: frame.size, colorSpace: space, bits: 8, filter: "DCTDecode", content: [])
    // Four components are stored inverted: with Adobe's marker always, and without it all writers that matter do so too.
    if model == .cmyk { image.decode = [1, 0, 1, 0, 1, 0, 1, 0] }
    // Without a marker PDF takes three components for YCbCr and four for CMYK (ISO 32000-1, table 13).
    if structure.colorModel == .rgb, structure.adobe == nil { image.parameters = ["ColorTransform": .integer(0)] }
    return ImagePlan(
      image: image, handling: .passed, reason: "JPEG data goes into PDF as it is", diagnostics: diagnostics)
  }

  /// The segments before the first scan that stay.
  private static func headers(
    _ structure: JPEGStructure, before scan: UInt64, in input: EmbeddingInput
  ) throws(ImageError) -> [PDFStreamPiece] {
    var content: [PDFStreamPiece] = []
    for segment in structure.segments where segment.offset < scan {
      guard try keeps(segment, structure, input) else { continue }
      content.append(.range(input.bytes, segment.offset..<segment.end))
    }
    return content
  }

  private static func keeps(
    _ segment: JPEGSegment, _ structure: JPEGStructure, _ input: EmbeddingInput
  ) throws(ImageError) -> Bool {
    guard segment.marker.isMetadata else { return true }
    switch segment.marker.applicationNumber {
    case 0:
      // JFIF without a thumbnail; further APP0 segments hold nothing but one.
      guard segment.contentLength == 14, structure.hasJFIF else { return input.options.keepsMetadata }
      return try input.bytes.bytes(at: segment.contentOffset, count: 4) == Array("JFIF".utf8)
    case 14:
      guard try input.bytes.bytes(at: segment.contentOffset, count: 5) == Array("Adobe".utf8) else {
        return input.options.keepsMetadata
      }
      // Where both markers stand and contradict each other, libjpeg believes JFIF; PDF would believe Adobe.
      return !(structure.hasJFIF && structure.adobe?.transform == 0 && structure.colorModel == .ycbcr)
    default: return input.options.keepsMetadata
    }
  }

  /// The two bytes of the height in the frame header.
  private static func patchHeight(_ content: [PDFStreamPiece], _ frame: JPEGFrame) -> [PDFStreamPiece] {
    let place = frame.offset + 1
    return content.flatMap { piece -> [PDFStreamPiece] in
      guard case .range(let source, let range) = piece, range.contains(place) else { return [piece] }
      let height = [UInt8(truncatingIfNeeded: frame.size.height >> 8), UInt8(truncatingIfNeeded: frame.size.height)]
      return [
        .range(source, range.lowerBound..<place), .bytes(height), .range(source, place + 2..<range.upperBound),
      ]
    }
  }

  /// Neighbouring parts of the file in one piece.
  private static func joined(_ pieces: [PDFStreamPiece]) -> [PDFStreamPiece] {
    var result: [PDFStreamPiece] = []
    for piece in pieces {
      if case .range(let source, let range) = piece, case .range(_, let last)? = result.last,
        last.upperBound == range.lowerBound
      {
        result[result.count - 1] = .range(source, last.lowerBound..<range.upperBound)
      } else {
        result.append(piece)
      }
    }
    return result
  }
}
