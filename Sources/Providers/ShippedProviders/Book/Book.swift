internal import ProviderKit
internal import ProviderSupport

/// What a book of any format gives for its thumbnail and its preview.
protocol Book {
  var title: String? { get }
  var authors: [String] { get }
  /// Publisher, language, date and the like, in their order.
  var facts: [SheetBlock.Property] { get }
  /// The description that the publisher wrote, which may be HTML.
  var description: String? { get }
  /// A picture file.
  var cover: [UInt8]? { get }
  var contents: [ContentsEntry] { get }
  /// Text from the beginning, as far as it is shown.
  var chapter: SafeMarkup? { get }
  /// What readers have to know about the text that is shown: that it goes on, or why there is none.
  var note: String? { get }
  /// What is wrong with parts that the book can be shown without.
  var warnings: [String] { get }

  /// The name of a picture file that the chapter shows at an address. Two addresses may have one name.
  func pictureName(_ address: String) -> String
  /// The pictures that were found, by their names.
  func pictures(_ names: Set<String>) throws -> [String: [UInt8]]
}

enum BookFile {
  /// The book in a file: MOBI by its mark, otherwise EPUB.
  ///
  /// - Throws: what the formats throw.
  static func open(_ path: String) throws -> any Book {
    let head = try DocumentFile.beginning(of: path, atMost: MobiRecords.headerLength).bytes
    return MobiRecords.isMark(head) ? try MobiBook(path: path) : try EPUBBook(path: path)
  }
}
