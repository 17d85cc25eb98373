internal import ByteStreams
internal import ImageModel
internal import TIFFStructure

/// The directories of a file: pages in their order, and with each page its smaller versions.
///
/// A page is a directory of the main chain that is neither a reduced version nor a mask, so that page numbers are what a
/// user counts. A reduced version belongs to the page before it, or to the first page. Where every directory is
/// a reduced version or a mask, all count as pages.
struct PageList {
  struct Page {
    var header: PageHeader
    /// Reduced versions that lie in the main chain.
    var reduced: [PageHeader] = []
  }

  private(set) var pages: [Page] = []
  private(set) var diagnostics: [Diagnostic] = []

  /// Walks the main chain.
  ///
  /// A chain that breaks or loops gives the pages so far and a warning.
  ///
  /// - Throws: `invalidData` where not even the first directory can be read; `limitExceeded` for more directories than
  ///   `limits.maxImages`; `io`.
  init(_ source: any ByteSource, limits: Limits) throws(ImageError) {
    var reader = try IFDReader(source, limits: limits)
    guard reader.firstOffset != 0 else {
      throw ImageError(.invalidData, "there is no directory", format: "TIFF")
    }
    var headers: [PageHeader] = []
    var next = reader.firstOffset
    while next != 0 {
      guard headers.count < limits.maxImages else {
        throw limits.exceeded(
          "has more than \(limits.maxImages) directories", name: "max-images", value: limits.maxImages, format: "TIFF")
      }
      do throws(ImageError) {
        let directory = try reader.directory(at: next)
        headers.append(try PageHeader(directory, &reader))
        next = directory.next
      } catch {
        if headers.isEmpty || error.kind == .io { throw error }
        diagnostics.append(.warning("the list of pages ends after \(headers.count): \(error.message)"))
        next = 0
      }
    }
    diagnostics += reader.diagnostics
    pages = Self.pages(of: headers)
  }

  private static func pages(of headers: [PageHeader]) -> [Page] {
    guard headers.contains(where: { $0.role == .page }) else { return headers.map { Page(header: $0) } }
    var pages: [Page] = []
    var leading: [PageHeader] = []
    for header in headers {
      switch header.role {
      case .page: pages.append(Page(header: header))
      case .mask: break
      case .reduced:
        if pages.isEmpty { leading.append(header) } else { pages[pages.count - 1].reduced.append(header) }
      }
    }
    pages[0].reduced += leading
    return pages
  }

  /// The directories that a page's SubIFDs lead to, chains followed; damaged ones are left out with a warning.
  ///
  /// - Throws: `io`.
  static func subDirectories(
    of page: PageHeader, in source: any ByteSource, limits: Limits
  ) throws(ImageError) -> (headers: [PageHeader], diagnostics: [Diagnostic]) {
    var headers: [PageHeader] = []
    guard !page.subIFDs.isEmpty else { return ([], []) }
    var diagnostics: [Diagnostic] = []
    var reader = try IFDReader(source, limits: limits)
    // The page itself has been visited: a SubIFD that leads back to it is a loop.
    _ = try reader.directory(at: page.offset)
    for start in page.subIFDs.prefix(limits.maxImages) {
      var next = start
      while next != 0, headers.count < limits.maxImages {
        do throws(ImageError) {
          let directory = try reader.directory(at: next)
          headers.append(try PageHeader(directory, &reader))
          next = directory.next
        } catch {
          if error.kind == .io { throw error }
          diagnostics.append(.warning("a sub-directory is left out: \(error.message)"))
          next = 0
        }
      }
    }
    return (headers, diagnostics)
  }
}
