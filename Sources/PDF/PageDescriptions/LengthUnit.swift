/// A unit of length that page descriptions and options know.
public enum LengthUnit: String, Hashable, Sendable, CaseIterable {
  /// 1/72 inch.
  case pt
  case mm
  case cm
  case `in`

  /// The unit in points.
  public var points: Double {
    switch self {
    case .pt: 1
    case .mm: 72 / 25.4
    case .cm: 72 / 2.54
    case .in: 72
    }
  }
}
