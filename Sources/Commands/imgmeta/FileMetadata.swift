internal import CommandKit
internal import ImageModel
internal import MetadataModel

/// What is to be written of one file: its properties as far as they were asked for, and what was odd about it.
struct FileMetadata {
  var input: InputFile
  /// The input's place among all, counted from 0.
  var number: Int
  var metadata: ImageMetadata
  /// The file's own properties.
  var container: PropertyTree
  /// Those of each image.
  var images: [PropertyTree]

  /// The first property that a question means, in the file's own properties and then in each image's.
  func first(_ query: PropertyQuery) -> Property? {
    for tree in [container] + images {
      if let match = query.first(in: tree) { return match.property }
    }
    return nil
  }

  /// Notes or warnings.
  func messages(_ severity: Diagnostic.Severity) -> [String] {
    metadata.diagnostics.filter { $0.severity == severity }.map(\.message)
  }
}
