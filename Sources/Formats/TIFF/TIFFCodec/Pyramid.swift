internal import ImageModel
internal import TIFFStructure

/// The smaller versions of a page that may be decoded instead of it.
enum Pyramid {
  struct Level {
    var header: PageHeader
    var directory: TIFFDirectory
    /// The part of the level's pixels that the picture covers.
    var box: SourceBox
  }

  /// The levels that are large enough for a wanted size, the smallest first; none where the full size is wanted.
  ///
  /// A level shows the whole picture: it has the aspect ratio of the page (within the rounding of its size), the same
  /// orientation and the same colour model. Smaller SubIFDs count even if no field marks them as reduced.
  ///
  /// - Throws: `io`.
  static func levels(
    of page: TIFFStructure.Page, _ header: PageHeader, for wanted: PixelSize?, _ reader: inout IFDReader
  ) throws(ImageError) -> [Level] {
    guard let wanted, let full = header.size else { return [] }
    var levels: [Level] = []
    for directory in page.reduced + page.others {
      let candidate = try PageHeader(directory.ifd, &reader)
      guard let size = candidate.size, size.width > 0, size.height > 0, size.width < full.width,
        size.height <= full.height, hasSameAspect(size, full), candidate.deliveredModel == header.deliveredModel,
        hasSameAlpha(candidate, header), isTurned(directory, like: page.picture)
      else { continue }
      let box = box(of: size, in: full)
      if box.width >= Double(wanted.width), box.height >= Double(wanted.height) {
        levels.append(Level(header: candidate, directory: directory, box: box))
      }
    }
    return levels.sorted { $0.box.width * $0.box.height < $1.box.width * $1.box.height }
  }

  /// A level without an orientation is turned like its page.
  private static func isTurned(_ level: TIFFDirectory, like page: TIFFDirectory) -> Bool {
    guard level.statesOrientation, case .success(let info) = level.header, case .success(let own) = page.header else {
      return true
    }
    return info.orientation == own.orientation
  }

  /// Whether one size is the other one scaled, with each axis rounded up or down.
  private static func hasSameAspect(_ size: PixelSize, _ full: PixelSize) -> Bool {
    let scale = Double(size.width) / Double(full.width)
    let expected = Double(full.height) * scale
    // The width is off by less than 1. The height is off by as much in proportion, and by less than 1 of its own.
    let tolerance = 1 + Double(full.height) / Double(full.width)
    return abs(Double(size.height) - expected) < tolerance
  }

  private static func hasSameAlpha(_ one: PageHeader, _ other: PageHeader) -> Bool {
    let kinds = [one, other].map { $0.alpha(afterColors: $0.interpretation?.channelCount ?? 0)?.isPremultiplied }
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
