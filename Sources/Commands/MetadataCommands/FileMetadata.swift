package import CommandKit
package import ImageModel
package import MetadataModel

/// What is to be written of one file: its properties as far as they were asked for, and what was odd about it.
package struct FileMetadata {
  package var input: InputFile
  /// The input's place among all, counted from 0.
  package var number: Int
  package var metadata: ImageMetadata
  /// The file's own properties.
  package var container: PropertyTree
  /// Those of each image.
  package var images: [PropertyTree]

  package init(
    input: InputFile, number: Int, metadata: ImageMetadata, container: PropertyTree, images: [PropertyTree]
  ) {
    self.input = input
    self.number = number
    self.metadata = metadata
    self.container = container
    self.images = images
  }

  /// The first property that a question means, in the file's own properties and then in each image's.
  package func first(_ query: PropertyQuery) -> Property? {
    for tree in [container] + images {
      if let match = query.first(in: tree) { return match.property }
    }
    return nil
  }

  /// Notes or warnings.
  package func messages(_ severity: Diagnostic.Severity) -> [String] {
    metadata.diagnostics.filter { $0.severity == severity }.map(\.message)
  }
}
