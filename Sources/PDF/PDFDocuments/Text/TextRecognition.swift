internal import ByteStreams
internal import Confinement
internal import Glibc
package import ImageModel

/// Finds the text of scans. `tesseract` does it, in a process that sees the picture alone.
package final class TextRecognition {
  private static let prefix = "cameo-ocr-"
  /// The time for one page.
  private static let seconds = 600.0
  /// The long side of a picture of a page, in pixels: A3 at 300 dots per inch.
  package static let longSide = 5_000

  private let program: String
  private let languages: String
  private let limits: Limits
  private let folder: LockedFolder
  /// The languages that are installed, once they are known.
  private var installed: Set<String>?
  /// The number of pages that were searched, and of those with text.
  package private(set) var (searchedCount, foundCount) = (0, 0)

  /// - Parameter languages: their names in tesseract, as in `eng` or `deu+eng`.
  /// - Throws: `unsupported` where tesseract is not installed; `io` where no temporary folder can be made.
  package init(languages: String, limits: Limits) throws(ImageError) {
    guard let program = PopplerProgram.path(of: "tesseract") else {
      throw ImageError(.unsupported, "tesseract, which recognizes text, is not installed (package tesseract-ocr)")
    }
    (self.program, self.languages, self.limits) = (program, languages, limits)
    folder = try PopplerProgram.makeFolder(prefix: Self.prefix)
  }

  /// The text of a picture as a PDF, whose only page has the shape of the picture and shows nothing but invisible text;
  /// nil where there is none.
  ///
  /// - Parameters:
  ///   - resolution: of the picture, in dots per inch.
  ///   - name: of the input, for messages.
  /// - Throws: `unsupported` where a language or cameo-launcher is missing; `invalidData` where tesseract fails;
  ///   `limitExceeded`; `io`.
  package func text(in picture: [UInt8], resolution: Double, name: String) throws(ImageError) -> PDFFile? {
    try checkLanguages(name)
    let dpi = Int(min(max(resolution.rounded(), 70), 2_400))
    let arguments = ["stdin", "stdout", "-l", languages, "--dpi", "\(dpi)", "-c", "textonly_pdf=1", "pdf"]
    let text = try PDFFile(bytes: try run(arguments, input: picture, name), name: name, limits: limits)
    searchedCount += 1
    guard try text.showsText() else { return nil }
    foundCount += 1
    return text
  }

  /// tesseract itself goes on without a language that is missing beside others.
  private func checkLanguages(_ name: String) throws(ImageError) {
    if installed == nil {
      // A line about the folder, and the names.
      let list = String(decoding: try run(["--list-langs"], input: [], name), as: UTF8.self)
      installed = Set(list.split(separator: "\n").map(String.init))
    }
    // `~` before a language leaves it out.
    let wanted = languages.split(separator: "+").map { String($0.trimmingPrefix("~")) }
    guard let missing = wanted.first(where: { installed?.contains($0) == false }) else { return }
    throw ImageError(
      .unsupported, "tesseract has no language '\(missing)': each has a package, as tesseract-ocr-deu", path: name)
  }

  private func run(_ arguments: [String], input: [UInt8], _ name: String) throws(ImageError) -> [UInt8] {
    var process = try ConfinedProcess(
      program: [program] + arguments, memory: limits.maxMemory, temporaryFolder: folder.path)
    process.seconds = Self.seconds
    process.isSilent = true
    process.variables = ["TESSDATA_PREFIX", "OMP_THREAD_LIMIT"]
    let data = getenv("TESSDATA_PREFIX").map { [PathText.text($0)] } ?? []
    return try process.output(of: "tesseract", input: try TemporaryFile(input), readable: data, path: name)
  }
}

extension PDFFile {
  /// Whether the content of the first page itself shows text, be it invisible.
  fileprivate func showsText() throws(ImageError) -> Bool {
    try read { reader throws(ImageError) in
      for number in try PDFImporter.contents(of: try dictionary(ofPage: 0, reader), reader) {
        var content = ContentReader(try reader.decodedBytes(of: number, limit: limits.maxMemory / 8))
        while let operation = content.next() {
          guard ["Tj", "TJ"].contains(operation.name) else { continue }
          if case .text(isEmpty: false)? = operation.operands.last { return true }
        }
      }
      return false
    }
  }
}

extension ImportedPage {
  /// The text of the page as it is seen, as of `TextRecognition.text`; nil for a page that has text already, or has
  /// none.
  ///
  /// - Throws: as `PopplerProgram.run` and `TextRecognition.text`.
  package func recognizedText(by recognition: TextRecognition) throws(ImageError) -> PDFFile? {
    guard try !file.hasText(onPage: index) else { return nil }
    let (png, resolution) = try file.scan(ofPage: index)
    return try recognition.text(in: png, resolution: resolution, name: file.name)
  }
}

extension PDFFile {
  /// A grey picture of a page, counted from 0, as a PNG of 300 dots per inch, or less for a large page. poppler's
  /// `pdftocairo` draws it as the file shows the page, without changes of its rotation and boxes.
  func scan(ofPage index: Int) throws(ImageError) -> (png: [UInt8], resolution: Double) {
    let seen = try page(index).seenSize(of: .crop)
    let side = max(seen.width, seen.height, 1)
    let pixels = min(max(1, Int((side * 300 / 72).rounded())), TextRecognition.longSide)
    let number = "\(index + 1)"
    let png = try poppler().run(
      "pdftocairo",
      [
        "-png", "-gray", "-singlefile", "-cropbox", "-f", number, "-l", number, "-scale-to", "\(pixels)", "-", "-",
      ])
    return (png, Double(pixels) / side * 72)
  }
}
