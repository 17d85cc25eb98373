internal import ImageModel
internal import StructuredText

/// An object of a manifest, read strictly: what is missing, superfluous or of the wrong kind is an error with line and
/// path.
struct ManifestObject {
  private let object: StructuredObject
  private let line: Int
  /// Where the object stands: `exportedTypes[0]`; empty for the manifest itself.
  private let path: String

  /// - Throws: `invalidData` where the value is no object, or has a key that is not among these.
  init(_ value: StructuredValue, path: String, keys: Set<String>) throws(ImageError) {
    guard case .object(let object) = value.content else {
      throw Self.error(value, path.isEmpty ? "the manifest" : path, "must be an object, not \(value.kind)")
    }
    (self.object, line, self.path) = (object, value.line, path)
    for member in object.members where !keys.contains(member.name) {
      throw Self.error(member.value, place(member.name), "is no key of a manifest")
    }
  }

  static func error(_ value: StructuredValue, _ path: String, _ what: String) -> ImageError {
    ImageError(.invalidData, "line \(value.line): \(path) \(what)")
  }

  func place(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  subscript(key: String) -> StructuredValue? { object[key] }

  /// The value of a key that must be there.
  func required(_ key: String) throws(ImageError) -> StructuredValue {
    guard let value = object[key] else {
      throw ImageError(.invalidData, "line \(line): \(place(key)) is missing")
    }
    return value
  }

  /// A text; nil where the key is not there.
  func text(_ key: String, longest: Int = 255) throws(ImageError) -> String? {
    guard let value = object[key] else { return nil }
    return try Self.text(value, place(key), longest: longest)
  }

  func requiredText(_ key: String, longest: Int = 255) throws(ImageError) -> String {
    try Self.text(try required(key), place(key), longest: longest)
  }

  /// A whole number in a range.
  func integer(_ key: String, in range: ClosedRange<Int>) throws(ImageError) -> Int? {
    guard let value = object[key] else { return nil }
    return try Self.integer(value, place(key), in: range)
  }

  func bool(_ key: String) throws(ImageError) -> Bool? {
    guard let value = object[key] else { return nil }
    guard case .bool(let bool) = value.content else {
      throw Self.error(value, place(key), "must be true or false, not \(value.kind)")
    }
    return bool
  }

  /// The elements of a list with their paths; none where the key is not there.
  func elements(_ key: String, most: Int = 256) throws(ImageError) -> [(value: StructuredValue, path: String)] {
    guard let value = object[key] else { return [] }
    guard case .array(let elements) = value.content else {
      throw Self.error(value, place(key), "must be a list, not \(value.kind)")
    }
    guard elements.count <= most else { throw Self.error(value, place(key), "has more than \(most) elements") }
    return elements.enumerated().map { (value: $0.element, path: "\(place(key))[\($0.offset)]") }
  }

  /// A list of texts, each of which passes a check, none twice.
  ///
  /// - Parameter problem: what is wrong with a text, as in `is no identifier`; nil where nothing is.
  func texts(_ key: String, longest: Int = 255, isSet: Bool = true, problem: (String) -> String? = { _ in nil })
    throws(ImageError) -> [String]
  {
    var texts: [String] = []
    for (value, path) in try elements(key) {
      let text = try Self.text(value, path, longest: longest)
      if let problem = problem(text) { throw Self.error(value, path, problem) }
      if isSet, texts.contains(text) { throw Self.error(value, path, "stands twice: '\(text)'") }
      texts.append(text)
    }
    return texts
  }

  static func text(_ value: StructuredValue, _ path: String, longest: Int) throws(ImageError) -> String {
    guard case .string(let text) = value.content else { throw error(value, path, "must be a text, not \(value.kind)") }
    guard !text.isEmpty else { throw error(value, path, "is empty") }
    guard text.utf8.count <= longest else { throw error(value, path, "is longer than \(longest) bytes") }
    guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw error(value, path, "has a control character")
    }
    return text
  }

  static func integer(_ value: StructuredValue, _ path: String, in range: ClosedRange<Int>) throws(ImageError) -> Int {
    guard case .number(let number, let text) = value.content else {
      throw error(value, path, "must be a number, not \(value.kind)")
    }
    guard let integer = Int(exactly: number) else { throw error(value, path, "must be a whole number, not \(text)") }
    guard range.contains(integer) else {
      throw error(value, path, "must be from \(range.lowerBound) to \(range.upperBound), not \(text)")
    }
    return integer
  }
}
