public import ImageModel

extension DrawingContext {
  /// Makes a rectangle lead somewhere. On an image it is only recorded.
  public func link(_ rect: Rect, to target: LinkTarget) {
    guard !isFinished else { return }
    let corner = Point(x: min(rect.minX, rect.maxX), y: min(rect.minY, rect.maxY))
    let place = state.transform.apply(
      to: Rect(x: corner.x, y: corner.y, width: abs(rect.width), height: abs(rect.height)))
    guard [place.minX, place.minY, place.maxX, place.maxY].allSatisfy({ abs($0) < 1e7 }) else { return }
    var link = Link(rect: place, target: target)
    if case .destination(let name) = target, let destinationName {
      link.target = .destination(name: destinationName(name))
    }
    // An address is not looked at.
    if case .uri = target {} else { link.source = source?().description }
    links.append(link)
  }
}
