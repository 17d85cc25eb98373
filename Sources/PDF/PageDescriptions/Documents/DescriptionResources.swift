package import Drawing
package import ImageModel
package import PDFDocuments

/// Loads the pictures and pages of other files that a description refers to.
package protocol DescriptionResources: AnyObject {
  /// A picture or an SVG drawing, upright.
  ///
  /// - Parameters:
  ///   - path: relative paths are already based on the directory of the description.
  ///   - page: the index in a file with several pictures, counted from 0.
  /// - Throws: `ImageError` with the path.
  func picture(path: String, page: Int) throws(ImageError) -> DescriptionResource

  /// A page of a PDF as it is seen, with its rotation applied.
  ///
  /// - Parameter page: counted from 0.
  func importedPage(path: String, page: Int, box: PageBox) throws(ImageError) -> DescriptionResource

  /// The name of an ID in the document, which may have pages of other descriptions and files with the same names.
  func destinationName(_ id: String) -> String
}

extension DescriptionResources {
  package func destinationName(_ id: String) -> String { id }
}

/// A picture or a page of another file.
package struct DescriptionResource {
  package enum Content {
    /// The document writer embeds it untouched.
    case object(EmbeddedObject)
    /// Drawn as pixels.
    case pixels(PixelBuffer)
  }

  package var content: Content
  /// The natural upright size in points. For a picture, it depends on the resolution.
  package var size: Size

  package init(_ content: Content, size: Size) {
    self.content = content
    self.size = size
  }
}

/// Embeds the pictures and pages that a description refers to in the document that is being written, each once and
/// untouched.
package final class DocumentResources: DescriptionResources {
  private let registry: XObjectRegistry
  private let limits: Limits
  private let resolution: ResolutionRule
  /// The PDFs that were opened. Each one is suspended after every page.
  private var files: [String: PDFFile] = [:]
  /// The names of IDs in the document.
  private var names: [String: String] = [:]

  /// - Parameters:
  ///   - registry: of the document writer.
  ///   - resolution: determines the size of pictures without width and height.
  package init(_ registry: XObjectRegistry, limits: Limits, resolution: ResolutionRule = ResolutionRule()) {
    self.registry = registry
    self.limits = limits
    self.resolution = resolution
  }

  package func picture(path: String, page: Int) throws(ImageError) -> DescriptionResource {
    if let drawing = try registry.drawing(path: path) {
      guard page == 0 else { throw ImageError(.usage, "has no page \(page + 1); there is 1", path: path) }
      return DescriptionResource(.object(drawing), size: drawing.size)
    }
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
