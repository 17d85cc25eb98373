package import Drawing
package import ImageModel
package import StructuredText

/// The options for reading a page description.
package struct DescriptionOptions {
  /// The data that fields refer to: `--data`.
  package var data: StructuredValue?
  /// The base directory of relative paths: that of the description. Empty for the working directory.
  package var folder: String
  package var limits: DescriptionLimits
  /// The file name in messages about the document; empty where it is not known.
  package var name = ""
  /// The value of `{page}` on the first page: more than 1 where the pages of other inputs come before.
  package var firstPageNumber = 1
  /// The value of `{pages}`; nil for the number of pages of the description.
  package var totalPages: Int?
  /// Whether pictures without a text that stands for them are errors.
  package var needsAlternatives = false
  /// Replaces the language in the description.
  package var language: String?
  /// Whether warnings about fonts have the place in the description: not where it is made of another text.
  package var showsPlaces = true
  /// The colours of inks of the document that is written.
  package var inks = InkColors()

  package init(data: StructuredValue? = nil, folder: String = "", limits: DescriptionLimits) {
    self.data = data
    self.folder = folder
    self.limits = limits
  }
}

/// The limits of page descriptions and their data.
///
/// They are far above practical needs, and keep a hostile description from exhausting the machine.
package struct DescriptionLimits: Hashable, Sendable {
  /// The bytes of a description, of its data, and of one line of JSON Lines.
  package var maxBytes = 64 << 20
  /// The nesting depth of lists and objects.
  package var maxDepth = 64
  /// The values of a description, of its data, or of a line.
  package var maxValues = 4_000_000
  /// The elements, rows and cells of one page with its continuation pages, including repetitions: one for each kilobyte
  /// of `files.maxMemory`. A cell takes half a kilobyte.
  package var maxElements: Int
  /// The pages that one described page makes.
  package static let maxRunPages = 10_000
  /// The pages of one description.
  package var maxPages = 1_000_000
  /// The bytes of all texts of one page with their fields filled in.
  package var maxPageTextBytes = 64 << 20
  /// The repetitions by `for` on one page, and of pages, before `if` filters them.
  package var maxRepetitions = 2_000_000
  /// The limits of the pictures and PDFs that the description refers to.
  package var files: Limits

  package init(files: Limits) {
    self.files = files
    maxElements = files.maxMemory / 1_024
  }

  /// The limits of one parsed text.
  package var structure: StructuredLimits {
    StructuredLimits(maxBytes: maxBytes, maxDepth: maxDepth, maxValues: maxValues)
  }

  /// The error for a limit without an option.
  static func exceeded(_ what: String) -> ImageError { StructuredLimits.exceeded(what) }
}
