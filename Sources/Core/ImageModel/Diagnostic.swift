/// Something that a user should know although the work was done.
public struct Diagnostic: Hashable, Sendable {
  public enum Severity: String, Hashable, Sendable {
    /// An expected loss: alpha flattened, metadata that the target cannot hold.
    case note
    /// Damage or a surprise: rows missing, a profile that does not fit.
    case warning
  }

  public var severity: Severity
  public var message: String

  public init(_ severity: Severity, _ message: String) {
    self.severity = severity
    self.message = message
  }

  public static func note(_ message: String) -> Diagnostic { Diagnostic(.note, message) }
  public static func warning(_ message: String) -> Diagnostic { Diagnostic(.warning, message) }
}
