internal import ByteStreams
internal import CommandKit
internal import ImageModel
internal import PDFWriting
internal import StructuredText

/// What came of one input.
struct InputReport: Sendable {
  /// A page that an input is on.
  struct Page: Hashable, Sendable {
    /// Counted from 0.
    var index: Int
    var size: Size
  }

  var kind: InputKind?
  var byteCount: UInt64?
  var pages: [Page] = []
  var pictures: [EmbeddedImage] = []
  var diagnostics: [Diagnostic] = []
  /// What ended the work on this input; the others were done.
  var error: ImageError?

  /// The record of `--json`, and the lines of `--dry-run`.
  func record(_ input: PageInput, isPlan: Bool) -> BatchRecord {
    var record = BatchRecord()
    // A flaw of a picture that several pages show is told once.
    var told: Set<Diagnostic> = []
    record.diagnostics = diagnostics.filter { told.insert($0).inserted }
    record.error = error
    if let kind { record.members.append(JSONMember("kind", .string(kind.rawValue))) }
    if let byteCount { record.members.append(JSONMember("bytes", .uint(byteCount))) }
    record.members.append(JSONMember("pages", .array(pages.map(Self.json))))
    record.members.append(JSONMember("images", .array(pictures.map(Self.json))))
    if isPlan, error == nil { record.text = lines(input) }
    return record
  }

  private static func json(_ page: Page) -> JSONValue {
    .object([
      "page": .int(Int64(page.index + 1)), "width": .double(rounded(page.size.width)),
      "height": .double(rounded(page.size.height)),
    ])
  }

  private static func json(_ picture: EmbeddedImage) -> JSONValue {
    .object([
      "width": .int(Int64(picture.size.width)), "height": .int(Int64(picture.size.height)),
      "handling": .string(words(picture.handling)), "reason": .string(picture.reason),
      "bytes": .uint(picture.byteCount),
    ])
  }

  private static func words(_ handling: EmbeddedImage.Handling) -> String {
    handling == .repacked ? "re-packed" : handling.rawValue
  }

  /// A hundredth of a point is finer than any printer.
  private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

  private func lines(_ input: PageInput) -> String {
    let name = PrintableText.escaped(input.name)
    return pages.enumerated().map { index, page in
      let size = "\(Self.text(page.size.width)) x \(Self.text(page.size.height)) pt"
      let picture = pictures.indices.contains(index) && pages.count == pictures.count ? pictures[index] : nil
      let words = picture.map { ", \($0.size) pixels, \(Self.words($0.handling)): \($0.reason)" } ?? ""
      return "page \(page.index + 1): \(size): \(name)\(words)\n"
    }.joined()
  }

  private static func text(_ value: Double) -> String {
    let text = rounded(value).description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
