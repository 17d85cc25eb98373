public import ImageModel
public import Imaging

extension PDFPage {
  /// A picture of a page of an existing PDF, as large as fits into a size, with the page's aspect ratio. poppler's
  /// `pdftocairo` draws it, in a process that sees the document alone.
  ///
  /// - Parameter box: the part that is shown: the crop box, or the whole media box.
  /// - Throws: `unsupported` for a page that is not of an existing PDF, and where `pdftocairo` or cameo-launcher is not
  ///   installed; `invalidData`; `limitExceeded`; `io`.
  public func thumbnail(of size: PixelSize, for box: PageBox = .crop) throws(ImageError) -> DecodedImage {
    guard let page = self as? ImportedPage else {
      throw ImageError(.unsupported, "only pages of existing PDFs have thumbnails")
    }
    let seen = page.original.seenSize(of: box == .media ? .media : .crop)
    let scale = min(Double(size.width) / max(seen.width, 1e-3), Double(size.height) / max(seen.height, 1e-3))
    let longSide = max(1, Int((max(seen.width, seen.height) * scale).rounded(.down)))
    let number = "\(page.index + 1)"
    var arguments = ["-png", "-singlefile", "-f", number, "-l", number, "-scale-to", "\(longSide)"]
    if box != .media { arguments.append("-cropbox") }
    let output = try page.file.poppler().run("pdftocairo", arguments + ["-", "-"])
    let source = try ImageSource(
      bytes: output, name: page.file.name, .init(limits: page.file.limits, allowedFormats: ["png"]))
    return try source.thumbnail(at: 0, .init(size: SizeRequest(width: size.width, height: size.height)))
  }
}
