public import ImageModel

/// A text on a page, and where it is. Modelled after the PDFSelection of PDFKit; it is on one page.
///
/// Places are those of whole words.
public struct PDFSelection {
  /// The text; lines are separated by line feeds.
  public let string: String
  /// The page with the text.
  public let page: PDFPage
  /// The rectangles of its lines, in the space of the page: with the origin at the lower left, and y pointing upwards.
  public let lines: [Rect]

  /// The smallest rectangle around it.
  public var bounds: Rect {
    guard let first = lines.first else { return Rect(x: 0, y: 0, width: 0, height: 0) }
    return lines.dropFirst().reduce(first) { $0.around($1) }
  }

  init(_ words: ArraySlice<PageText.Word>, on page: PDFPage) {
    string = PageText.string(words)
    self.page = page
    var lines: [Rect] = []
    var last: Int?
    for word in words {
      if word.line == last, let line = lines.popLast() {
        lines.append(line.around(word.bounds))
      } else {
        lines.append(word.bounds)
      }
      last = word.line
    }
    self.lines = lines
  }
}

extension Rect {
  /// The smallest rectangle around both.
  fileprivate func around(_ other: Rect) -> Rect {
    let (left, bottom) = (min(minX, other.minX), min(minY, other.minY))
    return Rect(x: left, y: bottom, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - bottom)
  }

  fileprivate func contains(_ point: Point) -> Bool {
    minX <= point.x && point.x <= maxX && minY <= point.y && point.y <= maxY
  }
}

/// How a text is compared in a search.
public struct PDFSearchOptions: OptionSet, Hashable, Sendable {
  public var rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// `Straße` is found by `straße`.
  public static let caseInsensitive = PDFSearchOptions(rawValue: 1)
}

extension PDFDocument {
  /// The text of all pages, each ended by a line feed. Pages that were drawn here have none: their text is known.
  ///
  /// poppler's `pdftotext` reads it, in a process that sees the document alone.
  ///
  /// - Throws: `unsupported` where `pdftotext` or cameo-launcher is missing; `invalidData`; `limitExceeded`; `io`.
  public var string: String {
    get throws(ImageError) {
      var text = ""
      for page in allPages { text += try page.string + "\n" }
      return text
    }
  }

  /// All places of a text, in the order of the pages. A space in the text also matches the end of a line.
  ///
  /// - Throws: as `string`.
  public func findString(_ text: String, options: PDFSearchOptions = []) throws(ImageError) -> [PDFSelection] {
    var found: [PDFSelection] = []
    for page in allPages { found += try page.findString(text, options: options) }
    return found
  }
}

extension PDFPage {
  /// The words of a page of an existing PDF; none for other pages.
  fileprivate var words: [PageText.Word] {
    get throws(ImageError) {
      guard let page = self as? ImportedPage else { return [] }
      return try page.file.text(ofPage: page.index).words
    }
  }

  /// The text of the page: words are separated by spaces, lines by line feeds. Empty for a page that is not of an
  /// existing PDF.
  ///
  /// - Throws: as `PDFDocument.string`.
  public var string: String {
    get throws(ImageError) { PageText.string(try words[...]) }
  }

  /// The words whose centre is in a rectangle of the page; nil where there are none.
  ///
  /// - Throws: as `PDFDocument.string`.
  public func selection(for rect: Rect) throws(ImageError) -> PDFSelection? {
    let words = try words.filter { rect.contains($0.bounds.center) }
    return words.isEmpty ? nil : PDFSelection(words[...], on: self)
  }

  /// The word at a point of the page; nil where there is none.
  ///
  /// - Throws: as `PDFDocument.string`.
  public func selectionForWord(at point: Point) throws(ImageError) -> PDFSelection? {
    let word = try words.first { $0.bounds.contains(point) }
    return word.map { PDFSelection([$0], on: self) }
  }

  /// The line at a point of the page; nil where there is no word.
  ///
  /// - Throws: as `PDFDocument.string`.
  public func selectionForLine(at point: Point) throws(ImageError) -> PDFSelection? {
    let words = try words
    guard let line = words.first(where: { $0.bounds.contains(point) })?.line else { return nil }
    return PDFSelection(words.filter { $0.line == line }[...], on: self)
  }

  /// All places of a text on the page.
  fileprivate func findString(_ text: String, options: PDFSearchOptions) throws(ImageError) -> [PDFSelection] {
    func folded(_ text: String) -> [Character] { Array(options.contains(.caseInsensitive) ? text.lowercased() : text) }
    let wanted = folded(text).map { $0.isWhitespace ? " " : $0 }
    let words = try words
    guard !wanted.isEmpty, !words.isEmpty else { return [] }
    // All characters of the page with the word that each is in. A space is in the word before it.
    var characters: [Character] = []
    var owners: [Int] = []
    for (index, word) in words.enumerated() {
      for character in folded(word.text) + [" "] {
        characters.append(character)
        owners.append(index)
      }
    }
    var found: [PDFSelection] = []
    var start = 0
    while start + wanted.count <= characters.count {
      if characters[start] == wanted[0], characters[start..<start + wanted.count].elementsEqual(wanted) {
        let end = start + wanted.count - 1
        found.append(PDFSelection(words[owners[start]...owners[end]], on: self))
        start += wanted.count
      } else {
        start += 1
      }
    }
    return found
  }
}
