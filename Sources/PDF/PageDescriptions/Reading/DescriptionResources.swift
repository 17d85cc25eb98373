package import Drawing
package import ImageModel

/// Gives the pictures and pages of other files that a description names. The document that is made implements it.
package protocol DescriptionResources: AnyObject {
  /// A picture, upright whatever its Exif orientation.
  ///
  /// - Parameters:
  ///   - path: relative paths have been completed with the description's folder.
  ///   - page: counted from 0, of a file with several pictures.
  /// - Throws: with the path.
  func picture(path: String, page: Int) throws(ImageError) -> DescriptionResource

  /// A page of a PDF as it is seen, its rotation applied.
  ///
  /// - Parameter page: counted from 0.
  func importedPage(path: String, page: Int, box: ImportedBox) throws(ImageError) -> DescriptionResource

  /// What an id of the description is called in the document, which may have pages of other descriptions and files.
  func destinationName(_ id: String) -> String
}

extension DescriptionResources {
  package func destinationName(_ id: String) -> String { id }
}

/// Which box of an imported page is shown.
package enum ImportedBox: String, CaseIterable, Sendable { case media, crop, bleed, trim, art }

/// A picture or a page of another file, as it is put on a page.
package struct DescriptionResource {
  package enum Content {
    /// Put on the page untouched by the writer of the document.
    case object(EmbeddedObject)
    /// Drawn as pixels.
    case pixels(PixelBuffer)
  }

  package var content: Content
  /// Its natural size in points, upright: a picture's by its resolution.
  package var size: Size

  package init(_ content: Content, size: Size) {
    self.content = content
    self.size = size
  }
}
