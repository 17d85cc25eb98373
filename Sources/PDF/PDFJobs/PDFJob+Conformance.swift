internal import ImageModel
internal import PDFDocuments
internal import PDFWriting

/// What a document that conforms to a standard may be made of.
extension PDFJob {
  /// - Throws: `usage` for options that the standards exclude.
  func checkConformance() throws(ImageError) {
    guard !conformance.isEmpty else { return }
    func fail(_ reason: String) -> ImageError { ImageError(.usage, reason) }
    let name = conformance.name
    if let version = writing.version, version > .v1_7 { throw fail("\(name) is PDF 1.7 or earlier") }
    if recognizedLanguages != nil { throw fail("--ocr does not go with \(name): the text of tesseract is not checked") }
    if writing.encryption != nil { throw fail("--encrypt does not go with \(name): readers could not check it") }
    if let archive = conformance.archive, !archive.allowsAttachments, !attachments.isEmpty {
      throw fail("\(name) does not allow --attach for any file; --conform pdfa-3b does")
    }
    if conformance.isAccessible, Imposition(self) != nil {
      throw fail("PDF/UA-1 needs pages in reading order, and sheets change it")
    }
  }
}

extension PDFRun {
  /// - Parameter what: content that is copied from a PDF.
  /// - Throws: `unsupported` where the document must conform to a standard.
  func checkCopying(_ what: String, path: String) throws(ImageError) {
    guard job.conformance.isEmpty else {
      throw ImageError(.unsupported, job.conformance.refusal(of: what), path: path)
    }
  }

  /// Checks that an accessible document says what it is and in which language (ISO 14289-1, 7.1 and 7.2). A name of a
  /// file and the locale are guesses.
  ///
  /// - Throws: `usage`.
  func checkTitle(_ title: String?, language: String?) throws(ImageError) {
    guard job.conformance.isAccessible else { return }
    guard let title, title.contains(where: { !$0.isWhitespace }) else {
      throw ImageError(.usage, "PDF/UA asks for a title: --title TEXT, or 'title' in the page description")
    }
    guard language != nil else {
      throw ImageError(.usage, "PDF/UA asks for a language: --lang TAG, or 'lang' in the page description")
    }
  }
}
