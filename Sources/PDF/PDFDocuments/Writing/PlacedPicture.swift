package import Drawing
package import ImageModel

/// A picture that pages of one document show: an object in the file, and what is needed to lay it out.
package struct PlacedPicture {
  package var object: EmbeddedObject
  /// The size of the stored rows.
  package var pixels: PixelSize
  /// How the stored rows have to be turned.
  package var orientation: Orientation
  package var resolution: Resolution?

  package init(object: EmbeddedObject, pixels: PixelSize, orientation: Orientation, resolution: Resolution?) {
    self.object = object
    self.pixels = pixels
    self.orientation = orientation
    self.resolution = resolution
  }

  /// The size in points as the picture is to be seen.
  package func naturalSize(_ rule: ResolutionRule = ResolutionRule()) -> Size {
    rule.naturalSize(stored: pixels, orientation, resolution)
  }
}

extension DrawingContext {
  /// Draws a picture upright into a rectangle, whatever its orientation.
  package func draw(_ picture: PlacedPicture, in rect: Rect) throws {
    let (isMirrored, clockwise) = picture.orientation.steps
    if !isMirrored, clockwise == 0 { return try draw(picture.object, in: rect) }
    try withState {
      translate(x: rect.center.x, y: rect.center.y)
      rotate(degrees: Double(isFlipped ? clockwise : -clockwise))
      if isMirrored { scale(x: -1, y: 1) }
      let size = rect.size.turned(by: clockwise)
      try draw(
        picture.object,
        in: Rect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height))
    }
  }
}

extension Orientation {
  /// What has to be done to see the picture upright: mirror it left to right, then turn it clockwise.
  var steps: (isMirrored: Bool, clockwise: Int) {
    switch self {
    case .up: (false, 0)
    case .upMirrored: (true, 0)
    case .down: (false, 180)
    case .downMirrored: (true, 180)
    case .leftMirrored: (true, 270)
    case .right: (false, 90)
    case .rightMirrored: (true, 90)
    case .left: (false, 270)
    }
  }
}
