package import ImageModel
internal import StructuredText

/// One thing that can be configured.
package struct ServiceSetting: Sendable {
  package enum Kind: Sendable {
    case text
    /// Several; in the environment they are separated by colons, or by commas where addresses are meant.
    case list(separator: Character)
    case integer(ClosedRange<Int>)
    /// With a suffix such as `Mi`.
    case bytes
    case seconds(ClosedRange<Double>)
    case choice([String])
    case flag
  }

  /// As the option is called: `queue-seconds`.
  package let name: String
  package let kind: Kind
  package let standard: SettingValue
  package let help: String

  package init(_ name: String, _ kind: Kind, _ standard: SettingValue, _ help: String) {
    self.name = name
    self.kind = kind
    self.standard = standard
    self.help = help
  }

  /// `CAMEO_PREVIEWD_QUEUE_SECONDS`.
  package var variable: String { "CAMEO_PREVIEWD_" + name.uppercased().replacing("-", by: "_") }

  /// `queueSeconds`, the name in a file.
  package var key: String {
    let words = name.split(separator: "-")
    return words.enumerated().map { $0.offset == 0 ? String($0.element) : $0.element.capitalisedFirst }.joined()
  }

  /// Reads a value as a flag or a variable has it.
  ///
  /// - Throws: `usage` that says what is expected.
  package func value(of texts: [String]) throws(ImageError) -> SettingValue {
    if case .list = kind { return .list(texts) }
    guard let text = texts.last else { throw error("a value is missing") }
    switch kind {
    case .text, .list: return .text(text)
    case .integer(let range):
      guard let value = Int(text), range.contains(value) else {
        throw error("expected a number from \(range.lowerBound) to \(range.upperBound)")
      }
      return .integer(value)
    case .bytes:
      guard let value = Int(amount: text) else { throw error("expected a number such as 500, 64k, 20M or 1Gi") }
      return .integer(value)
    case .seconds(let range):
      guard let value = Double(text), value.isFinite, range.contains(value) else {
        throw error("expected seconds from \(range.lowerBound) to \(range.upperBound)")
      }
      return .seconds(value)
    case .choice(let words):
      guard words.contains(text) else { throw error("expected one of \(words.joined(separator: ", "))") }
      return .text(text)
    case .flag:
      switch text {
      case "true", "yes", "1", "on": return .flag(true)
      case "false", "no", "0", "off": return .flag(false)
      default: throw error("expected true or false")
      }
    }
  }

  func error(_ message: String) -> ImageError { ImageError(.usage, "\(name): \(message)") }
}

/// The value of a setting.
package enum SettingValue: Hashable, Sendable {
  case text(String)
  case list([String])
  case integer(Int)
  case seconds(Double)
  case flag(Bool)

  /// As a person writes it.
  package var shown: String {
    switch self {
    case .text(let text): text
    case .list(let texts): texts.joined(separator: ", ")
    case .integer(let number): "\(number)"
    case .seconds(let seconds): Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)"
    case .flag(let flag): "\(flag)"
    }
  }
}

extension String {
  fileprivate func replacing(_ character: Character, by other: Character) -> String {
    String(map { $0 == character ? other : $0 })
  }
}

extension Substring {
  fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
