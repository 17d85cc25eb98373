internal import ImageModel
internal import PDFReading
internal import PDFWriting

/// Rewriting content: hidden layers are cut out of pages, form XObjects and patterns, and colours become grey, or
/// those of inks.
extension PDFImporter {
  /// Finds the layers that are hidden when the document is opened (ISO 32000-1, 8.11.4.3).
  func findHiddenLayers() throws(ImageError) {
    guard removal.contains(.layers) else { return }
    hiddenLayers = try file.read { reader throws(ImageError) in
      let properties = try reader.resolve(try file.catalog(reader)["OCProperties"]).dictionary
      let configuration = try reader.resolve(properties?["D"]).dictionary
      func numbers(_ object: FileObject?) throws(ImageError) -> Set<ObjectNumber> {
        Set((try reader.resolve(object).array ?? []).compactMap(\.reference))
      }
      if try reader.resolve(configuration?["BaseState"]).name == "OFF" {
        return try numbers(properties?["OCGs"]).subtracting(try numbers(configuration?["ON"]))
      }
      return try numbers(configuration?["OFF"])
    }
  }

  /// Whether a layer, or a group of layers, is hidden (8.11.2.2).
  func isHidden(_ object: FileObject?, _ reader: ObjectReader) throws(ImageError) -> Bool {
    guard let object, !hiddenLayers.isEmpty else { return false }
    if let number = object.reference, hiddenLayers.contains(number) { return true }
    guard let membership = try reader.resolve(object).dictionary, membership["Type"]?.name == "OCMD" else {
      return false
    }
    if let expression = membership["VE"], try reader.resolve(expression).array != nil {
      var partsLeft = Self.maxExpressionParts
      return try !isTrue(expression, reader, &partsLeft)
    }
    let listed = try reader.resolve(membership["OCGs"]).array?.compactMap(\.reference)
    // One group may stand without a list.
    let states = (listed ?? [membership["OCGs"]?.reference].compactMap { $0 }).map { !hiddenLayers.contains($0) }
    guard !states.isEmpty else { return false }
    switch try reader.resolve(membership["P"]).name {
    case "AllOn": return states.contains(false)
    case "AnyOff": return !states.contains(false)
    case "AllOff": return states.contains(true)
    default: return !states.contains(true)
    }
  }

  private static let maxExpressionParts = 1_000

  /// The value of an expression of layers: a layer that is shown is true. Expressions with too many parts are true.
  private func isTrue(
    _ object: FileObject, _ reader: ObjectReader, _ partsLeft: inout Int
  ) throws(ImageError) -> Bool {
    partsLeft -= 1
    guard partsLeft > 0 else { return true }
    guard let parts = try reader.resolve(object).array else {
      return object.reference.map { !hiddenLayers.contains($0) } ?? true
    }
    let kind = try reader.resolve(parts.first).name
    for part in parts.dropFirst() {
      let value = try isTrue(part, reader, &partsLeft)
      if kind == "Not" { return !value }
      if value == (kind == "Or") { return value }
    }
    return kind != "Or"
  }

  private var makesGray: Bool { shrinker?.options.makesGray ?? false }

