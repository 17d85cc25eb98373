internal import ByteStreams
internal import CommandKit
internal import MetadataModel

/// Comma-separated values (RFC 4180, with line feeds): a line of names, then a line for each image.
struct CSVWriter: MetadataWriter {
  var style = ValueStyle.raw
  /// What each column asks for.
  var columns: [PropertyQuery]

  var opening: String { Self.line(["input", "image"] + columns.map(\.text)) }

  func text(of file: FileMetadata) -> String {
    // A file without images has what it says of itself.
    let images = file.images.isEmpty ? [PropertyTree()] : file.images
    return images.enumerated().map { index, image in
      let values = columns.map { column -> String in
        let match = column.first(in: image) ?? column.first(in: file.container)
        return match.map { style.single($0.property) } ?? ""
      }
      return Self.line([PathText.readable(file.input.name), String(index + 1)] + values)
    }.joined()
  }

  private static func line(_ fields: [String]) -> String {
    fields.map(quoted).joined(separator: ",") + "\n"
  }

  private static func quoted(_ field: String) -> String {
    let needsQuotes = field.utf8.contains { byte in
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r")
    }
    guard needsQuotes else { return field }
    var text = "\""
    for scalar in field.unicodeScalars {
      if scalar == "\"" { text += "\"" }
      text.unicodeScalars.append(scalar)
    }
    return text + "\""
  }
}
