internal import MetadataCommands

/// Writes a line for each file.
struct PrintWriter: MetadataWriter {
  var style = ValueStyle.raw
  var template: PrintTemplate

  var writesNameBytes: Bool { template.endsWithNUL }

  func text(of file: FileMetadata) -> String { template.text(of: file, style: style) }
}
