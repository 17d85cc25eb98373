internal import Drawing
internal import ImageModel
internal import PDFReading
internal import PDFWriting

/// Draws the appearances of fields whose form leaves them to viewers: among the fields of other forms, viewers draw
/// none anew.
extension PDFImporter {
  /// The most characters of a field that are drawn.
  private static var maxText: Int { 10_000 }
  private static var maxDepth: Int { 32 }

  /// Whether viewers draw the fields of the form.
  func leavesAppearancesToViewers(_ reader: ObjectReader) throws(ImageError) -> Bool {
    try reader.resolve(try form(reader).form["NeedAppearances"]).boolean == true
  }

  /// The appearance of a field for text or choices, or of a push button without one; nil for other fields, and for
  /// forms that do not ask for it.
  func fieldAppearance(
    of widget: Annotation, _ reader: ObjectReader
  ) throws(ImageError) -> FieldAppearance? {
    let form = try form(reader).form
    let isEdited = widget.number.map { file.edits.redrawn.contains($0) } ?? false
    let isDrawn = isEdited ? true : try leavesAppearancesToViewers(reader)
    guard isDrawn, let rect = try file.rectangle(widget.source["Rect"], reader),
      rect.width < 1e5, rect.height < 1e5
    else { return nil }
    let field = try inherited(widget, reader)
    let flags = try reader.resolve(field["Ff"]).integer ?? 0
    guard let content = try content(of: field, flags: flags, reader) else { return nil }
    var appearance = FieldAppearance(content: content, size: rect.size)
    try setStyle(of: &appearance, try reader.resolve(field["DA"] ?? form["DA"]).string ?? [], form, reader)
    switch try reader.resolve(field["Q"] ?? form["Q"]).integer {
    case 1?: appearance.alignment = .center
    case 2?: appearance.alignment = .right
    default: if try reader.resolve(field["FT"]).name == "Btn" { appearance.alignment = .center }
    }
    let look = try reader.resolve(widget.source["MK"]).dictionary
    appearance.background = try color(look?["BG"], reader)
    appearance.border = try color(look?["BC"], reader)
    appearance.rotation = ((try reader.resolve(look?["R"]).integer ?? 0) / 90 % 4 + 4) % 4 * 90
    let style = try reader.resolve(widget.source["BS"]).dictionary
    if let width = try reader.resolve(style?["W"]).number { appearance.borderWidth = min(max(width, 0), 100) }
    return appearance
  }

  /// The entries of a widget and of the fields above it.
  private func inherited(_ widget: Annotation, _ reader: ObjectReader) throws(ImageError) -> FileDictionary {
    var result = widget.source
    var (number, source) = (widget.number, widget.source)
    for _ in 0..<Self.maxDepth {
      guard let above = try parent(of: source, number, reader), let field = try reader.object(above).dictionary else {
        break
      }
      for entry in field.entries where result[entry.key] == nil { result.entries.append(entry) }
      (number, source) = (above, field)
    }
    return result
  }

  private func content(
    of field: FileDictionary, flags: Int, _ reader: ObjectReader
  ) throws(ImageError) -> FieldAppearance.Content? {
    func isSet(_ bit: Int) -> Bool { flags >> (bit - 1) & 1 == 1 }
    let value = try reader.resolve(field["V"])
    switch try reader.resolve(field["FT"]).name {
    case "Tx"?:
      let text = String((value.text ?? "").prefix(Self.maxText))
      if isSet(14) { return .line(String(repeating: "*", count: text.count)) }
      if isSet(13) { return .paragraph(text) }
      let cells = try reader.resolve(field["MaxLen"]).integer ?? 0
      if isSet(25), (1...1_000).contains(cells) { return .comb(text, cells: cells) }
      return .line(text)
    case "Ch"?:
      var chosen: Set<String> = []
      for element in value.array ?? [value] {
        if let text = try reader.resolve(element).text { chosen.insert(text) }
      }
      var options: [(text: String, isSelected: Bool)] = []
      for element in try reader.resolve(field["Opt"]).array ?? [] {
        // A value, or a value and the text that is shown.
        let option = try reader.resolve(element)
        let texts = option.array ?? [option]
        let (value, shown) = (try reader.resolve(texts.first).text ?? "", try reader.resolve(texts.last).text ?? "")
        options.append((String(shown.prefix(Self.maxText)), chosen.contains(value)))
      }
      guard isSet(18) else {
        let first = try reader.resolve(field["TI"]).integer ?? 0
        return .list(Array(options.dropFirst(min(max(first, 0), options.count)).prefix(Self.maxText)))
      }
      return .line(options.first { $0.isSelected }?.text ?? String((chosen.first ?? "").prefix(Self.maxText)))
    case "Btn"? where field["AP"] == nil:
      // A check box and a radio button have an appearance for each state, and an icon is a picture.
      let look = try reader.resolve(field["MK"]).dictionary
      guard isSet(17), look?["I"] == nil else {
        hasUndrawnButtons = true
        return nil
      }
      return .line(String((try reader.resolve(look?["CA"]).text ?? "").prefix(Self.maxText)))
    default: return nil
    }
  }

