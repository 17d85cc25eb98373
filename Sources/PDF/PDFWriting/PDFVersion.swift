/// A version of PDF, as in the header of a file.
public struct PDFVersion: Hashable, Sendable, RawRepresentable, Comparable {
  public let major: Int
  public let minor: Int

  private init(_ major: Int, _ minor: Int) {
    (self.major, self.minor) = (major, minor)
  }

  /// `1.4` to `1.7` and `2.0`; nil for others.
  public init?(rawValue: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = known
  }

  public var rawValue: String { "\(major).\(minor)" }

  /// Whether the version has object streams and cross-reference streams, from 1.5 (ISO 32000-1, 7.5.7 and 7.5.8).
  public var hasObjectStreams: Bool { self >= .v1_5 }

  public static func < (one: PDFVersion, other: PDFVersion) -> Bool {
    (one.major, one.minor) < (other.major, other.minor)
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let v1_4 = PDFVersion(1, 4)
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let v1_5 = PDFVersion(1, 5)
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let v1_6 = PDFVersion(1, 6)
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let v1_7 = PDFVersion(1, 7)
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let v2_0 = PDFVersion(2, 0)

  /// All versions that can be written, oldest first.
  public static let allCases = [v1_4, v1_5, v1_6, v1_7, v2_0]
}
