public import ImageModel

/// The size of pages before their content is known, and how it follows the content.
public struct PageShape: Hashable, Sendable {
  public enum Medium: Hashable, Sendable {
    /// The content's own size and the margins.
    case content
    /// A size in points.
    case fixed(Size)
  }

  public enum Direction: Hashable, Sendable {
    /// As the size says.
    case asGiven
    /// The longer side lies.
    case landscape
    /// The longer side stands.
    case portrait
    /// As the content: whichever way it would be larger.
    case automatic
  }

  public var medium: Medium
  public var direction: Direction

  public init(_ medium: Medium = .content, _ direction: Direction = .asGiven) {
    self.medium = medium
    self.direction = direction
  }

  /// The size of a page whose size is given, for content of a size.
  public func size(of paper: Size, for content: Size) -> Size {
    let isWide = paper.width > paper.height
    let turns: Bool
    switch direction {
    case .asGiven: turns = false
    case .landscape: turns = !isWide
    case .portrait: turns = isWide
    case .automatic: turns = content.width != content.height && (content.width > content.height) != isWide
    }
    return turns ? paper.transposed : paper
  }
}
