internal import StructuredText

/// HTML of a provider written anew for paper, where a frame does not grow with the document in it.
///
/// Nothing is passed on but elements and attributes from a short list, text, and style sheets: no script, link, form or frame can be
/// in it, however the source is spelt. It goes into a shadow tree, whose style sheets reach nothing outside. `html` and `body` are
/// not allowed there: two `div`s stand for them, in the style sheets, too.
struct PaperHTML {
  /// The content of a shadow root.
  private(set) var text = ""

  /// What is longer stays in its frame: paper has the document a second time.
  static let mostBytes = 8 << 20

  /// - Returns: nil for what would lose something: forms, drawings in SVG, video and whatever else is not on the list.
  init?(_ html: String) {
    guard html.utf8.count <= Self.mostBytes else { return nil }
    var styles = ""
    var body: [UInt8] = []
    body.reserveCapacity(html.utf8.count)
    var (root, page) = (HTMLTokens.Tag(name: "html"), HTMLTokens.Tag(name: "body"))
    for token in HTMLTokens(html) {
      switch token {
      case .text(let text): body += text
      case .start(let tag) where tag.name == "html": root = tag
      case .start(let tag) where tag.name == "body": page = tag
      case .start(let tag):
        if Self.ignored.contains(tag.name) { continue }
        guard Self.elements.contains(tag.name) else { return nil }
        // A document that lets people tick boxes shows them.
        if tag.name == "input", tag["type"]?.lowercased() != "checkbox" { return nil }
        body += "<\(tag.name)\(Self.attributes(of: tag))>".utf8
      case .end(let name):
        if Self.elements.contains(name), !Self.empty.contains(name) { body += "</\(name)>".utf8 }
      case .verbatim(let tag, let content):
        if tag.name != "style" { continue }
        let media = tag["media"].map { " media=\"\(HTMLText.escaped($0))\"" } ?? ""
        styles += "<style\(media)>\(PaperStyle.scoped(content))</style>"
      }
    }
    text = """
      <style>\(PaperStyle.initial)</style>\(styles)<style>\(PaperStyle.final)</style>\
      <div\(Self.attributes(of: root, class: PaperStyle.root))><div\(Self.attributes(of: page, class: PaperStyle.body))>\
      \(String(decoding: body, as: UTF8.self))</div></div>
      """
  }

  /// The attributes that count, with their references as they were.
  ///
  /// - Parameter class: one more.
  private static func attributes(of tag: HTMLTokens.Tag, class more: String? = nil) -> String {
    var tag = tag
    if let more {
      let classes = tag["class"].map { "\(more) \($0)" } ?? more
      tag.attributes = [("class", classes)] + tag.attributes.filter { $0.name != "class" }
    }
    var result = tag.name == "input" ? " disabled" : tag.name == "details" ? " open" : ""
    for (name, value) in tag.attributes where attributes.contains(name) {
      // What is loaded from elsewhere is not loaded in the frame either.
      if name == "src", !value.lowercased().hasPrefix("data:image/") { continue }
      let text = value.replacing("\"", with: "&quot;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      result += " \(name)=\"\(text)\""
    }
    return result
  }

  /// Of the head, and what does nothing in the frame.
  private static let ignored: Set = ["head", "meta", "base"]
  private static let empty: Set = ["br", "col", "hr", "img", "input", "wbr"]
  private static let elements: Set = empty.union([
    "a", "abbr", "address", "article", "aside", "b", "bdi", "bdo", "big", "blockquote", "caption", "center", "cite",
    "code", "colgroup", "dd", "del", "details", "dfn", "div", "dl", "dt", "em", "figcaption", "figure", "font",
    "footer",
    "h1", "h2", "h3", "h4", "h5", "h6", "header", "i", "ins", "kbd", "li", "main", "mark", "nav", "ol", "p", "pre", "q",
    "rp", "rt", "ruby", "s", "samp", "section", "small", "span", "strike", "strong", "sub", "summary", "sup", "table",
    "tbody", "td", "tfoot", "th", "thead", "time", "tr", "tt", "u", "ul", "var",
  ])
  private static let attributes: Set = [
    "align", "alt", "bgcolor", "border", "cellpadding", "cellspacing", "checked", "class", "color", "colspan", "dir",
    "height", "id", "lang", "reversed", "rowspan", "span", "src", "start", "style", "type", "valign", "value", "width",
  ]
}