  /// Sets the font, its size and its colour as a default appearance says.
  private func setStyle(
    of appearance: inout FieldAppearance, _ operators: [UInt8], _ form: FileDictionary, _ reader: ObjectReader
  ) throws(ImageError) {
    var operands: [String] = []
    // Names begin with a solidus, which need not follow white space.
    let words = String(decoding: operators, as: UTF8.self).replacing("/", with: " /").split { $0.isWhitespace }
    for word in words.prefix(1_000).map(String.init) {
      let numbers = operands.compactMap { Double($0) }
      switch word {
      case "Tf":
        if let size = numbers.last, size > 0 { appearance.fontSize = size }
        if operands.count > 1 { try setFont(of: &appearance, operands[operands.count - 2], form, reader) }
      case "g" where numbers.count == 1, "rg" where numbers.count == 3, "k" where numbers.count == 4:
        if let color = Self.color(numbers) { appearance.style.color = color }
      case _ where word.hasPrefix("/") || Double(word) != nil:
        operands.append(word)
        continue
      default: break
      }
      operands = []
    }
  }

  /// Chooses a font that looks like one of the form's.
  private func setFont(
    of appearance: inout FieldAppearance, _ name: String, _ form: FileDictionary, _ reader: ObjectReader
  ) throws(ImageError) {
    let fonts = try reader.resolve(try reader.resolve(form["DR"]).dictionary?["Font"]).dictionary
    let font = try reader.resolve(fonts?[PDFName.text(Array(name.utf8.dropFirst()))]).dictionary
    let base = try reader.resolve(font?["BaseFont"]).name ?? name
    let lower = base.lowercased()
    if lower.contains("bold") { appearance.style.weight = 700 }
    if lower.contains("italic") || lower.contains("oblique") { appearance.style.slant = .italic }
    let generic =
      lower.contains("cour") || lower.contains("mono")
      ? "monospace"
      : lower.contains("times") || lower.contains("serif") && !lower.contains("sans") ? "serif" : "sans-serif"
    // A subset's name begins with six letters and a plus sign.
    let family = base.split(separator: "+").last?.split { "-,".contains($0) }.first.map(String.init)
    appearance.style.families = [family, generic].compactMap { $0 }
  }

  private func color(_ object: FileObject?, _ reader: ObjectReader) throws(ImageError) -> Color? {
    Self.color((try reader.resolve(object).array ?? []).compactMap(\.number))
  }

  /// A colour of one, three or four components; nil for others, which are transparent (table 189).
  private static func color(_ values: [Double]) -> Color? {
    let values = values.map { min(max($0, 0), 1) }
    switch values.count {
    case 1: return Color(gray: values[0])
    case 3: return Color(red: values[0], green: values[1], blue: values[2])
    case 4:
      func sample(_ ink: Double) -> Double { (1 - ink) * (1 - values[3]) }
      return Color(red: sample(values[0]), green: sample(values[1]), blue: sample(values[2]))
    default: return nil
    }
  }
}
