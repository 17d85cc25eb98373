internal import ByteStreams
internal import ProviderProtocol
internal import ProviderSupport

/// A comic book: an archive of pictures, which are its pages in the order of their names. Some have a part
/// `ComicInfo.xml` that says what it is.
struct ComicBook {
  private struct Page {
    /// The number of the entry in the archive.
    var entry: Int
    var name: String
  }

  private(set) var title: String?
  /// Series, number, writer and the like.
  private(set) var facts: [SheetBlock.Property] = []
  private(set) var warnings: [String] = []
  var pageCount: Int { pages.count }

  private var pages: [Page] = []
  private let path: String

  private static let maxEntries = 20_000
  private static let pageBytes = 32 << 20
  private static let byteLimit: Int64 = 2 << 30
  private static let information = "comicinfo.xml"
  private static let extensions: Set<Substring> = [
    "jpg", "jpeg", "png", "gif", "webp", "avif", "heic", "jxl", "bmp", "tif", "tiff", "jp2",
  ]

  /// Reads the list of pages.
  ///
  /// - Throws: `corruptInput` for a file that is no archive, or has no pictures; `passwordRequired`, `limitExceeded`.
  init(path: String) throws {
    self.path = path
    let reader = try ArchiveReader(path: path, byteLimit: Self.byteLimit)
    var count = 0
    reading: while true {
      try Task.checkCancellation()
      switch reader.next() {
      case .entry(let entry):
        count += 1
        guard count <= Self.maxEntries else {
          throw ProviderError(.limitExceeded, "the book has more than \(Self.maxEntries) entries")
        }
        guard !entry.isDirectory, let name = entry.name.map({ EntryName.text($0, isZIP: reader.isZIP) }) else {
          continue
        }
        if entry.isEncrypted { throw DocumentArchive.locked }
        if Self.isPage(name) {
          pages.append(Page(entry: count, name: name))
        } else if name.lowercased().split(separator: "/").last == Self.information[...], facts.isEmpty {
          try readInformation(reader.content(atMost: 1 << 20))
        }
      case .end: break reading
      case .limit: throw ProviderError(.limitExceeded, "the book takes more than \(Self.byteLimit >> 30) GiB")
      case .encrypted: throw DocumentArchive.locked
      case .damaged(let message):
        guard !pages.isEmpty else { throw DocumentArchive.damaged(message) }
        warnings.append("the book is damaged: \(message); pages may be missing")
        break reading
      }
    }
    guard !pages.isEmpty else { throw ProviderError(.corruptInput, "the archive contains no pictures") }
    pages.sort { PathText.naturallyPrecedes($0.name.lowercased(), $1.name.lowercased()) }
  }

  /// Copies of macOS and hidden files have the names of pages, but are none.
  private static func isPage(_ name: String) -> Bool {
    let parts = name.split(separator: "/")
    guard let last = parts.last, !last.hasPrefix("."), parts.first != "__MACOSX" else { return false }
    return extensions.contains(PathText.suffix(of: String(last)).dropFirst().lowercased()[...])
  }

  private static let labels: KeyValuePairs = [
    "Series": "Series", "Number": "Number", "Year": "Year", "Writer": "Writer", "Penciller": "Artist",
    "Publisher": "Publisher", "Summary": "Summary",
  ]

  private mutating func readInformation(_ bytes: [UInt8]) throws {
    var (found, element): ([String: String], String?) = ([:], nil)
    try DocumentXML(bytes).walk { event, _ in
      switch event {
      case .start(let name): element = name
      case .text(let text): if let element { found[element, default: ""] += text.prefix(2_000) }
      case .end: element = nil
      }
      return true
    }
    func value(_ name: String) -> String? {
      let text = found[name]?.collapsed
      return text?.isEmpty == false ? text : nil
    }
    title = value("Title") ?? value("Series").map { [$0, value("Number")].compactMap(\.self).joined(separator: " ") }
    facts = Self.labels.compactMap { name, label in value(name).map { .init(key: label, value: $0) } }
  }

  /// The files of some pages, counted from 0. Those that cannot be read are missing.
  ///
  /// - Parameter visit: gets each in the order of the archive. false ends the reading.
  func files(_ numbers: Range<Int>, _ visit: (Int, [UInt8]) throws -> Bool) throws {
    let numbersByEntry = Dictionary(uniqueKeysWithValues: numbers.map { (pages[$0].entry, $0) })
    var (count, foundCount) = (0, 0)
    let reader = try ArchiveReader(path: path, byteLimit: Self.byteLimit)
    while foundCount < numbers.count, case .entry = reader.next() {
      try Task.checkCancellation()
      count += 1
      guard let number = numbersByEntry[count] else { continue }
      foundCount += 1
      guard try visit(number, reader.content(atMost: Self.pageBytes)) else { return }
    }
  }

  /// The file of a page, counted from 0; nil where it cannot be read.
  func file(_ number: Int) throws -> [UInt8]? {
    var found: [UInt8]?
    try files(number..<number + 1) { _, bytes in
      found = bytes
      return false
    }
    return found
  }
}
