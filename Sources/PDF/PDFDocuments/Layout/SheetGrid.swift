public import ImageModel

/// Equal cells in rows and columns on a sheet.
public struct SheetGrid: Hashable, Sendable {
  public var columns: Int
  public var rows: Int
  /// The space between two cells, in points.
  public var gap: Double

  public init(columns: Int, rows: Int, gap: Double = 0) {
    (self.columns, self.rows, self.gap) = (columns, rows, gap)
  }

  public var count: Int { columns * rows }

  /// The cells from the upper left, row by row; the origin of the frame is at the lower left.
  ///
  /// - Throws: `usage` where the gaps leave no room.
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

  /// Whether pages are larger on the sheet when it is turned.
  package func isLarger(turned paper: Size, _ margins: PageMargins, for page: Size) -> Bool {
    func scale(_ sheet: Size) -> Double {
      guard let frame = try? margins.frame(of: sheet), let cell = try? cells(in: frame).first else { return 0 }
      return min(cell.width / page.width, cell.height / page.height)
    }
    return scale(paper.transposed) > scale(paper) * 1.000_1
  }
}
