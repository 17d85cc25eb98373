internal import Synchronization

/// What processes that were at fault wrote to standard error, until a failed check takes it.
final class LastWords: Sendable {
  private let text = Mutex("")

  /// Lines that a report shows.
  private static let mostLines = 10
  private static let longestLine = 300

  /// Keeps the end of a process's standard error; what an earlier process wrote is forgotten where this one wrote anything.
  func keep(_ errors: String) {
    if errors.contains(where: { !$0.isWhitespace }) { text.withLock { $0 = errors } }
  }

  /// The last lines that were kept, and keeps them no longer.
  func take() -> [String] {
    let kept = text.withLock { text in
      defer { text = "" }
      return text
    }
    return Self.lines(of: kept)
  }

  /// Some lines from the end of a text, those of the launcher apart, which say what the error says.
  static func lines(of text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).filter { line in
      !line.hasPrefix("cameo-launcher: ") && line.contains { !$0.isWhitespace }
    }.suffix(mostLines).map { $0.count > longestLine ? $0.prefix(longestLine) + "..." : String($0) }
  }
}
