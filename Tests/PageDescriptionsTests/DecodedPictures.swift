internal import Drawing
internal import ImageModel
internal import Imaging
internal import PDFDocuments
internal import PageDescriptions

/// Decodes the pictures of a description into pixels, for drawing on a picture without a document.
final class DecodedPictures: DescriptionResources {
  private let limits: Limits
  private let resolution = ResolutionRule()

  init(limits: Limits) { self.limits = limits }

  func picture(path: String, page: Int) throws(ImageError) -> DescriptionResource {
    let source = try ImageSource(path: path, ImageSource.Options(limits: limits))
    let info = try source.info(at: page)
    let pixels = try source.thumbnail(
      at: page, RenderOptions(size: .longSide(info.uprightSize.longSide)))
    return DescriptionResource(
      .pixels(pixels.pixels), size: resolution.naturalSize(stored: info.size, info.orientation, info.resolution))
  }

  func importedPage(path: String, page: Int, box: PageBox) throws(ImageError) -> DescriptionResource {
    throw ImageError(.unsupported, "pages of a PDF can only be put into a PDF", path: path)
  }
}
