internal import Drawing
internal import ImageModel
internal import PDFDocuments

/// The pages of IDs and bookmarks, for `{pageOf.id}` and lists of contents. They are known after all pages were laid
/// out once, and right once another layout finds the same.
final class PageReferences {
  struct Entry: Equatable {
    var title: String
    var level: Int
    /// The number of the page in the document, from 1.
    var page: Int
  }

  /// What one layout of all pages finds.
  struct Found: Equatable {
    /// The first page of each ID, by its number from 1.
    var pages: [String: Int] = [:]
    var bookmarks: [Entry] = []

    mutating func add(_ bookmark: Bookmark, page: Int) {
      bookmarks.append(Entry(title: bookmark.title, level: bookmark.level, page: page))
    }

    mutating func add(id: String, page: Int) { if pages[id] == nil { pages[id] = page } }
  }

  /// nil while the pages are laid out for the first time.
  var found: Found?
  /// Where the text is that is being read, if the pages are not known there: `while pages come line by line`.
  var unknown: String?
  /// Whether anything refers to pages.
  private(set) var isUsed = false

  /// The page of an ID; nil where there is none. Before the pages are known, it is a number of three digits.
  ///
  /// - Throws: where the pages are not known.
  func page(of id: String) throws(TemplateError) -> Int? {
    if let unknown { throw TemplateError(message: "{pageOf.\(id)} is not known \(unknown)", isUsage: true) }
    isUsed = true
    return found.map { $0.pages[id] } ?? 999
  }

  /// The bookmarks for a list of contents; empty before they are known.
  func bookmarks(_ reader: ValueReader) throws(ImageError) -> [Entry] {
    if let unknown { throw reader.error("the contents are not known \(unknown)", .usage) }
    isUsed = true
    return found?.bookmarks ?? []
  }
}

/// An element of type `contents`: the bookmarks of the document with their pages.
enum ContentsReader {
  static let names = ["levels", "style", "padding", "continued"]

  static func content(
    _ object: MemberReader, in home: ElementHome, _ environment: PageEnvironment
  ) throws(ImageError) -> TableContent {
    let levels = try object["levels"]?.integer("a number of levels from 1 to 20", in: 1...20) ?? 3
    let style = environment.styles.base.overridden(by: try environment.styles.style(object["style"]))
    let entries = try environment.references.bookmarks(object.reader).filter { $0.level <= levels }
    let top = entries.map(\.level).min() ?? 1
    var rows: [TableModel.Row] = []
    for entry in entries {
      try environment.count(object.reader)
      let target = LinkTarget.page(entry.page - 1)
      let indent = String(repeating: "\u{2003}", count: entry.level - top)
      let title = StyledText(indent + entry.title, style: style, link: target)
      var right = style
      right.alignment = .end
      let page = StyledText("\(entry.page)", style: right, link: target)
      rows.append(
        TableModel.Row(
          cells: [
            TableModel.Cell(content: .text(title), column: 0, span: 1, vertical: .top),
            TableModel.Cell(content: .text(page), column: 1, span: 1, vertical: .bottom),
          ], fill: nil, minimumHeight: 0, reader: object.reader))
    }
    return TableContent(
      TableModel(
        // The width of a column without rows is 0.
        columns: rows.isEmpty ? [.fraction(1)] : [.fraction(1), .natural], headerColumns: [false, false],
        header: nil, rows: rows,
        padding: try object["padding"]?.margins() ?? TablePadding(top: 2, right: 0, bottom: 2, left: 0),
        rules: TableModel.Rules(), stripes: [], repeatsHeader: false, flows: home != .group, isContents: true,
        reader: object.reader, fonts: environment.fonts))
  }
}
