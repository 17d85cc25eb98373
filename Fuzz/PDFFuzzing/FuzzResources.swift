internal import Drawing
internal import ImageModel
internal import Imaging
internal import PDFDocuments
internal import PageDescriptions

/// Returns the same picture or page for every name in a description: a fuzzer must not choose files of the machine.
final class FuzzResources: DescriptionResources {
  private let registry: XObjectRegistry
  private var known: DescriptionResource?
  private var file: PDFFile?

  init(_ registry: XObjectRegistry) { self.registry = registry }

  func picture(path: String, page: Int) throws(ImageError) -> DescriptionResource {
    if let known { return known }
    let picture = try registry.picture(try ImageSource(bytes: Self.png, name: "picture.png"), index: 0)
    let resource = DescriptionResource(.object(try registry.upright(picture)), size: Size(width: 2, height: 1))
    known = resource
    return resource
  }

  func importedPage(path: String, page: Int, box: PageBox) throws(ImageError) -> DescriptionResource {
    let file = try opened()
    guard page < file.pageCount else { throw ImageError(.usage, "has no page \(page + 1)", path: path) }
    let object = try registry.page(try ImportedPage(file, index: page), box: box)
    return DescriptionResource(.object(object), size: object.size)
  }

  private func opened() throws(ImageError) -> PDFFile {
    if let file { return file }
    let opened = try PDFFile(bytes: SmallPDF.plain, name: "page.pdf", limits: .standard)
    file = opened
    return opened
  }

  /// A red pixel and a blue one.
  private static let png: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x00,
    0x02, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x7B, 0x40, 0xE8, 0xDD, 0x00, 0x00, 0x00, 0x0D, 0x49,
    0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0xF8, 0xCF, 0x00, 0x04, 0xFF, 0x01, 0x07, 0x00, 0x01, 0xFF, 0x3D, 0x7D, 0x8C,
    0x49, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]
}
