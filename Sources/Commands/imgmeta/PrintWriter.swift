internal import MetadataCommands

/// Writes a line for each file.
struct PrintWriter: MetadataWriter {
  var style = ValueStyle.raw
  var template: PrintTemplate

  // Also what the pattern itself says: its bytes are the user's.
  var writesNameBytes: Bool { true }

  func text(of file: FileMetadata) -> String { template.text(of: file, style: style) }
}
