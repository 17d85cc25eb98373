/// Something that a user should know although the work was done.
public struct Diagnostic: Hashable, Sendable {
  public enum Severity: String, Hashable, Sendable {
    /// An expected loss: alpha flattened, metadata that the target cannot hold.
    case note
    /// Damage or a surprise: rows missing, a profile that does not fit.
    case warning
  }

  /// What it is about.
  public enum Subject: Hashable, Sendable {
    case file
    /// The colour profile, which those who use it for the pixels judge as well.
    case colorProfile
  }

  public var severity: Severity
  public var message: String
  public var subject = Subject.file

  public init(_ severity: Severity, _ message: String) {
    self.severity = severity
    self.message = message
  }

  public static func note(_ message: String) -> Diagnostic { Diagnostic(.note, message) }
  public static func warning(_ message: String) -> Diagnostic { Diagnostic(.warning, message) }

  /// The same, about something else.
  public func about(_ subject: Subject) -> Diagnostic {
    var diagnostic = self
    diagnostic.subject = subject
    return diagnostic
  }
}
