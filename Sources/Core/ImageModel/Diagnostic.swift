/// Something that a user should know although the work succeeded.
public struct Diagnostic: Hashable, Sendable {
  public enum Severity: String, Hashable, Sendable {
    /// An expected loss: alpha flattened, metadata that the target cannot hold.
    case note
    /// Damage or a surprise: missing rows, a profile that does not fit the pixels.
    case warning
  }

  /// What a diagnostic is about.
  public enum Subject: Hashable, Sendable {
    case file
    /// The colour profile. The code that applies the profile to the pixels may report the same problem.
    case colorProfile
    /// What the metadata says. The picture is whole without it.
    case metadata
  }

  public var severity: Severity
  public var message: String
  public var subject = Subject.file
  /// The input that it is about, where one output has several; nil: the one whose report it is in.
  package var input: String?

  public init(_ severity: Severity, _ message: String) {
    self.severity = severity
    self.message = message
  }

  public static func note(_ message: String) -> Diagnostic { Diagnostic(.note, message) }
  public static func warning(_ message: String) -> Diagnostic { Diagnostic(.warning, message) }

  /// A copy with another subject.
  public func about(_ subject: Subject) -> Diagnostic {
    var diagnostic = self
    diagnostic.subject = subject
    return diagnostic
  }
}
