internal import Drawing
internal import ImageModel

/// What an element is to readers who do not see the page: its tag in the structure of the document.
struct ElementRole {
  private enum Name: String, CaseIterable {
    case paragraph, heading, label, listItem, quote, code, contents, artifact
  }

  /// The keys of all elements that it reads.
  static let names = ["role", "level", "alt", "lang"]
  private static let headingLevels = 1...6
  private static let listLevels = 1...16

  enum Kind: Hashable {
    /// Content that is not read.
    case artifact
    case text(String)
    case figure
    case table
    /// A table whose rows are entries of a list of contents.
    case contents
    /// A part of a list item: `Lbl` or `LBody`, and the level of the list, from 1.
    case listPart(String, level: Int)
    /// Its inner elements have tags of their own.
    case group
    /// The area of a link.
    case link
  }

  /// A paragraph.
  static let paragraph = ElementRole(kind: .text("P"), alternative: nil, language: nil)

  let kind: Kind
  /// The text that stands for a picture, or for other content.
  let alternative: String?
  private let language: String?

  private init(kind: Kind, alternative: String?, language: String?) {
    (self.kind, self.alternative, self.language) = (kind, alternative, language)
  }

  /// Reads `role`, `level`, `alt` and `lang` of an element.
  ///
  /// - Parameters:
  ///   - standard: what an element of the type is without a role.
  ///   - isRepeated: whether it is on several pages, as headers and footers are.
  ///   - bookmark: of the element. A text with one is a heading.
  init(
    _ object: MemberReader, standard: Kind, isRepeated: Bool, bookmark: Bookmark?, _ environment: PageEnvironment
  ) throws(ImageError) {
    alternative = try object["alt"]?.text("a text that stands for the content")
    language = try object["lang"].map { (value) throws(ImageError) in try Self.language(value) }
    let role = try object["role"]?.word(Name.self)
    if let level = object["level"], role != .heading && role != .listItem && role != .label {
      throw level.error("'level' needs the role 'heading', 'listItem' or 'label'")
    }
    func level(_ range: ClosedRange<Int>, standard: Int) throws(ImageError) -> Int {
      try object["level"]?.integer("a level from 1 to \(range.upperBound)", in: range) ?? standard
    }
    if let reader = object["role"], let role, role != .artifact {
      switch (standard, role) {
      case (.table, .contents): break
      case (_, .contents): throw reader.error("only a table has the role 'contents'")
      case (.text, _): break
      default: throw reader.error("only a text has the role '\(role.rawValue)'; other elements may be an 'artifact'")
      }
    }
    switch role {
    case .artifact?: kind = .artifact
    case .paragraph?: kind = .text("P")
    case .heading?: kind = .text("H\(try level(Self.headingLevels, standard: 1))")
    case .listItem?: kind = .listPart("LBody", level: try level(Self.listLevels, standard: 1))
    case .label?: kind = .listPart("Lbl", level: try level(Self.listLevels, standard: 1))
    case .quote?: kind = .text("BlockQuote")
    case .code?: kind = .text("Code")
    case .contents?: kind = .contents
    case nil where isRepeated: kind = .artifact
    case nil:
      switch standard {
      // An empty text says that a picture is a decoration.
      case .figure where alternative == "": kind = .artifact
      // Shapes are decorations, and groups are read element by element, unless a text stands for them.
      case .artifact where alternative ?? "" != "", .group where alternative ?? "" != "": kind = .figure
      case .group where alternative == "": kind = .artifact
      case .text where bookmark != nil:
        kind = .text("H\(min(bookmark?.level ?? 1, Self.headingLevels.upperBound))")
      default: kind = standard
      }
    }
    if environment.needsAlternatives, kind == .figure, alternative == nil {
      throw object.reader.error(
        "PDF/UA asks for 'alt', a text that stands for the picture; \"\" says that it is a decoration", .unsupported)
    }
  }

  /// Whether the role of an element is that of a list of contents.
  static func isContents(_ object: MemberReader) throws(ImageError) -> Bool {
    try object["role"]?.word(Name.self) == .contents
  }

  /// The tag; nil for an artefact and for a group whose elements have tags of their own.
  ///
  /// - Parameter isTransparent: whether the element is one transparency group, whose elements cannot have tags.
  func tag(isTransparent: Bool) -> StructureTag? {
    let type: String
    switch kind {
    case .artifact, .link: return nil
    case .group where isTransparent: type = "P"
    case .group: return nil
    case .text(let name), .listPart(let name, _): type = name
    case .figure: type = "Figure"
    case .table: type = isTransparent ? "P" : "Table"
    case .contents: type = isTransparent ? "P" : "TOC"
    }
    let text = alternative.flatMap { $0.isEmpty ? nil : $0 }
    return StructureTag(type, alternative: text, language: language)
  }

  /// A language tag (BCP 47): words of at most eight letters and digits with hyphens between them.
  static func language(_ reader: ValueReader) throws(ImageError) -> String {
    let text = try reader.text("a language such as \"en\" or \"de-CH\"")
    let words = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    guard text.utf8.count <= 64, words.first?.allSatisfy(isLetter) ?? false,
      words.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy { isLetter($0) || isDigit($0) } })
    else {
      throw reader.error("expected a language such as \"en\", \"de-CH\" or \"zh-Hant\", not '\(text.prefix(60))'")
    }
    return text
  }
}

/// Opens and closes the lists that list items make, one after the other, while elements are drawn.
struct ListTags {
  private struct List {
    var level: Int
    /// Whether its item has a text, so that another text begins another item.
    var hasBody = false
  }

  private let context: DrawingContext
  private var lists: [List] = []

  init(_ context: DrawingContext) { self.context = context }

  /// Prepares for an element.
  mutating func begin(_ kind: ElementRole.Kind) {
    switch kind {
    // They are in no element, so that a list goes on after them.
    case .artifact: return
    case .listPart(let name, let level): begin(isBody: name == "LBody", level: level)
    case .text, .figure, .table, .contents, .group, .link: end()
    }
  }

  private mutating func begin(isBody: Bool, level: Int) {
    while let last = lists.last, last.level > level { closeList() }
    if let last = lists.last, last.level == level {
      if isBody, !last.hasBody {
        lists[lists.count - 1].hasBody = true
        return
      }
      context.endTag()
    } else {
      // The item above ends, because a list may be in a list.
      if !lists.isEmpty { context.endTag() }
      context.beginTag(StructureTag("L"))
      lists.append(List(level: level))
    }
    context.beginTag(StructureTag("LI"))
    lists[lists.count - 1].hasBody = isBody
  }

  /// Closes the innermost list with its item. The list around it then has no open item, so that one is begun.
  private mutating func closeList() {
    context.endTag()
    context.endTag()
    lists.removeLast()
    if !lists.isEmpty { context.beginTag(StructureTag("LI")) }
  }

  /// Closes all lists.
  mutating func end() {
    while !lists.isEmpty { closeList() }
  }
}
