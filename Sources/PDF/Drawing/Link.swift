public import ImageModel

/// Where a link leads.
public enum LinkTarget: Hashable, Sendable {
  /// A resource, as in an address line.
  case uri(String)
  /// A named destination of the document.
  case destination(name: String)
  /// A page of the document, counted from 0.
  case page(Int)
}

/// A part of a page that leads somewhere.
public struct Link: Hashable, Sendable {
  /// In page space: points, the origin at the lower left of the page, y grows upwards. The rectangle around the drawn
  /// one where axes were rotated.
  public var rect: Rect
  public var target: LinkTarget

  public init(rect: Rect, target: LinkTarget) {
    self.rect = rect
    self.target = target
  }
}
