package import ByteStreams
internal import CodecKit
package import ImageModel
internal import Imaging
internal import JPEGStructure

/// Embeds JPEG files: the filter DCTDecode reads the data between SOI and EOI.
///
/// Application segments and comments are left out: Exif in the stream makes some viewers rotate the picture twice, and
/// reveals where it was taken. The segments of JFIF and Adobe are kept, because they define the colour transform.
/// Pictures and videos after the end of the image are left out, too.
enum JPEGEmbedding {
  static func plan(_ input: EmbeddingInput, _ spaces: inout ColorSpaces) throws(ImageError) -> ImagePlan {
    let lent = input.source.decoder.lentStructure as? JPEGStructure
    let structure = if let lent { lent } else { try JPEGStructure.read(input.bytes, limits: input.limits) }
    guard let frame = structure.frame, let scan = structure.firstScanOffset else {
      throw ImageError(.invalidData, "the file ends before the picture's data", format: "JPEG")
    }
    if let reason = obstacle(frame) {
      return try RowPacking.plan(input, &spaces, handling: .transcoded, reason: reason)
    }
    let end = try JPEGEndOfImage.find(structure, in: input.bytes, limits: input.limits)
    var plan = try passing(input, structure, frame, &spaces)
    var content = try headers(structure, before: scan, in: input)
    if frame.leavesHeightOpen {
      content = patchHeight(content, frame)
      plan.handling = .repacked
      plan.reason = "the height, which the file has after the data (DNL), was moved to the header"
    }
    content.append(.range(input.bytes, scan..<end.offset))
    if end.isMissing { content.append(.bytes([0xFF, JPEGMarker.endOfImage.code])) }
    plan.image.content = joined(content)
    let isPlain = try JPEGHeaderCheck(structure, frame).isPlain(in: input.bytes)
    if end.isMissing || !isPlain, try !isSound(plan.image.content, input) {
      return try RowPacking.plan(
        input, &spaces, handling: .transcoded,
        reason: "the data is damaged; the readable part was packed again")
    }
    return plan
  }

  /// Whether data decodes without damage. Garbage between the segments of a file is not in its data.
  private static func isSound(_ content: [PDFStreamPiece], _ input: EmbeddingInput) throws(ImageError) -> Bool {
    do throws(ImageError) {
      var options = ImageSource.Options(limits: input.limits)
      options.isCancelled = input.source.options.isCancelled
      var input = input
      input.source = try ImageSource(PieceSource(content), name: input.source.name, options)
      return try RowPacking.damage(of: input).isEmpty
    } catch {
      if error.kind == .io || error.kind == .cancelled { throw error }
      return false
    }
  }

  /// The reason why PDF readers cannot decode the data; nil where they can.
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
    // Four components are stored inverted: always with Adobe's marker, and without it by all relevant writers.
    if model == .cmyk { image.decode = [1, 0, 1, 0, 1, 0, 1, 0] }
    // Without a marker, three components are YCbCr in PDF, and four are CMYK (ISO 32000-1, table 13).
    if structure.colorModel == .rgb, structure.adobe == nil { image.parameters = ["ColorTransform": .integer(0)] }
    return ImagePlan(
      image: image, handling: .passed, reason: "JPEG data is embedded as it is", diagnostics: diagnostics)
  }

  /// The segments before the first scan that are kept.
  private static func headers(
    _ structure: JPEGStructure, before scan: UInt64, in input: EmbeddingInput
  ) throws(ImageError) -> [PDFStreamPiece] {
    var content: [PDFStreamPiece] = []
    for segment in structure.segments where segment.offset < scan {
      guard try keeps(segment, structure, input.bytes, keepsMetadata: input.options.keepsMetadata) else { continue }
      content.append(.range(input.bytes, segment.offset..<segment.end))
    }
    return content
  }

  fileprivate static func keeps(
    _ segment: JPEGSegment, _ structure: JPEGStructure, _ bytes: any ByteSource, keepsMetadata: Bool
  ) throws(ImageError) -> Bool {
    guard segment.marker.isMetadata else { return true }
    switch segment.marker.applicationNumber {
    case 0:
      // JFIF without a thumbnail. Further APP0 segments contain only a thumbnail.
      guard segment.contentLength == 14, structure.hasJFIF else { return keepsMetadata }
      return try bytes.bytes(at: segment.contentOffset, count: 4) == Array("JFIF".utf8)
    case 14:
      guard try bytes.bytes(at: segment.contentOffset, count: 5) == Array("Adobe".utf8) else {
        return keepsMetadata
      }
      // Where both markers exist and contradict each other, libjpeg follows JFIF. PDF readers would follow Adobe.
      return !(structure.hasJFIF && structure.adobe?.transform == 0 && structure.colorModel == .ycbcr)
    default: return keepsMetadata
    }
  }

  /// Replaces the two bytes of the height in the frame header.
  private static func patchHeight(_ content: [PDFStreamPiece], _ frame: JPEGFrame) -> [PDFStreamPiece] {
    let place = frame.offset + 1
    return content.flatMap { piece -> [PDFStreamPiece] in
      guard case .range(let source, let range) = piece, range.contains(place) else { return [piece] }
      let height = UInt16(truncatingIfNeeded: frame.size.height).bigEndianBytes
      return [
        .range(source, range.lowerBound..<place), .bytes(height), .range(source, place + 2..<range.upperBound),
      ]
    }
  }

  /// Joins adjacent ranges of the file.
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

