package import ImageModel
internal import StructuredText

/// An XML property list: an array with the records of JSON, in which bytes are data.
package struct PropertyListFormatter: MetadataFormatter {
  private let style: ValueStyle

  package init(style: ValueStyle) { self.style = style }

  package var opening: String { PropertyListText.opening + "<array>\n" }
  package func closing() -> String { "</array>\n" + PropertyListText.closing }

  package func text(of file: FileMetadata) -> String {
    var record = JSONValueBuilder()
    MetadataRecord.write(file, style: style, to: &record)
    return Self.element(record.value, level: 1)
  }

  package func text(of error: ImageError, file name: String) -> String {
    Self.element(MetadataRecord.record(of: error, file: name), level: 1)
  }

  private static func element(_ value: JSONValue, level: Int) -> String {
    PropertyListText.element(value, level: level, longestBytes: JSONWriter.longestBytes)
  }
}
