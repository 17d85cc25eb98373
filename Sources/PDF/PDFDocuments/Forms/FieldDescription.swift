package import ImageModel
internal import PDFReading

/// A field of a form, for people who fill it in.
package struct FieldDescription: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case text, checkbox, radio, button, choice, list, signature, unknown
  }

  /// The full name.
  package var name: String
  package var kind: Kind
  /// The texts of a text or choice field, or the state of a button; empty for a field without a value.
  package var values: [String]
  /// What can be chosen: the values of a choice field, or the states of a check box or of radio buttons.
  package var options: [String]
  package var maxLength: Int?
  package var isReadOnly: Bool
  package var isRequired: Bool
}

/// The value that a field gets.
package enum FieldValue: Hashable, Sendable {
  case text(String)
  case list([String])
  case flag(Bool)
  /// No value.
  case none

  /// The texts; none for a flag.
  var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .list(let texts): texts
    case .flag, .none: []
    }
  }
}

extension FormField {
  /// The kind by its type and flags (ISO 32000-1, 12.7.4, tables 226 and 230).
  func kind(_ reader: ObjectReader) throws(ImageError) -> FieldDescription.Kind {
    let flags = try reader.resolve(entries["Ff"]).integer ?? 0
    func isSet(_ bit: Int) -> Bool { flags >> (bit - 1) & 1 == 1 }
    switch try reader.resolve(entries["FT"]).name {
    case "Tx"?: return .text
    case "Btn"?: return isSet(17) ? .button : isSet(16) ? .radio : .checkbox
    case "Ch"?: return isSet(18) ? .choice : .list
    case "Sig"?: return .signature
    default: return .unknown
    }
  }

  /// The options of a choice field: the value of each, and the text that is shown. Radio buttons may have them, too.
  func options(_ reader: ObjectReader) throws(ImageError) -> [(value: String, shown: String)] {
    var options: [(value: String, shown: String)] = []
    for element in (try reader.resolve(entries["Opt"]).array ?? []).prefix(100_000) {
      let option = try reader.resolve(element)
      let parts = option.array ?? [option]
      options.append((try reader.resolve(parts.first).text ?? "", try reader.resolve(parts.last).text ?? ""))
    }
    return options
  }

  /// The states of each part of a check box or of radio buttons, without `Off`.
  func states(_ reader: ObjectReader) throws(ImageError) -> [[String]] {
    var states: [[String]] = []
    for number in widgets {
      let looks = try reader.resolve(try reader.object(number).dictionary?["AP"]).dictionary
      let normal = try reader.resolve(looks?["N"]).dictionary
      states.append((normal?.entries.map(\.key) ?? []).filter { $0 != "Off" })
    }
    return states
  }

  /// The states with the names that people know: a part whose field has options stands for one of them, whatever its
  /// state is called (12.7.4.2.3).
  func named(
    _ states: [[String]], _ reader: ObjectReader
  ) throws(ImageError) -> [(name: String, state: String)] {
    let options = try options(reader)
    return states.enumerated().flatMap { index, own in
      own.map { (name: index < options.count ? options[index].value : $0, state: $0) }
    }
  }
}

extension PDFFile {
  func formFields(_ reader: ObjectReader) throws(ImageError) -> [FormField] {
    try FormTree(catalog: try catalog(reader), reader).fields(reader)
  }

  /// Of the values and options of all fields.
  private static var maxFieldBytes: Int { 64 << 20 }

  /// The fields of the form, in its order; empty for a document without one.
  ///
  /// - Throws: `limitExceeded` for values and options of more than 64 mebibytes: fields may inherit the same ones; the
  ///   errors of reading.
  package func fields() throws(ImageError) -> [FieldDescription] {
    try read { reader throws(ImageError) in
      var fields: [FieldDescription] = []
      var bytesLeft = Self.maxFieldBytes
      for field in try formFields(reader) {
        let kind = try field.kind(reader)
        let flags = try reader.resolve(field.entries["Ff"]).integer ?? 0
        let value = try reader.resolve(field.entries["V"])
        var values: [String] = []
        for element in value.array ?? [value] {
          let element = try reader.resolve(element)
          if let text = element.text ?? element.name { values.append(text) }
        }
        var options: [String] = []
        if kind == .checkbox || kind == .radio {
          let named = try field.named(try field.states(reader), reader)
          var seen: Set<String> = []
          options = named.map(\.name).filter { seen.insert($0).inserted }
          values = values.map { value in named.first { $0.state == value }?.name ?? value }
        } else {
          options = try field.options(reader).map(\.value)
        }
        for text in values + options { bytesLeft -= text.utf8.count + 16 }
        guard bytesLeft >= 0 else {
          throw ImageError(.limitExceeded, "the values and options of its fields are too long", format: "PDF")
        }
        fields.append(
          FieldDescription(
            name: field.name, kind: kind, values: values, options: options,
            maxLength: try reader.resolve(field.entries["MaxLen"]).integer, isReadOnly: flags & 1 != 0,
            isRequired: flags & 2 != 0))
      }
      return fields
    }
  }
}
