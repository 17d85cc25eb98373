internal import ImageModel

/// Turns application segments into metadata blocks and joins those that are split over several segments.
struct JPEGMetadataCollector {
  static let jfif = Array("JFIF\0".utf8)
  static let jfxx = Array("JFXX\0".utf8)
  static let exif = Array("Exif\0".utf8)
  static let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  static let extendedXMP = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
  static let icc = Array("ICC_PROFILE\0".utf8)
  static let multiPicture = Array("MPF\0".utf8)
  static let photoshop = Array("Photoshop 3.0\0".utf8)
  static let adobe = Array("Adobe".utf8)

  private(set) var diagnostics: [Diagnostic] = []
  private let limits: Limits
  private var blocks: [MetadataBlock] = []
  private var byteCount = 0
  private var skipped = 0
  private var profile = JPEGProfilePieces()
  private var extended = JPEGExtendedXMPPieces()
  /// Indices of blocks that later segments continue.
  private var photoshopIndex: Int?
  private var lastExifIndex: Int?
  /// Whether there is an XMP packet whose signature is not damaged.
  private var hasPacket = false

  init(limits: Limits) {
    self.limits = limits
  }

  /// Whether a segment's content is within the limits; warns once where it is not.
  mutating func hasRoom(for segment: JPEGSegment) -> Bool {
    let length = segment.contentLength
    if length <= limits.maxMetadataBlockBytes, byteCount <= limits.maxMetadataBytes - length {
      byteCount += length
      return true
    }
    if skipped == 0 {
      diagnostics.append(
        .warning(
          "metadata from the \(segment.marker) segment at \(segment.offset) on is left out: it exceeds "
            + "--max-metadata-bytes or --max-metadata-block-bytes"))
    }
    skipped += 1
    return false
  }

  /// Takes the content of an APPn or COM segment.
  mutating func add(_ content: [UInt8], of segment: JPEGSegment) {
    let continuesExif = lastExifIndex
    lastExifIndex = nil
    switch segment.marker.applicationNumber {
    case 0? where content.starts(with: Self.jfif): append(.jfif, content, Self.jfif.count, segment)
    case 0? where content.starts(with: Self.jfxx): append(.jfxx, content, Self.jfxx.count, segment)
    case 1? where content.starts(with: Self.exif) && content.count > Self.exif.count:
      addExif(content, segment, continues: continuesExif)
    case 1? where content.starts(with: Self.xmp): addPacket(content, segment)
    case 1? where content.starts(with: Self.extendedXMP):
      extended.add(content, headerLength: Self.extendedXMP.count, segment, blockIndex: blocks.count)
    case 1? where Self.packetStart(in: content) != nil:
      diagnostics.append(
        .warning("the \(segment.marker) segment at \(segment.offset) holds XMP, and its signature is damaged")
          .about(.metadata))
      append(.xmp, content, Self.packetStart(in: content) ?? 0, segment)
    case 2? where content.starts(with: Self.icc):
      profile.add(content, headerLength: Self.icc.count, segment, blockIndex: blocks.count)
    case 2? where content.starts(with: Self.multiPicture):
      append(.multiPicture, content, Self.multiPicture.count, segment)
    case 13? where content.starts(with: Self.photoshop): addPhotoshop(content, segment)
    case 14? where content.starts(with: Self.adobe): append(.adobe, content, Self.adobe.count, segment)
    case nil: append(.comment, content, 0, segment)
    case .some: append(.other("\(segment.marker)"), content, 0, segment)
    }
  }

  /// Where an XMP packet begins in an APP1 segment whose signature is not that of XMP; nil for other segments.
  static func packetStart(in content: [UInt8]) -> Int? {
    let start = content.prefix(packetSearch)
    guard !start.starts(with: exif), !start.starts(with: extendedXMP), !start.starts(with: FLIRData.signature) else {
      return nil
    }
    return start.indices.first { index in
      start[index] == 0x3C && packetOpenings.contains { start[index...].starts(with: $0) }
    }
  }

  /// How many bytes of a segment are searched for the beginning of a packet.
  static let packetSearch = 512
  private static let packetOpenings = ["<?xpacket begin", "<x:xmpmeta", "<x:xapmeta", "<rdf:RDF"].map { Array($0.utf8) }

  /// The blocks, with split ones joined.
  mutating func finish() -> [MetadataBlock] {
    var joined: [(index: Int, block: MetadataBlock)] = []
    let primary = blocks.first { $0.kind == .xmp }
    joined += extended.finish(primary: primary, limits: limits, &diagnostics)
    joined += profile.finish(limits: limits, &diagnostics)
    // From the last index to the first, so that earlier indices stay valid.
    for (index, block) in joined.sorted(by: { $0.index > $1.index }) {
      blocks.insert(block, at: min(index, blocks.count))
    }
    return blocks
  }

  private mutating func append(
    _ kind: MetadataBlock.Kind, _ content: [UInt8], _ headerLength: Int, _ segment: JPEGSegment
  ) {
    blocks.append(
      MetadataBlock(
        kind, offset: segment.contentOffset + UInt64(headerLength), bytes: Array(content[headerLength...])))
  }

  /// An XMP packet with its signature. The first one comes before packets whose signature is damaged: it is the one
  /// that other programs read, and that names the extended part.
  private mutating func addPacket(_ content: [UInt8], _ segment: JPEGSegment) {
    append(.xmp, content, Self.xmp.count, segment)
    if !hasPacket, let first = blocks.firstIndex(where: { $0.kind == .xmp }) { blocks.swapAt(first, blocks.count - 1) }
    hasPacket = true
  }

  /// An Exif segment. One that directly follows another and does not begin with a byte-order mark continues it:
  /// ExifTool writes Exif of more than 64 KiB in this way.
  private mutating func addExif(_ content: [UInt8], _ segment: JPEGSegment, continues index: Int?) {
    let headerLength = Self.exif.count + 1
    let mark = content[headerLength...].prefix(2)
    if let index, !mark.elementsEqual([0x49, 0x49]), !mark.elementsEqual([0x4D, 0x4D]),
      blocks[index].bytes.count + content.count <= limits.maxMetadataBlockBytes
    {
      blocks[index].bytes += content[headerLength...]
      lastExifIndex = index
      return
    }
    append(.exif, content, headerLength, segment)
    lastExifIndex = blocks.count - 1
  }

  /// Image resources continue across segments.
  private mutating func addPhotoshop(_ content: [UInt8], _ segment: JPEGSegment) {
    if let photoshopIndex {
      guard blocks[photoshopIndex].bytes.count + content.count <= limits.maxMetadataBlockBytes else {
        diagnostics.append(.warning("Photoshop resources are cut: they exceed --max-metadata-block-bytes"))
        return
      }
      blocks[photoshopIndex].bytes += content[Self.photoshop.count...]
    } else {
      append(.photoshop, content, Self.photoshop.count, segment)
      photoshopIndex = blocks.count - 1
    }
  }
}
