internal import ImageModel

/// The numbered APP2 pieces of an ICC profile: ICC.1:2010, B.4.
struct JPEGProfilePieces {
  private struct Piece {
    var number: Int
    var count: Int
    var offset: UInt64
    var bytes: ArraySlice<UInt8>
  }

  private var pieces: [Piece] = []
  private var blockIndex = 0
  private var isDamaged = false

  mutating func add(_ content: [UInt8], headerLength: Int, _ segment: JPEGSegment, blockIndex: Int) {
    guard content.count >= headerLength + 2, !segment.isCutShort else {
      isDamaged = true
      return
    }
    if pieces.isEmpty { self.blockIndex = blockIndex }
    pieces.append(
      Piece(
        number: Int(content[headerLength]), count: Int(content[headerLength + 1]),
        offset: segment.contentOffset + UInt64(headerLength) + 2, bytes: content[(headerLength + 2)...]))
  }

  /// The profile, joined by number.
  ///
  /// nil with a warning where a piece is missing, duplicate or contradicts the others.
  func finish(limits: Limits, _ diagnostics: inout [Diagnostic]) -> [(index: Int, block: MetadataBlock)] {
    guard let first = pieces.first else {
      if isDamaged { diagnostics.append(.warning("the colour profile is cut short and left out").about(.metadata)) }
      return []
    }
    let sorted = pieces.sorted { $0.number < $1.number }
    guard !isDamaged, sorted.map(\.number).elementsEqual(1...max(1, first.count)),
      sorted.allSatisfy({ $0.count == first.count })
    else {
      diagnostics.append(
        .warning("the colour profile is left out: \(pieces.count) of \(first.count) pieces, or contradictory numbers"))
      return []
    }
    let length = sorted.reduce(0) { $0 + $1.bytes.count }
    guard length > 0 else {
      diagnostics.append(.warning("the colour profile is empty").about(.metadata))
      return []
    }
    guard length <= limits.maxMetadataBlockBytes else {
      diagnostics.append(.warning("the colour profile of \(length) bytes exceeds --max-metadata-block-bytes"))
      return []
    }
    let bytes = sorted.reduce(into: [UInt8]()) { $0 += $1.bytes }
    return [(blockIndex, MetadataBlock(.icc, offset: sorted[0].offset, bytes: bytes))]
  }
}

/// The pieces of extended XMP: XMP specification, part 3, 1.1.3.1.
///
/// Each piece gives the GUID of its packet, the length of the packet and the offset of its bytes.
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
      Int(bigEndianBytes: content[index..<index + 4])
    }
    pieces.append(
      Piece(
        identifier: Array(content[headerLength..<headerLength + 32]), totalLength: integer(at: headerLength + 32),
        position: integer(at: headerLength + 36), offset: segment.contentOffset + UInt64(headerLength) + 40,
        blockIndex: blockIndex, bytes: content[(headerLength + 40)...]))
  }

  /// The packet that the primary XMP names, joined.
  ///
  /// Other packets, and incomplete ones, are left out with a warning.
  func finish(
    primary: MetadataBlock?, limits: Limits, _ diagnostics: inout [Diagnostic]
  ) -> [(index: Int, block: MetadataBlock)] {
    if isDamaged { diagnostics.append(.warning("a piece of extended XMP is cut short and left out").about(.metadata)) }
    guard !pieces.isEmpty else { return [] }
    // A file may have pieces with tens of thousands of GUIDs: the packet is searched once, not once for each.
    let named = primary.flatMap { Self.identifier(namedBy: $0.bytes) }
    let group = pieces.filter { $0.identifier == named }
    var joined: [(index: Int, block: MetadataBlock)] = []
    if let block = join(group, limits: limits) {
      joined.append(block)
    } else if !group.isEmpty {
      diagnostics.append(
        .warning("extended XMP is left out: pieces are missing, contradictory or too large").about(.metadata))
    }
    let strangers = pieces.count - group.count
    if strangers > 0 {
      diagnostics.append(
        .warning("\(strangers) pieces of extended XMP belong to no XMP packet and are left out").about(.metadata))
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

  /// The GUID that a packet gives as its `xmpNote:HasExtendedXMP`, an attribute or an element.
  private static func identifier(namedBy packet: [UInt8]) -> [UInt8]? {
    let name = Array("HasExtendedXMP".utf8)
    var index = packet.startIndex
    while let hit = packet[index...].firstIndex(of: name[0]) {
      index = hit + 1
      guard packet[hit...].starts(with: name) else { continue }
      let value = packet[(hit + name.count)...].prefix(64).drop { delimiters.contains($0) }.prefix(32)
      if value.count == 32, value.allSatisfy(isHexDigit) { return Array(value) }
    }
    return nil
  }

  /// The bytes between the property's name and its value.
  private static let delimiters = Array(" \t\r\n=\"'>".utf8)

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
      UInt8(ascii: "a")...UInt8(ascii: "f"):
      true
    default: false
    }
  }
}
