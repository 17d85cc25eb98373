package import ByteStreams
package import ImageModel

/// Replaces application segments of a JPEG file. Everything else is copied: tables, frame, scans, bytes between
/// segments, and bytes after the end of the image.
package struct JPEGSegmentRewriter {
  /// What a segment holds, as far as metadata is concerned.
  package enum Kind: Hashable, Sendable {
    case exif
    /// A second Exif block, which readers ignore.
    case furtherExif
    /// An XMP packet that readers ignore: a second one, one with a damaged signature beside another, or one in a
    /// segment that is not for XMP.
    case furtherXMP
    case xmp, extendedXMP, photoshop, icc, jfif, jfxx, multiPicture, comment
    /// A piece of the data of an infrared camera.
    case flir
    /// The description of a gain map, without which a viewer shows another picture (ISO 21496-1, annex C).
    case gainMap
    /// Boxes of JUMBF (ISO/IEC 19566-5), as content credentials use them.
    case jumbf
    /// Adobe's APP14, which may say how colours are stored.
    case adobe
    /// Needed to decode the picture; also the boxes of JPEG XT.
    case picture
    /// An unknown application segment, by its marker.
    case unknown(String)
  }

  private enum Item {
    case old(JPEGSegment, Kind)
    case new([UInt8], Kind)

    var kind: Kind {
      switch self {
      case .old(_, let kind), .new(_, let kind): kind
      }
    }

    /// Whether it is a further packet in a segment for XMP.
    var isFurtherPacket: Bool {
      if case .old(let segment, .furtherXMP) = self { segment.marker.applicationNumber == 1 } else { false }
    }
  }

  private let source: any ByteSource
  private let limits: Limits
  private var items: [Item] = []
  /// Bytes before an old segment that belong to no segment, by that segment's offset.
  private var gaps: [UInt64: Range<UInt64>] = [:]
  /// Where the first scan begins. From there on the file is copied.
  package let scan: UInt64
  package private(set) var diagnostics: [Diagnostic] = []

  /// Reads the segments before the first scan.
  ///
  /// - Throws: `invalidData` for a file without a picture or whose segments are cut short; `io`.
  package init(_ source: any ByteSource, limits: Limits) throws(ImageError) {
    self.source = source
    self.limits = limits
    let structure = try JPEGStructure.read(source, limits: limits)
    guard let scan = structure.firstScanOffset, structure.frame != nil else {
      throw ImageError(
        .invalidData, "there is no picture, or its header is damaged; nothing is changed", format: "JPEG")
    }
    self.scan = scan
    var position: UInt64 = 2
    var lastIsExif = false
    var hasExif = false
    var hasXMP = false
    for segment in structure.segments.dropFirst() where segment.offset < scan {
      var kind = try Self.kind(of: segment, in: source)
      if kind == .exif {
        let mark = try source.bytes(at: segment.contentOffset + 6, count: 2)
        let continues = lastIsExif && mark != [0x49, 0x49] && mark != [0x4D, 0x4D]
        lastIsExif = true
        if hasExif, !continues { kind = .furtherExif }
        hasExif = true
      } else {
        lastIsExif = false
      }
      if kind == .xmp {
        if hasXMP { kind = .furtherXMP }
        hasXMP = true
      }
      if segment.offset > position { gaps[segment.offset] = position..<segment.offset }
      items.append(.old(segment, kind))
      position = segment.end
    }
    if scan > position { gaps[scan] = position..<scan }
    // A packet with a damaged signature is used only if there is no other one.
    if !hasXMP, let index = items.firstIndex(where: { $0.isFurtherPacket }), case .old(let segment, _) = items[index] {
      items[index] = .old(segment, .xmp)
    }
  }

  private static func kind(of segment: JPEGSegment, in source: any ByteSource) throws(ImageError) -> Kind {
    guard segment.marker.isMetadata else { return .picture }
    guard let number = segment.marker.applicationNumber else { return .comment }
    let start = try source.bytes(at: segment.contentOffset, count: min(40, segment.contentLength))
    func begins(_ text: some Collection<UInt8>) -> Bool { start.starts(with: text) }
    switch number {
    case 0 where begins(JPEGMetadataCollector.jfif): return .jfif
    case 0 where begins(JPEGMetadataCollector.jfxx): return .jfxx
    case 1 where begins(JPEGMetadataCollector.exif) && segment.contentLength > 6: return .exif
    case 1 where begins(JPEGMetadataCollector.xmp): return .xmp
    case 1 where begins(JPEGMetadataCollector.extendedXMP): return .extendedXMP
    case 1 where begins(FLIRData.signature): return .flir
    case 1:
      let content = try source.bytes(
        at: segment.contentOffset, count: min(JPEGMetadataCollector.packetSearch, segment.contentLength))
      return JPEGMetadataCollector.packetStart(in: content) == nil ? .unknown("\(segment.marker)") : .furtherXMP
    case 2 where begins(JPEGMetadataCollector.icc): return .icc
    case 2 where begins(JPEGMetadataCollector.multiPicture): return .multiPicture
    case 2 where begins(Array("urn:iso:std:iso:ts:21496:-1".utf8)): return .gainMap
    // Boxes of JPEG XT hold parts of the picture; those of JUMBF do not (ISO/IEC 18477-3; 19566-5).
    case 11 where begins([0x4A, 0x50]):
      return start.count >= 16 && Array(start[12..<16]) == Array("jumb".utf8) ? .jumbf : .picture
    case 13 where begins(JPEGMetadataCollector.photoshop): return .photoshop
    case 14 where begins(JPEGMetadataCollector.adobe): return .adobe
    // Some programs put the packet here, with or without the zero byte.
    case 14 where begins(JPEGMetadataCollector.xmp.dropLast()): return .furtherXMP
    default: return .unknown("\(segment.marker)")
    }
  }

  /// The kinds of the segments, in their order.
  package var kinds: [Kind] { items.map(\.kind) }

  /// Removes segments.
  ///
  /// - Returns: the number of removed segments.
  @discardableResult
  package mutating func remove(where isMeant: (Kind) -> Bool) -> Int {
    let count = items.count
    // The gaps before them stay, because their content is not known.
    items = items.filter { !isMeant($0.kind) }
    return count - items.count
  }

  /// Removes the bytes before the first scan that belong to no segment. They are not part of the picture, and a damaged
  /// length may have left metadata there. Fill bytes stay (ITU-T T.81, B.1.1.2).
  ///
  /// - Returns: the number of removed bytes.
  package mutating func removeGaps() throws(ImageError) -> Int {
    var count = 0
    for (offset, range) in gaps {
      let bytes = try source.bytes(at: range.lowerBound, count: min(range.count, 16))
      if range.count <= bytes.count, bytes.allSatisfy({ $0 == 0xFF }) { continue }
      gaps[offset] = nil
      count += range.count
    }
    return count
  }

  /// Overwrites the position in the data of an infrared camera with zeros.
  ///
  /// - Returns: whether there was one; nil if there is such data and it cannot be searched.
  package mutating func removeFLIRPosition() throws(ImageError) -> Bool? {
    var places: [Int] = []
    var contents: [[UInt8]] = []
    for (index, item) in items.enumerated() {
      guard case .old(let segment, .flir) = item else { continue }
      places.append(index)
      contents.append(try source.bytes(at: segment.contentOffset, count: segment.contentLength))
    }
    guard !places.isEmpty else { return false }
    let data = FLIRData(contents)
    guard data.isReadable else { return nil }
    guard let new = data.withoutPosition() else { return false }
    for (index, content) in zip(places, new) { items[index] = .new(JPEGMetadataSegments.segment(0xE1, content), .flir) }
    return true
  }

  /// Replaces the segments of some kinds. If there are none, the new ones go where readers expect them.
  ///
  /// - Throws: `unsupported` for a segment that would be too long.
  package mutating func replace(_ kinds: [Kind], with segments: [[UInt8]]) throws(ImageError) {
    guard let kind = kinds.first else { return }
    for segment in segments where segment.count > JPEGMetadataSegments.capacity + 4 {
      throw ImageError(.unsupported, "a block of metadata of \(segment.count) bytes does not fit into a JPEG segment")
    }
    let place = items.firstIndex { kinds.contains($0.kind) } ?? place(for: kind)
    let before = items[..<place].count { kinds.contains($0.kind) }
    items.removeAll { kinds.contains($0.kind) }
    items.insert(contentsOf: segments.map { .new($0, kind) }, at: place - before)
  }

  /// Exif follows JFIF, XMP follows Exif, resources and profile follow these, comments follow all application segments.
  private func place(for kind: Kind) -> Int {
    func after(_ kinds: [Kind]) -> Int {
      (items.lastIndex { kinds.contains($0.kind) }.map { $0 + 1 }) ?? 0
    }
    switch kind {
    case .exif: return after([.jfif, .jfxx])
    case .xmp: return after([.jfif, .jfxx, .exif])
    case .photoshop, .icc: return after([.jfif, .jfxx, .exif, .furtherExif, .xmp, .furtherXMP, .extendedXMP])
    default:
      return items.firstIndex { item in
        if case .old(let segment, _) = item { return !segment.marker.isMetadata }
        return false
      } ?? items.count
    }
  }

  /// Writes a density into the JFIF segment (JFIF 1.02).
  ///
  /// - Parameter density: dots per inch; nil for none.
  /// - Returns: whether there is a JFIF segment.
  package mutating func setDensity(_ density: (x: Double, y: Double)?) throws(ImageError) -> Bool {
    guard let index = items.firstIndex(where: { $0.kind == .jfif }), case .old(let segment, _) = items[index],
      segment.contentLength >= 12
    else { return false }
    var bytes = try source.bytes(at: segment.offset, count: segment.contentLength + 4)
    guard bytes.count == segment.contentLength + 4 else { return false }
    // The fraction may come from another file and have any value. 0 is not a density.
    func dots(_ value: Double?) -> UInt16 {
      guard let value, value.isFinite else { return 1 }
      return UInt16(min(65_535, max(1, value.rounded())))
    }
    let (x, y) = (dots(density?.x), dots(density?.y))
    bytes[11] = density == nil ? 0 : 1
    bytes[12] = UInt8(x >> 8)
    bytes[13] = UInt8(truncatingIfNeeded: x)
    bytes[14] = UInt8(y >> 8)
    bytes[15] = UInt8(truncatingIfNeeded: y)
    items[index] = .new(bytes, .jfif)
    return true
  }

  /// The new file.
  ///
  /// The index of further pictures (MPF) is corrected: its offsets count from its own segment, and it has the length of
  /// the first picture.
  package consuming func finish() throws(ImageError) -> FilePatch {
    var patch = FilePatch()
    patch.copy(0..<2)
    let growth = Int64(newHead) - Int64(scan)
    var position = 2
    var nextGap = 0
    // Gaps before removed segments are kept before the next segment that stays. They must not directly follow SOI
    // unless they did before: a JPEG file is recognised by the marker after SOI.
    let gapOffsets = gaps.keys.sorted()
    func copyGaps(before offset: UInt64) {
      while nextGap < gapOffsets.count, gapOffsets[nextGap] <= offset {
        guard let range = gaps[gapOffsets[nextGap]] else {
          nextGap += 1
          continue
        }
        if position == 2, range.lowerBound != 2 { break }
        nextGap += 1
        patch.copy(range)
        position += range.count
      }
    }
    for item in items {
      switch item {
      case .new(let bytes, _):
        patch.append(bytes)
        position += bytes.count
      case .old(let segment, let kind):
        copyGaps(before: segment.offset)
        let moved = Int64(position) - Int64(segment.offset)
        // Even if the file has not grown, the index may have moved, and offsets count from it.
        if kind == .multiPicture, growth != 0 || moved != 0 {
          patch.append(
            try JPEGMultiPictureIndex.corrected(segment, in: source, headerMoved: moved, growth: growth, limits: limits)
          )
        } else {
          patch.copy(segment.offset..<segment.end)
        }
        position += Int(segment.end - segment.offset)
      }
    }
    copyGaps(before: scan)
    patch.copy(scan..<source.size)
    return patch
  }

  /// Where the first scan begins in the new file.
  private var newHead: Int {
    2 + gaps.values.reduce(0) { $0 + $1.count }
      + items.reduce(0) { sum, item in
        switch item {
        case .new(let bytes, _): sum + bytes.count
        case .old(let segment, _): sum + Int(segment.end - segment.offset)
        }
      }
  }
}
