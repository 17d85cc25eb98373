package import ImageModel
internal import PDFReading

extension PDFFile {
  /// Gives fields values. The file does not change; what is imported of it does, and has appearances with the values.
  ///
  /// Fields with other names keep theirs, and all fields of one name get the same value. A form of XFA loses that part:
  /// viewers would show its values. Values that scripts calculate are not calculated anew.
  ///
  /// - Throws: `usage` for a field that does not exist, and a value that the field cannot have; the errors of reading.
  package func fill(_ values: [(name: String, value: FieldValue)]) throws(ImageError) {
    guard !values.isEmpty else { return }
    var edits = edits
    try read { reader throws(ImageError) in
      let fields = Dictionary(grouping: try formFields(reader), by: \.name)
      try set(values, of: fields, &edits, reader)
      try removeXFA(&edits, reader)
    }
    self.edits = edits
  }

  /// Checks the values of several documents, without giving them to the fields.
  ///
  /// - Throws: as `fill`, with the number of the document.
  package func check(_ rows: [[(name: String, value: FieldValue)]]) throws(ImageError) {
    try read { reader throws(ImageError) in
      let fields = Dictionary(grouping: try formFields(reader), by: \.name)
      for (index, row) in rows.enumerated() {
        var trial = edits
        do throws(ImageError) {
          try set(row, of: fields, &trial, reader)
        } catch {
          throw ImageError(error.kind, "values of document \(index + 1): \(error.reason)").at(path: name)
        }
      }
    }
  }

  private func set(
    _ values: [(name: String, value: FieldValue)], of fields: [String: [FormField]], _ edits: inout ObjectEdits,
    _ reader: ObjectReader
  ) throws(ImageError) {
    for (name, value) in values {
      guard let own = fields[name] else {
        throw ImageError(.usage, "has no field '\(name)'\(NearestName.hint(name, in: fields.keys.sorted()))")
      }
      for field in own { try set(value, of: field, &edits, reader) }
    }
  }

  /// Marks the text and choice fields whose appearance the form leaves to viewers: they are drawn when the file is
  /// imported.
  func redrawFields() throws(ImageError) {
    var redrawn = edits.redrawn
    try read { reader throws(ImageError) in
      let form = try reader.resolve(try catalog(reader)["AcroForm"]).dictionary
      let isNeeded = try reader.resolve(form?["NeedAppearances"]).boolean ?? false
      for field in try formFields(reader) {
        let kind = try field.kind(reader)
        guard [.text, .choice, .list, .button].contains(kind) else { continue }
        for number in field.widgets {
          let looks = try reader.resolve(try reader.object(number).dictionary?["AP"]).dictionary
          if looks?["N"] == nil || isNeeded && kind != .button { redrawn.insert(number) }
        }
      }
    }
    edits.redrawn = redrawn
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
    let isCheckbox = try field.kind(reader) == .checkbox
    func first() throws(ImageError) -> String {
      guard let state = all.first else { throw fault("cannot be switched on: it has no appearance for that") }
      return state
    }
    switch value {
    case .none: return "Off"
    case .flag(let isOn):
      guard !isOn || isCheckbox else { throw fault("needs the name of a state") }
      return isOn ? try first() : "Off"
    case .list: throw fault("takes one value")
    case .text(let text):
      let named = try field.named(states, reader)
      if let state = named.first(where: { $0.name == text })?.state { return state }
      if all.contains(text) { return text }
      if let isOn = Self.words[text.lowercased()], !isOn || isCheckbox { return isOn ? try first() : "Off" }
      let names = (named.map(\.name) + ["Off"]).prefix(100).joined(separator: ", ")
      throw fault("has no state '\(text)'; it has \(names)")
    }
  }

  private func removeXFA(_ edits: inout ObjectEdits, _ reader: ObjectReader) throws(ImageError) {
    guard try remove("XFA", &edits, reader) else { return }
    note("the form's XFA part is left out: it has its own values")
  }

  /// Removes the flag of a form whose fields viewers draw, after all of them were marked to be drawn.
  func removeNeedForAppearances() throws(ImageError) {
    var edits = edits
    try read { reader throws(ImageError) in _ = try remove("NeedAppearances", &edits, reader) }
    self.edits = edits
  }

  /// Removes an entry of the form. Returns false for a form that has it not.
  private func remove(
    _ key: String, _ edits: inout ObjectEdits, _ reader: ObjectReader
  ) throws(ImageError) -> Bool {
    var catalog = try self.catalog(reader)
    // Earlier edits of a form within the catalog are edits of the catalog.
    if let number = catalogNumber, let edited = edits.values[number]?.dictionary { catalog = edited }
    let entry = catalog["AcroForm"]
    var object = try reader.resolve(entry)
    if let number = entry?.reference, let edited = edits.values[number] { object = edited }
    guard var form = object.dictionary, form[key] != nil else { return false }
    form.set(key, nil)
    if let number = entry?.reference {
      edits.set(number, form)
    } else if let number = catalogNumber {
      catalog.set("AcroForm", .dictionary(form))
      edits.set(number, catalog)
    }
    return true
  }

  /// A text string: ASCII as it is, others as UTF-16 (7.9.2.2).
  private static func string(_ text: String) -> FileObject {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return .string(Array(text.utf8)) }
    return .string([0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
  }
}
