package import ImageModel

/// How documents among the inputs of `thumb` and `imgconv` are drawn.
package struct DocumentRequest: Hashable, Sendable {
  /// The longest side that `preview` draws, in pixels (`RenderRequest.longestSide`).
  package static let longestSide = 8_192
  /// The most pixels that providers may answer with where each has four bytes, as `outputMiB` of their limits is 64.
  private static let mostPixels = 16_777_216
  /// The shortest long side that all providers draw (`thumbnailMinimumDimension`).
  private static let leastSide = 16

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
  ///     it is drawn larger: as large as without a size, or four times as large.
  ///   - page: counted from 1.
  package init(boxes: [SizeRequest], isWhole: Bool, page: Int?) {
    self.page = page
    let sides = boxes.flatMap { [$0.width, $0.height].compactMap { $0 } }
    guard let longest = sides.max() else { return }
    func largest(_ sides: [Int?]) -> Int? { sides.contains(nil) ? nil : sides.compactMap { $0 }.max() }
    let (width, height) = (largest(boxes.map(\.width)), largest(boxes.map(\.height)))
    if isWhole, width != nil || height != nil {
      box = Self.drawable(width, height)
    } else {
      // Its shape is not known: one of 8:1 covers a square of 256.
      let four = min(longest, Self.longestSide) * 4
      box = Self.drawable(max(four, 2_048), max(four, 2_048))
    }
  }

  /// The box that a picture of at most `mostPixels` fits into, and that no provider finds too small. A side that is nil
  /// is free.
  private static func drawable(_ width: Int?, _ height: Int?) -> SizeRequest {
    let square = 4_096
    switch (width, height) {
    case (let width?, let height?):
      // Both sides keep their ratio.
      let longest = max(1, width, height)
      let factor = max(1, (leastSide + longest - 1) / longest)
      var (width, height) = (min(width, longestSide) * factor, min(height, longestSide) * factor)
      (width, height) = (min(width, longestSide), min(height, longestSide))
      if width * height > mostPixels {
        let part = (Double(mostPixels) / Double(width * height)).squareRoot()
        (width, height) = (max(1, Int(Double(width) * part)), max(1, Int(Double(height) * part)))
      }
      return SizeRequest(width: width, height: height)
    case (let side?, nil):
      let side = min(max(side, leastSide), square)
      return SizeRequest(width: side, height: min(longestSide, mostPixels / side))
    case (nil, let side?):
      let side = min(max(side, leastSide), square)
      return SizeRequest(width: min(longestSide, mostPixels / side), height: side)
    case (nil, nil): return .longSide(square)
    }
  }
}
