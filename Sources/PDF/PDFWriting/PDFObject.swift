/// A value of a PDF file (ISO 32000-1, 7.3), streams left out.
package enum PDFObject: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  /// Written with up to five decimals, without an exponent.
  case real(Double)
  /// A name without its solidus.
  case name(String)
  /// Bytes of a string, as they are to be read.
  case string([UInt8])
  case array([PDFObject])
  case dictionary(PDFDictionary)
  case reference(PDFReference)
  /// Bytes in PDF's syntax that stand for one value.
  case syntax([UInt8])

  /// A text string: PDFDocEncoding where ASCII is enough, else UTF-16 with its byte order mark (7.9.2.2).
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

  /// A dictionary of entries whose keys differ from each other; this is not checked, for there may be very many.
  package init(_ entries: [(key: String, value: PDFObject)]) { self.entries = entries }

  package var isEmpty: Bool { entries.isEmpty }

  /// nil removes an entry; a new one goes to the end.
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
