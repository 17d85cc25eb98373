internal import ImageModel

/// The smaller versions of a page that may stand in for it.
enum Pyramid {
  struct Level {
    var header: PageHeader
    /// The part of the level's pixels that the picture covers.
    var box: SourceBox
  }

  /// The levels that are large enough for a wanted size, the smallest first; none where the full size is wanted.
  ///
  /// A level shows the whole picture, so its aspect is that of the page within the rounding of its size, it is turned the
  /// same way, and it is delivered in the same colour model.
  static func levels(
    of page: PageList.Page, subDirectories: [PageHeader], for wanted: PixelSize?
  ) -> [Level] {
    guard let wanted, let full = page.header.size else { return [] }
    let levels = (subDirectories + page.reduced).compactMap { header -> Level? in
      guard header.role != .mask, let size = header.size, size.width > 0, size.height > 0,
        size.width < full.width, size.height <= full.height, hasSameAspect(size, full),
        header.deliveredModel == page.header.deliveredModel, hasSameAlpha(header, page.header),
        !header.statesOrientation || header.orientation == page.header.orientation
      else { return nil }
      let box = box(of: size, in: full)
      guard box.width >= Double(wanted.width), box.height >= Double(wanted.height) else { return nil }
      return Level(header: header, box: box)
    }
    return levels.sorted { $0.box.width * $0.box.height < $1.box.width * $1.box.height }
  }

  /// Whether one size is the other scaled, each axis rounded up or down.
  private static func hasSameAspect(_ size: PixelSize, _ full: PixelSize) -> Bool {
    let scale = Double(size.width) / Double(full.width)
    let expected = Double(full.height) * scale
    // The width is off by less than 1, which the height is off by in proportion, and by less than 1 of its own.
    let tolerance = 1 + Double(full.height) / Double(full.width)
    return abs(Double(size.height) - expected) < tolerance
  }

  private static func hasSameAlpha(_ one: PageHeader, _ other: PageHeader) -> Bool {
    let kinds = [one, other].map { $0.alpha(afterColors: $0.interpretation?.channelCount ?? 0)?.kind }
    return kinds[0] == kinds[1]
  }

  /// Writers halve and round up: then the last column and row hold less than a pixel's worth of the picture.
  private static func box(of size: PixelSize, in full: PixelSize) -> SourceBox {
    var factor = 2
    while factor <= full.longSide {
      let halved = PixelSize(
        width: (full.width + factor - 1) / factor, height: (full.height + factor - 1) / factor)
      if halved == size {
        return SourceBox(width: Double(full.width) / Double(factor), height: Double(full.height) / Double(factor))
      }
      factor *= 2
    }
    return SourceBox(size)
  }
}
