internal import CExpatShims

/// The events of an XML document in UTF-8, as expat gives them: `expat_shim_parse`.
package final class XMLDocument {
  /// Why parsing stopped before the end.
  package enum Stop: Equatable {
    /// Not well-formed, in expat's words.
    case damaged(String)
    /// There is a reference to a character that XML forbids.
    case badReference
    case documentType
    case tooManyNodes
    case noMemory
    /// expat cannot be loaded, and why.
    case noParser(String)
  }

  private let document: expat_shim_document
  private let problem: String?

  package init(_ bytes: ArraySlice<UInt8>, maxDepth: Int, maxNodes: Int) {
    var document = expat_shim_document()
    problem = expat_shim_load().map { String(cString: $0) }
    guard problem == nil else {
      self.document = document
      return
    }
    bytes.withUnsafeBufferPointer {
      expat_shim_parse($0.baseAddress, $0.count, UInt32(clamping: maxDepth), UInt32(clamping: maxNodes), &document)
    }
    self.document = document
  }

  deinit {
    var document = document
    expat_shim_free(&document)
  }

  /// nil where all was read.
  package var stop: Stop? {
    if let problem { return .noParser(problem) }
    return switch Int(document.outcome) {
    case expat_shim_complete: nil
    case expat_shim_document_type: .documentType
    case expat_shim_too_many_nodes: .tooManyNodes
    case expat_shim_no_memory: .noMemory
    case expat_shim_bad_reference: .badReference
    default: .damaged(document.message.map { String(cString: $0) } ?? "not well-formed")
    }
  }

  /// Where parsing stopped, counted from 1.
  package var stopLine: Int { Int(clamping: document.line) }
  /// The same in bytes from the beginning.
  package var stopOffset: Int { Int(clamping: document.offset) }
  /// How many elements and attributes were read, dropped ones too.
  package var nodeCount: Int { Int(document.nodes) }
  /// How many elements were left out because they lay too deep.
  package var droppedCount: Int { Int(document.dropped) }

  /// One thing that follows another in a document. Names are places in the list of names.
  package enum Event {
    case start(name: Int, line: Int)
    /// Of the element that has just begun.
    case attribute(name: Int, value: Text)
    case text(Text)
    case end
  }

  /// A text that becomes a string only where it is wanted: half of all texts is white space between tags. It is valid as long
  /// as the document is.
  package struct Text {
    let bytes: UnsafeRawBufferPointer

    static var none: Text { Text(bytes: UnsafeRawBufferPointer(start: nil, count: 0)) }

    var isEmpty: Bool { bytes.isEmpty }

    package var isSpace: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x09 || $0 == 0x0D } }
    package var string: String { String(decoding: bytes, as: UTF8.self) }
  }

  package var eventCount: Int { document.count }

  /// An event by its place in the document.
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

  /// How many names elements and attributes have; few, for most are there often.
  package var nameCount: Int { document.name_count }

  /// A name as it stands in the document.
  package func name(_ place: Int) -> Text {
    guard let names = document.names, place >= 0, place < document.name_count else { return bytes(0, 0) }
    return bytes(names[place].place, names[place].length)
  }

  private func bytes(_ offset: UInt32, _ length: UInt32) -> Text {
    guard length > 0, let text = document.text else { return Text(bytes: UnsafeRawBufferPointer(start: nil, count: 0)) }
    return Text(bytes: UnsafeRawBufferPointer(start: text + Int(offset), count: Int(length)))
  }
}
