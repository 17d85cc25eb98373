package import ImageModel
package import MetadataModel
internal import MetadataReports

/// A text with fields that are filled in for each page: a header, a caption, a watermark.
///
/// The fields are those of `imgmeta --print`, and those in `variables`.
package struct PageTemplate: Sendable {
  private let template: PrintTemplate

  /// The fields that depend on the page and on the day.
  private static let variables: [String: PrintTemplate.Variable] = [
    "page": .number, "pages": .number, "label": .text, "bates": .text, "date": .date, "today": .date,
  ]
  /// All fields that are not properties of pictures, in the order of messages.
  private static let names = ["page", "pages", "label", "bates", "date", "today", "name", "stem", "path", "dir", "n"]

  /// - Throws: `usage` with the fault of the text: its syntax, or a field that no input can have.
  package init(_ text: String) throws(ImageError) {
    template = try PrintTemplate(text, variables: Self.variables, isLine: false)
    let queries = template.allQueries
    guard !queries.isEmpty else { return }
    let names = FieldNames(variables: Self.names)
    for query in queries {
      if let fault = names.fault(query) { throw ImageError(.usage, fault) }
    }
  }

  /// The properties of a picture that the text refers to without a default.
  var queries: [PropertyQuery] { template.queries }
  /// Whether the text contains the number of all pages.
  var needsPageCount: Bool { template.has(variable: "pages") }
  /// Whether the text contains the Bates number.
  var hasBatesNumber: Bool { template.has(variable: "bates") }
  /// Whether the text refers to any property of a picture.
  var needsMetadata: Bool { template.asksForProperties }

  func text(_ facts: PageFacts) -> String {
    let time = facts.time.isoTime
    var variables = ["page": String(facts.page + 1), "label": facts.label, "date": time, "today": time]
    if let count = facts.pageCount { variables["pages"] = String(count) }
    if let bates = facts.bates { variables["bates"] = bates }
    let path: String? = if case .path(let path) = facts.input.source { path } else { nil }
    let file = FileMetadata(
      path: path, number: facts.inputNumber, metadata: ImageMetadata(format: "", contentType: "", byteCount: 0),
      container: facts.properties?.container ?? PropertyTree(), images: facts.properties.map { [$0.image] } ?? [])
    return template.text(of: file, style: .readable, variables: variables)
  }
}

/// The values that fields of a text on a page refer to.
package struct PageFacts {
  package var input: PDFInput
  /// The index of the input, counted from 0.
  package var inputNumber: Int
  /// The properties of the input and of the image on the page, where a text refers to any.
  package var properties: (container: PropertyTree, image: PropertyTree)?
  /// The index of the page in the document, counted from 0.
  package var page = 0
  /// The page's Bates number; nil where there are none.
  var bates: String?
  /// The page's label, as viewers show it.
  var label = ""
  /// The time for `{date}` and `{today}`.
  var time: CivilTime
  /// The number of pages of the document, where it is known.
  package var pageCount: Int?
  /// The margin of the page where the options do not set one, in points.
  var defaultMargin = 0.0

  init(_ input: PDFInput, number: Int, time: CivilTime) {
    (self.input, inputNumber, self.time) = (input, number, time)
  }

  /// The first property that a query matches: of the file, then of the image.
  package func first(_ query: PropertyQuery) -> Property? {
    guard let properties else { return nil }
    return (query.first(in: properties.container) ?? query.first(in: properties.image))?.property
  }
}
