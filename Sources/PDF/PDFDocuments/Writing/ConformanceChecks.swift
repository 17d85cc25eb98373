internal import Drawing
internal import ImageModel
package import PDFWriting

/// What the standards ask of a new document besides the way in which it is always written.
extension Conformance {
  /// The message for content that cannot be checked.
  package func refusal(of what: String) -> String { "\(what) cannot be checked, and \(name) asks for it" }

  /// Checks the size of a page (ISO 19005-2, 6.1.13).
  ///
  /// - Throws: `unsupported`.
  func check(_ size: Size, unit: Double) throws(ImageError) {
    guard !isEmpty else { return }
    let sides = [size.width, size.height]
    guard sides.allSatisfy({ $0 >= PageEntries.shortest && $0 / unit <= PageEntries.longest }) else {
      throw ImageError(.unsupported, "the page is \(size.inPoints); \(name) allows 3 to 14,400 points")
    }
    if isAccessible, unit != 1 {
      throw ImageError(.unsupported, "the page is \(size.inPoints); a page of more than 14,400 points has no tags")
    }
  }

  /// Checks the text that stands for a picture (ISO 14289-1, 7.3).
  ///
  /// - Throws: `unsupported`.
  func check(alternative: String?) throws(ImageError) {
    guard isAccessible, alternative == nil else { return }
    throw ImageError(
      .unsupported, "PDF/UA asks for a text that stands for the picture: --alt TEXT, or --alt '' for a decoration")
  }

  /// Checks that all characters have a glyph (ISO 19005-2, 6.2.11.8).
  ///
  /// - Throws: `unsupported`.
  func check(_ diagnostics: [Diagnostic]) throws(ImageError) {
    guard !isEmpty, let missing = diagnostics.first(where: \.isMissingGlyph) else { return }
    throw ImageError(.unsupported, "\(missing.message), and \(name) asks for it")
  }

  /// Adds the entries that the standards ask for.
  ///
  /// - Throws: `unsupported` for tags that they do not allow.
  func add(
    to catalog: inout PDFDictionary, _ viewing: inout ViewerSettings, _ skipped: OwnTags.SkippedHeading?,
    _ writer: PDFWriter
  ) throws(ImageError) {
    if archive != nil { catalog["OutputIntents"] = .array([.reference(try writer.addOutputIntent())]) }
    guard isAccessible else { return }
    viewing.preferences["DisplayDocTitle"] = .flag(true)
    if let skipped {
      let before = skipped.previous == 0 ? "is the first one" : "follows one of level \(skipped.previous)"
      throw ImageError(
        .unsupported,
        "a heading of level \(skipped.level) on page \(skipped.page + 1) \(before); PDF/UA forbids to skip levels")
    }
    guard catalog["StructTreeRoot"] != nil else {
      throw ImageError(.unsupported, "nothing in the document has a tag, and PDF/UA asks for tags")
    }
  }
}
