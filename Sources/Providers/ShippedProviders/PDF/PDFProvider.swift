internal import ByteStreams
internal import ImageModel
package import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport

extension ProviderDefinition {
  /// The provider of PDF documents. poppler's programs render them; its library is under the GPL, so the suite does not
  /// link it.
  package static let pdf = ProviderDefinition(
    id: "org.cameo.pdf", version: "1.0", thumbnail: { PDFThumbnails() }, preview: { PDFPreviews() })
}

/// What `pdfinfo` says about a document.
struct PDFFacts {
  var pageCount: Int
  var title: String?

  /// - Throws: `passwordRequired`, `corruptInput`.
  init(path: String) async throws {
    let run = try await ProgramRun.run("pdfinfo", ["-enc", "UTF-8", path])
    guard run.status == 0 else { throw Self.failure(run, path: path) }
    var facts: [Substring: String] = [:]
    for line in run.text.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      facts[line[..<colon]] = String(line[line.index(after: colon)...].drop { $0 == " " })
    }
    guard let count = facts["Pages"].flatMap({ Int($0) }), count > 0 else {
      throw ProviderError(.corruptInput, "the document has no pages")
    }
    pageCount = count
    title = facts["Title"].flatMap { $0.isEmpty ? nil : $0 }
  }

  static func failure(_ run: ProgramRun.Result, path: String) -> ProviderError {
    if run.text.contains("Incorrect password") {
      return ProviderError(.passwordRequired, "the document is protected by a password")
    }
    let line = run.text.split(separator: "\n").last.map(String.init) ?? "poppler ended with \(run.status)"
    // Messages contain no paths, not even that of the picture.
    let reason =
      line.contains("Error") ? line.firstRange(of: ": ").map { String(line[$0.upperBound...]) } ?? line : line
    let message = reason.replacing(path, with: "the document").split(separator: " ", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("/") ? "the picture" : $0 }.joined(separator: " ")
    return ProviderError(.corruptInput, "the file is damaged, or is not a PDF: \(message)")
  }
}

/// Draws pages of PDF documents by `pdftocairo`.
enum PDFPage {
  /// The pixels of a page, counted from 1. They fit the box.
  ///
  /// - Throws: `corruptInput`, `passwordRequired`.
  static func pixels(_ path: String, page: Int, fitting box: PixelSize, workFolder: String) async throws -> PixelBuffer
  {
    // The program scales the longer side to this length. If the other side is then too long for the box, the picture is
    // reduced when it is read.
    let side = max(box.width, box.height)
    // To compress PNG takes ten times as long as to draw a page of text. A large picture needs it: the size of files is
    // limited.
    let isLarge = side > Self.largestUncompressedSide
    let (format, suffix) = isLarge ? ("png", ".png") : ("tiff", ".tif")
    let stem = workFolder + "/page"
    defer { SystemCall.remove(stem + suffix) }
    let run = try await ProgramRun.run(
      "pdftocairo",
      (isLarge ? ["-png"] : ["-tiff", "-tiffcompression", "none"])
        + ["-singlefile", "-cropbox", "-f", "\(page)", "-l", "\(page)", "-scale-to", "\(side)", path, stem])
    try Task.checkCancellation()
    guard run.status == 0 else { throw PDFFacts.failure(run, path: path) }
    return try DocumentPicture.drawn(stem + suffix, format: format, fitting: box)
  }

  /// The longest side of pictures in files without compression: 12 MiB at most.
  private static let largestUncompressedSide = 2_048

  /// Writes a new document (`pdftocairo -pdf`): of one page, which contains nothing of the other pages, or of all.
  ///
  /// - Returns: its path.
  /// - Throws: as `pixels`.
  static func extracted(_ page: Int?, of path: String, to output: String) async throws -> String {
    let pages = page.map { ["-f", "\($0)", "-l", "\($0)"] } ?? []
    let run = try await ProgramRun.run("pdftocairo", ["-pdf"] + pages + [path, output])
    try Task.checkCancellation()
    guard run.status == 0 else {
      SystemCall.remove(output)
      throw PDFFacts.failure(run, path: path)
    }
    return output
  }
}

/// Makes a picture of one page.
final class PDFThumbnails: ThumbnailProvider {
  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    let facts = try await PDFFacts(path: request.filePath)
    try request.requirePage(of: facts.pageCount)
    var reply = ThumbnailReply(
      pixels: try await PDFPage.pixels(
        request.filePath, page: request.page ?? 1, fitting: request.maximumPixelSize, workFolder: request.workFolder))
    reply.title = facts.title
    reply.pageCount = facts.pageCount
    reply.extensionBadge = "PDF"
    return reply
  }
}

/// Returns the document itself, or one of its pages, as PDF.
final class PDFPreviews: PreviewProvider {
  /// Whether viewers will find that the document is PDF. poppler also opens documents without a header.
  private static func hasHeader(_ path: String) throws -> Bool {
    PDFHeader.isIn(try DocumentFile.beginning(of: path, atMost: PDFHeader.searchedBytes).bytes)
  }

  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    let facts = try await PDFFacts(path: request.filePath)
    try request.requirePage(of: facts.pageCount)
    var reply: PreviewReply
    let isOnePage = request.page != nil && facts.pageCount > 1
    let hasHeader = try Self.hasHeader(request.filePath)
    if isOnePage || !hasHeader {
      let path = try await PDFPage.extracted(
        isOnePage ? request.page : nil, of: request.filePath, to: request.workFolder + "/page.pdf")
      reply = .forPDF(pageSize: request.maximumSize) { _ in WrittenPDF(path: path) }
    } else {
      reply = .file(request.filePath, contentType: "application/pdf")
    }
    reply.title = facts.title
    reply.pageCount = facts.pageCount
    return reply
  }
}
