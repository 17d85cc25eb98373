internal import ByteStreams
internal import CQPDFShims

/// A value in a PDF file that is read (ISO 32000-1, 7.3). `PDFObject` is its counterpart for writing.
///
/// Names are decoded by `PathText`, so that bytes that are not UTF-8 are kept.
enum FileObject: Hashable, Sendable {
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
struct FileDictionary: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    var key: String
    var value: FileObject
  }

  var entries: [Entry] = []

  /// The value, not resolved; nil where it is missing or null.
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

  /// A string, decoded as text.
  var text: String? { string.map { TextString.text($0) } }

  var array: [FileObject]? {
    if case .array(let elements) = self { return elements }
    return nil
  }

  /// A dictionary; nil for the dictionary of a stream.
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

/// The number and generation of an indirect object in a file that is read (ISO 32000-1, 7.3.10).
struct ObjectNumber: Hashable, Sendable {
  var number: Int32
  var generation: Int32
}

/// Builds a value from the parts that `qpdf_shim_walk` reports.
final class FileObjectBuilder {
  private struct Frame {
    /// Where the values and keys of the container begin on the stacks.
    var values: Int
    var keys: Int
    var isStream: Bool
  }

  private var frames: [Frame] = []
  private var values: [FileObject] = []
  private var keys: [String] = []
  private var streamFollows = false

  /// The object, once all of its parts were added.
  var object: FileObject { values.first ?? .null }

  func add(_ part: qpdf_shim_part, _ bytes: UnsafeBufferPointer<UInt8>, _ number: Int64, _ generation: Int32) {
    switch part {
    case qpdf_shim_boolean: values.append(.boolean(number != 0))
    case qpdf_shim_integer: values.append(.integer(Int(number)))
    case qpdf_shim_real: values.append(.real(String(decoding: bytes, as: UTF8.self)))
    case qpdf_shim_name: values.append(.name(PathText.text(bytes)))
    case qpdf_shim_string: values.append(.string(Array(bytes)))
    case qpdf_shim_reference:
      values.append(.reference(ObjectNumber(number: Int32(truncatingIfNeeded: number), generation: generation)))
    case qpdf_shim_array_begin, qpdf_shim_dictionary_begin:
      frames.append(Frame(values: values.count, keys: keys.count, isStream: streamFollows))
      streamFollows = false
    case qpdf_shim_key: keys.append(PathText.text(bytes))
    case qpdf_shim_array_end: close { frame in .array(Array(values[frame.values...])) }
    case qpdf_shim_dictionary_end:
      close { frame in
        let entries = zip(keys[frame.keys...], values[frame.values...]).map { FileDictionary.Entry(key: $0, value: $1) }
        return frame.isStream
          ? .stream(FileDictionary(entries: entries)) : .dictionary(FileDictionary(entries: entries))
      }
    case qpdf_shim_stream: streamFollows = true
    default: values.append(.null)
    }
  }

  private func close(_ container: (Frame) -> FileObject) {
    guard let frame = frames.popLast() else { return }
    let whole = container(frame)
    values.removeSubrange(frame.values...)
    keys.removeSubrange(frame.keys...)
    values.append(whole)
  }
}
