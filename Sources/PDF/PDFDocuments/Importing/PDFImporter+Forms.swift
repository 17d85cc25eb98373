package import ImageModel
internal import PDFReading
package import PDFWriting

extension PDFImporter {
  /// Makes a form XObject of a page. It fills the unit square with the page as it is seen in `box`: rotated, clipped,
  /// upright.
  ///
  /// It is drawn like a picture: set the matrix, then `Do`. It includes the page's transparency group and the
  /// appearances of its annotations, such as stamps and filled fields, but no links.
  ///
  /// - Returns: the form XObject, which is shared by calls with the same page and box; and the size of the box as it is
  ///   seen, in points.
  /// - Throws: with the file name: `usage` for a page that does not exist; `unsupported` where the content has several
  ///   parts with filters that cannot be decoded; the errors of reading and writing.
  package func form(_ index: Int, box: PageBox = .crop) throws(ImageError) -> (PDFReference, Size) {
    let key = FormKey(page: index, box: box)
    if let known = forms[key] { return known }
    let page = try file.page(index)
    let made = try file.read { reader throws(ImageError) in
      let source = try pageDictionary(index, reader)
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
      if inks == nil, let group = source["Group"] { whole["Group"] = try object(group, reader) }
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

  /// Writes the content of a page with another dictionary. A single stream is copied as it is stored. Several streams
  /// are decoded and concatenated, with white space between them (ISO 32000-1, 7.7.3.3).
  ///
  /// Pages that share their content and dictionary share the form XObject.
  func writeContent(
    of page: FileDictionary, as form: PDFDictionary, _ reader: ObjectReader
  ) throws(ImageError) -> PDFReference {
    if let content = try rewrittenContents(of: page, reader) { return try writer.addShared(form, content: content) }
    let streams = try Self.contents(of: page, reader)
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

  /// Writes a form XObject that draws the content of a page and the appearances over it.
  private func cover(
    _ content: PDFReference, with appearances: [Appearance], as whole: PDFDictionary
  ) throws(ImageError) -> PDFReference {
    // An array, because a `PDFDictionary` would search all entries for each new key.
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

  /// The content streams of a page.
  static func contents(of page: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> [ObjectNumber] {
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

  /// A number with twelve decimals. The matrix divides by the size of the page: with five decimals, the far end of the
  /// page would be off by points.
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

extension PDFImporter {
  /// The /Contents of a page: its streams. Other values in the list, such as null, are left out because some viewers
  /// fail on them.
  func contentReferences(of page: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> PDFObject? {
    var references: [PDFObject] = []
    for number in try Self.contents(of: page, reader) { references.append(try object(.reference(number), reader)) }
    return references.count > 1 ? .array(references) : references.first
  }

  /// Moves the content of a page into a form XObject, which the page draws. The graphics state of a form XObject ends
  /// with its content, even where `q` and `Q` are not balanced, and it has its own resources.
  ///
  /// - Returns: false where the parts of the content cannot be decoded; nothing is changed then.
  func makeContentForm(
    of source: FileDictionary, page index: Int, in page: inout PDFDictionary, _ reader: ObjectReader
  ) throws(ImageError) -> Bool {
    let box = try file.page(index).bounds(for: .media)
    let form: PDFDictionary = [
      "Type": .name("XObject"), "Subtype": .name("Form"),
      "BBox": .array([.real(box.minX), .real(box.minY), .real(box.maxX), .real(box.maxY)]),
      "Resources": page["Resources"] ?? .dictionary([:]),
    ]
    let reference: PDFReference
    do throws(ImageError) {
      reference = try writeContent(of: source, as: form, reader)
    } catch {
      guard error.kind == .unsupported || error.kind == .invalidData else { throw error }
      return false
    }
    page["Contents"] = .reference(try writer.addShared([:], content: Array("/\(Self.contentName) Do".utf8)))
    page["Resources"] = .dictionary(["XObject": .dictionary([Self.contentName: .reference(reference)])])
    return true
  }

  private static var contentName: String { "CameoPage" }
}

extension PDFImporter {
  /// The appearance of an annotation, and its place on the page.
  struct Appearance {
    var reference: PDFReference
    /// The transform from the space of the appearance, with its matrix applied, to the page.
    var matrix: AffineTransform
  }

  private static var maxAppearances: Int { 10_000 }

  /// The appearances of the annotations of a page, from bottom to top (ISO 32000-1, 12.5.5).
  func appearances(of page: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> [Appearance] {
    var found: [Appearance] = []
    for element in (try reader.resolve(page["Annots"]).array ?? []).prefix(Self.maxAppearances) {
      guard let annotation = try reader.resolve(element).dictionary, try file.isShown(annotation, reader) else {
        continue
      }
      guard let (number, matrix) = try file.appearance(of: annotation, reader) else {
        if annotation["Subtype"]?.name == "Widget", try leavesAppearancesToViewers(reader) {
          file.lose("fields whose appearance the form leaves to viewers")
        }
        continue
      }
      guard let matrix, case .reference(let reference) = try object(.reference(number), reader) else { continue }
      found.append(Appearance(reference: reference, matrix: matrix))
    }
    return found
  }
}

extension PDFFile {
  /// The form XObject that draws an annotation, and the matrix with which it is drawn (ISO 32000-1, 12.5.5).
  ///
  /// - Returns: nil where there is none. The matrix is nil where nothing can be drawn.
  func appearance(
    of annotation: FileDictionary, _ reader: ObjectReader
  ) throws(ImageError) -> (number: ObjectNumber, matrix: AffineTransform?)? {
    guard let number = try normalAppearance(of: annotation, reader) else { return nil }
    guard let rect = try rectangle(annotation["Rect"], reader), case .stream(let form) = try reader.object(number),
      let box = try rectangle(form["BBox"], reader)
    else { return (number, nil) }
    let drawn = (try matrix(form["Matrix"], reader)).apply(to: box)
    guard drawn.width > 1e-6, drawn.height > 1e-6 else { return (number, nil) }
    let matrix = AffineTransform.translation(x: -drawn.minX, y: -drawn.minY)
      .then(.scale(x: rect.width / drawn.width, y: rect.height / drawn.height))
      .then(.translation(x: rect.minX, y: rect.minY))
    return (number, matrix)
  }

  /// Whether an annotation is visible on the screen (table 165). Pop-ups are drawn by the viewer.
  func isShown(_ annotation: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> Bool {
    let flags = try reader.resolve(annotation["F"]).integer ?? 0
    return flags & (2 | 32) == 0 && annotation["Subtype"]?.name != "Popup"
  }

  /// The stream in /AP /N, or the one of the state in /AS.
  private func normalAppearance(
    of annotation: FileDictionary, _ reader: ObjectReader
  ) throws(ImageError) -> ObjectNumber? {
    guard let normal = try reader.resolve(annotation["AP"]).dictionary?["N"] else { return nil }
    guard let states = try reader.resolve(normal).dictionary else { return normal.reference }
    guard let state = try reader.resolve(annotation["AS"]).name else { return nil }
    return states[state]?.reference
  }

  private func matrix(_ object: FileObject?, _ reader: ObjectReader) throws(ImageError) -> AffineTransform {
    let numbers = (try reader.resolve(object).array ?? []).compactMap(\.number)
    guard numbers.count == 6 else { return .identity }
    return AffineTransform(
      a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
  }
}
