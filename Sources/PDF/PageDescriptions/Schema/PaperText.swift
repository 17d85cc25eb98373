package import ImageModel
internal import PDFDocuments

/// Sizes of pages as people write them, in descriptions and options.
package enum PaperText {
  /// `A4`, `letter`, `210x297mm`, `8.5x11in`, `10cm x 15cm`, `612x792`; nil for what is no size.
  package static func size(_ text: String) -> Size? {
    if let paper = PaperSize(name: text) { return paper.size }
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { part in
      String(decoding: part.utf8.filter { $0 != 0x20 }, as: UTF8.self)
    }
    guard parts.count == 2, let height = Length.points(parts[1]) else { return nil }
    // A unit behind the second number counts for both.
    let unit = parts[1].drop { "0123456789.-".contains($0) }
    let hasUnit = parts[0].last.map { !"0123456789.".contains($0) } ?? true
    return Length.points(hasUnit ? parts[0] : parts[0] + unit).map { Size(width: $0, height: height) }
  }
}
