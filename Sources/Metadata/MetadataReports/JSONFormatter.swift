package import ImageModel
package import MetadataModel
package import StructuredText

/// An array with one record for each file, or JSON Lines: one record a line. docs/metadata.md describes the records.
package struct JSONFormatter: MetadataFormatter {
  private let style: ValueStyle
  private let isLines: Bool
  private let encoding: JSONWriter.Encoding

  package init(style: ValueStyle, isLines: Bool = false, encoding: JSONWriter.Encoding = .utf8) {
    self.style = style
    self.isLines = isLines
    self.encoding = encoding
  }

  package var opening: String { isLines ? "" : "[\n" }
  package var separator: String { isLines ? "" : ",\n" }
  package func closing() -> String { isLines ? "" : "\n]\n" }

  package func text(of file: FileMetadata) -> String {
    text { MetadataRecord.write(file, style: style, to: &$0) }
  }

  package func text(of error: ImageError, file name: String) -> String {
    text { $0.write(MetadataRecord.record(of: error, file: name)) }
  }

  /// The text of one record.
  func text(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(isLines ? .line : .indented, encoding)
    write(&writer)
    if isLines { writer.newline() }
    return writer.text
  }
}

/// The record of a file, which JSON, property lists and catalogues share.
package enum MetadataRecord {
  /// The version of the record's format. Each change that could break a program that reads it raises it.
  static let version: Int64 = 1

  static func write(_ file: FileMetadata, style: ValueStyle, to sink: inout some RecordSink) {
    let metadata = file.metadata
    sink.beginObject()
    sink.member("schema")
    sink.write(version)
    sink.member("input")
    sink.write(path: file.name)
    sink.member("format")
    sink.write(metadata.format)
    sink.member("contentType")
    sink.write(metadata.contentType)
    sink.member("bytes")
    sink.write(metadata.byteCount)
    sink.member("properties")
    write(file.container, style, to: &sink)
    sink.member("images")
    sink.beginArray()
    for image in file.images {
      sink.element()
      write(image, style, to: &sink)
    }
    sink.endArray()
    if !metadata.namespaces.isEmpty { write(metadata.namespaces, to: &sink) }
    writeMessages(of: file, to: &sink)
    sink.endObject()
  }

  /// Writes the members `notes` and `warnings`.
  static func writeMessages(of file: FileMetadata, to sink: inout some RecordSink) {
    for (name, severity) in [("notes", Diagnostic.Severity.note), ("warnings", .warning)] {
      sink.member(name)
      sink.beginArray()
      for message in file.messages(severity) {
        sink.element()
        sink.write(path: message)
      }
      sink.endArray()
    }
  }

  /// The record of a file that could not be read.
  static func record(of error: ImageError, file name: String) -> JSONValue {
    .object([
      "schema": .int(version), "input": .path(name), "notes": .array([]), "warnings": .array([]),
      "error": .error(error),
    ])
  }

  private static func write(_ namespaces: [ImageMetadata.Namespace], to sink: inout some RecordSink) {
    let names = uniqueNames(namespaces.map(\.prefix))
    sink.member("namespaces")
    sink.beginObject()
    for (name, namespace) in zip(names, namespaces) {
      sink.member(name)
      sink.write(namespace.uri)
    }
    sink.endObject()
  }

  private static func write(_ tree: PropertyTree, _ style: ValueStyle, to sink: inout some RecordSink) {
    let names = uniqueNames(tree.groups.map(\.name))
    sink.beginObject()
    for (name, group) in zip(names, tree.groups) {
      sink.member(name)
      write(group.properties, style, to: &sink)
    }
    sink.endObject()
  }

  /// Writes an object with the value and its description, title and tag.
  private static func writeBoth(_ property: Property, to sink: inout some RecordSink) {
    sink.beginObject()
    sink.member("value")
    write(property.value, to: &sink)
    if let readable = property.readable {
      sink.member("readable")
      sink.write(readable)
    }
    if let title = property.title {
      sink.member("title")
      sink.write(title)
    }
    if let tag = property.tag {
      sink.member("tag")
      sink.write(Int64(tag))
    }
    sink.endObject()
  }

  /// Writes an object whose members are properties.
  private static func write(_ properties: [Property], _ style: ValueStyle, to sink: inout some RecordSink) {
    // Few files have two properties of one name.
    let names = properties.surelyHaveDistinctNames ? nil : uniqueNames(properties.map(\.name))
    sink.beginObject()
    // By index: an iterator would copy each property.
    for index in properties.indices {
      sink.member(names?[index] ?? properties[index].name)
      write(properties[index], style, to: &sink)
    }
    sink.endObject()
  }

  /// Writes the value of a property.
  static func write(_ property: Property, _ style: ValueStyle, to sink: inout some RecordSink) {
    switch style {
    case .raw: write(property.value, to: &sink)
    case .readable:
      if let readable = property.readable { sink.write(readable) } else { write(property.value, to: &sink) }
    case .both: writeBoth(property, to: &sink)
    }
  }

  /// Makes the names of an object's members unique: a second `Comment` becomes `Comment 2`.
  static func uniqueNames(_ names: [String]) -> [String] {
    if names.areSurelyDistinct { return names }
    var taken = Set(names)
    if taken.count == names.count { return names }
    var counts: [String: Int] = [:]
    return names.map { own in
      var count = counts[own, default: 0] + 1
      var name = own
      if count > 1 {
        while !taken.insert("\(own) \(count)").inserted { count += 1 }
        name = "\(own) \(count)"
      }
      counts[own] = count
      return name
    }
  }

  /// A value in JSON, as in the record.
  package static func json(of value: PropertyValue) -> String {
    var writer = JSONWriter()
    write(value, to: &writer)
    return writer.text
  }

  private static func write(_ value: PropertyValue, to sink: inout some RecordSink) {
    switch value {
    case .boolean(let value): sink.write(value)
    case .integer(let value): sink.write(value)
    case .unsigned(let value): sink.write(value)
    case .decimal(let value): sink.write(value)
    case .text(let text): sink.write(text)
    case .rational(let value):
      sink.beginObject()
      sink.member("numerator")
      sink.write(value.numerator)
      sink.member("denominator")
      sink.write(value.denominator)
      sink.member("value")
      if let quotient = value.value { sink.write(quotient) } else { sink.writeNull() }
      sink.endObject()
    case .bytes(let bytes): sink.write(bytes)
    case .array(let values):
      sink.beginArray()
      for value in values {
        sink.element()
        write(value, to: &sink)
      }
      sink.endArray()
    case .structure(let properties):
      // Fields have no readable descriptions.
      write(properties, .raw, to: &sink)
    }
  }
}
