public import ImageModel

/// The strips along the sides of a page that its content leaves free, in points.
public struct PageMargins: Hashable, Sendable {
  public var top: Double
  public var right: Double
  public var bottom: Double
  public var left: Double

  public init(top: Double, right: Double, bottom: Double, left: Double) {
    (self.top, self.right, self.bottom, self.left) = (top, right, bottom, left)
  }

  /// The same on all sides.
  public init(_ all: Double) {
    self.init(top: all, right: all, bottom: all, left: all)
  }

  public static let none = PageMargins(0)

  /// What is left of a page whose origin is at the lower left.
  ///
  /// - Throws: `usage` where nothing is left.
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

  /// Two decimals at most.
  private static func text(_ value: Double) -> String {
    let text = ((value * 100).rounded() / 100).description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
