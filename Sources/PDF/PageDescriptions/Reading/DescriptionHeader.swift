internal import Drawing
internal import ImageModel

/// What a description says about the whole document.
package struct DocumentDescription: Hashable, Sendable {
  package var title: String?
  package var author: String?
  package var subject: String?
  package var keywords: [String] = []
  /// The program that the content comes from.
  package var creator: String?
  package var pageLabels: [PageLabelDescription] = []
}

/// How pages are numbered from a page on, as a PDF's reader shows it (ISO 32000-1, 12.4.2).
package struct PageLabelDescription: Hashable, Sendable {
  package enum Style: String, Hashable, Sendable, CaseIterable {
    case decimal, roman, alpha, none
    case upperRoman = "upper-roman"
    case upperAlpha = "upper-alpha"
  }

  /// The first page, counted from 0.
  package var firstPage: Int
  package var style: Style
  package var prefix: String
  /// The number of the first page.
  package var start: Int
}

/// The part of a description that holds for all pages: its version, `document` and `styles`.
struct DescriptionHeader {
  /// The version of the schema that is read.
  static let version = 1.0
  static let names = ["$schema", "version", "document", "styles", "pages"]

  var document = DocumentDescription()
  var geometry = PageGeometry()
  var styles = StyleSheet()

  /// A description without a header.
  init() {}

  init(_ object: ObjectReader) throws(ImageError) {
    let version = try object.required("version")
    guard try version.number("the version of the description, 1") == Self.version else {
      throw version.error("this program reads version 1 of page descriptions", .unsupported)
    }
    styles = try StyleSheet(object["styles"])
    guard let reader = object["document"] else { return }
    let names = ["title", "author", "subject", "keywords", "creator", "page", "style", "pageLabels"]
    let facts = try reader.object("a document", names)
    document.title = try facts["title"]?.text()
    document.author = try facts["author"]?.text()
    document.subject = try facts["subject"]?.text()
    document.creator = try facts["creator"]?.text()
    if let keywords = facts["keywords"] {
      for keyword in try keywords.list("a list of texts") { document.keywords.append(try keyword.text()) }
    }
    if let page = facts["page"] {
      geometry = try geometry.reading(try page.object("the document's page", PageGeometry.names))
    }
    styles.base = try styles.style(facts["style"])
    if let labels = facts["pageLabels"] {
      for label in try labels.list("a list of labels") { document.pageLabels.append(try Self.label(label)) }
    }
  }

  private static func label(_ reader: ValueReader) throws(ImageError) -> PageLabelDescription {
    let object = try reader.object("a page label", ["from", "style", "prefix", "start"])
    return PageLabelDescription(
      firstPage: try object.required("from").integer("a page, counted from 1", in: 1...10_000_000) - 1,
      style: try object["style"]?.word(PageLabelDescription.Style.self) ?? .decimal,
      prefix: try object["prefix"]?.text() ?? "",
      start: try object["start"]?.integer("a number from 1", in: 1...1_000_000_000) ?? 1)
  }
}
