public import ImageModel

/// The target of a link.
public enum LinkTarget: Hashable, Sendable {
  /// A URI.
  case uri(String)
  /// A named destination of the document.
  case destination(name: String)
  /// A page of the document, counted from 0.
  case page(Int)
}

/// A link on a page.
public struct Link: Hashable, Sendable {
  /// The rectangle in page space: in points, with the origin at the lower left of the page and y pointing upwards.
  /// Where the axes are rotated, it is the bounding box.
  public var rect: Rect
  public var target: LinkTarget
  /// The place of the link in a page description, for messages.
  package var source: String?
  /// What the link says to readers who do not see it; nil for its target.
  package var alternative: String?

  public init(rect: Rect, target: LinkTarget) {
    self.rect = rect
    self.target = target
  }

  /// Equality does not consider the source.
  public static func == (one: Link, other: Link) -> Bool { one.rect == other.rect && one.target == other.target }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(rect)
    hasher.combine(target)
  }
}
