internal import ByteStreams
internal import ImageModel

/// The words of a page with their places, as `pdftotext -tsv` prints them.
struct PageText {
  struct Word: Hashable {
    var text: String
    /// In the space of the page: in user units, with y pointing upwards.
    var bounds: Rect
    /// The number of its line on the page.
    var line: Int
  }

  /// In the order in which people read them.
  private(set) var words: [Word] = []

  /// The words, separated by spaces, and lines by line feeds.
  var string: String { Self.string(words[...]) }

  static func string(_ words: ArraySlice<Word>) -> String {
    var text = ""
    for (index, word) in words.enumerated() {
      if index > 0 { text += words[words.startIndex + index - 1].line == word.line ? " " : "\n" }
      text += word.text
    }
    return text
  }

  /// Reads the lines of one page.
  ///
  /// - Parameter page: its geometry. The places that are read are those of the rotated media box, with y downwards.
  init(_ lines: some Sequence<Substring>, on page: PDFFilePage) {
    let media = page.bounds(for: .media)
    var line = 0
    for row in lines {
      // level, page, paragraph, block, line, word, left, top, width, height, confidence, text
      let columns = row.split(separator: "\t", maxSplits: 11, omittingEmptySubsequences: false)
      guard columns.count == 12 else { continue }
      guard columns[0] == "5" else {
        line += 1
        continue
      }
      let numbers = columns[6...9].compactMap { Double($0) }
      guard numbers.count == 4, numbers.allSatisfy({ abs($0) < 1e7 }) else { continue }
      let seen = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
      words.append(Word(text: String(columns[11]), bounds: Self.place(seen, media, page.rotation), line: line))
    }
  }

  /// A rectangle of the rotated media box, with y downwards, in the space of the page.
  private static func place(_ seen: Rect, _ media: Rect, _ rotation: Int) -> Rect {
    let (left, bottom) = (media.minX, media.minY)
    switch rotation {
    case 90: return Rect(x: left + seen.minY, y: bottom + seen.minX, width: seen.height, height: seen.width)
    case 180:
      return Rect(x: left + media.width - seen.maxX, y: bottom + seen.minY, width: seen.width, height: seen.height)
    case 270:
      return Rect(
        x: left + media.width - seen.maxY, y: bottom + media.height - seen.maxX, width: seen.height,
        height: seen.width)
    default:
      return Rect(x: left + seen.minX, y: bottom + media.height - seen.maxY, width: seen.width, height: seen.height)
    }
  }
}

extension PDFFile {
  /// The words of a page, counted from 0.
  ///
  /// - Throws: as `PopplerProgram.run`.
  func text(ofPage index: Int) throws(ImageError) -> PageText {
    if let known = texts[index] { return known }
    let geometry = try page(index)
    // Pages in a row are read together: a start of the program takes longer than a page.
    let last = texts[index - 1] == nil && !texts.isEmpty || pageCount == 1 ? index : min(index + 49, pageCount - 1)
    let output = try poppler().run(
      "pdftotext", ["-f", "\(index + 1)", "-l", "\(last + 1)", "-tsv", "-enc", "UTF-8", "-", "-"])
    var rows: [Int: [Substring]] = [:]
    let text = String(decoding: output, as: UTF8.self)
    for row in text.split(separator: "\n").dropFirst() {
      let page = row.split(separator: "\t", maxSplits: 2).dropFirst().first.flatMap { Int($0) } ?? 0
      rows[page - 1, default: []].append(row)
    }
    if texts.count > 2_000 { texts = [:] }
    for page in index...last {
      texts[page] = PageText(rows[page] ?? [], on: page == index ? geometry : try self.page(page))
    }
    return texts[index] ?? PageText([], on: geometry)
  }

  /// Whether a page, counted from 0, has text, be it invisible.
  ///
  /// - Throws: as `PopplerProgram.run`.
  func hasText(onPage index: Int) throws(ImageError) -> Bool { try !text(ofPage: index).words.isEmpty }

  /// The document as poppler reads it: without encryption, which needs a password.
  func plainCopy() throws(ImageError) -> TemporaryFile {
    guard isEncrypted else { return try TemporaryFile.holding(source) }
    let copy = TemporaryCopy(try TemporaryFile())
    try read { reader throws(ImageError) in try reader.writePlain { bytes throws(ImageError) in try copy.add(bytes) } }
    return copy.file
  }
}

/// A temporary file that grows.
private final class TemporaryCopy {
  let file: TemporaryFile
  private var count: UInt64 = 0

  init(_ file: TemporaryFile) { self.file = file }

  func add(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
    try file.write(bytes, at: count)
    count += UInt64(bytes.count)
  }
}
