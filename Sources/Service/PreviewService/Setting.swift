internal import ImageModel
package import StructuredText

/// One row of the settings: the name, the property that it sets, the values that are allowed, and the help.
package struct Setting: Sendable {
  /// The types that a value may have in a configuration file.
  private enum FileType: Sendable {
    case text, number, numberOrText, flag, list
  }

  /// The name of the option: `queue-seconds`.
  package let name: String
  /// The placeholder for the value in the option's help: `SECONDS`.
  package let valueName: String
  package let help: String
  private let fileType: FileType
  /// Separates the elements of a list in an environment variable.
  private let separator: Character?
  private let set: @Sendable (inout ServiceConfiguration, [String]) throws(ImageError) -> Void
  private let get: @Sendable (ServiceConfiguration) -> JSONValue

  /// The environment variable: `CAMEO_PREVIEWD_QUEUE_SECONDS`.
  package var variable: String { "\(Self.prefix)\(String(name.map { $0 == "-" ? "_" : $0 }).uppercased())" }

  /// The member of a configuration file: `queueSeconds`.
  package var key: String {
    let words = name.split(separator: "-")
    return words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// Whether the option can be given several times.
  package var isList: Bool { separator != nil }

  /// The prefix of all variables of the service.
  static let prefix = "CAMEO_PREVIEWD_"

  // MARK: Rows

  package typealias Path<Value> = any WritableKeyPath<ServiceConfiguration, Value> & Sendable

  /// A row whose value is a text.
  ///
  /// - Parameter choices: the allowed texts; empty to allow any text.
  init(_ name: String, _ path: Path<String>, _ valueName: String, choices: [String] = [], _ help: String) {
    self.init(name, valueName, help, .text, path) { text throws(ImageError) in
      guard choices.isEmpty || choices.contains(text) else {
        throw ImageError(.usage, "expected one of \(choices.joined(separator: ", "))")
      }
      return text
    } show: {
      .path($0)
    }
  }

  init(_ name: String, _ path: Path<Int>, _ valueName: String, in range: ClosedRange<Int>, _ help: String) {
    self.init(name, valueName, help, .number, path) { text throws(ImageError) in
      guard let value = Int(text), range.contains(value) else {
        throw ImageError(.usage, "expected a number from \(range.lowerBound) to \(range.upperBound)")
      }
      return value
    } show: {
      .int(Int64($0))
    }
  }

  /// A row whose value is a number of bytes.
  init(bytes name: String, _ path: Path<Int>, _ help: String) {
    self.init(name, "SIZE", help, .numberOrText, path) { text throws(ImageError) in
      guard let value = Int(amount: text) else {
        throw ImageError(.usage, "expected a number such as 500, 64k, 20M or 1Gi")
      }
      return value
    } show: {
      .int(Int64($0))
    }
  }

  init(_ name: String, _ path: Path<Double>, seconds range: ClosedRange<Double>, _ help: String) {
    self.init(name, "SECONDS", help, .number, path) { text throws(ImageError) in
      guard let value = Double(decimal: text), range.contains(value) else {
        throw ImageError(.usage, "expected seconds from \(range.lowerBound) to \(range.upperBound)")
      }
      return value
    } show: {
      .double($0)
    }
  }

  init(_ name: String, _ path: Path<Bool>, _ help: String) {
    self.init(name, "BOOL", help, .flag, path) { text throws(ImageError) in
      switch text {
      case "true", "yes", "1", "on": return true
      case "false", "no", "0", "off": return false
      default: throw ImageError(.usage, "expected true or false")
      }
    } show: {
      .bool($0)
    }
  }

  /// A row whose value is a list of texts. The option can be given several times.
  init(_ name: String, _ path: Path<[String]>, _ valueName: String, separator: Character, _ help: String) {
    (self.name, self.valueName, self.help) = (name, valueName, help)
    (fileType, self.separator) = (.list, separator)
    set = { configuration, texts in configuration[keyPath: path] = texts }
    get = { .array($0[keyPath: path].map { .path($0) }) }
  }

  private init<Value>(
    _ name: String, _ valueName: String, _ help: String, _ fileType: FileType, _ path: Path<Value>,
    parse: @escaping @Sendable (String) throws(ImageError) -> Value, show: @escaping @Sendable (Value) -> JSONValue
  ) {
    (self.name, self.valueName, self.help) = (name, valueName, help)
    (self.fileType, separator) = (fileType, nil)
    set = { configuration, texts throws(ImageError) in
      guard let text = texts.last else { throw ImageError(.usage, "a value is missing") }
      configuration[keyPath: path] = try parse(text)
    }
    get = { show($0[keyPath: path]) }
  }

  // MARK: Values

  /// Sets the value from the texts of an option, a variable or a file.
  ///
  /// - Throws: `usage`, with what is expected.
  func set(_ texts: [String], in configuration: inout ServiceConfiguration) throws(ImageError) {
    try set(&configuration, texts)
  }

  /// Splits an environment variable into texts.
  func split(_ variable: String) -> [String] {
    separator.map { variable.split(separator: $0).map(String.init) } ?? [variable]
  }

  /// Reads the texts of a member of a configuration file.
  ///
  /// - Throws: `usage` for a value of another type.
  func texts(of value: StructuredValue) throws(ImageError) -> [String] {
    switch (fileType, value.content) {
    case (.list, .array(let elements)):
      return try elements.map { element throws(ImageError) in
        guard case .string(let text) = element.content else { throw Self.expected("texts", not: element) }
        return text
      }
    case (.text, .string(let text)), (.numberOrText, .string(let text)), (.number, .number(_, let text)),
      (.numberOrText, .number(_, let text)):
      return [text]
    case (.flag, .bool(let flag)): return ["\(flag)"]
    case (.list, _): throw Self.expected("a list", not: value)
    case (.text, _): throw Self.expected("a text", not: value)
    case (.number, _), (.numberOrText, _): throw Self.expected("a number", not: value)
    case (.flag, _): throw Self.expected("true or false", not: value)
    }
  }

  private static func expected(_ type: String, not value: StructuredValue) -> ImageError {
    ImageError(.usage, "expected \(type), not \(value.kind)")
  }

  /// The value in a configuration, for JSON output.
  package func json(in configuration: ServiceConfiguration) -> JSONValue { get(configuration) }

  /// The value in a configuration, for people.
  package func shown(in configuration: ServiceConfiguration) -> String { get(configuration).shown }
}
