internal import StructuredText

/// A type that a preference can have.
///
/// `Bool`, `Int`, `Double`, `String`, lists and dictionaries of them, and `PropertyListValue` itself are such types. An
/// enumeration with raw values becomes one by naming the protocol:
///
///     enum Theme: String, PreferenceValue { case light, dark }
public protocol PreferenceValue: Hashable, Sendable {
  /// The value that a file holds; nil if it holds something else.
  init?(propertyList: PropertyListValue)

  /// The value as a file holds it.
  var propertyList: PropertyListValue { get }

  /// The value of a variable of the environment; nil if the text means no value.
  init?(variable text: String)
}

extension PreferenceValue {
  public init?(variable text: String) { self.init(propertyList: .text(text)) }
}

extension PreferenceValue where Self: RawRepresentable, RawValue: PreferenceValue {
  public init?(propertyList: PropertyListValue) {
    guard let value = RawValue(propertyList: propertyList) else { return nil }
    self.init(rawValue: value)
  }

  public init?(variable text: String) {
    guard let value = RawValue(variable: text) else { return nil }
    self.init(rawValue: value)
  }

  public var propertyList: PropertyListValue { rawValue.propertyList }
}

extension Bool: PreferenceValue {
  public init?(propertyList: PropertyListValue) {
    guard case .bool(let flag) = propertyList else { return nil }
    self = flag
  }

  /// `true`, `yes`, `on` and `1`, or `false`, `no`, `off` and `0`.
  public init?(variable text: String) {
    switch text {
    case "true", "yes", "on", "1": self = true
    case "false", "no", "off", "0": self = false
    default: return nil
    }
  }

  public var propertyList: PropertyListValue { .bool(self) }
}

extension Int: PreferenceValue {
  public init?(propertyList: PropertyListValue) {
    switch propertyList {
    case .integer(let number): self = number
    case .real(let number):
      guard let whole = Int(exactly: number) else { return nil }
      self = whole
    default: return nil
    }
  }

  public init?(variable text: String) { self.init(text) }

  public var propertyList: PropertyListValue { .integer(self) }
}

extension Double: PreferenceValue {
  public init?(propertyList: PropertyListValue) {
    switch propertyList {
    case .integer(let number): self = Double(number)
    case .real(let number): self = number
    default: return nil
    }
  }

  public init?(variable text: String) { self.init(text) }

  public var propertyList: PropertyListValue { .real(self) }
}

extension String: PreferenceValue {
  /// A text, or the text of a date.
  public init?(propertyList: PropertyListValue) {
    switch propertyList {
    case .text(let text), .date(let text): self = text
    default: return nil
    }
  }

  public var propertyList: PropertyListValue { .text(self) }
}

extension Array: PreferenceValue where Element: PreferenceValue {
  public init?(propertyList: PropertyListValue) {
    guard case .list(let elements) = propertyList else { return nil }
    let values = elements.compactMap { Element(propertyList: $0) }
    guard values.count == elements.count else { return nil }
    self = values
  }

  /// Elements between commas.
  public init?(variable text: String) {
    let parts = text.split(separator: ",")
    let values = parts.compactMap { Element(variable: String($0)) }
    guard values.count == parts.count else { return nil }
    self = values
  }

  public var propertyList: PropertyListValue { .list(map(\.propertyList)) }
}

extension Dictionary: PreferenceValue where Key == String, Value: PreferenceValue {
  public init?(propertyList: PropertyListValue) {
    guard case .dictionary(let members) = propertyList else { return nil }
    let values = members.compactMapValues { Value(propertyList: $0) }
    guard values.count == members.count else { return nil }
    self = values
  }

  /// An object in JSON.
  public init?(variable text: String) {
    guard let value = PropertyListValue(json: text) else { return nil }
    self.init(propertyList: value)
  }

  public var propertyList: PropertyListValue { .dictionary(mapValues(\.propertyList)) }
}

extension PropertyListValue: PreferenceValue {
  public init?(propertyList: PropertyListValue) { self = propertyList }

  /// Any value in JSON; other texts are themselves.
  public init?(variable text: String) { self = PropertyListValue(json: text) ?? .text(text) }

  public var propertyList: PropertyListValue { self }

  fileprivate init?(json text: String) {
    var parser = JSONParser(Array(text.utf8), limits: PreferencesFile.limits)
    guard let value = try? parser.parse() else { return nil }
    self.init(value)
  }
}

/// A preference: its name, its type and its default. Programs declare each of them once:
///
///     let thumbnailSize = PreferenceKey("thumbnail-size", default: 256)
public struct PreferenceKey<Value: PreferenceValue>: Sendable {
  /// The member of the file, and the name in messages.
  public let name: String
  /// The value where nothing else says one.
  public let defaultValue: Value

  public init(_ name: String, default value: Value) {
    self.name = name
    defaultValue = value
  }
}

/// A preference of any type, as `Preferences` registers it.
public protocol RegisteredPreference: Sendable {
  var name: String { get }
  /// The default as a file would hold it.
  var registeredDefault: PropertyListValue { get }
  /// Whether the preference can have this value.
  func accepts(_ value: PropertyListValue) -> Bool
  /// The value that a variable of the environment means; nil for none.
  func value(ofVariable text: String) -> PropertyListValue?
}

extension PreferenceKey: RegisteredPreference {
  public var registeredDefault: PropertyListValue { defaultValue.propertyList }
  public func accepts(_ value: PropertyListValue) -> Bool { Value(propertyList: value) != nil }
  public func value(ofVariable text: String) -> PropertyListValue? { Value(variable: text)?.propertyList }
}
