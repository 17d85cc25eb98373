internal import CommandKit
internal import ImageModel
internal import MetadataCommands
internal import StructuredText

/// An array with a record for each file, or one record a line without the array. docs/metadata.md describes records.
struct JSONArrayWriter: MetadataWriter {
  var style = ValueStyle.raw
  /// JSON Lines: each record on a line of its own, for pipes.
  var isLines = false

  var opening: String { isLines ? "" : "[\n" }
  var separator: String { isLines ? "" : ",\n" }
  func closing() -> String { isLines ? "" : "\n]\n" }

  func text(of file: FileMetadata) -> String { text { MetadataJSON.write(file, style: style, to: &$0) } }

  func text(of error: ImageError, input: InputFile) -> String {
    text { $0.write(MetadataJSON.record(error, input: input)) }
  }

  private func text(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(isLines ? .line : .indented)
    write(&writer)
    if isLines { writer.newline() }
    return writer.text
  }
}
