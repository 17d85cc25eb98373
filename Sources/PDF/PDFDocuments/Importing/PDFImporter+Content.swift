internal import ImageModel
internal import PDFWriting

extension PDFImporter {
  /// A page's /Contents: its streams. What else stands in the list, null for one, no viewer needs and some stumble over.
  func contentReferences(of page: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> PDFObject? {
    var references: [PDFObject] = []
    for number in try contents(of: page, reader) { references.append(try object(.reference(number), reader)) }
    return references.count > 1 ? .array(references) : references.first
  }

  /// Makes a form of a page's content, and has the page draw it. A form is over where its content is, whatever states it
  /// saved and did not restore, or the other way round, and has its resources for itself.
  ///
  /// - Returns: false for content that cannot be put together from its parts; nothing is changed then.
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
