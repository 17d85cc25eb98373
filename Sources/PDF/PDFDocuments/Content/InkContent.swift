internal import Drawing
internal import ImageModel
internal import PDFReading
internal import PDFWriting

/// Replaces the RGB colours that stand for colours of inks in content that cairo wrote (ISO 32000-1, 8.6.8).
struct InkContent {
  /// The content with the colours of inks; nil where nothing was changed.
  private(set) var bytes: [UInt8]?
  /// The spot inks that the content uses, in order of their first use.
  private var spots: [InkColor] = []

  init(_ content: [UInt8], _ inks: InkColors) {
    var reader = ContentReader(content)
    var result: [UInt8] = []
    var copied = 0
    while let operation = reader.next() {
      guard operation.name == "rg" || operation.name == "RG",
        var ink = inks.color(markedBy: operation.numbers)
      else { continue }
      let isStroke = operation.name == "RG"
      let replacement: String
      if ink.spot == nil {
        replacement = ink.process.map(PDFSyntax.text(of:)).joined(separator: " ") + (isStroke ? " K" : " k")
      } else {
        let tint = PDFSyntax.text(of: ink.tint)
        ink.tint = 1
        let index = spots.firstIndex(of: ink) ?? spots.endIndex
        if index == spots.endIndex { spots.append(ink) }
        replacement = "/\(Self.name(index)) \(isStroke ? "CS" : "cs") \(tint) \(isStroke ? "SCN" : "scn")"
      }
      result += content[copied..<operation.range.lowerBound]
      result += Array(replacement.utf8)
      copied = operation.range.upperBound
    }
    if copied > 0 { bytes = result + content[copied...] }
  }

  private static func name(_ index: Int) -> String { "CameoInk\(index)" }

  /// The colour spaces that the content names (8.6.6.4). The tint transform is linear, from no ink to the process inks
  /// that stand for the full tint (7.10.3).
  var spaces: [(key: String, value: PDFObject)] {
    spots.enumerated().map { index, ink in
      let transform: PDFDictionary = [
        "FunctionType": .integer(2), "Domain": .array([.integer(0), .integer(1)]), "N": .integer(1),
        "C0": .array(ink.process.map { _ in .integer(0) }), "C1": .array(ink.process.map { .real($0) }),
      ]
      return (
        Self.name(index),
        .array([.name("Separation"), .name(ink.spot ?? ""), .name("DeviceCMYK"), .dictionary(transform)])
      )
    }
  }
}

extension PDFImporter {
  /// The content of a page with the colours of inks.
  func inkContent(
    of page: FileDictionary, _ inks: InkColors, _ reader: ObjectReader
  ) throws(ImageError) -> InkContent {
    let streams = try Self.contents(of: page, reader)
    if let last = lastInkContent, last.streams == streams { return last.content }
    let content = InkContent(try wholeContent(of: page, reader), inks)
    lastInkContent = (streams, content)
    return content
  }

  /// The resources of content with the colour spaces of its spot inks.
  func resources(
    _ declared: FileObject?, for content: InkContent, _ reader: ObjectReader
  ) throws(ImageError) -> PDFObject {
    let own = try reader.resolve(declared).dictionary ?? FileDictionary()
    var resources = PDFDictionary(try entries(own, reader))
    let spaces = content.spaces
    if !spaces.isEmpty {
      let others = try reader.resolve(own["ColorSpace"]).dictionary ?? FileDictionary()
      resources["ColorSpace"] = .dictionary(PDFDictionary(try entries(others, reader) + spaces))
    }
    return .dictionary(resources)
  }

  /// Writes a form XObject, which cairo makes for a group with an opacity, with the colours of inks.
  ///
  /// - Returns: false for another stream, which is copied as it is.
  func writeForm(
    _ dictionary: FileDictionary, of number: ObjectNumber, as reference: PDFReference, _ inks: InkColors,
    _ reader: ObjectReader
  ) throws(ImageError) -> Bool {
    guard dictionary["Subtype"]?.name == "Form" else { return false }
    let bytes = try decoded(number, reader)
    let content = InkContent(bytes, inks)
    var form = PDFDictionary(
      try entries(dictionary, omitting: ["Length", "Filter", "DecodeParms", "Resources"], reader))
    form["Resources"] = try resources(dictionary["Resources"], for: content, reader)
    // A group without a colour space blends in that of the page (11.6.6). Masks of brightness are in DeviceGray.
    if case .dictionary(var group)? = form["Group"], group["CS"] == .name("DeviceRGB") {
      group["CS"] = nil
      form["Group"] = .dictionary(group)
    }
    try writer.writeStream(form, as: reference) { body throws(ImageError) in
      try (content.bytes ?? bytes).withRawBytes { all throws(ImageError) in try body.append(all) }
    }
    return true
  }
}
