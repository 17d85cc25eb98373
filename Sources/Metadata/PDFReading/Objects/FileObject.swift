/// A value in a PDF file that is read (ISO 32000-1, 7.3). `PDFObject` is its counterpart for writing.
///
/// Names are decoded by `PathText`, so that bytes that are not UTF-8 are kept.
package enum FileObject: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  /// The digits in the file, so that no decimal is lost.
  case real(String)
  /// A name without its solidus.
  case name(String)
  /// The decrypted bytes of a string.
  case string([UInt8])
  case reference(ObjectNumber)
  case array([FileObject])
  case dictionary(FileDictionary)
  /// The dictionary of a stream, which is always an indirect object.
  case stream(FileDictionary)
}

/// The entries of a dictionary; keys are unique. Lookup is a linear search. Only a few fixed keys of a dictionary are
/// ever looked up, so that this takes no longer than reading the dictionary did.
package struct FileDictionary: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package var key: String
    package var value: FileObject

    package init(key: String, value: FileObject) {
      (self.key, self.value) = (key, value)
    }
  }

  package var entries: [Entry]

  package init(entries: [Entry] = []) { self.entries = entries }

  /// The value, not resolved; nil where it is missing or null.
  package subscript(key: String) -> FileObject? {
    guard let value = entries.first(where: { $0.key == key })?.value, value != .null else { return nil }
    return value
  }
}

extension FileObject {
  package var integer: Int? {
    switch self {
    case .integer(let value): value
    case .real(let digits): Double(digits).flatMap { Int(exactly: $0.rounded(.towardZero)) }
    default: nil
    }
  }

  /// A finite number.
  package var number: Double? {
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

  package var boolean: Bool? {
    if case .boolean(let value) = self { return value }
    return nil
  }

  package var name: String? {
    if case .name(let name) = self { return name }
    return nil
  }

  package var string: [UInt8]? {
    if case .string(let bytes) = self { return bytes }
    return nil
  }

  /// A string, decoded as text.
  package var text: String? { string.map { TextString.text($0) } }

  package var array: [FileObject]? {
    if case .array(let elements) = self { return elements }
    return nil
  }

  /// A dictionary; nil for the dictionary of a stream.
  package var dictionary: FileDictionary? {
    if case .dictionary(let dictionary) = self { return dictionary }
    return nil
  }

  package var reference: ObjectNumber? {
    if case .reference(let number) = self { return number }
    return nil
  }

  package var isStream: Bool {
    if case .stream = self { return true }
    return false
  }
}

/// The number and generation of an indirect object in a file that is read (ISO 32000-1, 7.3.10).
package struct ObjectNumber: Hashable, Sendable {
  package var number: Int32
  package var generation: Int32

  package init(number: Int32, generation: Int32) {
    (self.number, self.generation) = (number, generation)
  }
}
