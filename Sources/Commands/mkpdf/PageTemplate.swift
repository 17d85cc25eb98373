internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import MetadataCommands
internal import MetadataModel
internal import PDFJobs

/// A text on pages, with the fields of `imgmeta --print` and with `{page}` and `{pages}`.
struct PageTemplate: PageTextTemplate {
  private let template: PrintTemplate

  /// - Throws: `ValidationError` without the option and its value, which the argument library adds.
  init(_ text: String) throws {
    template = try PrintTemplate(text, variables: ["page", "pages"], isLine: false)
    let queries = template.allQueries
    guard !queries.isEmpty else { return }
    let names = FieldNames(variables: ["page", "pages", "name", "stem", "path", "dir", "n"])
    for query in queries {
      if let fault = names.fault(query) { throw ValidationError(fault) }
    }
  }

  var queries: [PropertyQuery] { template.queries }

  var needsPageCount: Bool { template.has(variable: "pages") }
  var needsMetadata: Bool { template.asksForProperties }

  func text(_ facts: PageFacts) -> String {
    var variables = ["page": String(facts.page + 1)]
    if let count = facts.pageCount { variables["pages"] = String(count) }
    let file = FileMetadata(
      input: InputFile(facts.input), number: facts.inputNumber,
      metadata: ImageMetadata(format: "", contentType: "", byteCount: 0),
      container: facts.properties?.container ?? PropertyTree(), images: facts.properties.map { [$0.image] } ?? [])
    return template.text(of: file, style: .readable, variables: variables)
  }
}
