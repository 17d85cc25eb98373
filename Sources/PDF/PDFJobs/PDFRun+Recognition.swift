internal import Drawing
internal import ImageModel
internal import Imaging
internal import PDFDocuments

/// The invisible text of scans.
extension PDFRun {
  /// The text of a page of a PDF that has none; nil where it has text already, or none is found or wanted.
  func recognizedText(on page: ImportedPage) throws(ImageError) -> EmbeddedObject? {
    guard let recognition = try recognizer(), let text = try page.recognizedText(by: recognition) else { return nil }
    return try embed(text)
  }

  /// The text of a picture as it is on its page; nil where it has none, or none is wanted.
  func recognizedText(of source: ImageSource, index: Int, on page: ImagePage) throws(ImageError) -> EmbeddedObject? {
    guard let recognition = try recognizer() else { return nil }
    let size = page.info.size
    var options = RenderOptions(size: .longSide(min(max(size.width, size.height), TextRecognition.longSide)))
    options.angle = Double(job.inputs[currentNumber].rotation)
    (options.profile, options.background, options.range) = (.gray, .white, job.layout.range)
    do throws(ImageError) {
      let pixels = try source.thumbnail(at: index, options).pixels
      let destination = try ImageDestination(format: "png", limits: job.environment.limits)
      try destination.add(pixels, ImageDestination.ImageOptions())
      _ = try destination.finish()
      let resolution =
        Double(max(pixels.size.width, pixels.size.height)) * 72
        / max(page.pictureSize.width, page.pictureSize.height, 1)
      return try recognition.text(in: destination.finishedBytes, resolution: resolution, name: source.name).map {
        (text) throws(ImageError) in try embed(text)
      }
    } catch {
      throw error.at(path: source.name)
    }
  }

  private func recognizer() throws(ImageError) -> TextRecognition? {
    if let recognition { return recognition }
    guard let languages = job.recognizedLanguages else { return nil }
    recognition = try TextRecognition(languages: languages, limits: job.environment.limits)
    return recognition
  }

  private func embed(_ text: PDFFile) throws(ImageError) -> EmbeddedObject {
    let object = try writer.registry.page(try ImportedPage(text, index: 0), box: .media)
    // The form is in the document, which keeps no page of this file.
    try writer.unregister(text)
    return object
  }

  /// How much was recognized.
  var recognitionNote: [Diagnostic] {
    guard job.recognizedLanguages != nil else { return [] }
    guard let recognition, recognition.searchedCount > 0 else {
      return imposition == nil ? [.note("--ocr has no effect: all pages have text already")] : []
    }
    let (found, searched) = (recognition.foundCount, recognition.searchedCount)
    let share = found == searched ? "\(found)" : "\(found) of \(searched)"
    return [.note("text was recognized on \(share) page\(searched == 1 ? "" : "s")")]
  }
}
