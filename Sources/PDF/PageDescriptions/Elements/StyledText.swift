internal import Drawing
internal import ImageModel

/// A text with its styles: `text`, or `runs` with different styles.
struct StyledText {
  private struct Part {
    var text: String
    var style: StyleOverrides
    var link: LinkTarget?
    /// The text is the number of this footnote.
    var footnote: Footnote?
  }

  private var parts: [Part] = []
  /// The ranges of the parts in the text of their layout, which may have another number of bytes than theirs. Empty for
  /// a text without links and footnotes.
  private var ranges: [Range<Int>] = []
  /// The style of the lines.
  let style: StyleOverrides

  /// Reads `text` or `runs` of an object that has one of them.
  ///
  /// - Parameter language: of the text, for hyphenation; nil for that of the document.
  init(
    _ object: MemberReader, style: StyleOverrides, language: String? = nil, _ environment: PageEnvironment
  ) throws(ImageError) {
    self.style = style
    switch (object["text"], object["runs"]) {
    case (let text?, nil): parts = [Part(text: try text.text(), style: style)]
    case (nil, let runs?): try read(runs, environment)
    default: throw object.reader.error("has one of 'text' and 'runs'")
    }
    try hyphenate(language, object.reader, environment)
    findRanges()
  }

  /// Reads a text, or a list of runs.
  init(_ value: ValueReader, style: StyleOverrides, _ environment: PageEnvironment) throws(ImageError) {
    self.style = style
    if value.isList {
      try read(value, environment)
    } else {
      parts = [Part(text: try value.text("a text, or a list of runs"), style: style)]
    }
    try hyphenate(nil, value, environment)
    findRanges()
  }

  /// Reads a text.
  ///
  /// - Parameter what: is expected, for messages.
  init(
    _ value: ValueReader, what: String, style: StyleOverrides, _ environment: PageEnvironment
  ) throws(ImageError) {
    self.init(try value.text(what), style: style)
    try hyphenate(nil, value, environment)
  }

  /// One text in one style.
  init(_ text: String, style: StyleOverrides, link: LinkTarget? = nil) {
    (parts, self.style) = ([Part(text: text, style: style, link: link)], style)
    findRanges()
  }

  private mutating func read(_ runs: ValueReader, _ environment: PageEnvironment) throws(ImageError) {
    for run in try runs.list("a list of runs: texts, or objects of 'text' and 'style'") {
      guard run.isObject else {
        parts.append(Part(text: try run.text(), style: style))
        continue
      }
      for repeated in try run.repeated() {
        let object = try repeated.object("a run", ["text", "footnote", "style", "link", "for", "if"])
        let style = style.overridden(by: try environment.styles.style(object["style"]))
        let link = try object["link"].map { (link) throws(ImageError) in
          try LinkDescription(try link.object("a link", LinkDescription.names)).target
        }
        if let note = object["footnote"] {
          if let text = object["text"] { throw text.error("a run has one of 'text' and 'footnote'") }
          let footnote = try Footnote(note, environment)
          parts.append(Part(text: "\(footnote.number)", style: style.raised, link: link, footnote: footnote))
        } else {
          parts.append(Part(text: try object.required("text").text(), style: style, link: link))
        }
      }
    }
  }

  /// Inserts soft hyphens into the words of runs that are to be hyphenated. Pango breaks lines at them.
  private mutating func hyphenate(
    _ language: String?, _ reader: ValueReader, _ environment: PageEnvironment
  ) throws(ImageError) {
    guard parts.contains(where: { $0.style.isHyphenated == true && !$0.text.isEmpty }) else { return }
    let hyphenator = try environment.hyphenator(language, reader)
    // A word may be in several runs.
    var places = hyphenator.places(in: parts.map(\.text).joined())[...]
    var start = 0
    for index in parts.indices {
      let text = parts[index].text
      let end = start + text.utf8.count
      var result = ""
      var last = start
      while let place = places.first, place <= end {
        places.removeFirst()
        // A break at the end of a run belongs to it.
        guard parts[index].style.isHyphenated == true, place > start else { continue }
        result += Self.slice(text, last - start..<place - start) + "\u{AD}"
        last = place
      }
      if last > start { parts[index].text = result + Self.slice(text, last - start..<text.utf8.count) }
      start = end
    }
  }

  /// The part of a text in a range of UTF-8 bytes between characters.
  private static func slice(_ text: String, _ range: Range<Int>) -> String {
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    return String(decoding: utf8[start..<utf8.index(start, offsetBy: range.count)], as: UTF8.self)
  }

