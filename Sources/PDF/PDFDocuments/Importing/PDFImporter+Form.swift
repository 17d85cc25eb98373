package import ImageModel
package import PDFWriting

extension PDFImporter {
  /// Makes a form XObject of a page, which fills the unit square as the page is seen in `box`: turned, cut, upright.
  ///
  /// It is drawn like a picture: set the matrix, then `Do`. The page's transparency group goes along, and what its
  /// annotations show: stamps, filled fields. Links do not.
  ///
  /// - Returns: the form, the same one for the same page and box; and the size of the box as it is seen, in points.
  /// - Throws: with the file's name: `usage` for a page that is not there; `unsupported` where the page's content is in parts
  ///   with filters that cannot be undone; what reading and writing throw.
  package func form(_ index: Int, box: PageBox = .crop) throws(ImageError) -> (PDFReference, Size) {
    let key = FormKey(page: index, box: box)
    if let known = forms[key] { return known }
    let page = try file.page(index)
    let made = try file.read { reader throws(ImageError) in
      let source = try file.dictionary(ofPage: index, reader)
      let rect = page.bounds(for: box)
      let matrix = page.unitSquareMatrix(of: box)
      let form: PDFDictionary = [
        "Type": .name("XObject"), "Subtype": .name("Form"),
        "BBox": .array([.real(rect.minX), .real(rect.minY), .real(rect.maxX), .real(rect.maxY)]),
        "Resources": try resources(of: source, reader),
      ]
      let appearances = try appearances(of: source, reader)
      var whole = form
      whole["Matrix"] = Self.array(matrix)
      if let group = source["Group"] { whole["Group"] = try object(group, reader) }
      let reference: PDFReference
      if appearances.isEmpty {
        reference = try writeContent(of: source, as: whole, reader)
      } else {
        reference = try cover(try writeContent(of: source, as: form, reader), with: appearances, as: whole)
      }
      try writeQueue(reader)
      return (reference, page.seenSize(of: box))
    }
    forms[key] = made
    return made
  }

  /// Writes a page's content under another dictionary. A single stream is copied as it is stored; several are decoded and
  /// put together, with white space between them (ISO 32000-1, 7.7.3.3).
  ///
  /// Pages that share all of it share the form.
  func writeContent(
    of page: FileDictionary, as form: PDFDictionary, _ reader: ObjectReader
  ) throws(ImageError) -> PDFReference {
    let streams = try contents(of: page, reader)
    if let known = contentForms[streams], known.dictionary == form { return known.reference }
    let reference = try writeContent(streams, as: form, reader)
    contentForms[streams] = (form, reference)
    return reference
  }

  private func writeContent(
    _ streams: [ObjectNumber], as form: PDFDictionary, _ reader: ObjectReader
  ) throws(ImageError) -> PDFReference {
    var form = form
    if let only = streams.first, streams.count == 1, case .stream(let dictionary) = try reader.object(only) {
      let content = StreamContent()
      try reader.readStream(only, decoded: false) { piece throws(ImageError) in try content.append(piece) }
      let original = try stream(dictionary, reader)
      form["Filter"] = original["Filter"]
      form["DecodeParms"] = original["DecodeParms"]
      return try writer.addStream(form, content.pieces)
    }
    let content = StreamContent()
    for number in streams {
      try reader.readStream(number, decoded: true, limit: UInt64(file.limits.maxMemory / 4)) {
        piece throws(ImageError) in
        try content.append(piece)
      }
      try [UInt8(ascii: "\n")].withRawBytes { newline throws(ImageError) in try content.append(newline) }
    }
    let reference = writer.reserve()
    try writer.writeStream(form, as: reference) { body throws(ImageError) in
      try content.forEachPiece { piece throws(ImageError) in try body.append(piece) }
    }
    return reference
  }

  /// Writes a form that draws a page's content and what lies on it.
  private func cover(
    _ content: PDFReference, with appearances: [Appearance], as whole: PDFDictionary
  ) throws(ImageError) -> PDFReference {
    // An array of its own: a dictionary would look for each key among all before.
    var pictures: [(key: String, value: PDFObject)] = [("P", .reference(content))]
    var operators = "/P Do"
    for (index, appearance) in appearances.enumerated() {
      pictures.append(("A\(index)", .reference(appearance.reference)))
      let matrix = PDFSyntax.bytes(of: Self.array(appearance.matrix)).dropFirst().dropLast()
      operators += " q \(String(decoding: matrix, as: UTF8.self)) cm /A\(index) Do Q"
    }
    var whole = whole
    whole["Resources"] = .dictionary(["XObject": .dictionary(PDFDictionary(pictures))])
    return try writer.addShared(whole, content: Array(operators.utf8))
  }

  /// The streams of a page's content.
  func contents(of page: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> [ObjectNumber] {
    guard let contents = page["Contents"] else { return [] }
    let value = try reader.resolve(contents)
    if value.isStream { return contents.reference.map { [$0] } ?? [] }
    var streams: [ObjectNumber] = []
    for element in value.array ?? [] {
      guard let number = element.reference, try reader.object(number).isStream else { continue }
      streams.append(number)
    }
    return streams
  }

  private static func array(_ matrix: AffineTransform) -> PDFObject {
    .array([matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty].map(precise))
  }

  /// A number with twelve decimals: the matrix divides by the page's size, and five would move the page's far end by points.
  private static func precise(_ value: Double) -> PDFObject {
    guard value.isFinite, abs(value) < 1e6 else { return .real(value) }
    let scaled = UInt64((abs(value) * 1e12).rounded())
    let (whole, fraction) = scaled.quotientAndRemainder(dividingBy: 1_000_000_000_000)
    guard fraction != 0 else { return .integer(value < 0 ? -Int(whole) : Int(whole)) }
    var digits = String(fraction)
    digits = String(repeating: "0", count: 12 - digits.utf8.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return .syntax(Array("\(value < 0 ? "-" : "")\(whole).\(digits)".utf8))
  }
}
