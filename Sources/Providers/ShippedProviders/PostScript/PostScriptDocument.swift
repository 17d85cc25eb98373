internal import ByteStreams
internal import ImageModel
internal import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport

/// A document in PostScript, or a drawing in encapsulated PostScript. PostScript is a programming language: Ghostscript
/// runs it with `-dSAFER`, which keeps it from files and programs, and in the sandbox, which does so as well.
/// Ghostscript is under the AGPL and is not linked.
struct PostScriptDocument {
  let path: String
  /// The number of pages that the document's comments name; nil where they name none (Document Structuring
  /// Conventions 3.0, `%%Pages`).
  private(set) var pageCount: Int?
  /// The picture that an EPS file of DOS carries besides the PostScript, a TIFF file (Encapsulated PostScript 3.0, 6).
  private let small: Range<Int>?

  private static let readBytes = 64 << 10
  private static let smallBytes = 16 << 20
  private static let mark: [UInt8] = [0xC5, 0xD0, 0xD3, 0xC6]

  /// - Throws: `corruptInput` for a file of another kind.
  init(path: String) throws {
    self.path = path
    var bytes = try DocumentFile.beginning(of: path, atMost: Self.readBytes).bytes
    if bytes.starts(with: Self.mark) {
      let (start, size) = (bytes.littleEndian(20, 4), bytes.littleEndian(24, 4))
      small = size > 0 && size <= Self.smallBytes ? start..<(start + size) : nil
      bytes = try DocumentBytes(path: path).bytes(bytes.littleEndian(4, 4), Self.readBytes)
    } else {
      small = nil
    }
    // Printers' drivers write commands before the document.
    guard String(decoding: bytes.prefix(1_024), as: UTF8.self).contains("%!") else {
      throw ProviderError(.corruptInput, "the file is damaged, or is not PostScript")
    }
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) where line.starts(with: "%%Pages:".utf8) {
      pageCount = Int(String(decoding: line.dropFirst(8), as: UTF8.self).collapsed).flatMap { $0 > 0 ? $0 : nil }
      break
    }
  }

  /// Writes the document as PDF with all its fonts. An EPS file gets a page of its own size.
  ///
  /// - Parameter pages: the number of pages from the first one on; nil for all.
  /// - Throws: `corruptInput` with the name of the error in PostScript.
  func write(pages: Int? = nil, to output: String) async throws {
    let last = pages.map { ["-dLastPage=\($0)"] } ?? []
    // Without dates and identifiers, equal documents have equal previews.
    let plain = ["-dOmitInfoDate=true", "-dOmitID=true", "-dOmitXMP=true"]
    let run = try await ProgramRun.run(
      "gs",
      ["-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-dEPSCrop", "-sDEVICE=pdfwrite"] + plain + last
        + ["-sOutputFile=\(output)", "-c", "<< /NeverEmbed [ ] >> setdistillerparams", "-f", path])
    try Task.checkCancellation()
    guard run.status == 0 else {
      SystemCall.remove(output)
      throw ProviderError(.corruptInput, "the document is damaged: \(Self.reason(run))")
    }
  }

  /// `/undefined in foo` of `Error: /undefined in foo`, which is the first line of Ghostscript's message.
  private static func reason(_ run: ProgramRun.Result) -> String {
    let line = run.text.split(separator: "\n").first { $0.hasPrefix("Error: /") }
    // What comes after the name of the error may be a text of the document.
    let name = line?.dropFirst(8).prefix { $0.isLetter } ?? ""
    return name.isEmpty ? "Ghostscript ended with \(run.status)" : "its program ends with the error \(name)"
  }

  /// A title without the parentheses in which PostScript writes texts. Ghostscript takes them over from `%%Title`.
  static func title(_ text: String?) -> String? {
    guard let text, text.count > 2, text.first == "(", text.last == ")" else { return text }
    return String(text.dropFirst().dropLast())
  }

  /// The picture that the file carries, in the size of a box; nil where there is none.
  func smallPicture(fitting box: PixelSize) throws -> PixelBuffer? {
    guard let small else { return nil }
    let bytes = try DocumentBytes(path: path).bytes(small.lowerBound, small.count)
    return DocumentPicture.pixels(bytes, fitting: box, background: .white)
  }
}
