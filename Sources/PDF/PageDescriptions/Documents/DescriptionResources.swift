package import Drawing
package import ImageModel
package import PDFDocuments

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
  func importedPage(path: String, page: Int, box: PageBox) throws(ImageError) -> DescriptionResource

  /// What an id of the description is called in the document, which may have pages of other descriptions and files.
  func destinationName(_ id: String) -> String
}

extension DescriptionResources {
  package func destinationName(_ id: String) -> String { id }
}

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

/// Embeds the pictures and pages that a description names into the document that is being written, each once and untouched.
package final class DocumentResources: DescriptionResources {
  private let registry: XObjectRegistry
  private let limits: Limits
  private let resolution: ResolutionRule
  /// PDFs that were opened; each gives back its descriptor after every page.
  private var files: [String: PDFFile] = [:]
  /// What ids have become in the document.
  private var names: [String: String] = [:]

  /// - Parameters:
  ///   - registry: of the document's writer.
  ///   - resolution: the size of pictures that have neither width nor height.
  package init(_ registry: XObjectRegistry, limits: Limits, resolution: ResolutionRule = ResolutionRule()) {
    self.registry = registry
    self.limits = limits
    self.resolution = resolution
  }

  package func picture(path: String, page: Int) throws(ImageError) -> DescriptionResource {
    let picture = try registry.picture(path: path, index: page)
    return DescriptionResource(.object(try registry.upright(picture)), size: picture.naturalSize(resolution))
  }

  package func importedPage(path: String, page: Int, box: PageBox) throws(ImageError) -> DescriptionResource {
    let file = try file(path)
    defer { file.suspend() }
    guard page < file.pageCount else {
      throw ImageError(.usage, "has no page \(page + 1); there are \(file.pageCount)", path: path)
    }
    let object = try registry.page(try ImportedPage(file, index: page), box: box)
    return DescriptionResource(.object(object), size: object.size)
  }

  package func destinationName(_ id: String) -> String {
    if let known = names[id] { return known }
    let name = registry.claimName(id)
    names[id] = name
    return name
  }

  private func file(_ path: String) throws(ImageError) -> PDFFile {
    if let known = files[path] { return known }
    try registry.checkFile(path)
    let file = try PDFFile(path: path, limits: limits)
    files[path] = file
    return file
  }
}
