internal import ImageModel
internal import ProviderProtocol
internal import Synchronization

/// Remembers for a while which documents took a worker's time and failed, so that repeated requests do not take it
/// again. The failures are kept in memory; `ThumbnailCache` keeps those of the desktop's files.
final class FailureMemory: Sendable {
  /// Identifies a request that failed. The name's extension is included because it can decide which provider is used.
  /// The tenant is included because an earlier document of the same tenant can cause a failure.
  private struct Subject: Hashable {
    var fingerprint: String
    var suffix: Substring
    var contentType: String?
    var capability: ProviderCapability
    var page: Int?
    var tenant: String?
    var providers: Int
  }

  private struct Failure {
    var error: ProviderError
    /// The longest side of the drawing, in pixels. A smaller drawing may take less time and memory.
    var side: Int
    var end: ContinuousClock.Instant
  }

  private static let capacity = 1_000
  private let seconds: Double
  private let failures = Mutex<[Subject: Failure]>([:])

  /// - Parameter seconds: how long a failure is remembered; 0 for not at all.
  init(seconds: Double) { self.seconds = seconds }

  /// The failure of a document with the same content and extension, drawn at the same or a smaller size; nil where
  /// there is none. Its message says when the document is tried again.
  ///
  /// - Parameter providers: how often the providers were replaced so far. New providers may be able to show the
  ///   document.
  func failure(
    of request: RenderRequest, providers: Int, now: ContinuousClock.Instant = .now
  ) -> ProviderError? {
    guard let subject = subject(request, providers), let failure = failures.withLock({ $0[subject] }),
      now < failure.end, request.drawing.maximumSize.longSide >= failure.side
    else { return nil }
    let left = Int(((failure.end - now) / .seconds(1)).rounded(.up))
    var error = failure.error
    error.message += " (remembered; it is tried again in \(left) s)"
    return error
  }

  /// Remembers a failure that the document may have caused, and that took time.
  func remember(
    _ error: ProviderError, of request: RenderRequest, providers: Int, now: ContinuousClock.Instant = .now
  ) {
    guard error.code.mayBeProviderFault, let subject = subject(request, providers) else { return }
    let failure = Failure(
      error: error, side: request.drawing.maximumSize.longSide, end: now + .seconds(seconds))
    failures.withLock { failures in
      if failures.count >= Self.capacity, failures[subject] == nil,
        let oldest = failures.min(by: { $0.value.end < $1.value.end })?.key
      {
        failures[oldest] = nil
      }
      failures[subject] = failure
    }
  }

  private func subject(_ request: RenderRequest, _ providers: Int) -> Subject? {
    guard seconds > 0, let fingerprint = request.document.fingerprint else { return nil }
    let name = request.document.name
    let suffix = name.lastIndex(of: ".").map { name[name.index(after: $0)...] } ?? ""
    return Subject(
      fingerprint: fingerprint, suffix: suffix, contentType: request.document.contentType,
      capability: request.capability, page: request.page, tenant: request.tenant, providers: providers)
  }
}

extension ProviderError.Code {
  /// Whether the provider itself may have caused the failure. Another worker may succeed.
  var mayBeProviderFault: Bool {
    switch self {
    case .timeout, .crashed, .resourceExhausted, .protocolViolation: true
    default: false
    }
  }
}
