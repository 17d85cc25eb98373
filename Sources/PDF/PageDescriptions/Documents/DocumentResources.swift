internal import Drawing
package import ImageModel
package import PDFDocuments

/// Embeds the pictures and pages that a description names into the document that is being written, each once and untouched.
package final class DocumentResources: DescriptionResources {
  private let objects: PlacedObjects
  private let limits: Limits
  private let resolution: ResolutionRule
  /// PDFs that were opened; each gives back its descriptor after every page.
  private var files: [String: PDFFile] = [:]
  /// What ids have become in the document.
  private var names: [String: String] = [:]

  /// - Parameters:
  ///   - objects: of the document's writer.
  ///   - resolution: the size of pictures that have neither width nor height.
  package init(_ objects: PlacedObjects, limits: Limits, resolution: ResolutionRule = ResolutionRule()) {
    self.objects = objects
    self.limits = limits
    self.resolution = resolution
  }

  package func picture(path: String, page: Int) throws(ImageError) -> DescriptionResource {
    let picture = try objects.picture(path: path, index: page)
    return DescriptionResource(.object(try objects.upright(picture)), size: picture.naturalSize(resolution))
  }

  package func importedPage(path: String, page: Int, box: ImportedBox) throws(ImageError) -> DescriptionResource {
    let file = try file(path)
    defer { file.suspend() }
    guard page < file.pageCount else {
      throw ImageError(.usage, "has no page \(page + 1); there are \(file.pageCount)", path: path)
    }
    let object = try objects.page(try ImportedPage(file, index: page), box: PageBox(rawValue: box.rawValue) ?? .crop)
    return DescriptionResource(.object(object), size: object.size)
  }

  package func destinationName(_ id: String) -> String {
    if let known = names[id] { return known }
    let name = objects.claimName(id)
    names[id] = name
    return name
  }

  private func file(_ path: String) throws(ImageError) -> PDFFile {
    if let known = files[path] { return known }
    try objects.checkFile(path)
    let file = try PDFFile(path: path, limits: limits)
    files[path] = file
    return file
  }
}
