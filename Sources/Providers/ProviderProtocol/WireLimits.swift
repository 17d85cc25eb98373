/// Bounds of the conversation between host and provider.
public enum WireLimits {
  /// Bytes of a line, without its end.
  public static let lineBytes = 64 << 10
  /// Versions of the protocol that this code speaks.
  public static let protocols = [1]

  // Bounds for numbers in messages: far above any use, and low enough that no arithmetic overflows.

  /// JSON's whole numbers are exact in every language up to 2^53 (RFC 8259, section 6).
  static let ids = 0...(1 << 53)
  static let pages = 1...10_000_000
  /// Pixels along an axis.
  static let pixels = 1...1_000_000
  /// Bytes from row to row.
  static let stride = 64 << 20
  /// Points along an axis.
  static let points = 1_000_000.0
  static let scales = 0.01...100.0
  /// Milliseconds; a day.
  static let deadlines = 0...86_400_000
}
