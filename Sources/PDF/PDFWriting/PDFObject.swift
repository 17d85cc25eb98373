/// A value in a PDF file that is written (ISO 32000-1, 7.3), except streams.
package enum PDFObject: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  /// Written with up to five decimals, without an exponent.
  case real(Double)
  /// A name without its solidus; bytes that are not UTF-8 as `PathText` represents them.
  case name(String)
  /// The bytes of a string, unescaped.
  case string([UInt8])
  case array([PDFObject])
  case dictionary(PDFDictionary)
  case reference(PDFReference)
  /// One value in PDF syntax.
  case syntax([UInt8])

  /// A text string: ASCII (as PDFDocEncoding) where possible, otherwise UTF-16 with a byte order mark (7.9.2.2).
  package static func text(_ text: String) -> PDFObject {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return .string([UInt8](text.utf8)) }
    return .string([0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] })
  }
}

/// The entries of a dictionary, in the order in which they are written.
package struct PDFDictionary: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  package private(set) var entries: [(key: String, value: PDFObject)] = []

  package init(dictionaryLiteral elements: (String, PDFObject)...) {
    entries = elements.map { (key: $0.0, value: $0.1) }
  }

  /// A dictionary of entries with unique keys. This is not checked, because there may be very many.
  package init(_ entries: [(key: String, value: PDFObject)]) { self.entries = entries }

  package var isEmpty: Bool { entries.isEmpty }

  /// nil removes an entry. A new entry is appended.
  package subscript(key: String) -> PDFObject? {
    get { entries.first { $0.key == key }?.value }
    set {
      let index = entries.firstIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let value?): entries[index].value = value
      case (let index?, nil): entries.remove(at: index)
      case (nil, let value?): entries.append((key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  package static func == (one: PDFDictionary, other: PDFDictionary) -> Bool {
    one.entries.elementsEqual(other.entries) { $0.key == $1.key && $0.value == $1.value }
  }

  package func hash(into hasher: inout Hasher) {
    for entry in entries {
      hasher.combine(entry.key)
      hasher.combine(entry.value)
    }
  }
}

/// The number of an indirect object (ISO 32000-1, 7.3.10). The generation is always 0, because no object is rewritten.
package struct PDFReference: Hashable, Sendable {
  package var number: Int

  package init(_ number: Int) { self.number = number }
}
