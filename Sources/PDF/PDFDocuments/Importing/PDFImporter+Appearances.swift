internal import ImageModel
internal import PDFWriting

extension PDFImporter {
  /// An annotation's picture and where it goes on the page.
  struct Appearance {
    var reference: PDFReference
    /// From the picture's own space, its matrix applied, to the page.
    var matrix: AffineTransform
  }

  private static var mostAppearances: Int { 10_000 }

  /// What the annotations of a page show, in the order in which they lie on each other (ISO 32000-1, 12.5.5).
  func appearances(of page: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> [Appearance] {
    var found: [Appearance] = []
    for element in (try reader.resolve(page["Annots"]).array ?? []).prefix(Self.mostAppearances) {
      guard let annotation = try reader.resolve(element).dictionary, try isShown(annotation, reader),
        let rect = try file.rectangle(annotation["Rect"], reader),
        let number = try normalAppearance(of: annotation, reader),
        case .stream(let form) = try reader.object(number),
        let box = try file.rectangle(form["BBox"], reader)
      else { continue }
      let drawn = (try matrix(form["Matrix"], reader)).apply(to: box)
      guard drawn.width > 1e-6, drawn.height > 1e-6,
        case .reference(let reference) = try object(.reference(number), reader)
      else { continue }
      let matrix = AffineTransform.translation(x: -drawn.minX, y: -drawn.minY)
        .then(.scale(x: rect.width / drawn.width, y: rect.height / drawn.height))
        .then(.translation(x: rect.minX, y: rect.minY))
      found.append(Appearance(reference: reference, matrix: matrix))
    }
    return found
  }

  /// Neither hidden nor kept off the screen (table 165); pop-ups are a matter of the viewer.
  private func isShown(_ annotation: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> Bool {
    let flags = try reader.resolve(annotation["F"]).integer ?? 0
    return flags & (2 | 32) == 0 && annotation["Subtype"]?.name != "Popup"
  }

  /// The stream under /AP /N, or that of the state that /AS names.
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
