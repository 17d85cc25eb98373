package import ImageModel
package import PDFDocuments
internal import PDFReading
internal import StructuredFiles
package import StructuredText
internal import XMLReading

/// The values of forms in a file: JSON, FDF, XFDF or CSV.
package struct FormData: Sendable {
  package typealias Row = [(name: String, value: FieldValue)]

  /// The values of each document that is made.
  package var rows: [Row]

  private static let maxRows = 1_000_000

  package init(rows: [Row]) { self.rows = rows }

  // MARK: JSON

  /// An object with names of fields, or a list of such objects. Objects within them stand for the fields below a field.
  ///
  /// - Throws: `invalidData` for other values.
  package init(_ value: StructuredValue) throws(ImageError) {
    switch value.content {
    case .object(let object): rows = [try Self.row(object, "")]
    case .array(let elements):
      rows = []
      for element in elements {
        guard case .object(let object) = element.content else {
          throw ImageError(.invalidData, "line \(element.line): expected an object with the fields of a document")
        }
        rows.append(try Self.row(object, ""))
      }
      guard !rows.isEmpty else { throw ImageError(.invalidData, "has an empty list: there is no document to be made") }
    default: throw ImageError(.invalidData, "expected an object with the names of fields, or a list of such objects")
    }
  }

  private static func row(_ object: StructuredObject, _ prefix: String) throws(ImageError) -> Row {
    var row: Row = []
    for member in object.members {
      let name = prefix + member.name
      switch member.value.content {
      case .null: row.append((name, .none))
      case .bool(let value): row.append((name, .flag(value)))
      case .number(_, let text): row.append((name, .text(text)))
      case .string(let text): row.append((name, .text(text)))
      case .object(let inner): row += try self.row(inner, name + ".")
      case .array(let elements):
        var texts: [String] = []
        for element in elements {
          guard case .string(let text) = element.content else {
            throw ImageError(.invalidData, "line \(element.line): the field '\(name)' needs a list of texts")
          }
          texts.append(text)
        }
        row.append((name, .list(texts)))
      case .bytes: throw ImageError(.invalidData, "line \(member.value.line): the field '\(name)' needs a text")
      }
    }
    return row
  }

  // MARK: Other formats

  /// The values in a file of FDF, XFDF or CSV.
  ///
  /// - Parameter isCSV: nil where no suffix tells. What begins with a bracket or brace is then JSON.
  /// - Returns: nil for a file that is to be read as JSON.
  /// - Throws: `invalidData`.
  package init?(_ bytes: [UInt8], isCSV: Bool?) throws(ImageError) {
    // White space and a byte order mark may be before it.
    let first = bytes.first { $0 > 0x20 && $0 < 0x80 }
    let isObject = first.map { "{[".utf8.contains($0) } ?? true
    if isCSV ?? false {
      rows = try Self.table(bytes)
    } else if FDFFile.isFDF(bytes) {
      guard let fields = try FDFFile.fields(in: bytes) else {
        throw ImageError(.invalidData, "has no fields", format: "FDF")
      }
      rows = [fields.map { ($0.name, Self.value($0.value)) }]
    } else if first == UInt8(ascii: "<") {
      rows = [try Self.xfdf(bytes)]
    } else if isCSV == nil, !isObject, StructuredSyntax.of(bytes) == .json {
      rows = try Self.table(bytes)
    } else {
      return nil
    }
  }

  private static func value(_ object: FileObject) -> FieldValue {
    switch object {
    case .array(let elements): .list(elements.compactMap { $0.text ?? $0.name })
    case .null: .none
    default: (object.text ?? object.name).map { .text($0) } ?? .none
    }
  }

  /// The fields of XFDF (ISO 19444-1): elements `field` with a `name`, in each other, with elements `value`.
  private static func xfdf(_ bytes: [UInt8]) throws(ImageError) -> Row {
    let document = XMLDocument(bytes[...], maxDepth: 64, maxNodes: 1_000_000)
    if document.stop != nil {
      throw ImageError(.invalidData, "is damaged in line \(document.stopLine)", format: "XFDF")
    }
    var row: Row = []
    // The names of the open elements, those of the open fields, and the values of the innermost one.
    var elements: [String] = []
    var fields: [(name: String, values: [String])] = []
    for index in 0..<document.eventCount {
      switch document.event(index) {
      case .start(let name, _):
        let own = document.name(name).string
        elements.append(own)
        if own == "field" { fields.append(("", [])) }
        if own == "value", !fields.isEmpty { fields[fields.count - 1].values.append("") }
      case .attribute(let name, let value):
        if elements.last == "field", document.name(name).string == "name" {
          fields[fields.count - 1].name = value.string
        }
      case .text(let text):
        guard elements.last == "value", let last = fields.indices.last, let place = fields[last].values.indices.last
        else { continue }
        fields[last].values[place] += text.string
      case .end:
        if elements.popLast() == "field", let field = fields.last {
          let name = fields.map(\.name).joined(separator: ".")
          if field.values.count == 1 { row.append((name, .text(field.values[0]))) }
          if field.values.count > 1 { row.append((name, .list(field.values))) }
          fields.removeLast()
        }
      }
    }
    guard !row.isEmpty else { throw ImageError(.invalidData, "has no fields with values", format: "XFDF") }
    return row
  }

  // MARK: CSV

  /// A row of names, and a row of values for each document (RFC 4180). Commas, semicolons or tabs separate the columns:
  /// what the first row has. An empty cell, and a missing one at the end of a row, leaves its field as it is.
  private static func table(_ bytes: [UInt8]) throws(ImageError) -> [Row] {
    let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    guard let text = String(validating: content, as: UTF8.self) else {
      throw ImageError(.invalidData, "is not UTF-8", format: "CSV")
    }
    let first = text.unicodeScalars.prefix { $0 != "\n" && $0 != "\r" }
    let separators: [Unicode.Scalar] = [",", ";", "\t"]
    let separator = separators.max { one, other in first.count { $0 == one } < first.count { $0 == other } }
    let records = try records(text, separator: separator ?? ",")
    guard let names = records.first, records.count > 1 else {
      throw ImageError(.invalidData, "needs a row with the names of fields, and a row for each document", format: "CSV")
    }
    var known: Set<String> = []
    if let name = names.first(where: { !$0.isEmpty && !known.insert($0).inserted }) {
      throw ImageError(.invalidData, "has two columns '\(name)'", format: "CSV")
    }
    var rows: [Row] = []
    for (index, record) in records.dropFirst().enumerated() {
      guard record.count <= names.count else {
        throw ImageError(.invalidData, "row \(index + 2) has more columns than the first", format: "CSV")
      }
      guard zip(names, record).allSatisfy({ !$0.0.isEmpty || $0.1.isEmpty }) else {
        throw ImageError(.invalidData, "row \(index + 2) has a value in a column without a name", format: "CSV")
      }
      rows.append(zip(names, record).filter { !$0.1.isEmpty }.map { ($0.0, .text($0.1)) })
    }
    return rows
  }

  /// Code points are compared, not characters: an accent may follow a quotation mark.
  private static func records(_ text: String, separator: Unicode.Scalar) throws(ImageError) -> [[String]] {
    var (records, record): ([[String]], [String]) = ([], [])
    var cell = String.UnicodeScalarView()
    var (isQuoted, wasQuoted) = (false, false)
    func endRecord() {
      record.append(String(cell))
      // An empty line is no row.
      if record != [""] || wasQuoted { records.append(record) }
      (record, cell, wasQuoted) = ([], .init(), false)
    }
    var scalars = text.unicodeScalars.makeIterator()
    var next = scalars.next()
    while let scalar = next {
      next = scalars.next()
      if isQuoted {
        if scalar != "\"" {
          cell.append(scalar)
        } else if next == "\"" {
          cell.append(scalar)
          next = scalars.next()
        } else {
          isQuoted = false
        }
      } else if scalar == "\"", cell.isEmpty {
        (isQuoted, wasQuoted) = (true, true)
      } else if scalar == separator {
        record.append(String(cell))
        cell = .init()
      } else if scalar == "\n" || scalar == "\r" {
        endRecord()
        guard records.count <= maxRows else {
          throw ImageError(.limitExceeded, "has more than \(maxRows) rows", format: "CSV")
        }
      } else {
        cell.append(scalar)
      }
    }
    if isQuoted { throw ImageError(.invalidData, "a quotation mark is not closed", format: "CSV") }
    if !cell.isEmpty || !record.isEmpty { endRecord() }
    return records
  }
}
