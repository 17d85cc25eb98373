public import ImageModel

/// The sizes of paper that have names, upright (ISO 216; ANSI/ASME Y14.1).
public enum PaperSize: String, Hashable, Sendable, CaseIterable {
  case a0, a1, a2, a3, a4, a5, a6, b4, b5, letter, legal, tabloid

  /// A name in upper or lower case; nil for none of them.
  public init?(name: String) {
    self.init(rawValue: name.lowercased())
  }

  /// The name as people write it.
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
