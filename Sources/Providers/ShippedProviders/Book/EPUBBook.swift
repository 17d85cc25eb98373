internal import ImageModel
internal import ProviderProtocol
internal import ProviderSupport

/// A book in EPUB: its title, its cover, its contents and its first chapter (EPUB 3.3; EPUB 2.0.1).
struct EPUBBook: Book {
  private(set) var title: String?
  private(set) var authors: [String] = []
  private(set) var facts: [SheetBlock.Property] = []
  private(set) var description: String?
  private(set) var cover: [UInt8]?
  private(set) var contents: [ContentsEntry] = []
  /// The first document of the spine with text.
  private(set) var chapter: SafeMarkup?
  private var chapterName = ""
  private(set) var note: String?
  private(set) var warnings: [String] = []
  private let archive: DocumentArchive

  private static let container = "meta-inf/container.xml"
  private static let encryption = "meta-inf/encryption.xml"
  private static let partBytes = 4 << 20
  private static let pictureBytes = 16 << 20
  private static let maxEntries = 1_000
  /// The documents of the spine that are searched for text: a book begins with its cover, titles and a dedication.
  private static let maxDocuments = 12
  /// The letters that make a document a chapter.
  private static let fewestLetters = 400

  /// - Throws: `corruptInput` where the container or the package document is missing or damaged, `passwordRequired`,
  ///   `limitExceeded`.
  init(path: String) throws {
    archive = DocumentArchive(path: path, kind: "a book")
    let parts = try archive.parts([Self.container, Self.encryption], atMost: Self.partBytes)
    guard let container = parts[Self.container] else { throw parts.lack(of: Self.container) }
    var root: String?
    try DocumentXML(container.bytes).walk { event, attributes in
      if case .start("rootfile") = event { root = attributes["full-path"] }
      return root == nil
    }
    guard let root else { throw DocumentArchive.damaged("the container names no package document") }
    let name = PartName.resolved(root, from: "")
    let found = try archive.parts([name], atMost: Self.partBytes)
    guard let part = found[name] else { throw found.lack(of: name) }
    let package = try EPUBPackage(part.bytes, name: name)
    guard !package.spine.isEmpty || package.cover != nil else {
      throw DocumentArchive.damaged(package.damage.map { "\(DocumentArchive.shown(name)), \($0)" } ?? "it has no pages")
    }
    if let damage = package.damage { warnings.append("the package document is damaged: \(damage)") }
    (title, authors, facts, description) = (package.title, package.authors, package.facts, package.description)
    try readCover(package)
    try readContents(package)
    // Fonts are often obfuscated, by other algorithms; texts that are encrypted by this one are those of a shop.
    let algorithms = parts[Self.encryption].map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    if algorithms.contains("http://www.w3.org/2001/04/xmlenc#aes") {
      note = "The text of the book is encrypted, and cannot be shown."
    } else {
      try readChapter(package)
      if chapter?.isCut == true { note = "The chapter is longer; this is its beginning." }
    }
  }

  func pictureName(_ address: String) -> String { PartName.resolved(address, from: chapterName) }

  func pictures(_ names: Set<String>) throws -> [String: [UInt8]] {
    try archive.parts(names, atMost: Self.pictureBytes).found.compactMapValues { $0.isCut ? nil : $0.bytes }
  }

  /// The cover is a picture of the manifest, or one that the first document shows (EPUB 3.3, 5.5.3.2).
  private mutating func readCover(_ package: EPUBPackage) throws {
    if let name = package.cover, let found = try pictures([name])[name] {
      cover = found
      return
    }
    guard let first = package.spine.first, let part = try archive.parts([first], atMost: Self.partBytes)[first] else {
      return
    }
    let markup = SafeMarkup(MarkupText.text(part.bytes))
    guard let address = markup.pictures.first, markup.text.count(where: { !$0.isWhitespace }) < Self.fewestLetters
    else {
      return
    }
    let name = PartName.resolved(address, from: first)
    cover = try pictures([name])[name]
  }

  private mutating func readContents(_ package: EPUBPackage) throws {
    guard let name = package.navigation, let part = try archive.parts([name], atMost: Self.partBytes)[name] else {
      return
    }
    contents = EPUBContents(MarkupText.text(part.bytes), limit: Self.maxEntries).entries
  }

  /// Reads the first document with a page of text; where there is none, the longest one.
  private mutating func readChapter(_ package: EPUBPackage) throws {
    let names = Array(package.spine.prefix(Self.maxDocuments))
    let parts = try archive.parts(Set(names), atMost: Self.partBytes / 4)
    if let damage = parts.damage { warnings.append("the book is damaged: \(damage)") }
    var most = -1
    for name in names {
      try Task.checkCancellation()
      guard let part = parts[name] else { continue }
      let markup = SafeMarkup(MarkupText.text(part.bytes, isWhole: !part.isCut))
      let letters = markup.text.count { !$0.isWhitespace }
      guard letters > most else { continue }
      (most, chapter, chapterName) = (letters, markup, name)
      if letters >= Self.fewestLetters { return }
    }
  }
}

/// The names of parts in an archive.
enum PartName {
  /// The name of a part, in lower case, that another part refers to by a relative address.
  static func resolved(_ address: String, from base: String) -> String {
    let plain = decoded(address.prefix { $0 != "#" && $0 != "?" })
    let path = plain.hasPrefix("/") ? plain : base.split(separator: "/").dropLast().joined(separator: "/") + "/" + plain
    var steps: [Substring] = []
    for step in path.split(separator: "/") {
      if step == ".." { _ = steps.popLast() } else if step != "." { steps.append(step) }
    }
    return steps.joined(separator: "/").lowercased()
  }

  /// The text without percent signs before numbers of bytes (RFC 3986, 2.1).
  private static func decoded(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    return PercentEncoding.decoded(text.utf8, keepsInvalid: true).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
