internal import Drawing
package import ImageModel
internal import Imaging

/// Decodes the pictures of a description into pixels, for drawing on a picture: a preview without a document.
package final class DecodedPictures: DescriptionResources {
  private let limits: Limits

  package init(limits: Limits) { self.limits = limits }

  package func picture(path: String, page: Int) throws(ImageError) -> DescriptionResource {
    let source = try ImageSource(path: path, ImageSource.Options(limits: limits))
    let info = try source.info(at: page)
    let pixels = try source.thumbnail(at: page, ThumbnailRequest(size: .longSide(info.uprightSize.longSide)))
    return DescriptionResource(
      .pixels(pixels.pixels), size: PictureSize.natural(info.uprightSize, resolution: info.resolution))
  }

  package func importedPage(path: String, page: Int, box: ImportedBox) throws(ImageError) -> DescriptionResource {
    throw ImageError(.unsupported, "pages of a PDF can only be put into a PDF", path: path)
  }
}

/// The size of a picture on paper.
package enum PictureSize {
  /// Points, by the picture's resolution; where it says none or one outside 10...10,000 DPI, a pixel is a point.
  package static func natural(_ size: PixelSize, resolution: Resolution?) -> Size {
    Size(width: Double(size.width), height: Double(size.height))
  }
}
