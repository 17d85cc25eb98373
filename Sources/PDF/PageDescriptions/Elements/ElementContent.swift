internal import Drawing
internal import ImageModel

/// What an element shows, without its place on the page. All lengths are points; y grows downwards.
protocol ElementContent {
  /// The size that it takes.
  ///
  /// - Parameters:
  ///   - width: as the description gives it.
  ///   - height: as the description gives it.
  ///   - available: the width between the element's left side and that of its page or group; nil where nothing bounds it.
  func size(width: Double?, height: Double?, available: Double?) throws(ImageError) -> Size

  /// Gets what it shows from other files, so that errors come before anything is drawn.
  func prepare() throws(ImageError)

  /// Draws into a box at the origin.
  func draw(in size: Size, on context: DrawingContext) throws(ImageError)

  /// The elements inside, with their places in the box.
  var inner: [PlacedElement] { get }
}

extension ElementContent {
  var inner: [PlacedElement] { [] }
  func prepare() throws(ImageError) {}
}

/// Content that may go on where a page ends.
protocol FlowingContent: ElementContent {
  /// Whether the description wants it to go on.
  var flows: Bool { get }

  /// Cuts it at a height.
  ///
  /// - Parameter isFresh: whether nothing stands above it, so that another page would give no more room.
  /// - Returns: what fits, nil where nothing does; and what remains, nil where nothing does.
  /// - Throws: where a part is too high for any page.
  func split(width: Double, height: Double, isFresh: Bool) throws(ImageError) -> (
    fits: (any ElementContent)?, rest: (any FlowingContent)?
  )
}
