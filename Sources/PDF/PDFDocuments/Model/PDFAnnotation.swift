public import ImageModel
internal import PDFReading

/// What lies on a page of an existing PDF: a link, a note, a field, ... (ISO 32000-1, 12.5). Modelled after the
/// PDFAnnotation of PDFKit; it cannot be changed.
public struct PDFAnnotation: Hashable, Sendable {
  /// The kind, as the standard names it: `Link`, `Text`, `Widget`, `Highlight`.
  public var type: String
  /// In the space of the page.
  public var bounds: Rect
  /// What it says.
  public var contents: String?
  /// Who made it.
  public var userName: String?
  /// Where a link leads; nil for other kinds, and for other actions.
  public var target: PDFTarget?
  /// The full name of a field.
  public var fieldName: String?
  /// The value of a field: a text, or the name of a check box's state.
  public var widgetStringValue: String?
  /// Whether viewers show it.
  public var shouldDisplay: Bool
}

extension PDFPage {
  /// The annotations of a page of an existing PDF, in their order; empty for other pages, which have `links`.
  ///
  /// - Throws: the errors of reading the file.
  public var annotations: [PDFAnnotation] {
    get throws(ImageError) {
      guard let page = self as? ImportedPage else { return [] }
      return try page.file.annotations(ofPage: page.index)
    }
  }
}

extension PDFFile {
  private static var maxAnnotations: Int { 100_000 }

  fileprivate func annotations(ofPage index: Int) throws(ImageError) -> [PDFAnnotation] {
    try read { reader throws(ImageError) in
      var found: [PDFAnnotation] = []
      // The fields above widgets, without their lists of widgets.
      var fields: [ObjectNumber: FileDictionary] = [:]
      let page = try dictionary(ofPage: index, reader)
      for object in (try reader.resolve(page["Annots"]).array ?? []).prefix(Self.maxAnnotations) {
        guard let dictionary = try reader.resolve(object).dictionary,
          let type = try reader.resolve(dictionary["Subtype"]).name
        else { continue }
        let flags = try reader.resolve(dictionary["F"]).integer ?? 0
        var annotation = PDFAnnotation(
          type: type, bounds: try rectangle(dictionary["Rect"], reader) ?? Rect(x: 0, y: 0, width: 0, height: 0),
          shouldDisplay: flags & 0b10_0010 == 0)
        annotation.contents = try reader.resolve(dictionary["Contents"]).text
        annotation.userName = type == "Widget" ? nil : try reader.resolve(dictionary["T"]).text
        annotation.target = try target(of: dictionary, reader)
        if case .named(let name)? = annotation.target, let destination = try destination(named: name) {
          annotation.target = .destination(destination)
        }
        if type == "Widget" { try addField(dictionary, to: &annotation, &fields, reader) }
        found.append(annotation)
      }
      return found
    }
  }

  /// Adds the name and the value of a field, which it may inherit.
  private func addField(
    _ widget: FileDictionary, to annotation: inout PDFAnnotation, _ fields: inout [ObjectNumber: FileDictionary],
    _ reader: ObjectReader
  ) throws(ImageError) {
    var names: [String] = []
    var next: FileDictionary? = widget
    for _ in 0..<32 {
      guard let field = next else { break }
      if let name = try reader.resolve(field["T"]).text { names.insert(name, at: 0) }
      if annotation.widgetStringValue == nil {
        let value = try reader.resolve(field["V"])
        annotation.widgetStringValue = value.text ?? value.name
      }
      guard let above = field["Parent"]?.reference else { break }
      if fields[above] == nil {
        var read = try reader.object(above).dictionary ?? FileDictionary()
        read.set("Kids", nil)
        fields[above] = read
      }
      next = fields[above]
    }
    if !names.isEmpty { annotation.fieldName = names.joined(separator: ".") }
  }
}
