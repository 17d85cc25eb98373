internal import ProviderProtocol
internal import ProviderSupport
internal import TextReading

/// A book of Mobipocket or of the Kindle (MOBI, AZW, AZW3): its title, its cover, and the beginning of its text
/// (MobileRead's wiki, "MOBI"). Of a file that holds the book in both versions, the older one is read.
struct MobiBook: Book {
  private(set) var title: String?
  private(set) var authors: [String] = []
  private(set) var facts: [SheetBlock.Property] = []
  private(set) var description: String?
  private(set) var cover: [UInt8]?
  private(set) var chapter: SafeMarkup?
  private(set) var note: String?
  private(set) var warnings: [String] = []
  /// The table of contents is an index in a format of its own, which is not read.
  var contents: [ContentsEntry] { [] }

  private let records: MobiRecords
  /// The number of the first record with a picture; nil where there is none.
  private let firstPicture: Int?
  /// The name of the text's encoding.
  private let encoding: String

  private static let headerBytes = 1 << 20
  private static let pictureBytes = 16 << 20
  /// The most text of one record. Readers use 4,096.
  private static let recordText = 16_384
  /// The text that is shown at most, in bytes.
  private static let shownText = 192 << 10
  private static let maxEntries = 2_000
  private static let longestText = 4_000

  /// - Throws: `corruptInput` where the header is missing or cut.
  init(path: String) throws {
    records = try MobiRecords(path: path)
    let header = try records.record(0, atMost: Self.headerBytes)
    guard header.count >= 132, header[16..<20].elementsEqual("MOBI".utf8) else {
      throw DocumentArchive.damaged("its header is missing or cut")
    }
    encoding = header.bigEndian(28, 4) == 65_001 ? "utf-8" : "windows-1252"
    let first = header.bigEndian(108, 4)
    firstPicture = first > 0 && first < records.count ? first : nil
    let entries = header[128 + 3] & 0x40 != 0 ? Self.entries(header) : [:]
    let name = header.bigEndian(84, 4)
    let fullName = name < header.count ? header[name...].prefix(min(header.bigEndian(88, 4), 1_000)) : []
    readFacts(entries, fullName: Array(fullName))
    try readCover(entries)
    try readText(header)
  }

  // MARK: Facts

  /// The extended header: values by the numbers of their kinds.
  private static func entries(_ header: [UInt8]) -> [Int: [ArraySlice<UInt8>]] {
    let start = 16 + header.bigEndian(20, 4)
    guard start <= header.count, header[start...].starts(with: "EXTH".utf8) else { return [:] }
    var entries: [Int: [ArraySlice<UInt8>]] = [:]
    var place = start + 12
    for _ in 0..<min(header.bigEndian(start + 8, 4), maxEntries) {
      let size = header.bigEndian(place + 4, 4)
      guard size >= 8, size <= header.count - place else { break }
      entries[header.bigEndian(place, 4), default: []].append(header[(place + 8)..<(place + size)])
      place += size
    }
    return entries
  }

  private static let shownFacts: KeyValuePairs = [
    101: "Publisher", 106: "Date", 524: "Language", 104: "ISBN", 113: "ASIN", 105: "Subject", 109: "Rights",
  ]

  private mutating func readFacts(_ entries: [Int: [ArraySlice<UInt8>]], fullName: [UInt8]) {
    func texts(_ kind: Int) -> [String] {
      (entries[kind] ?? []).prefix(10).map { text(Array($0.prefix(4 * Self.longestText))) }.filter { !$0.isEmpty }
    }
    title = texts(503).first ?? [text(fullName), text(records.name)].first { !$0.isEmpty }
    authors = texts(100)
    description = texts(103).first
    for (kind, label) in Self.shownFacts {
      let values = texts(kind).prefix(5)
      if !values.isEmpty { facts.append(.init(key: label, value: values.joined(separator: ", "))) }
    }
  }

  private func text(_ bytes: [UInt8]) -> String {
    DecodedText(bytes, declared: encoding).text.collapsed.shortened(to: Self.longestText)
  }

  // MARK: Pictures

  /// The cover, or the small picture of it, by their numbers among the pictures.
  private mutating func readCover(_ entries: [Int: [ArraySlice<UInt8>]]) throws {
    for kind in [201, 202] {
      guard let value = entries[kind]?.first, value.count == 4 else { continue }
      cover = try picture(value.bigEndian(0, 4))
      if cover != nil { return }
    }
  }

  /// A picture by its number, from 0; nil where there is none, or where it is too large.
  private func picture(_ number: Int) throws -> [UInt8]? {
    guard let firstPicture, number >= 0, number < records.count else { return nil }
    let size = records.size(firstPicture + number)
    guard size > 0, size <= Self.pictureBytes else { return nil }
    return try records.record(firstPicture + number, atMost: size)
  }

  /// `recindex` counts the pictures from 1; so do the addresses of newer books, `kindle:embed:0001?mime=image/jpeg`,
  /// with the digits 0 to 9 and A to V.
  func pictureName(_ address: String) -> String {
    let number: Int?
    if let mark = address.firstRange(of: "kindle:embed:") {
      number = Int(address[mark.upperBound...].prefix { $0 != "?" }, radix: 32)
    } else {
      number = Int(address)
    }
    return number.map { "\($0)" } ?? ""
  }

  func pictures(_ names: Set<String>) throws -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    var byteCount = 0
    for name in names.sorted() {
      guard let number = Int(name), number > 0, let picture = try picture(number - 1) else { continue }
      byteCount += picture.count
      guard byteCount <= 3 * Self.pictureBytes else { break }
      found[name] = picture
    }
    return found
  }

  // MARK: Text

  private mutating func readText(_ header: [UInt8]) throws {
    guard header.bigEndian(12, 2) == 0 else {
      note = "The text of the book is encrypted, and cannot be shown."
      return
    }
    let compression = header.bigEndian(0, 2)
    guard compression == 1 || compression == 2 else {
      note = "The text of the book is compressed by Huffman codes, and is not shown."
      return
    }
    // The flags came with a longer header.
    let flags = header.bigEndian(20, 4) >= 228 ? header.bigEndian(242, 2) : 0
    let count = header.bigEndian(8, 2)
    var bytes: [UInt8] = []
    var index = 1
    while index <= count, bytes.count < Self.shownText {
      try Task.checkCancellation()
      let record = try records.record(index, atMost: 2 * Self.recordText)
      guard !record.isEmpty else {
        warnings.append("the book is damaged: its text is cut")
        break
      }
      let text = MobiText.withoutEntries(record, flags: flags)
      bytes += compression == 2 ? MobiText.unpacked(text, atMost: Self.recordText) : Array(text)
      index += 1
    }
    let isWhole = index > count
    chapter = SafeMarkup(MarkupText.text(bytes, encoding: encoding, isWhole: isWhole))
    if !isWhole { note = "The book goes on; this is its beginning." }
  }
}
