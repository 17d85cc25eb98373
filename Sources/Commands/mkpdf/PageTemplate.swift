internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import MetadataModel
internal import MetadataReports

/// A text of pages with fields: those of `imgmeta --print`, and `{page}` and `{pages}`.
struct PageTemplate: Sendable {
  private let template: PrintTemplate

  /// - Throws: `ValidationError` that says what is wrong; the argument library adds the option and its value.
  init(_ text: String) throws {
    template = try PrintTemplate(text, variables: ["page", "pages"], isLine: false)
    let queries = template.allQueries
    guard !queries.isEmpty else { return }
    let names = FieldNames(variables: ["page", "pages", "name", "stem", "path", "dir", "n"])
    for query in queries {
      if let fault = names.fault(query) { throw ValidationError(fault) }
    }
  }

  /// The properties that it asks for without saying what stands for one that is missing.
  var queries: [PropertyQuery] { template.queries }

  var needsPageCount: Bool { template.has(variable: "pages") }
  var needsMetadata: Bool { template.asksForProperties }

  /// The text for a page.
  func text(_ facts: PageFacts) -> String {
    var variables = ["page": String(facts.page + 1)]
    if let count = facts.pageCount { variables["pages"] = String(count) }
    return template.text(of: facts.file, style: .readable, variables: variables)
  }
}

/// What texts on a page may say.
struct PageFacts {
  /// The input, with its metadata where a text asks for them.
  var file: FileMetadata
  /// The page's place in the document, counted from 0.
  var page: Int
  /// How many pages the document has, where that is known.
  var pageCount: Int?
  /// What the page leaves free along its edges where the options do not say, in points.
  var standardMargin = 0.0

  /// An input without metadata.
  static func file(_ input: InputFile, number: Int) -> FileMetadata {
    FileMetadata(
      path: input == .standardInput ? nil : input.name, number: number,
      metadata: ImageMetadata(format: "", contentType: "", byteCount: 0),
      container: PropertyTree(), images: [])
  }
}
