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
  /// Nothing where a piece is missing, double or contradicts the others, which gives a warning.
  func finish(limits: Limits, _ diagnostics: inout [Diagnostic]) -> [(index: Int, block: MetadataBlock)] {
    guard let first = pieces.first else {
      if isDamaged { diagnostics.append(.warning("the colour profile is cut short and left out")) }
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
      diagnostics.append(.warning("the colour profile is empty"))
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
