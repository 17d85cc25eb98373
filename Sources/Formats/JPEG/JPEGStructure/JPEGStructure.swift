package import ByteStreams
package import ImageModel
internal import MetadataModel

/// The parts of a JPEG file before the first scan: the frame, the application segments, the metadata in them.
///
/// Reading stops at the first SOS marker. A damaged file gives its readable parts and diagnostics. A file with metadata
/// only (no frame, no scan) is accepted as well. ITU-T T.81, annex B; JFIF 1.02; Adobe TN 5116.
package struct JPEGStructure: Sendable {
  /// Adobe's APP14 segment.
  package struct Adobe: Hashable, Sendable {
    /// 0: CMYK or RGB, 1: YCbCr, 2: YCCK.
    package var transform: UInt8
  }

  /// Segments before the first scan, in the order of the file, from SOI on.
  package private(set) var segments: [JPEGSegment] = []
  /// nil where no frame header precedes the first scan.
  package private(set) var frame: JPEGFrame?
  /// The error in the frame header, if it is invalid.
  private(set) var frameError: ImageError?
  package private(set) var adobe: Adobe?
  /// The density of the JFIF segment; nil without a segment or for a density of 0.
  package private(set) var density: Resolution?
  package private(set) var hasJFIF = false
  /// MCUs between restart markers; 0 where there are none.
  package private(set) var restartInterval = 0
  /// The tables of DQT segments before the first scan, by their numbers. The last definition of a number wins.
  package private(set) var quantizationTables: [Int: JPEGQuantizationTable] = [:]
  /// Metadata in the order of the file. Split blocks are joined at the position of their first piece.
  package private(set) var blocks: [MetadataBlock] = []
  /// The header of the first scan; nil where the file ends first.
  package private(set) var firstScan: JPEGScanHeader?
  /// The offset of the SOS marker of the first scan.
  package private(set) var firstScanOffset: UInt64?
  package private(set) var diagnostics: [Diagnostic] = []

  /// More segments than any writer makes: 64 MiB of metadata in the largest pieces need 1,024.
  private static let maxSegments = 65_536

  /// Reads up to the first scan.
  ///
  /// - Parameter head: the first bytes, if they have already been read.
  /// - Throws: `invalidData` for a file that does not begin with SOI and for more than 65,536 segments; `io`. Metadata
  ///   over the limits is left out with a warning; an invalid frame header throws in `imageInfo`.
  package static func read(
    _ source: any ByteSource, limits: Limits, head: [UInt8]
  ) throws(ImageError) -> JPEGStructure {
    var structure = JPEGStructure()
    try structure.walk(source, limits: limits, head: head)
    return structure
  }

  private mutating func walk(_ source: any ByteSource, limits: Limits, head: [UInt8]) throws(ImageError) {
    var cursor = JPEGSegmentCursor(source, head: head)
    var collector = JPEGMetadataCollector(limits: limits)
    guard try cursor.begins(with: .startOfImage) else {
      throw ImageError(.invalidData, "it does not begin as a JPEG file does", format: "JPEG")
    }
    segments = [JPEGSegment(marker: .startOfImage, offset: 0, contentLength: 0)]
    var garbage: UInt64 = 0
    var position: UInt64 = 2
    while let result = try cursor.segment(at: position) {
      let segment = result.segment
      position = segment.end
      garbage += result.garbage
      if segment.marker == .endOfImage { break }
      guard segments.count < Self.maxSegments else {
        throw ImageError(.invalidData, "has more than \(Self.maxSegments) segments", format: "JPEG")
      }
      segments.append(segment)
      if result.hasBadLength {
        diagnostics.append(.warning("the \(segment.marker) segment at \(segment.offset) has an impossible length"))
      } else if segment.isCutShort {
        diagnostics.append(.warning("the file ends inside the \(segment.marker) segment at \(segment.offset)"))
      }
      if segment.marker == .startOfScan {
        let content = try cursor.content(of: segment)
        do throws(ImageError) {
          firstScan = try JPEGScanHeader(content)
          firstScanOffset = segment.offset
        } catch {
          diagnostics.append(.warning(error.message))
        }
        break
      }
      try take(segment, &cursor, &collector)
    }
    if garbage > 0 {
      diagnostics.append(.warning("\(garbage) byte\(garbage == 1 ? "" : "s") of garbage between segments"))
    }
    if firstScan == nil { diagnostics.append(.warning("the file ends before the picture's data")) }
    blocks = collector.finish()
    diagnostics += collector.diagnostics
    if frame?.leavesHeightOpen == true { try findHeight(source, limits: limits) }
  }

  private mutating func take(
    _ segment: JPEGSegment, _ cursor: inout JPEGSegmentCursor, _ collector: inout JPEGMetadataCollector
  ) throws(ImageError) {
    if segment.marker.isFrameHeader {
      guard frame == nil, frameError == nil else {
        diagnostics.append(.warning("there is a second frame header (\(segment.marker))"))
        return
      }
      let content = try cursor.content(of: segment)
      do throws(ImageError) {
        frame = try JPEGFrame(segment.marker, offset: segment.contentOffset, content: content)
      } catch {
        frameError = error
        diagnostics.append(.warning(error.message))
      }
    } else if segment.marker == .restartInterval {
      let content = try cursor.prefix(of: segment, 2)
      if content.count == 2 { restartInterval = Int(content[0]) << 8 | Int(content[1]) }
    } else if segment.marker == .quantizationTables {
      // Four tables of 16 bits fit; a longer segment defines some of them again.
      let content = try cursor.prefix(of: segment, 4 * 129)
      for (number, table) in JPEGQuantizationTable.tables(in: content) { quantizationTables[number] = table }
    } else if segment.marker.isMetadata, collector.hasRoom(for: segment) {
      let content = try cursor.content(of: segment)
      readColourHints(segment.marker, content)
      collector.add(content, of: segment)
    }
  }

  /// Reads the properties of the picture in APP0 and APP14. Both are recognised by libjpeg's rules.
  private mutating func readColourHints(_ marker: JPEGMarker, _ content: [UInt8]) {
    if marker.applicationNumber == 0, content.count >= 14, content.starts(with: JPEGMetadataCollector.jfif) {
      hasJFIF = true
      let (x, y) = (Int(content[8]) << 8 | Int(content[9]), Int(content[10]) << 8 | Int(content[11]))
      let unit: Resolution.Unit = content[7] == 1 ? .inch : content[7] == 2 ? .centimeter : .none
      density = x > 0 && y > 0 ? Resolution(x: Double(x), y: Double(y), unit: unit) : nil
    } else if marker.applicationNumber == 14, content.count >= 12, content.starts(with: JPEGMetadataCollector.adobe) {
      adobe = Adobe(transform: content[11])
    }
  }

  /// Looks for the height in the DNL segment after the first scan (ITU-T T.81, B.2.5).
  private mutating func findHeight(_ source: any ByteSource, limits: Limits) throws(ImageError) {
    guard let firstScanOffset else { return }
    var walker = JPEGScanWalker(source, from: firstScanOffset, limits: limits)
    guard case .scan = try walker.next(), case .segment(let segment)? = try walker.next(),
      segment.marker == .numberOfLines, let lines = try source.exactBytes(at: segment.contentOffset, count: 2)
    else { return }
    frame?.size.height = Int(lines[0]) << 8 | Int(lines[1])
  }
}

