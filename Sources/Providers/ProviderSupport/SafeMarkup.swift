internal import StructuredText
internal import TextReading

/// The part of an HTML text that previews show: its text, its structure and its pictures, in balanced elements. It has
/// no scripts, no styles, no forms, and no addresses but those of links to the web and to mail.
///
/// The same content becomes HTML (`html`), and blocks for thumbnails (`blocks`).
package struct SafeMarkup {
  package enum Event {
    /// An element begins, with its attributes as HTML.
    case start(String, attributes: String)
    case end(String)
    case text(String)
    case lineBreak
    case rule
    /// A picture at an address that the text names.
    case picture(address: String, description: String)
  }

  package private(set) var events: [Event] = []
  /// The content of `title`.
  package private(set) var title: String?
  /// Whether the text goes on after the last event.
  package private(set) var isCut = false

  private var open: [String] = []
  private var byteCount = 0
  private var isInTitle = false
  /// The element that is left out with its content, and how often it is open.
  private var skipped: (name: String, depth: Int)?

  private static let maxEvents = 60_000
  private static let maxBytes = 1 << 20
  private static let deepest = 64
  /// The bytes of a title.
  private static let longestTitle = 2_000

  package init(_ markup: String) {
    var steps = 0
    for token in MarkupTokens(markup) {
      steps += 1
      if events.count >= Self.maxEvents || byteCount >= Self.maxBytes || steps >= 8 * Self.maxEvents {
        isCut = true
        break
      }
      if steps % 1_024 == 0, Task.isCancelled { break }
      add(token)
    }
    while let element = open.popLast() { events.append(.end(element)) }
  }

  private mutating func add(_ token: MarkupTokens.Token) {
    if skipped != nil { return skip(token) }
    switch token {
    case .text(let text):
      if isInTitle {
        title = title ?? Self.beginning(of: text, Self.longestTitle).collapsed.shortened(to: 300)
      } else {
        let part = Self.beginning(of: text, Self.maxBytes - byteCount)
        isCut = isCut || part.utf8.count < text.utf8.count
        byteCount += text.utf8.count
        events.append(.text(part))
      }
    case .start(let name, let attributes, let isClosed): start(name, attributes, isClosed)
    case .end(let name):
      if name == "title" { isInTitle = false } else { end(Self.renamed[name] ?? name) }
    }
  }

  /// The text up to a number of bytes, with whole characters.
  private static func beginning(of text: String, _ byteCount: Int) -> String {
    guard text.utf8.count > byteCount else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: byteCount)
    while end > text.startIndex, text.utf8[end] & 0xC0 == 0x80 { end = text.utf8.index(before: end) }
    return String(text[..<end])
  }

  // MARK: Elements

  private static let blocks: Set<String> = [
    "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "table", "caption", "thead",
    "tbody", "tfoot", "tr", "td", "th", "dl", "dt", "dd",
  ]
  private static let inlines: Set<String> = [
    "a", "b", "strong", "i", "em", "u", "s", "del", "ins", "sub", "sup", "small", "code", "kbd", "samp", "q", "cite",
    "mark", "ruby", "rt", "rp",
  ]
  /// Other elements of the same meaning.
  private static let renamed: [String: String] = [
    "section": "div", "article": "div", "header": "div", "footer": "div", "main": "div", "nav": "div", "aside": "div",
    "address": "div", "figure": "div", "figcaption": "div", "details": "div", "summary": "div", "center": "div",
    "fieldset": "div", "legend": "div", "form": "div", "menu": "ul", "dir": "ul", "strike": "s", "tt": "code",
    "var": "i", "dfn": "i", "listing": "pre",
  ]
  /// Elements that say nothing without a program, or repeat what a browser would show instead.
  private static let left: Set<String> = [
    "svg", "object", "audio", "video", "canvas", "select", "datalist", "template", "map", "button",
  ]
  private static let partsOfTables: Set<String> = ["caption", "thead", "tbody", "tfoot", "tr", "td", "th"]

  private mutating func start(_ name: String, _ attributes: MarkupTokens.Attributes, _ isClosed: Bool) {
    let element = Self.renamed[name] ?? name
    switch element {
    case "title":
      isInTitle = !isClosed
      return
    case "br": return events.append(.lineBreak)
    case "hr":
      closeParagraph()
      return events.append(.rule)
    case "img", "image": return picture(attributes)
    default: break
    }
    if Self.left.contains(element) || Self.isHidden(attributes) {
      if !isClosed, !Self.empty.contains(element) { skipped = (name, 1) }
      return
    }
    let isBlock = Self.blocks.contains(element)
    guard isBlock || Self.inlines.contains(element) else { return }
    if Self.partsOfTables.contains(element), !open.contains("table") { return }
    if isBlock { closeParagraph() }
    close(before: element)
    guard open.count < Self.deepest, !isClosed else { return }
    open.append(element)
    events.append(.start(element, attributes: Self.kept(attributes, of: element)))
  }

  /// Elements without an end (HTML, 13.1.2).
  private static let empty: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
  ]

  private static func isHidden(_ attributes: MarkupTokens.Attributes) -> Bool {
    if attributes["hidden"] != nil { return true }
    guard let style = attributes["style"] else { return false }
    return style.prefix(1_000).lowercased().filter { !$0.isWhitespace }.contains("display:none")
  }

  private mutating func picture(_ attributes: MarkupTokens.Attributes) {
    // Books of Mobipocket number their pictures.
    guard let address = attributes["src"] ?? attributes["href"] ?? attributes["recindex"] else { return }
    let description = (attributes["alt"] ?? "").shortened(to: 300).collapsed
    events.append(.picture(address: address.trimmed, description: description))
  }

  /// In a part that is left out: a drawing may still name a picture, as covers of books do.
  private mutating func skip(_ token: MarkupTokens.Token) {
    guard let (element, depth) = skipped else { return }
    // The end tag of a paragraph may be missing: a block ends it.
    if element == "p", Self.endsParagraph(token) {
      skipped = nil
      return add(token)
    }
    switch token {
    case .start("image", let attributes, _) where element == "svg": picture(attributes)
    case .start(element, _, false): skipped = (element, depth + 1)
    case .end(element): skipped = depth == 1 ? nil : (element, depth - 1)
    default: break
    }
  }

  private static func endsParagraph(_ token: MarkupTokens.Token) -> Bool {
    switch token {
    case .start(let name, _, _): name == "hr" || blocks.contains(renamed[name] ?? name)
    case .end(let name): name != "p" && blocks.contains(renamed[name] ?? name)
    case .text: false
    }
  }

  // MARK: Balance

  private mutating func end(_ name: String) {
    let isBlock = Self.blocks.contains(name)
    // The end of an inline element does not end the blocks around it, and a cell is not left by what is in it.
    let barriers: (String) -> Bool = { element in
      if element == name { return false }
      return isBlock
        ? (element == "td" || element == "th") && !Self.partsOfTables.contains(name) && name != "table"
        : Self.blocks.contains(element)
    }
    for element in open.reversed() {
      if element == name { return close(to: name) }
      if barriers(element) { return }
    }
  }

  private mutating func close(to name: String) {
    while let element = open.popLast() {
      events.append(.end(element))
      if element == name { return }
    }
  }

  /// Ends a paragraph or heading in which there are only inline elements: a block ends it (HTML, 13.1.2.4).
  private mutating func closeParagraph() {
    // The names of headings alone begin with "h".
    guard let last = open.last(where: { Self.blocks.contains($0) }), last == "p" || last.hasPrefix("h") else { return }
    close(to: last)
  }

  /// The elements that the beginning of another one ends, up to the one that contains both.
  private static let endedBy: [String: (ended: Set<String>, container: Set<String>)] = [
    "li": (["li"], ["ul", "ol"]), "dt": (["dt", "dd"], ["dl"]), "dd": (["dt", "dd"], ["dl"]),
    "td": (["td", "th"], ["tr", "table"]), "th": (["td", "th"], ["tr", "table"]), "tr": (["tr"], ["table"]),
    "thead": (["thead", "tbody", "tfoot", "tr"], ["table"]), "tbody": (["thead", "tbody", "tfoot", "tr"], ["table"]),
    "tfoot": (["thead", "tbody", "tfoot", "tr"], ["table"]), "a": (["a"], blocks),
  ]

  private mutating func close(before element: String) {
    guard let rule = Self.endedBy[element] else { return }
    var ended: String?
    for other in open.reversed() {
      if rule.ended.contains(other) { ended = other }
      if rule.container.contains(other) { break }
    }
    if let ended { close(to: ended) }
  }

  // MARK: Attributes

  private static func kept(_ attributes: MarkupTokens.Attributes, of element: String) -> String {
    var kept = ""
    if element == "a", let address = attributes["href"]?.trimmed, isLink(address) {
      kept += " href=\"\(HTMLText.escaped(address))\" rel=\"noreferrer\""
    }
    if element == "td" || element == "th" {
      for name in ["colspan", "rowspan"] {
        if let count = attributes[name].flatMap({ Int($0) }), (2...100).contains(count) {
          kept += " \(name)=\"\(count)\""
        }
      }
    }
    if let direction = attributes["dir"]?.lowercased(), ["ltr", "rtl", "auto"].contains(direction) {
      kept += " dir=\"\(direction)\""
    }
    return kept
  }

  private static func isLink(_ address: String) -> Bool {
    let start = address.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://") || start.hasPrefix("mailto:")
  }

  // MARK: HTML

  /// The content as HTML for the body of a page.
  ///
  /// - Parameter address: the `cid:` or `data:` address of a picture that the text names; nil shows its description.
  package func html(address: (String) -> String?) -> String {
    var html = ""
    for event in events {
      switch event {
      case .start(let element, let attributes): html += "<\(element)\(attributes)>"
      case .end(let element): html += "</\(element)>"
      case .text(let text): html += HTMLText.escaped(text)
      case .lineBreak: html += "<br>"
      case .rule: html += "<hr>"
      case .picture(let source, let description):
        if let found = address(source) {
          html += "<img alt=\"\(HTMLText.escaped(description))\" src=\"\(HTMLText.escaped(found))\">"
        } else if !description.isEmpty {
          html += "<em>\(HTMLText.escaped(description))</em>"
        }
      }
    }
    return html
  }

  /// The addresses of all pictures, in their order.
  package var pictures: [String] {
    events.compactMap { if case .picture(let address, _) = $0 { address } else { nil } }
  }

  /// Whether there is nothing to see.
  package var isEmpty: Bool {
    !events.contains {
      switch $0 {
      case .text(let text): text.contains { !$0.isWhitespace }
      case .picture: true
      default: false
      }
    }
  }

  /// The text alone, with line feeds between blocks.
  package var text: String {
    var text = ""
    for event in events {
      switch event {
      case .text(let part): text += part
      case .lineBreak, .rule: text += "\n"
      case .start(let element, _), .end(let element):
        if Self.blocks.contains(element), text.last != "\n" { text += "\n" }
      case .picture: break
      }
    }
    return text
  }

  static func isBlock(_ element: String) -> Bool { blocks.contains(element) }
}
