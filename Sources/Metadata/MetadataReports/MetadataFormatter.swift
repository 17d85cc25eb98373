package import ImageModel

/// One output format: text, JSON, CSV and so on.
///
/// The text of a run is: opening, text of a file, separator, text of a file, ..., closing. `text(of:)` is called on the
/// thread that read the file.
package protocol MetadataFormatter: Sendable {
  /// The text before all files.
  var opening: String { get }
  /// The text between two files.
  var separator: String { get }
  /// Whether names of files are written with their original bytes, even where those are not UTF-8.
  var writesNameBytes: Bool { get }
  /// The text after all files. Called when all are written.
  func closing() -> String
  /// The text for a file; may be empty.
  func text(of file: FileMetadata) -> String
  /// The text for a file that could not be read. Most formats write nothing: the error is on standard error.
  func text(of error: ImageError, file name: String) -> String
}

/// A format that writes lines, or records of its own in the frame of JSON.
package protocol FramedFormatter: MetadataFormatter {
  /// JSON's frame; nil for lines.
  var json: JSONFormatter? { get }
}

extension FramedFormatter {
  package var opening: String { json?.opening ?? "" }
  package var separator: String { json?.separator ?? "" }
  package func closing() -> String { json?.closing() ?? "" }
  package func text(of error: ImageError, file name: String) -> String { json?.text(of: error, file: name) ?? "" }
}

extension MetadataFormatter {
  package var opening: String { "" }
  package var separator: String { "" }
  package var writesNameBytes: Bool { false }
  package func closing() -> String { "" }
  package func text(of error: ImageError, file name: String) -> String { "" }
}