/// The end of a JPEG image in its file.
private struct JPEGEndOfImage {
  /// The offset after the end marker, or the end of the file if the marker is missing.
  var offset: UInt64
  var isMissing = false

  /// Finds the end.
  ///
  /// A file that ends with the end marker and does not declare further pictures is not searched. Other files are
  /// searched for markers. Progressive files that are small for their picture are also searched, to count their scans:
  /// a viewer decodes the whole picture for each scan.
  ///
  /// - Throws: `limitExceeded` for more than `limits.maxScans` scans; `io`.
  static func find(
    _ structure: JPEGStructure, in source: any ByteSource, limits: Limits
  ) throws(ImageError) -> JPEGEndOfImage {
    let end = source.size
    if end >= 4, try source.bytes(at: end - 2, count: 2) == [0xFF, JPEGMarker.endOfImage.code],
      !structure.blocks.contains(where: { $0.kind == .multiPicture }), !needsCounting(structure, size: end)
    {
      return JPEGEndOfImage(offset: end)
    }
    guard let scan = structure.firstScanOffset else { return JPEGEndOfImage(offset: end, isMissing: true) }
    var walker = JPEGScanWalker(source, from: scan, limits: limits)
    while let element = try walker.next() {
      if case .segment(let segment) = element, segment.marker == .endOfImage {
        return JPEGEndOfImage(offset: segment.offset + 2)
      }
    }
    return JPEGEndOfImage(offset: end, isMissing: true)
  }

  /// Whether a file may have too many scans for its size. Photographs have at least half a bit per pixel.
  private static func needsCounting(_ structure: JPEGStructure, size: UInt64) -> Bool {
    guard let frame = structure.frame, frame.process == .progressive else { return false }
    return size <= 128 << 10 || size < UInt64(clamping: frame.size.pixelCount / 16)
  }
}

/// Checks whether every JPEG decoder reads the segments before the first scan.
///
/// Only headers are checked. Finding damage in the data needs decoding, which takes a hundred times as long as copying.
private struct JPEGHeaderCheck {
  private let structure: JPEGStructure
  private let frame: JPEGFrame

  init(_ structure: JPEGStructure, _ frame: JPEGFrame) {
    self.structure = structure
    self.frame = frame
  }