extension JPEGStructure {
  /// What the samples mean, by the rules of libjpeg. A JFIF file has YCbCr. Otherwise Adobe's transform decides, and
  /// then the component identifiers 'R', 'G', 'B'. Four components are CMYK unless Adobe's transform says YCCK.
  package var colorModel: ImageInfo.StoredColorModel {
    guard let frame else { return .other }
    switch frame.components.count {
    case 1: return .gray
    case 3:
      if hasJFIF { return .ycbcr }
      if let adobe { return adobe.transform == 0 ? .rgb : .ycbcr }
      return frame.components.map(\.identifier).elementsEqual("RGB".utf8) ? .rgb : .ycbcr
    case 4: return adobe.map { $0.transform == 0 ? .cmyk : .ycck } ?? .cmyk
    default: return .other
    }
  }

  /// The embedded ICC profile.
  package var profile: ColorProfile? {
    blocks.first { $0.kind == .icc }.map { .icc($0.bytes) }
  }

  /// The name of the compression.
  package var compression: String? {
    guard let frame else { return nil }
    switch frame.process {
    case .lossless: return "lossless"
    case .hierarchical: return "hierarchical"
    case _ where frame.isArithmetic: return "arithmetic"
    case .baseline: return "baseline"
    case .extendedSequential: return "extended sequential"
    case .progressive: return "progressive"
    }
  }

  /// What the header says about the picture. Orientation is left to Exif.
  ///
  /// - Throws: `invalidData` where there is no frame header, and for an empty size; `unsupported` where no
  ///   segment gives the height.
  package func imageInfo() throws(ImageError) -> ImageInfo {
    if let frameError { throw frameError }
    if segments.contains(where: { $0.marker == .jpegLSFrame }) {
      throw ImageError(.unsupported, "JPEG-LS compression", format: "JPEG")
    }
    guard let frame else { throw ImageError(.invalidData, "has no frame header", format: "JPEG") }
    if frame.leavesHeightOpen, frame.size.height == 0 {
      throw ImageError(
        .unsupported, "the frame header leaves the height to a DNL segment, and none follows the first scan",
        format: "JPEG")
    }
    guard frame.size.width > 0, frame.size.height > 0 else {
      throw ImageError(.invalidData, "declares an empty picture of \(frame.size)", format: "JPEG")
    }
    let model = colorModel
    var info = ImageInfo(
      size: frame.size, colorModel: model, bitsPerSample: frame.precision, samplesPerPixel: frame.components.count)
    info.resolution = density
    info.compression = compression
    info.isProgressive = frame.process == .progressive
    info.chromaSubsampling = model == .ycbcr || model == .ycck ? frame.subsampling : nil
    info.profile = profile
    return info
  }
}

extension JPEGStructure: ImageStructure {
  package static func read(_ source: any ByteSource, limits: Limits) throws(ImageError) -> JPEGStructure {
    try read(source, limits: limits, head: [])
  }
}
