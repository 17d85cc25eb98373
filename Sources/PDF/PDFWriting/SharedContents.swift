/// Content streams that have been written, by what they consist of, so that equal ones are written once.
///
/// Bounded: when it is full it is emptied, for pages that look alike follow each other.
struct SharedContents {
  private struct Key: Hashable {
    var dictionary: PDFDictionary
    var content: [UInt8]
  }

  private var references: [Key: PDFReference] = [:]
  private var byteCount = 0
  private static let maxEntries = 4_096
  private static let maxBytes = 2 << 20

  func reference(for dictionary: PDFDictionary, _ content: [UInt8]) -> PDFReference? {
    references[Key(dictionary: dictionary, content: content)]
  }

  mutating func insert(_ reference: PDFReference, for dictionary: PDFDictionary, _ content: [UInt8]) {
    guard content.count <= Self.maxBytes / 8 else { return }
    if references.count >= Self.maxEntries || byteCount + content.count > Self.maxBytes {
      references = [:]
      byteCount = 0
    }
    references[Key(dictionary: dictionary, content: content)] = reference
    byteCount += content.count
  }
}
