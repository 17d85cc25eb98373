internal import ProviderKit
internal import ProviderProtocol
internal import TextReading

/// The text of a document, or its beginning.
struct TextDocument {
  var text: String
  /// Whether the document is longer.
  var isCut: Bool
  /// What was guessed, or could not be read.
  var note: String?

  /// - Throws: `unsupportedType` for a file that is not text, and what reading throws.
  init(path: String, limit: Int) throws(ProviderError) {
    let (bytes, isWhole) = try DocumentFile.beginning(of: path, atMost: limit)
    guard DecodedText.isText(bytes) else {
      throw ProviderError(.unsupportedType, "the file is not text, although its type says so")
    }
    let decoded = DecodedText(bytes, isWhole: isWhole)
    // A form feed ends a page, and a preview has no pages.
    text = decoded.text.utf8.contains(0x0C) ? decoded.text.replacing("\u{C}", with: "\n") : decoded.text
    note = decoded.note
    isCut = !isWhole
  }

  /// The text of an RTF document, or its beginning. A file that is not RTF is read as plain text.
  ///
  /// - Throws: as `init(path:limit:)`.
  init(richText path: String, limit: Int) throws(ProviderError) {
    let (bytes, isWhole) = try DocumentFile.beginning(of: path, atMost: limit)
    guard bytes.starts(with: "{\\rtf".utf8) else {
      self = try TextDocument(path: path, limit: limit)
      return
    }
    text = String(RichText(bytes).text)
    isCut = !isWhole
  }
}
