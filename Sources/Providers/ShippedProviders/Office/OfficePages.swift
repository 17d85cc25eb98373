internal import ByteStreams
internal import Glibc
internal import ImageModel
internal import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport
internal import Synchronization

/// What LibreOffice made of a document.
struct OfficeResult<Value> {
  /// nil where LibreOffice is not installed, cannot show the document, or is late: the caller then shows the document
  /// in another way.
  var value: Value?
  /// Whether LibreOffice may show the document another time: it has not started yet, or its time is over.
  var isLate = false
}

/// The real pages of office documents, which LibreOffice lays out where it is installed.
package enum OfficePages {
  /// Becomes the process in which LibreOffice runs, where the environment says so.
  package static func serveIfAsked() { LibreOffice.serveIfAsked() }

  /// Starts LibreOffice, so that the first document need not wait for it.
  static func prepare() {
    guard LibreOffice.isAvailable, let folder = getenv("TMPDIR").map({ PathText.text($0) }) else { return }
    waiting.withLock { if $0 == nil { $0 = start(in: folder) } }
  }

  /// The part of the time for a request that LibreOffice may take. The rest is for the other way.
  private static let share = 0.7
  /// The process that waits for the next document of this worker.
  private static let waiting = Mutex<LibreOffice?>(nil)
  private static let nameCount = Atomic(0)

  /// A name that no other process and no other document has.
  private static func newName() -> String { ".office-\(getpid())-\(nameCount.add(1, ordering: .relaxed).newValue)" }

  private static func start(in folder: String) -> LibreOffice? { LibreOffice(folder: "\(folder)/\(newName())") }

  /// When LibreOffice has to be ready with a request.
  private static func deadline(seconds: Double) -> ContinuousClock.Instant { .now + .seconds(seconds * share) }

  /// Writes a document, or one page of it, as PDF into the folder of a request.
  ///
  /// - Returns: its path.
  private static func pdf(
    of document: String, page: Int?, until end: ContinuousClock.Instant, workFolder: String
  ) throws -> OfficeResult<String> {
    guard LibreOffice.isAvailable else { return OfficeResult() }
    guard .now < end else { return OfficeResult(isLate: true) }
    // The process of a request that was cancelled may still write its file.
    let target = "\(workFolder)/\(newName()).pdf"
    // The second attempt is for a process that has ended since the last document.
    for _ in 0..<2 {
      guard var office = waiting.withLock({ $0.take() }) ?? start(in: workFolder) else {
        return OfficeResult(isLate: true)
      }
      let outcome: LibreOffice.Outcome
      do {
        outcome = try office.convert(document, to: target, page: page, until: end)
      } catch {
        office.end()
        throw error
      }
      switch outcome {
      case .ended:
        keep(office)
        guard SystemCall.status(of: target)?.isRegularFile ?? false else { return OfficeResult() }
        OfficePDF.removeTime(from: target)
        return OfficeResult(value: target)
      case .starting:
        keep(office)
        return OfficeResult(isLate: true)
      case .unused: office.end()
      case .late, .lost:
        office.end()
        SystemCall.remove(target)
        return OfficeResult(isLate: outcome == .late)
      }
    }
    return OfficeResult()
  }

  /// Keeps a process for the next document. Requests of one worker that run at the same time have one each.
  private static func keep(_ office: LibreOffice) {
    let other = waiting.withLock { kept in
      let other = kept
      kept = office
      return other
    }
    other?.end()
  }

  /// Refuses a page other than the first, which LibreOffice did not make. What is shown otherwise has one page, which
  /// says nothing about the document.
  ///
  /// - Parameter requirePage: throws if the document has fewer pages.
  private static func refuseFurtherPage(
    _ page: Int?, of document: String, _ contentType: String, isLate: Bool, until end: ContinuousClock.Instant,
    workFolder: String, _ requirePage: (Int) throws -> Void
  ) async throws {
    guard page ?? 1 != 1, LibreOffice.isAvailable else { return }
    if let file = try pdf(of: document, page: nil, until: end, workFolder: workFolder).value {
      defer { SystemCall.remove(file) }
      if let facts = try? await PDFFacts(path: file) { try requirePage(facts.pageCount) }
    }
    throw failure(of: contentType, isLate: isLate)
  }

  /// The first page, or the one that is asked for.
  ///
  /// - Throws: `requestInvalid` for a page that the document does not have.
  static func thumbnail(for request: FileThumbnailRequest) async throws -> OfficeResult<ThumbnailReply> {
    let (path, folder, end) = (request.filePath, request.workFolder, deadline(seconds: request.limits.thumbnailSeconds))
    let made = try pdf(of: path, page: request.page ?? 1, until: end, workFolder: folder)
    guard let file = made.value else {
      try await refuseFurtherPage(
        request.page, of: path, request.contentType, isLate: made.isLate, until: end, workFolder: folder,
        request.requirePage(of:))
      return OfficeResult(isLate: made.isLate)
    }
    defer { SystemCall.remove(file) }
    do {
      var reply = ThumbnailReply(
        pixels: try await PDFPage.pixels(file, page: 1, fitting: request.maximumPixelSize, workFolder: folder))
      reply.extensionBadge = Badge.text(fileName: request.fileName)
      return OfficeResult(value: reply)
    } catch let error as ProviderError where isOfPDF(error) {
      return OfficeResult()
    }
  }

  /// All pages, or one, as PDF, where the caller does not prefer HTML.
  ///
  /// - Parameter hasHTML: whether the document can be shown as HTML, too.
  /// - Throws: as `thumbnail(for:)`.
  static func preview(
    for request: FilePreviewRequest, hasHTML: Bool = true
  ) async throws -> OfficeResult<PreviewReply> {
    guard !hasHTML || prefersPages(request.acceptedContentTypes) else { return OfficeResult() }
    let (path, folder, end) = (request.filePath, request.workFolder, deadline(seconds: request.limits.previewSeconds))
    let made = try pdf(of: path, page: request.page, until: end, workFolder: folder)
    guard let file = made.value else {
      try await refuseFurtherPage(
        request.page, of: path, request.contentType, isLate: made.isLate, until: end, workFolder: folder,
        request.requirePage(of:))
      return OfficeResult(isLate: made.isLate)
    }
    do {
      let facts = try await PDFFacts(path: file)
      var reply = PreviewReply.forPDF(pageSize: request.maximumSize) { _ in WrittenPDF(path: file) }
      reply.title = facts.title
      if request.page == nil { reply.pageCount = facts.pageCount }
      return OfficeResult(value: reply)
    } catch let error as ProviderError where isOfPDF(error) {
      SystemCall.remove(file)
      return OfficeResult()
    }
  }

  /// Why a document that only LibreOffice reads is not shown. Hosts do not remember `providerUnavailable`.
  static func failure(of contentType: String, isLate: Bool) -> ProviderError {
    let package = debianPackage(for: contentType)
    guard LibreOffice.isAvailable else {
      return ProviderError(
        .providerUnavailable, "LibreOffice, which shows these documents, is not installed (the package \(package))")
    }
    return isLate
      ? ProviderError(.providerUnavailable, "LibreOffice did not show it in time; another attempt may succeed")
      : ProviderError(
        .corruptInput, "LibreOffice cannot show it: it is damaged, has a password, or \(package) is not installed")
  }

  /// The package with the part of LibreOffice that shows a type.
  private static func debianPackage(for contentType: String) -> String {
    func isAny(of names: String...) -> Bool { names.contains { contentType.contains($0) } }
    if isAny(of: "excel", "spreadsheet") { return "libreoffice-calc" }
    return isAny(of: "powerpoint", "presentation", "graphics") ? "libreoffice-impress" : "libreoffice-writer"
  }

  /// Whether poppler's programs are missing, or the PDF is broken.
  private static func isOfPDF(_ error: ProviderError) -> Bool {
    error.code == .corruptInput || error.code == .providerUnavailable
  }

  /// Whether PDF comes before HTML in the types that a caller can show, the best first.
  private static func prefersPages(_ types: [String]) -> Bool {
    guard !types.isEmpty else { return true }
    guard let pages = types.firstIndex(where: { $0 == "application/pdf" || $0 == "*/*" }) else { return false }
    return types.firstIndex(of: "text/html").map { pages < $0 } ?? true
  }
}
