public import ImageModel

extension DrawingContext {
  /// Makes a rectangle lead somewhere. On an image it is only recorded.
  public func link(_ rect: Rect, to target: LinkTarget) {
    guard !isFinished else { return }
    let corner = Point(x: min(rect.minX, rect.maxX), y: min(rect.minY, rect.maxY))
    let place = state.transform.apply(
      to: Rect(x: corner.x, y: corner.y, width: abs(rect.width), height: abs(rect.height)))
    guard [place.minX, place.minY, place.maxX, place.maxY].allSatisfy({ abs($0) < 1e7 }) else { return }
    if case .destination(let name) = target, let destinationName {
      links.append(Link(rect: place, target: .destination(name: destinationName(name))))
    } else {
      links.append(Link(rect: place, target: target))
    }
  }
}
