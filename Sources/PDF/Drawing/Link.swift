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
  /// Where the link was written, for messages.
  package var source: String?

  public init(rect: Rect, target: LinkTarget) {
    self.rect = rect
    self.target = target
  }

  /// Links that do the same are equal, wherever they were written.
  public static func == (one: Link, other: Link) -> Bool { one.rect == other.rect && one.target == other.target }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(rect)
    hasher.combine(target)
  }
}