  var isEmpty: Bool { parts.allSatisfy(\.text.isEmpty) }

  var hasFootnotes: Bool { parts.contains { $0.footnote != nil } }

  private mutating func findRanges() {
    guard parts.contains(where: { $0.link != nil || $0.footnote != nil }) else { return }
    var end = 0
    ranges = parts.map { part in
      let start = end
      end += AttributedText(part.text).byteCount
      return start..<end
    }
  }

  /// The range of the lines of a layout in the text.
  private static func range(of layout: TextLayout) -> Range<Int> {
    guard let first = layout.lines.first, let last = layout.lines.last else { return 0..<0 }
    return first.range.lowerBound..<max(first.range.lowerBound, last.range.upperBound)
  }

  /// The footnotes whose numbers are in the lines of a layout of the text.
  func footnotes(in layout: TextLayout) -> [Footnote] {
    let lines = Self.range(of: layout)
    return zip(parts, ranges).compactMap { part, range in
      lines.contains(range.lowerBound) ? part.footnote : nil
    }
  }

  /// Makes the parts that are links areas of links.
  ///
  /// - Parameters:
  ///   - layout: of the text, or a part of its lines.
  ///   - origin: the upper left corner of the layout, with y pointing downwards.
  func addLinks(_ layout: TextLayout, at origin: Point, on context: DrawingContext) {
    let lines = Self.range(of: layout)
    for (part, range) in zip(parts, ranges) {
      guard let target = part.link, range.overlaps(lines) else { continue }
      let text = part.text.replacing("\u{AD}", with: "")
      for rect in layout.rects(of: range) {
        let place = Rect(
          x: origin.x + rect.minX, y: origin.y + rect.minY, width: rect.width, height: rect.height)
        context.withTag(StructureTag("Link")) { context.link(place, to: target, alternative: text) }
      }
    }
  }

  /// The text laid out.
  ///
  /// - Parameters:
  ///   - width: in points; nil for lines as long as the paragraphs.
  ///   - scale: of all font sizes.
  func layout(width: Double?, scale: Double = 1, _ fonts: FontCatalog) throws(ImageError) -> TextLayout {
    var text = AttributedText()
    for part in parts {
      var style = part.style.textStyle
      style.size *= scale
      style.letterSpacing *= scale
      style.rise *= scale
      text.append(part.text, style)
    }
    return try TextLayout(text, width: width, options: style.layoutOptions, fonts: fonts)
  }
}

extension StyleOverrides {
  /// The style for the number of a footnote.
  var raised: StyleOverrides {
    var style = self
    style.script = .super
    return style
  }
}

/// A footnote of a text in a flow: its number, and the text at the foot of the column.
final class Footnote {
  let number: Int
  private let text: StyledText
  private let reader: ValueReader
  private let fonts: FontCatalog
  private var known: (width: Double, layout: TextLayout)?

  /// Reads a text, or a list of runs.
  init(_ value: ValueReader, _ environment: PageEnvironment) throws(ImageError) {
    guard let notes = environment.footnotes else {
      throw value.error("only a text that is an element of a 'flow' itself has footnotes")
    }
    try environment.count(value)
    notes.count += 1
    number = notes.count
    environment.footnotes = nil
    defer { environment.footnotes = notes }
    var style = environment.styles.base
    style.size = (style.size ?? 11) * 0.85
    if let named = environment.styles.named("footnote") { style = style.overridden(by: named) }
    text = try StyledText(value, style: style, environment).preceded(by: "\(number)\u{2002}", style: style.raised)
    (reader, fonts) = (value, environment.fonts)
  }

  func layout(width: Double) throws(ImageError) -> TextLayout {
    if let known, known.width == width { return known.layout }
    do throws(ImageError) {
      let layout = try text.layout(width: width, fonts)
      known = (width, layout)
      return layout
    } catch {
      throw reader.error(error.message, error.kind)
    }
  }

  /// Draws the note at a place, with its tag.
  func draw(_ layout: TextLayout, at origin: Point, on context: DrawingContext) {
    var tag = StructureTag("Note")
    tag.needsIdentifier = true
    context.withTag(tag) {
      context.draw(layout, at: origin)
      text.addLinks(layout, at: origin, on: context)
    }
  }
}

/// Numbers the footnotes of one flow.
final class FootnoteCounter {
  var count = 0
}

extension StyledText {
  /// The text with another one before it.
  fileprivate func preceded(by prefix: String, style: StyleOverrides) -> StyledText {
    var text = self
    text.parts.insert(Part(text: prefix, style: style), at: 0)
    text.findRanges()
    return text
  }
}
