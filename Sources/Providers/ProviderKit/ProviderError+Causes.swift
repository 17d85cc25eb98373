internal import ImageModel
internal import ProviderProtocol

extension ProviderError {
  /// What the host is told of an error that a provider threw.
  init(of error: any Error) {
    switch error {
    case let error as ProviderError: self.init(error.code, ShortLine.cut(error.message))
    case var error as ImageError:
      // No option of a caller's raises a provider's limits.
      if let limit = error.limit { error.message += " (the limit is \(limit.value))" }
      error.limit = nil
      self.init(Code(error.kind), ShortLine.cut(error.reason))
    case is CancellationError: self.init(.cancelled, "cancelled")
    default: self.init(.corruptInput, ShortLine.cut("\(error)"))
    }
  }
}

extension ProviderError.Code {
  fileprivate init(_ kind: ImageError.Kind) {
    self =
      switch kind {
      case .invalidData: .corruptInput
      case .unsupported: .unsupportedType
      case .limitExceeded: .limitExceeded
      case .io: .sourceUnavailable
      case .usage: .requestInvalid
      case .cancelled: .cancelled
      }
  }
}

/// Texts that go into a message: one line, short enough that the message fits its bound.
enum ShortLine {
  static func cut(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(1_000) {
      result.append(scalar.properties.generalCategory == .control ? " " : scalar)
    }
    return String(result)
  }

  /// As many as a host takes.
  static func some(of texts: [String]) -> [String] { texts.prefix(16).map(cut) }
}
