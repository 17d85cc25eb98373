internal import ImageModel
internal import StructuredText

/// Reads the members of a JSON object strictly: a member that is missing, of another type or out of bounds is a
/// violation of the protocol, and the error names it. Unknown members are ignored.
struct WireObject {
  private let object: StructuredObject
  /// The path to the object, each name followed by a dot; empty for the line itself.
  private let place: String

  /// Limits for a line: its bytes are bounded already, and no message needs more than a few levels.
  private static let limits = StructuredLimits(maxBytes: WireLimits.lineBytes, maxDepth: 16, maxValues: 16_384)

  /// The object of a line, with or without the line feed at its end.
  ///
  /// - Throws: `protocolViolation`.
  init(line: [UInt8]) throws(ProviderError) {
    let line = line.last == 0x0A ? Array(line.dropLast()) : line
    guard line.count <= WireLimits.lineBytes else {
      throw ProviderError(
        .protocolViolation, "a line of \(line.count) bytes; at most \(WireLimits.lineBytes) are allowed")
    }
    var parser = JSONParser(line, limits: Self.limits)
    let value: StructuredValue
    do {
      value = try parser.parse()
    } catch {
      throw ProviderError(.protocolViolation, "a line that is not JSON: \(error.message)")
    }
    try self.init(value, place: "")
  }

  private init(_ value: StructuredValue, place: String) throws(ProviderError) {
    guard case .object(let object) = value.content else {
      let name = place.isEmpty ? "the line" : String(place.dropLast())
      throw ProviderError(.protocolViolation, "\(name): an object is expected, not \(value.kind)")
    }
    self.object = object
    self.place = place
  }

  private func violation(_ name: String, _ message: String) -> ProviderError {
    ProviderError(.protocolViolation, "\(place)\(name): \(message)")
  }

  /// The error for a member with an unknown value.
  func unknown(_ name: String, _ value: String) -> ProviderError {
    violation(name, "'\(value.prefix(40))' is not known")
  }

  private func required<Value>(_ name: String, _ value: Value?) throws(ProviderError) -> Value {
    guard let value else { throw violation(name, "is missing") }
    return value
  }

  /// The value of a member; nil where it is missing or null.
  private func member(_ name: String) -> StructuredValue? {
    guard let value = object[name], value.content != .null else { return nil }
    return value
  }

  func has(_ name: String) -> Bool { member(name) != nil }

  func optionalString(_ name: String) throws(ProviderError) -> String? {
    guard let value = member(name) else { return nil }
    guard case .string(let text) = value.content else {
      throw violation(name, "a text is expected, not \(value.kind)")
    }
    return text
  }

  func string(_ name: String) throws(ProviderError) -> String { try required(name, optionalString(name)) }

  /// A truth value; false where the member is missing.
  func bool(_ name: String) throws(ProviderError) -> Bool {
    guard let value = member(name) else { return false }
    guard case .bool(let truth) = value.content else {
      throw violation(name, "true or false is expected, not \(value.kind)")
    }
    return truth
  }

  /// A whole number; 2.0 and 2e3 count as whole.
  func optionalInt(_ name: String, in bounds: ClosedRange<Int>) throws(ProviderError) -> Int? {
    guard let value = member(name) else { return nil }
    guard case .number(let number, let text) = value.content, let whole = Int(text) ?? Int(exactly: number) else {
      throw violation(name, "a whole number is expected, not \(describe(value))")
    }
    guard bounds.contains(whole) else {
      throw violation(name, "\(whole) is not between \(bounds.lowerBound) and \(bounds.upperBound)")
    }
    return whole
  }

  func int(_ name: String, in bounds: ClosedRange<Int>) throws(ProviderError) -> Int {
    try required(name, optionalInt(name, in: bounds))
  }

  func double(_ name: String, in bounds: ClosedRange<Double>) throws(ProviderError) -> Double {
    guard let value = member(name) else { throw violation(name, "is missing") }
    guard case .number(let number, _) = value.content else {
      throw violation(name, "a number is expected, not \(value.kind)")
    }
    guard bounds.contains(number) else { throw violation(name, "\(number) is out of bounds") }
    return number
  }

  func object(_ name: String) throws(ProviderError) -> WireObject {
    try WireObject(required(name, member(name)), place: place + name + ".")
  }

  private func array(_ name: String) throws(ProviderError) -> [StructuredValue] {
    guard let value = member(name) else { return [] }
    guard case .array(let elements) = value.content else {
      throw violation(name, "a list is expected, not \(value.kind)")
    }
    return elements
  }

  /// The objects of a list; none where the member is missing.
  func objects(_ name: String) throws(ProviderError) -> [WireObject] {
    var objects: [WireObject] = []
    for (index, element) in try array(name).enumerated() {
      objects.append(try WireObject(element, place: "\(place)\(name)[\(index)]."))
    }
    return objects
  }

  /// The texts of a list; none where the member is missing.
  func strings(_ name: String) throws(ProviderError) -> [String] {
    var texts: [String] = []
    for element in try array(name) {
      guard case .string(let text) = element.content else {
        throw violation(name, "a list of texts is expected; one element is \(element.kind)")
      }
      texts.append(text)
    }
    return texts
  }

  /// The whole numbers of a list; none where the member is missing.
  func ints(_ name: String) throws(ProviderError) -> [Int] {
    var numbers: [Int] = []
    for element in try array(name) {
      guard case .number(let number, _) = element.content, let whole = Int(exactly: number) else {
        throw violation(name, "a list of whole numbers is expected; one element is \(describe(element))")
      }
      numbers.append(whole)
    }
    return numbers
  }

  private func describe(_ value: StructuredValue) -> String {
    if case .number(_, let text) = value.content { return String(text.prefix(40)) }
    return value.kind
  }
}

/// Shorthands for building messages.
extension JSONValue {
  /// An object without the members that have no value.
  static func present(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { name, value in value.map { JSONMember(name, $0) } })
  }

  static func int(_ value: Int) -> JSONValue { .int(Int64(value)) }
  static func strings(_ values: [String]) -> JSONValue { .array(values.map { .string($0) }) }
}

/// Limits on the messages between host and provider.
public enum WireLimits {
  /// Bytes of a line, without its end.
  public static let lineBytes = 64 << 10
  /// Versions of the protocol that this code speaks.
  public static let protocols = [1]

  // Bounds for numbers in messages: far above any use, and low enough that no arithmetic overflows.

  /// JSON's whole numbers are exact in every language up to 2^53 (RFC 8259, section 6).
  static let ids = 0...(1 << 53)
  static let pages = 1...10_000_000
  /// Pixels along an axis.
  static let pixels = 1...1_000_000
  /// Bytes from row to row.
  static let stride = 64 << 20
  /// Points along an axis.
  static let points = 1_000_000.0
  static let scales = 0.01...100.0
  /// Milliseconds; a day.
  static let deadlines = 0...86_400_000
}
