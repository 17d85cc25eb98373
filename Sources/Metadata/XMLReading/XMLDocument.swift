internal import CExpatShims

/// The events of an XML document in UTF-8, from expat: `expat_shim_parse`.
package final class XMLDocument {
  /// Why parsing stopped before the end.
  package enum Stop: Equatable {
    /// Not well-formed; with expat's message.
    case damaged(String)
    /// A reference to a character that XML forbids.
    case badReference
    case documentType
    case tooManyNodes
    case noMemory
  }

  private let document: expat_shim_document

  package init(_ bytes: ArraySlice<UInt8>, maxDepth: Int, maxNodes: Int) {
    var document = expat_shim_document()
    bytes.withUnsafeBufferPointer {
      expat_shim_parse($0.baseAddress, $0.count, UInt32(clamping: maxDepth), UInt32(clamping: maxNodes), &document)
    }
    self.document = document
  }

  deinit {
    var document = document
    expat_shim_free(&document)
  }

  /// nil if the whole document was read.
  package var stop: Stop? {
    switch Int(document.outcome) {
    case expat_shim_complete: nil
    case expat_shim_document_type: .documentType
    case expat_shim_too_many_nodes: .tooManyNodes
    case expat_shim_no_memory: .noMemory
    case expat_shim_bad_reference: .badReference
    default: .damaged(document.message.map { String(cString: $0) } ?? "not well-formed")
    }
  }

  /// Whether the document is well-formed but for its lack of an element.
  package var lacksElement: Bool { Int(document.outcome) == expat_shim_no_element }
  /// Whether the root element was read to its end.
  package var isRootClosed: Bool {
    var depth = 0
    for index in 0..<eventCount {
      switch event(index) {
      case .start: depth += 1
      case .end:
        depth -= 1
        if depth == 0 { return true }
      case .attribute, .text: break
      }
    }
    return false
  }
  /// The line where parsing stopped, from 1.
  package var stopLine: Int { Int(clamping: document.line) }
  /// The byte where parsing stopped, from 0.
  package var stopOffset: Int { Int(clamping: document.offset) }
  /// How many elements and attributes were read, dropped ones included.
  package var nodeCount: Int { Int(document.nodes) }
  /// How many elements were left out because they were nested too deeply.
  package var droppedCount: Int { Int(document.dropped) }

  /// One event. Names are indices into the list of names.
  package enum Event {
    case start(name: Int, line: Int)
    /// An attribute of the element that has just begun.
    case attribute(name: Int, value: Text)
    case text(Text)
    case end
  }

  /// A text, which becomes a string only on demand: half of all texts are white space between tags. Valid as long
  /// as the document.
  package struct Text {
    package let bytes: UnsafeRawBufferPointer

    package static var none: Text { Text(bytes: UnsafeRawBufferPointer(start: nil, count: 0)) }

    package var isEmpty: Bool { bytes.isEmpty }

    package var isSpace: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x09 || $0 == 0x0D } }
    package var string: String { String(decoding: bytes, as: UTF8.self) }
  }

  package var eventCount: Int { document.count }

  /// The event at an index.
  package func event(_ index: Int) -> Event {
    guard let events = document.events, index >= 0, index < document.count else { return .end }
    let event = events[index]
    switch Int(event.kind) {
    case expat_shim_start:
      return .start(name: Int(event.name), line: Int(event.line))
    case expat_shim_attribute: return .attribute(name: Int(event.name), value: bytes(event.value, event.value_length))
    case expat_shim_text: return .text(bytes(event.value, event.value_length))
    default: return .end
    }
  }

  /// Where the tag of a start or end is in the bytes, counted from 0. The end of an empty-element tag is empty.
  package func tag(_ index: Int) -> Range<Int> {
    guard let events = document.events, index >= 0, index < document.count else { return 0..<0 }
    let (start, length) = (Int(events[index].value), Int(events[index].value_length))
    return start..<start + length
  }

  /// The number of distinct names of elements and attributes.
  package var nameCount: Int { document.name_count }

  /// A name, with the prefix of the document.
  package func name(_ place: Int) -> Text {
    guard let names = document.names, place >= 0, place < document.name_count else { return bytes(0, 0) }
    return bytes(names[place].place, names[place].length)
  }

  private func bytes(_ offset: UInt32, _ length: UInt32) -> Text {
    guard length > 0, let text = document.text else { return Text(bytes: UnsafeRawBufferPointer(start: nil, count: 0)) }
    return Text(bytes: UnsafeRawBufferPointer(start: text + Int(offset), count: Int(length)))
  }
}
