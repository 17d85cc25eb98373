internal import ImageModel
internal import StructuredText

/// Reads an object of a manifest strictly: a key that is missing, unknown or of the wrong kind is an error with its
/// line and path.
struct ManifestObject {
  private let object: StructuredObject
  private let line: Int
  /// The path to the object in the manifest: `exportedTypes[0]`; empty for the manifest itself.
  private let path: String

  /// - Throws: `invalidData` if the value is not an object, or has a key that is not among these.
  init(_ value: StructuredValue, path: String, keys: Set<String>) throws(ImageError) {
    guard case .object(let object) = value.content else {
      throw Self.error(value, path.isEmpty ? "the manifest" : path, "must be an object, not \(value.kind)")
    }
    (self.object, line, self.path) = (object, value.line, path)
    for member in object.members where !keys.contains(member.name) {
      throw Self.error(member.value, place(member.name), "is not a key of a manifest")
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

  /// A whole number in a range; nil where the key is not there.
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

  /// A list of texts, each of which passes a check; empty where the key is not there.
  ///
  /// - Parameters:
  ///   - longest: the maximum length of a text, in bytes.
  ///   - isSet: whether duplicates are errors.
  ///   - problem: returns why a text is refused; nil if it is valid.
  func texts(_ key: String, longest: Int = 255, isSet: Bool = true, problem: (String) -> String? = { _ in nil })
    throws(ImageError) -> [String]
  {
    var texts: [String] = []
    for (value, path) in try elements(key) {
      let text = try Self.text(value, path, longest: longest)
      if let problem = problem(text) { throw Self.error(value, path, problem) }
      if isSet, texts.contains(text) { throw Self.error(value, path, "appears twice: '\(text)'") }
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

/// Rules for the texts of a manifest. docs/provider.schema.json has the same rules.
enum ManifestText {
  /// A reverse-domain name of at least two parts: letters, digits and hyphens.
  static func problemOfID(_ text: String) -> String? {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isGood =
      parts.count >= 2
      && parts.allSatisfy { part in
        part.first?.isASCIILetterOrDigit ?? false
          && part.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }
      }
    return isGood ? nil : "must be a reversed domain name like org.example.name, not '\(text)'"
  }

  /// An identifier of a content type: like an ID, but it may also contain `+` and `_`, which MIME types have.
  static func problemOfType(_ text: String) -> String? {
    let special = Set("-+_".utf8)
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isGood =
      parts.count >= 2
      && parts.allSatisfy { part in !part.isEmpty && part.allSatisfy { $0.isASCIILetterOrDigit || special.contains($0) }
      }
    return isGood ? nil : "must be the identifier of a content type like public.png, not '\(text)'"
  }

  static func problemOfExtension(_ text: String) -> String? {
    let special = Set("/*?[] ".utf8)
    let isGood = text.utf8.first != UInt8(ascii: ".") && !text.utf8.contains(where: special.contains)
    return isGood ? nil : "must be an extension without a dot before it, not '\(text)'"
  }

  /// The bytes of hexadecimal digits, which may be separated by spaces; nil for other texts.
  static func hexadecimal(_ text: String) -> [UInt8]? {
    let digits = text.filter { $0 != " " }
    return digits.isEmpty ? nil : Hexadecimal.bytes(digits)
  }
}

extension ManifestText {
  static func isMIMEType(_ text: String) -> Bool { text.utf8.contains(UInt8(ascii: "/")) }
}
