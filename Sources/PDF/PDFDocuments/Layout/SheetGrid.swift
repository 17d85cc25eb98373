public import ImageModel

/// A grid of equal cells on a sheet.
public struct SheetGrid: Hashable, Sendable {
  public var columns: Int
  public var rows: Int
  /// The gap between two cells, in points.
  public var gap: Double

  public init(columns: Int, rows: Int, gap: Double = 0) {
    (self.columns, self.rows, self.gap) = (columns, rows, gap)
  }

  public var count: Int { columns * rows }

  /// The cells row by row from the upper left. The origin of the frame is at the lower left.
  ///
  /// - Throws: `usage` where the gaps leave no space.
  public func cells(in frame: Rect) throws(ImageError) -> [Rect] {
    let width = (frame.width - gap * Double(columns - 1)) / Double(columns)
    let height = (frame.height - gap * Double(rows - 1)) / Double(rows)
    guard width >= 1, height >= 1 else {
      throw ImageError(.usage, "\(columns)x\(rows) cells do not fit on \(frame.size.inPoints)")
    }
    return (0..<rows).flatMap { row in
      (0..<columns).map { column in
        Rect(
          x: frame.minX + Double(column) * (width + gap),
          y: frame.maxY - height - Double(row) * (height + gap), width: width, height: height)
      }
    }
  }

  /// Whether a page would be larger on the sheet if the sheet were turned.
  package func isLarger(turned paper: Size, _ margins: PageMargins, for page: Size) -> Bool {
    func scale(_ sheet: Size) -> Double {
      guard let frame = try? margins.frame(of: sheet), let cell = try? cells(in: frame).first else { return 0 }
      return min(cell.width / page.width, cell.height / page.height)
    }
    return scale(paper.transposed) > scale(paper) * 1.000_1
  }
}

/// The order of the pages of a booklet: two on each side of a sheet, which is folded in the middle.
public enum BookletOrder {
  /// The left and the right page for each side of the sheets: front, back, front, back. nil is an empty page at the end
  /// of the booklet.
  ///
  /// Printed on both sides along the short edge, stacked and folded, the sheets have the pages in order.
  public static func sides(pageCount: Int) -> [(left: Int?, right: Int?)] {
    let padded = padded(pageCount)
    func page(_ index: Int) -> Int? { index < pageCount ? index : nil }
    return (0..<padded / 2).map { side in
      let (inner, outer) = (side, padded - 1 - side)
      return side % 2 == 0 ? (page(outer), page(inner)) : (page(inner), page(outer))
    }
  }

  /// The number of sides: two for each sheet of four pages.
  public static func sideCount(pageCount: Int) -> Int { padded(pageCount) / 2 }

  /// The side that a page of the booklet is on; both counted from 0.
  public static func side(ofPage page: Int, pageCount: Int) -> Int { min(page, padded(pageCount) - 1 - page) }

  private static func padded(_ pageCount: Int) -> Int { (pageCount + 3) / 4 * 4 }
}
