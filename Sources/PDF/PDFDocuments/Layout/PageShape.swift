public import ImageModel

/// The size of pages, and how it depends on the content.
public struct PageShape: Hashable, Sendable {
  public enum Medium: Hashable, Sendable {
    /// The size of the content plus the margins.
    case content
    /// A size in points.
    case fixed(Size)
  }

  public enum Direction: Hashable, Sendable {
    /// As the size is given.
    case asGiven
    /// The longer side is horizontal.
    case landscape
    /// The longer side is vertical.
    case portrait
    /// In the orientation in which the content is larger.
    case automatic
  }

  public var medium: Medium
  public var direction: Direction

  public init(_ medium: Medium = .content, _ direction: Direction = .asGiven) {
    self.medium = medium
    self.direction = direction
  }

  /// The size of a page on a given paper, for content of a given size.
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

/// The margins of a page, in points.
public struct PageMargins: Hashable, Sendable {
  public var top: Double
  public var right: Double
  public var bottom: Double
  public var left: Double

  public init(top: Double, right: Double, bottom: Double, left: Double) {
    (self.top, self.right, self.bottom, self.left) = (top, right, bottom, left)
  }

  /// The same margin on all sides.
  public init(_ all: Double) {
    self.init(top: all, right: all, bottom: all, left: all)
  }

  public static let none = PageMargins(0)

  /// The area of a page within its margins. The origin is at the lower left.
  ///
  /// - Throws: `usage` where there is no such area.
  public func frame(of page: Size) throws(ImageError) -> Rect {
    let frame = Rect(page).inset(left: left, top: top, right: right, bottom: bottom, yGrowsUp: true)
    guard frame.width >= 1, frame.height >= 1 else {
      throw ImageError(.usage, "a page of \(page.inPoints) is smaller than its margins")
    }
    return frame
  }
}

extension Size {
  /// `595.28 x 841.89 pt`, for messages.
  package var inPoints: String { "\(Self.text(width)) x \(Self.text(height)) pt" }

  /// A number with at most two decimals.
  private static func text(_ value: Double) -> String {
    let text = ((value * 100).rounded() / 100).description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

/// The paper sizes with names, upright (ISO 216; ANSI/ASME Y14.1).
public enum PaperSize: String, Hashable, Sendable, CaseIterable {
  case a0, a1, a2, a3, a4, a5, a6, b4, b5, letter, legal, tabloid

  /// The paper with a name, in upper or lower case; nil for an unknown name.
  public init?(name: String) {
    self.init(rawValue: name.lowercased())
  }

  /// The usual spelling of the name.
  public var name: String {
    switch self {
    case .letter: "Letter"
    case .legal: "Legal"
    case .tabloid: "Tabloid"
    default: rawValue.uppercased()
    }
  }

  /// In points, the shorter side first.
  public var size: Size {
    switch self {
    case .a0: Self.millimetres(841, 1189)
    case .a1: Self.millimetres(594, 841)
    case .a2: Self.millimetres(420, 594)
    case .a3: Self.millimetres(297, 420)
    case .a4: Self.millimetres(210, 297)
    case .a5: Self.millimetres(148, 210)
    case .a6: Self.millimetres(105, 148)
    case .b4: Self.millimetres(250, 353)
    case .b5: Self.millimetres(176, 250)
    case .letter: Size(width: 612, height: 792)
    case .legal: Size(width: 612, height: 1008)
    case .tabloid: Size(width: 792, height: 1224)
    }
  }

  private static func millimetres(_ width: Double, _ height: Double) -> Size {
    Size(width: width * 72 / 25.4, height: height * 72 / 25.4)
  }
}
