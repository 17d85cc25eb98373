internal import Documents
internal import ImageModel
internal import ProviderProtocol

extension ProviderError {
  /// Makes the error that is sent to the host from an error that a provider threw.
  init(of error: any Error) {
    switch error {
    case let error as ProviderError: self.init(error.code, ShortLine.cut(error.message))
    case var error as ImageError:
      // The caller has no option that raises a provider's limits.
      if let limit = error.limit { error.message += " (the limit is \(limit.value))" }
      error.limit = nil
      self.init(Code(error.kind), ShortLine.cut(error.reason))
    // Without its path: who reads the message may not be allowed to see the host's files.
    case let error as DocumentError: self.init(Code(error.kind), ShortLine.cut(error.message))
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

extension ProviderError.Code {
  fileprivate init(_ kind: DocumentError.Kind) {
    self =
      switch kind {
      case .invalidContents, .unsafePackage: .corruptInput
      case .unsupportedType: .unsupportedType
      case .limitExceeded: .limitExceeded
      case .cancelled: .cancelled
      case .missing, .exists, .notPermitted, .diskFull, .io, .changed, .conflict, .timedOut, .closed: .sourceUnavailable
      }
  }
}

/// Texts for messages: one line, short enough that the message fits its limit.
enum ShortLine {
  static func cut(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(1_000) {
      result.append(scalar.properties.generalCategory == .control ? " " : scalar)
    }
    return String(result)
  }

  /// The first of the texts, as many as a host accepts.
  static func some(of texts: [String]) -> [String] { texts.prefix(16).map(cut) }
}