  /// The content of a page as it is shown in the new document; nil where it is copied.
  func rewrittenContents(of page: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> [UInt8]? {
    if let inks { return try inkContent(of: page, inks, reader).bytes }
    guard !hiddenLayers.isEmpty || makesGray else { return nil }
    let bytes = try wholeContent(of: page, reader)
    let resources = try reader.resolve(page["Resources"]).dictionary
    return try rewritten(bytes, resources, reader)
  }

  /// The decoded content of a page.
  func wholeContent(of page: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> [UInt8] {
    var bytes: [UInt8] = []
    for number in try Self.contents(of: page, reader) {
      bytes += try decoded(number, reader)
      bytes.append(0x0A)
    }
    return bytes
  }

  /// Content without hidden layers and colours, as far as these are not wanted; nil where nothing is changed.
  private func rewritten(
    _ bytes: [UInt8], _ resources: FileDictionary?, _ reader: ObjectReader
  ) throws(ImageError) -> [UInt8]? {
    let visible = hiddenLayers.isEmpty ? nil : try visible(bytes, resources, reader)
    guard makesGray else { return visible }
    let spaces = try reader.resolve(resources?["ColorSpace"]).dictionary
    let gray = try GrayContent(visible ?? bytes) { name throws(ImageError) in
      try ColorSpaceKind(spaces?[name] ?? .name(name), reader)
    }
    if gray.hasOtherColors { file.note("colours of inks, patterns, shadings and inline pictures may not be grey") }
    return gray.bytes ?? visible
  }

  /// Writes a form XObject or a pattern without what is not wanted, or nothing in place of a hidden XObject.
  ///
  /// - Returns: false where nothing is changed.
  func writeRewritten(
    _ dictionary: FileDictionary, of number: ObjectNumber, as reference: PDFReference, _ reader: ObjectReader
  ) throws(ImageError) -> Bool {
    if let inks { return try writeForm(dictionary, of: number, as: reference, inks, reader) }
    guard !hiddenLayers.isEmpty || makesGray else { return false }
    if try isHidden(dictionary["OC"], reader) {
      removed.add("hidden pictures and drawings")
      let nothing: PDFDictionary = [
        "Type": .name("XObject"), "Subtype": .name("Form"), "BBox": .array([0, 0, 0, 0].map { .integer($0) }),
      ]
      try writer.writeStream(nothing, [], as: reference)
      return true
    }
    guard dictionary["Subtype"]?.name == "Form" || dictionary["PatternType"]?.integer == 1 else { return false }
    let resources = try reader.resolve(dictionary["Resources"]).dictionary
    guard let content = try rewritten(try decoded(number, reader), resources, reader) else { return false }
    let omitted = try omittedKeys(of: dictionary, reader).union(["Length", "Filter", "DecodeParms"])
    let entries = PDFDictionary(try entries(dictionary, omitting: omitted, reader))
    try writer.writeStream(entries, as: reference) { body throws(ImageError) in
      try content.withRawBytes { all throws(ImageError) in try body.append(all) }
    }
    return true
  }

  func decoded(_ number: ObjectNumber, _ reader: ObjectReader) throws(ImageError) -> [UInt8] {
    try reader.decodedBytes(of: number, limit: file.limits.maxMemory / 8)
  }

  /// Content in which hidden parts paint nothing; nil where there are none. Other operators stay, because they change
  /// the graphics state of what follows.
  private func visible(
    _ bytes: [UInt8], _ resources: FileDictionary?, _ reader: ObjectReader
  ) throws(ImageError) -> [UInt8]? {
    let layers = try reader.resolve(resources?["Properties"]).dictionary
    var content = ContentReader(bytes)
    var result: [UInt8] = []
    var copied = 0
    // Whether each open part of marked content is hidden.
    var parts: [Bool] = []
    while let operation = content.next() {
      switch operation.name {
      case "BMC": parts.append(false)
      case "BDC":
        var isHidden = false
        if operation.operands.first?.name == "OC", let name = operation.operands.last?.name {
          isHidden = try self.isHidden(layers?[name], reader)
        }
        if isHidden { removed.add("hidden parts of pages") }
        parts.append(isHidden)
      case "EMC": _ = parts.popLast()
      default:
        guard parts.contains(true), let replacement = Self.unpainted[operation.name] else { continue }
        result += bytes[copied..<operation.range.lowerBound]
        if operation.name == "\"", operation.numbers.count >= 2 {
          // The spaces of words and letters stay for the text that follows (9.4.3).
          let spaces = operation.numbers.map(PDFSyntax.text(of:))
          result += Array("\(spaces[0]) Tw \(spaces[1]) Tc ".utf8)
        }
        result += Array(replacement.utf8)
        copied = operation.range.upperBound
      }
    }
    return copied == 0 ? nil : result + bytes[copied...]
  }

  /// What stands in place of an operator that paints.
  private static let unpainted: [String: String] = {
    var operators = ["Do": "", "sh": "", "BI": "", "Tj": "", "TJ": "", "'": "T*", "\"": "T*"]
    for name in ["f", "F", "f*", "B", "B*", "b", "b*", "S", "s"] { operators[name] = "n" }
    return operators
  }()
}
