package import ImageModel

/// An image, or a page of another document, that the PDF writer puts into a drawing untouched.
///
/// On a PDF page a stub stands for it, which the writer replaces; on an image its pixels are made and drawn.
package struct EmbeddedObject {
  /// The number by which the writer of the document knows the object; the same number on several pages is one object.
  package var id: Int
  /// Its natural size in points.
  package var size: Size
  /// Makes its pixels for a target that is an image; nil where there are none, and nothing is drawn.
  package var rasterize: (() throws -> PixelBuffer)?

  package init(id: Int, size: Size, rasterize: (() throws -> PixelBuffer)? = nil) {
    self.id = id
    self.size = size
    self.rasterize = rasterize
  }
}
