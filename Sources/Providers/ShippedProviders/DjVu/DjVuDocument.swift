internal import ByteStreams
internal import ImageModel
internal import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport

/// A document in DjVu: scanned pages. The programs of DjVuLibre read it, which is under the GPL and is not linked.
struct DjVuDocument {
  let path: String
  let pageCount: Int
  private(set) var title: String?
  /// Author, year and the like.
  private(set) var facts: [SheetBlock.Property] = []
  private(set) var contents: [ContentsEntry] = []

  private static let smallestSide = 64
  private static let maxFacts = 20
  private static let longestText = 1_000

  /// Asks `djvused` for the number of pages, the metadata and the outline.
  ///
  /// - Throws: `corruptInput`, `providerUnavailable`.
  init(path: String) async throws {
    self.path = path
    // The program says less about files of other kinds.
    let head = try DocumentFile.beginning(of: path, atMost: 16).bytes
    guard head.starts(with: "AT&TFORM".utf8), head.dropFirst(12).starts(with: "DJV".utf8) else {
      throw ProviderError(.corruptInput, "the file is damaged, or is not a DjVu document")
    }
    let run = try await ProgramRun.run("djvused", ["-u", "-e", "n; print-meta; print-outline", path])
    let lines = run.text.split(separator: "\n", omittingEmptySubsequences: false)
    guard run.status == 0, let count = lines.first.flatMap({ Int($0) }), count > 0 else {
      throw ProviderError(.corruptInput, "the file is damaged, or is not a DjVu document")
    }
    pageCount = count
    var rest = lines.dropFirst()
    while let line = rest.first, let tab = line.firstIndex(of: "\t"), facts.count < Self.maxFacts {
      let value = DjVuOutline.text(line[line.index(after: tab)...]).collapsed.shortened(to: Self.longestText)
      add(String(line[..<tab]), value)
      rest = rest.dropFirst()
    }
    contents = DjVuOutline(rest.joined(separator: "\n")).entries
  }

  private mutating func add(_ key: String, _ value: String) {
    if value.isEmpty { return }
    if key.lowercased() == "title" {
      title = value
    } else {
      facts.append(.init(key: key.shortened(to: 60), value: value))
    }
  }

  /// The pixels of a page, counted from 1, as large as fits the box. `ddjvu` draws them.
  ///
  /// - Throws: `corruptInput` for a damaged page.
  func pixels(page: Int, fitting box: PixelSize, workFolder: String) async throws -> PixelBuffer {
    let output = workFolder + "/page.tiff"
    defer { SystemCall.remove(output) }
    // In a very small size a side would have no pixels, so the picture is reduced when it is read.
    let size = "\(max(box.width, Self.smallestSide))x\(max(box.height, Self.smallestSide))"
    let run = try await ProgramRun.run("ddjvu", ["-format=tiff", "-page=\(page)", "-size=\(size)", path, output])
    try Task.checkCancellation()
    guard run.status == 0, SystemCall.status(of: output) != nil else {
      throw ProviderError(.corruptInput, "page \(page) of the document is damaged")
    }
    return try DocumentPicture.drawn(output, format: "tiff", fitting: box)
  }
}

/// The outline that `djvused` prints: `(bookmarks ("Title" "#1" ("Part" "#2")))`.
struct DjVuOutline {
  private(set) var entries: [ContentsEntry] = []

  private static let maxEntries = 500
  private static let longestTitle = 300

  init(_ text: String) {
    var rest = text.unicodeScalars[...]
    // The first text of a list is its title. The list of all lists has none.
    var (depth, isTitle) = (0, false)
    while let scalar = rest.popFirst(), entries.count < Self.maxEntries {
      switch scalar {
      case "(": (depth, isTitle) = (depth + 1, true)
      case ")": (depth, isTitle) = (depth - 1, false)
      case "\"":
        let title = Self.quoted(&rest)
        if isTitle, depth > 1 {
          let shown = title.collapsed.shortened(to: Self.longestTitle)
          entries.append(ContentsEntry(title: shown, depth: min(depth - 2, 5)))
        }
        isTitle = false
      default: break
      }
    }
  }

  /// A text in quotation marks.
  static func text(_ quoted: Substring) -> String {
    var rest = quoted.unicodeScalars[...].drop { $0 != "\"" }.dropFirst()
    return self.quoted(&rest)
  }

  /// What is before the next quotation mark; the mark is passed over. `\"` is one of the text.
  private static func quoted(_ rest: inout Substring.UnicodeScalarView.SubSequence) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst(), scalar != "\"" {
      guard scalar == "\\" else {
        text.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "n", "t", "r": text.append(" ")
      case let next?: text.append(next)
      case nil: break
      }
    }
    return String(text)
  }
}
