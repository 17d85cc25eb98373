package import ByteStreams
package import ImageModel
internal import MetadataModel

/// A JPEG XL file: the boxes of its container (ISO/IEC 18181-2), if it has one, and the header of the codestream
/// (ISO/IEC 18181-1, annex D). The compressed data is not read.
package struct JPEGXLStructure: ImageStructure {
  package internal(set) var header: JPEGXLHeader
  /// The boxes of the file; empty for a codestream alone.
  package internal(set) var boxes: [ISOBox] = []
  /// The types of the boxes. For a compressed box (`brob`) it is the type of its content.
  package internal(set) var contentTypes: [String] = []
  /// Whether all boxes have been read, and none is cut off.
  package internal(set) var isComplete = true
  package internal(set) var blocks: [MetadataBlock] = []
  package internal(set) var diagnostics: [Diagnostic] = []

  /// Whether the file is a JPEG file that was packed without loss, and can be restored.
  package var holdsJPEG: Bool { boxes.contains { $0.type == "jbrd" } }

  /// More boxes than any real file has.
  private static let maxBoxes = 10_000
  /// The most bytes of the codestream that are searched for its header.
  package static let headerLength = 8_192

  /// - Throws: `invalidData` where there is no header that can be read; `io`.
  package static func read(_ source: any ByteSource, limits: Limits) throws(ImageError) -> JPEGXLStructure {
    let start = try source.bytes(at: 0, count: headerLength)
    if start.starts(with: [0xFF, 0x0A]) { return JPEGXLStructure(header: try JPEGXLHeader(start)) }
    var reader = ISOBoxReader(source, maxBoxes: maxBoxes)
    let boxes = try reader.boxes(in: 0..<source.size)
    var codestream: [UInt8] = []
    for box in boxes where codestream.count < headerLength {
      let skipped = skipped(in: box)
      guard box.type == "jxlc" || box.type == "jxlp", UInt64(box.content.count) >= skipped else { continue }
      let room = min(box.content.count - Int(skipped), headerLength - codestream.count)
      codestream += try reader.bytes(at: box.content.lowerBound + skipped, count: room) ?? []
    }
    guard codestream.starts(with: [0xFF, 0x0A]) else {
      throw ImageError(.invalidData, "there is no codestream", format: "JPEG XL")
    }
    var structure = JPEGXLStructure(header: try JPEGXLHeader(codestream), boxes: boxes)
    for box in boxes {
      let isCompressed = box.type == "brob" && box.content.count >= 4
      let type = isCompressed ? try reader.bytes(at: box.content.lowerBound, count: 4).map { Latin1.text($0) } : nil
      structure.contentTypes.append(type ?? box.type)
    }
    structure.diagnostics = reader.diagnostics
    structure.isComplete = reader.diagnostics.isEmpty && !boxes.contains(where: \.isCut)
    if let cut = boxes.first(where: \.isCut) {
      structure.diagnostics.append(.warning("the box '\(cut.type)' is cut short"))
    }
    try structure.readMetadata(&reader, limits)
    return structure
  }

  /// The box in which the codestream begins; nil for a codestream alone.
  package var codestreamBox: ISOBox? { boxes.first { $0.type == "jxlc" || $0.type == "jxlp" } }

  /// The bytes in front of the codestream in its box: parts of a codestream have a number.
  package static func skipped(in box: ISOBox) -> UInt64 { box.type == "jxlp" ? 4 : 0 }

  /// Takes the boxes `Exif` and `xml `, also those that are compressed with Brotli.
  private mutating func readMetadata(_ reader: inout ISOBoxReader, _ limits: Limits) throws(ImageError) {
    var total = 0
    for (box, type) in zip(boxes, contentTypes) where !box.isCut && (type == "Exif" || type == "xml ") {
      let kind: MetadataBlock.Kind = type == "Exif" ? .exif : .xmp
      guard !blocks.contains(where: { $0.kind == kind }) else { continue }
      if let warning = limits.leftOut("the box '\(type)'", bytes: box.content.count, after: total) {
        diagnostics.append(warning)
        continue
      }
      guard let bytes = try reader.content(of: box, limit: limits.maxMetadataBlockBytes) else { continue }
      total += bytes.count
      if box.type == "brob" {
        let place = box.content.lowerBound + 4
        blocks.append(MetadataBlock(kind, offset: place, bytes: Array(bytes.dropFirst(4)), encoding: .brotli))
      } else {
        let skipped = kind == .exif ? Self.exifOffset(bytes) : 0
        guard bytes.count > skipped else { continue }
        let place = box.content.lowerBound + UInt64(skipped)
        blocks.append(MetadataBlock(kind, offset: place, bytes: Array(bytes.dropFirst(skipped))))
      }
    }
  }

  /// The offset of the TIFF stream in the content of `Exif`: it begins after four bytes that say how many more are
  /// skipped.
  package static func exifOffset(_ content: [UInt8]) -> Int {
    4 + Int(clamping: UInt32(bigEndianBytes: content.prefix(4)))
  }

  package var imageInfo: ImageInfo {
    var info = ImageInfo(
      size: header.size, colorModel: header.isGray ? .gray : .rgb, bitsPerSample: header.depth.bits,
      samplesPerPixel: (header.isGray ? 1 : 3) + header.extraChannels.count, hasAlpha: header.alpha != nil)
    if header.depth.exponentBits > 0 { info.sampleFormat = .float }
    info.isPremultiplied = header.alpha?.isPremultiplied ?? false
    info.orientation = header.orientation
    info.compression = holdsJPEG ? "JPEG" : header.isXYB ? "lossy" : "lossless"
    info.profile = header.codePoints.flatMap { ColorProfile(rgb: $0) }
    return info
  }
}
