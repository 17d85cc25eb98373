/// Bounds of the conversation between host and provider.
public enum WireLimits {
  /// Bytes of a line, without its end.
  public static let lineBytes = 64 << 10
  /// Versions of the protocol that this code speaks.
  public static let protocols = [1]
}
