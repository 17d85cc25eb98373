internal import ProviderSupport
internal import TextReading

/// The package document of a book: its metadata, its parts and their order (EPUB 3.3, 5).
struct EPUBPackage {
  private(set) var title: String?
  private(set) var authors: [String] = []
  private(set) var facts: [SheetBlock.Property] = []
  private(set) var description: String?
  /// The names of the documents in reading order, in lower case.
  private(set) var spine: [String] = []
  /// The name of the picture on the cover.
  private(set) var cover: String?
  /// The part with the table of contents: the navigation document, or the NCX of EPUB 2.
  private(set) var navigation: String?
  /// What is wrong with the document.
  let damage: String?

  private struct Item {
    var name: String
    var type: String
    var properties: Set<Substring>
  }

  private static let maxItems = 20_000
  /// The elements of one name that are read.
  private static let maxTexts = 20
  private static let longestText = 4_000
  private static let shownFacts: KeyValuePairs = [
    "publisher": "Publisher", "date": "Date", "language": "Language", "identifier": "Identifier", "subject": "Subject",
    "rights": "Rights",
  ]

  private static let read = Set(["title", "creator", "description"] + shownFacts.map(\.key))

  /// - Parameter name: the document's own name, to which others are relative.
  init(_ bytes: [UInt8], name: String) throws {
    let xml = DocumentXML(bytes)
    damage = xml.damage
    var items: [String: Item] = [:]
    var order: [String] = []
    var references: [String] = []
    var coverID: String?
    var contentsID: String?
    var found: [String: [String]] = [:]
    var element: String?
    try xml.walk { event, attributes in
      switch event {
      case .start("item"):
        guard items.count < Self.maxItems, let id = attributes["id"], let address = attributes["href"] else { break }
        if items[id] == nil { order.append(id) }
        items[id] = Item(
          name: PartName.resolved(address, from: name), type: attributes["media-type"] ?? "",
          properties: Set((attributes["properties"] ?? "").split(separator: " ")))
      case .start("itemref"):
        if references.count < Self.maxItems, let id = attributes["idref"] { references.append(id) }
      case .start("spine"): contentsID = attributes["toc"]
      case .start("meta"): if attributes["name"] == "cover" { coverID = attributes["content"] }
      case .start(let name):
        element = Self.read.contains(name) ? name : nil
        if let name = element, found[name, default: []].count < Self.maxTexts {
          found[name, default: []].append("")
        } else {
          element = nil
        }
      case .text(let text):
        guard let element, let texts = found[element], let last = texts.last, last.utf8.count < Self.longestText else {
          break
        }
        found[element]?[texts.count - 1] += text.shortened(to: Self.longestText)
      case .end: element = nil
      }
      return true
    }
    func texts(_ name: String) -> [String] {
      (found[name] ?? []).map { $0.collapsed }.filter { !$0.isEmpty }
    }
    title = texts("title").first
    authors = Array(texts("creator").prefix(10))
    description = texts("description").first
    for (element, label) in Self.shownFacts {
      let values = texts(element).prefix(5)
      if !values.isEmpty { facts.append(.init(key: label, value: values.joined(separator: ", "))) }
    }
    spine = references.compactMap { items[$0]?.name }
    let parts = order.compactMap { items[$0] }
    func isPicture(_ item: Item) -> Bool { item.type.hasPrefix("image/") }
    // EPUB 3 marks the cover; EPUB 2 names it in a `meta` by custom.
    cover =
      parts.first { isPicture($0) && $0.properties.contains("cover-image") }?.name
      ?? coverID.flatMap { items[$0] }.flatMap { isPicture($0) ? $0.name : nil }
    navigation = parts.first { $0.properties.contains("nav") }?.name ?? contentsID.flatMap { items[$0]?.name }
  }
}

/// The table of contents: of a navigation document, lists with links (EPUB 3.3, 7.4); of an NCX, nested points with
/// labels (EPUB 2.0.1, 2.4.1).
struct EPUBContents {
  private(set) var entries: [ContentsEntry] = []

  private static let longestTitle = 300

  init(_ markup: String, limit: Int) {
    var depth = 0
    // Whether text is in the list `toc`, and in the title of an entry.
    var (isInContents, isInTitle, title) = (false, false, "")
    for token in MarkupTokens(markup) {
      switch token {
      case .start("nav", let attributes, _): isInContents = attributes["type"] == "toc"
      case .start("navmap", _, _): isInContents = true
      case .end("nav"), .end("navmap"):
        if !entries.isEmpty { return }
        isInContents = false
      case .start("ol", _, false), .start("navpoint", _, false): depth += 1
      case .end("ol"), .end("navpoint"): depth -= 1
      case .start("a", _, _) where isInContents, .start("span", _, _) where isInContents,
        .start("navlabel", _, _) where isInContents:
        if !isInTitle { (isInTitle, title) = (true, "") }
      case .end("a") where isInTitle, .end("span") where isInTitle, .end("navlabel") where isInTitle:
        isInTitle = false
        let text = title.collapsed
        guard !text.isEmpty else { break }
        entries.append(.init(title: String(text.prefix(Self.longestTitle)), depth: min(max(depth - 1, 0), 5)))
        if entries.count >= limit { return }
      case .text(let text): if isInTitle, title.utf8.count < 4 * Self.longestTitle { title += text }
      case .start, .end: break
      }
    }
  }
}
