/// A value of a PDF file that is read (ISO 32000-1, 7.3).
///
/// Names are text as `PathText` makes it of bytes: what is no UTF-8 survives.
enum FileObject: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  /// The digits as the file has them, so that no decimal is lost.
  case real(String)
  /// A name without its solidus.
  case name(String)
  /// Bytes of a string, decrypted.
  case string([UInt8])
  case reference(ObjectNumber)
  case array([FileObject])
  case dictionary(FileDictionary)
  /// A stream by its dictionary; always an object of its own.
  case stream(FileDictionary)
}

/// The entries of a dictionary, each key once. They are looked through for a key: nothing asks for more than a few keys of a
/// dictionary, and always for known ones, so that this takes no longer than reading it did.
struct FileDictionary: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    var key: String
    var value: FileObject
  }

  var entries: [Entry] = []

  /// The value as it stands; nil where there is none, or null.
  subscript(key: String) -> FileObject? {
    guard let value = entries.first(where: { $0.key == key })?.value, value != .null else { return nil }
    return value
  }
}

extension FileObject {
  var integer: Int? {
    switch self {
    case .integer(let value): value
    case .real(let digits): Double(digits).flatMap { Int(exactly: $0.rounded(.towardZero)) }
    default: nil
    }
  }

  /// A finite number.
  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    // "4." and ".5" are numbers to PDF (7.3.3), not to Swift.
    case .real(let digits): Double(Self.completed(digits)).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  private static func completed(_ digits: String) -> String {
    var text = digits
    if text.hasSuffix(".") { text += "0" }
    if let point = text.firstIndex(of: "."), point == text.startIndex || !text[text.index(before: point)].isNumber {
      text.insert("0", at: point)
    }
    return text
  }

  var boolean: Bool? {
    if case .boolean(let value) = self { return value }
    return nil
  }

  var name: String? {
    if case .name(let name) = self { return name }
    return nil
  }

  var string: [UInt8]? {
    if case .string(let bytes) = self { return bytes }
    return nil
  }

  /// A string read as text.
  var text: String? { string.map { TextString.text($0) } }

  var array: [FileObject]? {
    if case .array(let elements) = self { return elements }
    return nil
  }

  /// A dictionary; a stream's is none.
  var dictionary: FileDictionary? {
    if case .dictionary(let dictionary) = self { return dictionary }
    return nil
  }

  var reference: ObjectNumber? {
    if case .reference(let number) = self { return number }
    return nil
  }

  var isStream: Bool {
    if case .stream = self { return true }
    return false
  }
}
