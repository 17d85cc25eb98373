internal import ProviderHost
internal import ProviderProtocol
internal import Synchronization

/// What the provider of one document wrote to standard error before it failed: for who writes providers.
///
/// The host tells it beside its errors (`HostConfiguration.log`), from within the task that shows the document.
final class ProviderWords: Sendable {
  /// Of the document that is shown by the current task.
  @TaskLocal static var current: ProviderWords?

  private let last = Mutex("")

  /// The lines that are shown.
  private static let mostLines = 5
  private static let longestLine = 300
  /// Failures that are the provider's own, and of which its standard error may tell more.
  private static let codes: Set<ProviderError.Code> = [.crashed, .protocolViolation, .providerUnavailable]

  static func take(_ event: HostEvent) {
    guard let current, codes.contains(event.error.code) else { return }
    current.last.withLock { $0 = event.log }
  }

  /// A line for each of the last lines; none where the error says nothing about the provider. Control characters are still there.
  func notes(for error: ProviderError) -> [String] {
    guard Self.codes.contains(error.code) else { return [] }
    let lines = last.withLock { $0 }.split(whereSeparator: \.isNewline).filter { line in
      !line.hasPrefix("cameo-launcher: ") && line.contains { !$0.isWhitespace }
    }
    return lines.suffix(Self.mostLines).map { line in
      "the provider's standard error: \(line.prefix(Self.longestLine))"
    }
  }
}
