package import ByteStreams
package import ImageModel
internal import MetadataModel

/// The directories of a TIFF file: its pages in order, each with its smaller versions and masks.
///
/// A page is a directory of the main chain that is neither a reduced version nor a mask, so that page numbers are what
/// a user counts. A reduced version or mask belongs to the page before it, or to the first. Where no directory is a
/// page, all count as pages. Damage ends a chain with a warning; what was read before is delivered.
package struct TIFFStructure: ImageStructure {
  package struct Page: Sendable {
    package var directory: TIFFDirectory
    /// The picture that represents the page: that of `directory`, unless it is the thumbnail of another picture or data
    /// of a sensor.
    package private(set) var picture: TIFFDirectory
    /// Whether `picture` is a preview of a picture that cannot be shown.
    package private(set) var isPreview = false
    /// Reduced versions: those in the main chain, then those that SubIFDs lead to.
    package var reduced: [TIFFDirectory] = []
    package var masks: [TIFFDirectory] = []
    /// Other directories of SubIFDs: raw data beside a preview, as in DNG.
    package var others: [TIFFDirectory] = []
    /// XMP, IPTC, Photoshop resources and the ICC profile.
    package var blocks: [MetadataBlock] = []
    /// The error where `info` is nil.
    fileprivate(set) var failure: ImageError?
    package fileprivate(set) var info: ImageInfo?

    fileprivate init(_ directory: TIFFDirectory) {
      self.directory = directory
      picture = directory
    }

    /// Chooses `picture`. In DNG the first directory is often a thumbnail; SubIFDs hold the raw picture and previews
    /// (DNG specification 1.7, chapter 3).
    fileprivate mutating func choosePicture() {
      func largest(_ directories: [TIFFDirectory]) -> TIFFDirectory? {
        directories.filter { $0.canBeShown && $0.pixelCount > 0 }.max { $0.pixelCount < $1.pixelCount }
      }
      let isReduced = directory.role == .reduced
      guard isReduced ? !others.isEmpty : !directory.canBeShown else { return }
      if let main = largest(others) {
        picture = main
      } else if let preview = largest((isReduced ? [directory] : []) + reduced) {
        picture = preview
        isPreview = true
      }
    }
  }

  package let isBigEndian: Bool
  package let isBigTIFF: Bool
  package private(set) var pages: [Page] = []
  package private(set) var diagnostics: [Diagnostic] = []

  /// Walks the directories of a file.
  ///
  /// More directories than `limits.maxImages` are left out with a warning, and so are blocks of metadata over the
  /// limits.
  ///
  /// - Throws: `invalidData` where the header or the first directory cannot be read; `io`.
  package static func read(_ source: any ByteSource, limits: Limits) throws(ImageError) -> TIFFStructure {
    var reader = try IFDReader(source, limits: limits)
    var structure = TIFFStructure(isBigEndian: reader.isBigEndian, isBigTIFF: reader.isBigTIFF)
    try structure.walk(&reader)
    return structure
  }

  private init(isBigEndian: Bool, isBigTIFF: Bool) {
    self.isBigEndian = isBigEndian
    self.isBigTIFF = isBigTIFF
  }

  /// What the fields of a page say about its picture, its profile included.
  ///
  /// - Throws: `usage` for an index out of range; `invalidData` where the fields make no picture.
  package func imageInfo(at index: Int) throws(ImageError) -> ImageInfo {
    guard pages.indices.contains(index) else {
      throw ImageError(.usage, "there is no page \(index &+ 1)", format: "TIFF")
    }
    guard let info = pages[index].info else {
      throw pages[index].failure ?? ImageError(.invalidData, "the page has no picture", format: "TIFF")
    }
    return info
  }

  private mutating func walk(_ reader: inout IFDReader) throws(ImageError) {
    guard reader.firstOffset != 0 else { throw ImageError(.invalidData, "there is no directory", format: "TIFF") }
    let chain = try directories(from: reader.firstOffset, &reader, isFirst: true)
    pages = Self.pages(of: chain)
    var count = chain.count
    var bytesLeft = reader.limits.maxMetadataBytes
    for index in pages.indices {
      try readSubDirectories(of: index, &reader, &count)
      try readBlocks(of: index, &reader, &bytesLeft)
      pages[index].choosePicture()
      switch pages[index].picture.header {
      case .failure(let error):
        pages[index].failure = error
        diagnostics.append(.warning("page \(index + 1): \(error.message)"))
      case .success(var info):
        info.role = .page
        if !pages[index].picture.statesOrientation, case .success(let first) = pages[index].directory.header {
          info.orientation = first.orientation
        }
        info.profile = pages[index].blocks.first { $0.kind == .icc }.map { .icc($0.bytes) }
        pages[index].info = info
      }
    }
    diagnostics += reader.diagnostics
  }

  /// The directories of a chain. A chain that breaks or loops yields those before the defect, and a warning. A chain
  /// ends where it leads to one of `known`.
  ///
  /// - Throws: `io`; for the main chain, also the error of its first directory.
  private mutating func directories(
    from first: UInt64, _ reader: inout IFDReader, isFirst: Bool, room: Int = .max, known: Set<UInt64> = []
  ) throws(ImageError) -> [TIFFDirectory] {
    var found: [TIFFDirectory] = []
    var next = first
    while next != 0, !known.contains(next) {
      guard found.count < min(room, reader.limits.maxImages) else {
        diagnostics.append(.warning("more than \(reader.limits.maxImages) directories: raise it with --max-images"))
        break
      }
      do throws(ImageError) {
        let ifd = try reader.directory(at: next)
        found.append(try TIFFDirectory(ifd, &reader, &diagnostics))
        next = ifd.next
      } catch {
        if error.kind == .io || (isFirst && found.isEmpty) { throw error }
        let what = isFirst ? "the list of pages ends after \(found.count)" : "a sub-directory is left out"
        diagnostics.append(.warning("\(what): \(error.message)"))
        break
      }
    }
    return found
  }

  private static func pages(of chain: [TIFFDirectory]) -> [Page] {
    guard chain.contains(where: { $0.role == .page }) else { return chain.map { Page($0) } }
    var pages: [Page] = []
    var leading: [TIFFDirectory] = []
    for directory in chain {
      if directory.role == .page {
        pages.append(Page(directory))
      } else if pages.isEmpty {
        leading.append(directory)
      } else {
        pages[pages.count - 1].attach(directory)
      }
    }
    for directory in leading { pages[0].attach(directory) }
    return pages
  }

  private mutating func readSubDirectories(
    of index: Int, _ reader: inout IFDReader, _ count: inout Int
  ) throws(ImageError) {
    let offsets = pages[index].directory.subIFDs
    // The page is at depth 1. Directories below sub-directories are not followed.
    guard offsets.isEmpty || reader.limits.maxDirectoryDepth > 1 else {
      diagnostics.append(.warning("page \(index + 1): \(reader.limits.tooDeep().reason)"))
      return
    }
    // SubIFDs may list directories that are chained, too, as in OME-TIFF.
    var known: Set<UInt64> = []
    for offset in offsets.prefix(reader.limits.maxImages) where !known.contains(offset) {
      let room = max(0, reader.limits.maxImages - count)
      let found = try directories(from: offset, &reader, isFirst: false, room: room, known: known)
      if found.isEmpty, room == 0 { return }
      count += found.count
      known.formUnion(found.map(\.ifd.offset))
      for directory in found { pages[index].attach(directory, isSubDirectory: true) }
    }
  }

  private static let blockTags: [(UInt16, MetadataBlock.Kind)] = [
    (TIFFTag.xmp, .xmp), (TIFFTag.iptc, .iptc), (TIFFTag.photoshop, .photoshop), (TIFFTag.iccProfile, .icc),
  ]

  private mutating func readBlocks(
    of index: Int, _ reader: inout IFDReader, _ bytesLeft: inout Int
  ) throws(ImageError) {
    for (tag, kind) in Self.blockTags {
      guard let entry = pages[index].directory.ifd[tag] else { continue }
      do throws(ImageError) {
        let bytes = try reader.rawBytes(of: entry, maxBytes: min(bytesLeft, reader.limits.maxMetadataBlockBytes))
        bytesLeft -= bytes.count
        pages[index].blocks.append(MetadataBlock(kind, offset: entry.valueOffset, bytes: bytes))
      } catch {
        if error.kind == .io { throw error }
        diagnostics.append(.warning("page \(index + 1): \(error.reason)").about(.metadata))
      }
    }
  }
}

extension TIFFStructure.Page {
  fileprivate mutating func attach(_ directory: TIFFDirectory, isSubDirectory: Bool = false) {
    switch directory.role {
    case .mask: masks.append(directory)
    case .reduced: reduced.append(directory)
    case .page: if isSubDirectory { others.append(directory) } else { reduced.append(directory) }
    }
  }
}
