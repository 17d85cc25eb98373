internal import StructuredText

/// A part of a paragraph in one style.
struct MarkdownInline {
  struct Style: OptionSet, Hashable {
    let rawValue: Int

    static let bold = Style(rawValue: 1)
    static let italic = Style(rawValue: 2)
    static let code = Style(rawValue: 4)
    static let struck = Style(rawValue: 8)
  }

  var text: String
  var style: Style = []
  /// The target of a link, as descriptions have it.
  var link: StructuredValue?

  var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

  /// The part as a run of a description.
  ///
  /// - Parameter size: of the text around it.
  func run(_ design: TypesetStyle, size: Double) -> StructuredValue {
    guard !style.isEmpty || link != nil else { return .text(text) }
    return .record([
      ("text", .text(text)),
      (
        "style",
        .record([
          ("weight", style.contains(.bold) ? .word("bold") : nil),
          ("italic", style.contains(.italic) ? .flag(true) : nil),
          ("font", style.contains(.code) ? .word("monospace") : nil),
          ("size", style.contains(.code) ? .number(size * 0.9) : nil),
          ("strikethrough", style.contains(.struck) ? .flag(true) : nil),
          ("color", link == nil ? nil : .word(design.link)),
        ])
      ),
      ("link", link),
    ])
  }
}

extension [MarkdownInline] {
  var text: String { map(\.text).joined() }
  var isBlank: Bool { allSatisfy(\.isBlank) }

  /// Appends a text, to the last part if it has the same style.
  mutating func append(_ text: String, _ style: MarkdownInline.Style, link: StructuredValue?) {
    if let last = indices.last, self[last].style == style, self[last].link == link {
      self[last].text += text
    } else {
      append(MarkdownInline(text: text, style: style, link: link))
    }
  }
}

/// The names of headings, to which links within a text lead. They are those of GitHub.
struct MarkdownAnchors {
  /// The name of each heading.
  let names: [String]
  private let all: Set<String>

  init(titles: [String]) {
    var counts: [String: Int] = [:]
    var taken: Set<String> = []
    names = titles.map { title in
      let name = Self.name(title)
      var unique = name
      while !taken.insert(unique).inserted {
        counts[name, default: 0] += 1
        unique = "\(name)-\(counts[name, default: 0])"
      }
      return unique
    }
    all = taken
  }

  /// Letters and digits in lower case, hyphens for spaces, and no other signs.
  private static func name(_ title: String) -> String {
    let name = title.lowercased().compactMap { character -> Character? in
      if character.isLetter || character.isNumber || character == "_" || character == "-" { return character }
      return character == " " ? "-" : nil
    }
    return name.isEmpty ? "section" : String(name.prefix(100))
  }

  /// The target of a link: an address with a known scheme, or a heading. nil for files and for what does not exist.
  func target(_ address: String) -> StructuredValue? {
    if address.hasPrefix("#") {
      let name = String(address.dropFirst()).lowercased()
      return all.contains(name) ? .record([("destination", .word(name))]) : nil
    }
    let schemes = ["https:", "http:", "mailto:", "ftp:", "tel:", "doi:"]
    guard schemes.contains(where: address.lowercased().hasPrefix),
      address.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
    else { return nil }
    return .record([("uri", .text(address))])
  }
}
