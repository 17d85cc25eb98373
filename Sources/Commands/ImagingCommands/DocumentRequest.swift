package import ImageModel

/// How documents among the inputs of `thumb` and `imgconv` are drawn.
package struct DocumentRequest: Hashable, Sendable {
  /// The longest side that `preview` draws, in pixels (`RenderRequest.longestSide`).
  package static let longestSide = 8_192

  /// The box that the picture of a document fits into and fills along one axis, in pixels. Without a size the long side
  /// has 2,048: an A4 page then has 175 dpi.
  var box = SizeRequest.longSide(2_048)
  /// Counted from 1; nil for the first.
  var page: Int?
  /// Whether all pages are asked for, which documents do not give.
  package var takesAllPages = false
  /// Whether a note says that a document has more pages than the one that was drawn.
  package var notesFurtherPages = false

  /// - Parameters:
  ///   - boxes: the sizes of the outputs, before anything is cut off; empty: none is asked for.
  ///   - isWhole: whether the picture fits into these boxes as it is drawn. If it covers or fills them, or is turned,
  ///     it is drawn twice as large.
  ///   - page: counted from 1.
  package init(boxes: [SizeRequest], isWhole: Bool, page: Int?) {
    self.page = page
    let sides = boxes.flatMap { [$0.width, $0.height].compactMap { $0 } }
    guard let longest = sides.max() else { return }
    func side(_ length: Int) -> Int { min(length, Self.longestSide) }
    func largest(_ sides: [Int?]) -> Int? { sides.contains(nil) ? nil : sides.compactMap { $0 }.max().map(side) }
    let (width, height) = (largest(boxes.map(\.width)), largest(boxes.map(\.height)))
    if isWhole, width != nil || height != nil {
      box = SizeRequest(width: width, height: height)
    } else {
      box = .longSide(longest > Self.longestSide / 2 ? Self.longestSide : 2 * longest)
    }
  }
}
