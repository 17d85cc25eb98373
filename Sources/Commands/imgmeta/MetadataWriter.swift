internal import CommandKit
internal import ImageModel
internal import MetadataCommands

/// One form of output: text, JSON, CSV, ... A file is written by one call, on the thread that read it.
protocol MetadataWriter: Sendable {
  /// Comes before all files.
  var opening: String { get }
  /// Comes between two files.
  var separator: String { get }
  /// Whether names are written with the bytes that they really have, even where those are no UTF-8.
  var writesNameBytes: Bool { get }
  /// Comes behind all files; asked for when all are written.
  func closing() -> String
  /// What the form says of a file; may be empty.
  func text(of file: FileMetadata) -> String
  /// What the form says of a file that could not be read; most say nothing, for the error stands on standard error.
  func text(of error: ImageError, input: InputFile) -> String
}

extension MetadataWriter {
  var opening: String { "" }
  var separator: String { "" }
  var writesNameBytes: Bool { false }
  func closing() -> String { "" }
  func text(of error: ImageError, input: InputFile) -> String { "" }
}
