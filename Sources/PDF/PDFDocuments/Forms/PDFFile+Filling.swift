package import ImageModel
internal import PDFReading

extension PDFFile {
  /// Gives fields values. The file does not change; what is imported of it does, and has appearances with the values.
  ///
  /// Fields with other names keep theirs. A form of XFA loses that part: viewers would show its values.
  ///
  /// - Throws: `usage` for a field that does not exist, and a value that the field cannot have; the errors of reading.
  package func fill(_ values: [(name: String, value: FieldValue)]) throws(ImageError) {
    guard !values.isEmpty else { return }
    var edits = edits
    try read { reader throws(ImageError) in
      let fields = try formFields(reader)
      let places = Dictionary(fields.indices.map { (fields[$0].name, $0) }) { first, _ in first }
      for (name, value) in values {
        guard let place = places[name] else {
          throw ImageError(.usage, "has no field '\(name)'\(NearestName.hint(name, in: fields.map(\.name)))")
        }
        try set(value, of: fields[place], &edits, reader)
      }
      try removeXFA(&edits, reader)
    }
    self.edits = edits
  }

  private func set(
    _ value: FieldValue, of field: FormField, _ edits: inout ObjectEdits, _ reader: ObjectReader
  ) throws(ImageError) {
    func fault(_ reason: String) -> ImageError { ImageError(.usage, "the field '\(field.name)' \(reason)") }
    switch try field.kind(reader) {
    case .text:
      if case .flag = value { throw fault("needs a text") }
      let text = value.texts.joined(separator: "\n")
      if let most = try reader.resolve(field.entries["MaxLen"]).integer, most >= 0, text.count > most {
        throw fault("takes at most \(most) characters")
      }
      try change(field, &edits, reader) { entry in
        entry.set("V", Self.string(text))
        entry.set("RV", nil)
      }
    case .choice, .list:
      if case .flag = value { throw fault("needs a text") }
      let texts = try chosen(value.texts, of: field, fault, reader)
      try change(field, &edits, reader) { entry in
        entry.set("V", texts.count == 1 ? Self.string(texts[0]) : .array(texts.map(Self.string)))
        if texts.isEmpty { entry.set("V", nil) }
        entry.set("I", nil)
      }
    case .checkbox, .radio:
      let states = try field.states(reader)
      let state = try self.state(value, of: field, states, fault, reader)
      try edit(field.number, &edits, reader) { $0.set("V", .name(state)) }
      for (index, widget) in field.widgets.enumerated() {
        let own = states[index].contains(state) ? state : "Off"
        try edit(widget, &edits, reader) { $0.set("AS", .name(own)) }
      }
    case .button, .signature, .unknown: throw fault("cannot be filled in")
    }
  }

  /// Changes a field, whose parts are then drawn anew.
  private func change(
    _ field: FormField, _ edits: inout ObjectEdits, _ reader: ObjectReader, _ body: (inout FileDictionary) -> Void
  ) throws(ImageError) {
    try edit(field.number, &edits, reader, body)
    edits.redrawn.formUnion(field.widgets)
  }

  private func edit(
    _ number: ObjectNumber, _ edits: inout ObjectEdits, _ reader: ObjectReader,
    _ body: (inout FileDictionary) -> Void
  ) throws(ImageError) {
    // The reader has the edits of earlier calls.
    let current = if let edited = edits.values[number] { edited } else { try reader.object(number) }
    var dictionary = current.dictionary ?? FileDictionary()
    body(&dictionary)
    edits.set(number, dictionary)
  }

  /// The values of the options that texts name: by their value, or by what is shown.
  private func chosen(
    _ texts: [String], of field: FormField, _ fault: (String) -> ImageError, _ reader: ObjectReader
  ) throws(ImageError) -> [String] {
    let flags = try reader.resolve(field.entries["Ff"]).integer ?? 0
    let (isEditable, takesSeveral) = (flags >> 18 & 1 == 1, flags >> 21 & 1 == 1)
    guard texts.count < 2 || takesSeveral else { throw fault("takes one value") }
    let options = try field.options(reader)
    var values: [String] = []
    for text in texts where !text.isEmpty {
      if let option = options.first(where: { $0.value == text }) ?? options.first(where: { $0.shown == text }) {
        values.append(option.value)
      } else if isEditable {
        values.append(text)
      } else {
        throw fault("has no option '\(text)'\(NearestName.hint(text, in: options.map(\.value)))")
      }
    }
    return values
  }

  /// The words that switch a check box, besides the names of its states.
  private static let words: [String: Bool] = [
    "yes": true, "true": true, "on": true, "1": true, "x": true, "no": false, "false": false, "off": false, "0": false,
    "": false,
  ]

  /// The state that a value names.
  private func state(
    _ value: FieldValue, of field: FormField, _ states: [[String]], _ fault: (String) -> ImageError,
    _ reader: ObjectReader
  ) throws(ImageError) -> String {
    let all = states.flatMap { $0 }
    func first() throws(ImageError) -> String {
      guard let state = all.first else { throw fault("has no state that can be set") }
      return state
    }
    switch value {
    case .none: return "Off"
    case .flag(let isOn): return isOn ? try first() : "Off"
    case .list: throw fault("takes one value")
    case .text(let text):
      if all.contains(text) { return text }
      // The values of radio buttons may be apart from the names of their states (12.7.4.2.3).
      let options = try field.options(reader)
      if let index = options.firstIndex(where: { $0.value == text }), index < states.count,
        let state = states[index].first
      {
        return state
      }
      let isCheckbox = try field.kind(reader) == .checkbox
      if let isOn = Self.words[text.lowercased()], !isOn || isCheckbox { return isOn ? try first() : "Off" }
      throw fault("has no state '\(text)'; it has \((all + ["Off"]).joined(separator: ", "))")
    }
  }

  private func removeXFA(_ edits: inout ObjectEdits, _ reader: ObjectReader) throws(ImageError) {
    let catalog = try self.catalog(reader)
    guard let form = try reader.resolve(catalog["AcroForm"]).dictionary, form["XFA"] != nil else { return }
    if let number = catalog["AcroForm"]?.reference {
      try edit(number, &edits, reader) { $0.set("XFA", nil) }
    } else if let number = catalogNumber {
      var form = form
      form.set("XFA", nil)
      try edit(number, &edits, reader) { $0.set("AcroForm", .dictionary(form)) }
    }
    note("the form's XFA part is left out: it has its own values")
  }

  /// A text string: ASCII as it is, others as UTF-16 (7.9.2.2).
  private static func string(_ text: String) -> FileObject {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return .string(Array(text.utf8)) }
    return .string([0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
  }
}
