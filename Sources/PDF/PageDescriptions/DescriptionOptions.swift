package import ImageModel
package import StructuredText

/// What a description is read with besides its own text.
package struct DescriptionOptions {
  /// What its fields ask for: `--data`.
  package var data: StructuredValue?
  /// The folder that relative paths are meant in: the description's own. Empty for the working directory.
  package var folder: String
  package var limits: DescriptionLimits
  /// The file's name in messages about the document; empty where it is not known.
  package var name = ""
  /// What `{page}` is on the first page: more than 1 where other inputs' pages stand before.
  package var firstPageNumber = 1
  /// What `{pages}` is; nil for the number of pages of the description.
  package var totalPages: Int?

  package init(data: StructuredValue? = nil, folder: String = "", limits: DescriptionLimits) {
    self.data = data
    self.folder = folder
    self.limits = limits
  }
}

/// How much a page description and its data may ask for.
///
/// A description is written by people and programs for one document; these bounds are far above what anybody has use for, and
/// keep a hostile one from taking the machine.
package struct DescriptionLimits: Hashable, Sendable {
  /// Bytes of a description, of its data, and of one line of JSON Lines.
  package var maxBytes = 64 << 20
  /// Lists and objects in one another.
  package var maxDepth = 64
  /// Values of a description, of its data, or of a line.
  package var maxValues = 4_000_000
  /// Elements, rows and cells of one page and those that it goes on to, repeated ones included. A cell takes half a kilobyte.
  package var maxElements = 500_000
  /// Pages that one document makes.
  package var maxPages = 1_000_000
  /// Bytes of all texts of one page after their fields have been filled in.
  package var maxPageTextBytes = 64 << 20
  /// What `for` makes on one page, and of pages, before `if` leaves things out.
  package var maxRepetitions = 2_000_000
  /// Whether property lists may hold what has no meaning in a page description: bytes, sets, references of keyed archives (as
  /// objects with the one member `CF$UID`, which is how Apple's XML has them), and numbers that are not finite (as texts).
  package var readsAllKinds = false
  /// Limits of the pictures and PDFs that the description names.
  package var files: Limits

  package init(files: Limits) { self.files = files }

  /// The bounds of one text.
  var structure: StructuredLimits {
    StructuredLimits(maxBytes: maxBytes, maxDepth: maxDepth, maxValues: maxValues)
  }

  /// The error for a bound that has no option.
  static func exceeded(_ what: String) -> ImageError { StructuredLimits.exceeded(what) }
}
