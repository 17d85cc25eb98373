internal import ImageModel

/// The pieces of extended XMP: XMP specification, part 3, 1.1.3.1.
///
/// Each says to which packet it belongs (a GUID), how long the whole is, and where in it its bytes lie.
struct JPEGExtendedXMPPieces {
  private struct Piece {
    var identifier: [UInt8]
    var totalLength: Int
    var position: Int
    var offset: UInt64
    var blockIndex: Int
    var bytes: ArraySlice<UInt8>
  }

  private var pieces: [Piece] = []
  private var isDamaged = false

  mutating func add(_ content: [UInt8], headerLength: Int, _ segment: JPEGSegment, blockIndex: Int) {
    guard content.count >= headerLength + 40 else {
      isDamaged = true
      return
    }
    func integer(at index: Int) -> Int {
      content[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    pieces.append(
      Piece(
        identifier: Array(content[headerLength..<headerLength + 32]), totalLength: integer(at: headerLength + 32),
        position: integer(at: headerLength + 36), offset: segment.contentOffset + UInt64(headerLength) + 40,
        blockIndex: blockIndex, bytes: content[(headerLength + 40)...]))
  }

  /// The packet that the primary XMP names, joined.
  ///
  /// Others, and those of which bytes are missing, are left out with a warning.
  func finish(
    primary: MetadataBlock?, limits: Limits, _ diagnostics: inout [Diagnostic]
  ) -> [(index: Int, block: MetadataBlock)] {
    if isDamaged { diagnostics.append(.warning("a piece of extended XMP is cut short and left out")) }
    guard !pieces.isEmpty else { return [] }
    var joined: [(index: Int, block: MetadataBlock)] = []
    var strangers = 0
    for (identifier, group) in Dictionary(grouping: pieces, by: \.identifier) {
      guard let primary, Self.contains(primary.bytes, identifier) else {
        strangers += group.count
        continue
      }
      if let block = join(group, limits: limits) {
        joined.append(block)
      } else {
        diagnostics.append(.warning("extended XMP is left out: pieces are missing, contradictory or too large"))
      }
    }
    if strangers > 0 {
      diagnostics.append(.warning("\(strangers) pieces of extended XMP belong to no XMP packet and are left out"))
    }
    return joined
  }

  private func join(_ group: [Piece], limits: Limits) -> (index: Int, block: MetadataBlock)? {
    let sorted = group.sorted { $0.position < $1.position }
    guard let first = sorted.first, first.totalLength <= limits.maxMetadataBlockBytes else { return nil }
    var bytes: [UInt8] = []
    for piece in sorted {
      guard piece.totalLength == first.totalLength, piece.position == bytes.count else { return nil }
      bytes += piece.bytes
    }
    guard bytes.count == first.totalLength else { return nil }
    let index = group.reduce(first.blockIndex) { min($0, $1.blockIndex) }
    return (index, MetadataBlock(.extendedXMP, offset: first.offset, bytes: bytes))
  }

  /// Whether a packet has these bytes in it.
  private static func contains(_ packet: [UInt8], _ needle: [UInt8]) -> Bool {
    guard let head = needle.first else { return true }
    var index = packet.startIndex
    while let hit = packet[index...].firstIndex(of: head) {
      if packet[hit...].starts(with: needle) { return true }
      index = hit + 1
    }
    return false
  }
}
