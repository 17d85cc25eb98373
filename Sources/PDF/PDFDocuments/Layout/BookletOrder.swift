/// The order of pages for a booklet: two on each side of a sheet, which is folded in the middle.
public enum BookletOrder {
  /// Pairs of pages, left and right, for each side of the sheets: front, back, front, back. nil is an empty page, at the
  /// end of the booklet.
  ///
  /// Printed on both sides along the short edge, put together and folded, the pages come in their order.
  public static func sides(pageCount: Int) -> [(left: Int?, right: Int?)] {
    let padded = padded(pageCount)
    func page(_ index: Int) -> Int? { index < pageCount ? index : nil }
    return (0..<padded / 2).map { side in
      let (inner, outer) = (side, padded - 1 - side)
      return side % 2 == 0 ? (page(outer), page(inner)) : (page(inner), page(outer))
    }
  }

  /// How many sides there are: two for each sheet, on which there is room for four pages.
  public static func sideCount(pageCount: Int) -> Int { padded(pageCount) / 2 }

  /// The side on which a page stands; both counted from 0. The page is one of the booklet.
  public static func side(ofPage page: Int, pageCount: Int) -> Int { min(page, padded(pageCount) - 1 - page) }

  private static func padded(_ pageCount: Int) -> Int { (pageCount + 3) / 4 * 4 }
}
