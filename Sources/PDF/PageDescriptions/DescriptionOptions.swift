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
