internal import Drawing
internal import ImageModel
internal import PDFWriting

/// Links as annotations (ISO 32000-1, 12.5.6.5).
enum LinkAnnotations {
  /// - Parameters:
  ///   - unit: the points of the page's unit.
  ///   - page: the object of a page, by its number in the document; nil for one that cannot be.
  static func objects(
    _ links: [Link], unit: Double, page: (Int) -> PDFReference?
  ) -> [PDFObject] {
    links.compactMap { link in
      var annotation: PDFDictionary = [
        "Type": .name("Annot"), "Subtype": .name("Link"),
        "Rect": PageEntries.rectangle(link.rect, unit: unit),
        "Border": .array([.integer(0), .integer(0), .integer(0)]),
      ]
      switch link.target {
      case .uri(let uri): annotation["A"] = .dictionary(["S": .name("URI"), "URI": .string(Array(uri.utf8))])
      case .destination(let name): annotation["Dest"] = .text(name)
      case .page(let index):
        guard let reference = page(index) else { return nil }
        annotation["Dest"] = .array([.reference(reference), .name("Fit")])
      }
      return .dictionary(annotation)
    }
  }
}