  /// Whether the headers are valid and common. False means that the data must be checked by decoding.
  func isPlain(in source: any ByteSource) throws(ImageError) -> Bool {
    guard structure.diagnostics.allSatisfy({ $0.severity == .note }), let scan = structure.firstScan,
      structure.adobe.map({ $0.transform <= 2 }) ?? true, isPlain(frame), isPlain(scan)
    else { return false }
    var huffmanTables: Set<UInt8> = []
    var scanSelectors: [UInt8] = []
    for (index, segment) in structure.segments.enumerated() where !segment.marker.isMetadata {
      switch segment.marker {
      case .startOfImage: guard index == 0 else { return false }
      case .restartInterval: guard segment.contentLength == 2 else { return false }
      case .quantizationTables: break
      case .huffmanTables:
        let content = try source.bytes(at: segment.contentOffset, count: segment.contentLength)
        guard let numbers = Self.huffmanTables(content) else { return false }
        huffmanTables.formUnion(numbers)
      case .startOfScan:
        let content = try source.bytes(at: segment.contentOffset, count: segment.contentLength)
        guard content.count == 2 * scan.components.count + 4 else { return false }
        scanSelectors = (0..<scan.components.count).map { content[2 + 2 * $0] }
      default: guard segment.marker.isFrameHeader else { return false }
      }
    }
    // A progressive file begins with DC coefficients, which do not need an AC table.
    return scanSelectors.allSatisfy { selector in
      huffmanTables.contains(selector >> 4)
        && (frame.process == .progressive || huffmanTables.contains(0x10 | selector & 15))
    }
  }

  private func isPlain(_ frame: JPEGFrame) -> Bool {
    let blocks = frame.components.reduce(0) { $0 + $1.horizontalSampling * $1.verticalSampling }
    let tablesExist = frame.components.allSatisfy { structure.quantizationTables[$0.quantizationTable] != nil }
    return tablesExist && (frame.components.count == 1 || blocks <= 10)
      && Set(frame.components.map(\.identifier)).count == frame.components.count
  }

  private func isPlain(_ scan: JPEGScanHeader) -> Bool {
    let identifiers = Set(frame.components.map(\.identifier))
    guard !scan.components.isEmpty, Set(scan.components).count == scan.components.count,
      scan.components.allSatisfy({ identifiers.contains($0) }), scan.approximationHigh == 0
    else { return false }
    return frame.process == .progressive
      ? scan.spectralStart == 0 && scan.spectralEnd == 0 && scan.approximationLow <= 13
      : scan.spectralStart == 0 && scan.spectralEnd == 63 && scan.approximationLow == 0
  }

  /// The IDs of the tables in a DHT segment, with the class in the upper half; nil where one is invalid (ITU-T T.81,
  /// B.2.4.2).
  private static func huffmanTables(_ content: [UInt8]) -> [UInt8]? {
    var numbers: [UInt8] = []
    var place = 0
    while place < content.count {
      guard place + 17 <= content.count, content[place] & 0xEC == 0 else { return nil }
      numbers.append(content[place])
      // `free` is the number of unused codes of a length. A negative number is not a prefix code.
      var (count, free) = (0, 1)
      for length in 1...16 {
        let codes = Int(content[place + length])
        count += codes
        free = 2 * free - codes
        guard free >= 0 else { return nil }
      }
      guard count <= 256 else { return nil }
      place += 17 + count
    }
    return place == content.count ? numbers : nil
  }
}

/// Removes metadata from the data of pictures that are in a PDF already.
package enum PictureMetadata {
  /// JPEG data without Exif, XMP, comments and the like; nil where there are none, and for data that is not JPEG.
  ///
  /// - Throws: `io`.
  package static func stripped(
    _ source: any ByteSource, limits: Limits
  ) throws(ImageError) -> [PDFStreamPiece]? {
    do throws(ImageError) {
      let structure = try JPEGStructure.read(source, limits: limits)
      guard let scan = structure.firstScanOffset else { return nil }
      var pieces: [PDFStreamPiece] = []
      var count: UInt64 = 0
      for segment in structure.segments where segment.offset < scan {
        guard try JPEGEmbedding.keeps(segment, structure, source, keepsMetadata: false) else { continue }
        pieces.append(.range(source, segment.offset..<segment.end))
        count += segment.end - segment.offset
      }
      guard count < scan else { return nil }
      return pieces + [.range(source, scan..<source.size)]
    } catch {
      if error.kind == .io { throw error }
      return nil
    }
  }
}
