package import ByteStreams
internal import ContentTypes
package import ImageModel
package import MetadataModel

/// A file with changed metadata, not yet written.
package struct RewrittenFile: Sendable {
  /// The new file, as a patch of the given source.
  package var patch: FilePatch
  /// What was changed, as reports word it: `set exif.Artist`.
  package var changes: [String]
  package var diagnostics: [Diagnostic]
}

/// Changes the metadata of an image file without touching its compressed pixels, as
/// `CGImageDestinationCopyImageSource` does on Apple's systems.
package enum MetadataRewriter {
  /// Files of this format are rewritten on request only.
  private static let rawFormat = "raw"

  /// What rewrites the files of a format, by the format's name.
  private static let rewriters: [String: any FormatRewriter.Type] = [
    "jpeg": JPEGRewriter.self, "png": PNGRewriter.self, "tiff": TIFFRewriter.self, "webp": WebPRewriter.self,
    "gif": GIFRewriter.self, "heic": HEIFRewriter.self, "avif": HEIFRewriter.self, "jpegxl": JPEGXLRewriter.self,
    rawFormat: RAWRewriter.self,
  ]

  /// The names of the formats whose metadata can be rewritten.
  package static let formats = ImageFormat.all.map(\.name).filter { rewriters[$0] != nil }

  /// Works out the changed file.
  ///
  /// - Parameters:
  ///   - metadata: all metadata of the file, from MetadataReading.
  ///   - page: the page of a TIFF file, counted from 1; nil changes all pages.
  ///   - editsRaw: whether cameras' raw files may be changed.
  /// - Throws: `invalidData` for damage that could make a rewrite lose something; `unsupported` for what the format
  ///   cannot hold; `io`.
  package static func rewrite(
    _ source: any ByteSource, _ metadata: ImageMetadata, _ edits: MetadataEdits, copied: CopiedMetadata?, page: Int?,
    editsRaw: Bool, limits: Limits
  ) throws(ImageError) -> RewrittenFile {
    if let page, page > 1, !ImageFormat.traits(of: metadata.format).contains(.hasPages) {
      throw ImageError(.usage, "there is no page \(page): the file has 1")
    }
    let file = SourceFile(bytes: source, metadata: metadata, page: page)
    let revision = BlockRevision(edits, copied, limits: limits)
    if edits.isEmpty, !edits.removes, copied == nil {
      var whole = FilePatch()
      whole.copy(0..<source.size)
      var rewriter = rewriters[metadata.format]?.init(file, revision)
      try rewriter?.checkPicture()
      return RewrittenFile(patch: whole, changes: [], diagnostics: rewriter?.revision.diagnostics ?? [])
    }
    guard let type = rewriters[metadata.format], editsRaw || metadata.format != rawFormat else {
      let isRefused = metadata.format != rawFormat || edits.removes
      let what = isRefused ? "cannot be rewritten" : "is changed in the file itself with --edit-raw only"
      throw ImageError(
        .unsupported, "metadata of \(metadata.format) files \(what); --sidecar changes the sidecar file beside it")
    }
    if let profile = copied?.profile { try check(profile: profile, fits: metadata) }
    var rewriter = type.init(file, revision)
    let patch = try rewriter.rewrite()
    var reported: Set<String> = []
    let changes = rewriter.revision.changes.filter { reported.insert($0).inserted }
    var diagnostics = rewriter.revision.diagnostics + (copied?.diagnostics ?? [])
    let texts = edits.removesPlaces ? keptTexts(metadata, edits) : []
    if !texts.isEmpty {
      diagnostics.append(.note("kept texts may still mention a place: \(texts.joined(separator: ", "))"))
    }
    return RewrittenFile(patch: patch, changes: changes, diagnostics: diagnostics)
  }

  /// - Throws: `unsupported` for a profile of other colours than those of the picture (ICC.1:2022, 7.2.6).
  private static func check(profile: [UInt8], fits metadata: ImageMetadata) throws(ImageError) {
    let expected =
      switch metadata.images.first?.info?.colorModel {
      case .gray: "GRAY"
      case .cmyk, .ycck: "CMYK"
      case .lab: "Lab "
      default: "RGB "
      }
    let space = String(decoding: profile.dropFirst(16).prefix(4), as: UTF8.self)
    guard space == expected else {
      throw ImageError(.unsupported, "the profile is for colours in '\(space)', and the picture has '\(expected)'")
    }
  }

  /// Free texts, in which people may have written where a picture was taken.
  private static let freeTexts: [(group: String, kind: MetadataDeletion.Group, names: [String])] = [
    ("IFD0", .exif, ["ImageDescription", "XPTitle", "XPComment", "XPKeywords", "XPSubject"]),
    ("Exif", .exif, ["UserComment"]),
    (
      "XMP", .xmp,
      [
        "dc:title", "dc:description", "dc:subject", "photoshop:Headline", "lr:hierarchicalSubject",
        "lr:weightedFlatSubject", "digiKam:TagsList", "Iptc4xmpExt:Event", "Iptc4xmpCore:AltTextAccessibility",
        "Iptc4xmpCore:ExtDescrAccessibility", "MicrosoftPhoto:LastKeywordXMP", "MicrosoftPhoto:LastKeywordIPTC",
        "acdsee:caption", "acdsee:keywords", "acdsee:categories", "acdsee:notes", "mediapro:Event",
        "mediapro:CatalogSets", "expressionmedia:Event", "expressionmedia:CatalogSets", "exif:UserComment",
        "tiff:ImageDescription",
      ]
    ),
    ("IPTC", .iptc, ["ObjectName", "Headline", "Caption-Abstract", "Keywords"]),
  ]

  /// The names, as options take them, of the free texts that a file has and edits keep.
  private static func keptTexts(_ metadata: ImageMetadata, _ edits: MetadataEdits) -> [String] {
    let selections: [MetadataDeletion.Group: MetadataSelection] = [.exif: .exif, .xmp: .xmp, .iptc: .iptc]
    return freeTexts.flatMap { group, kind, names in
      names.filter { name in
        guard edits.selection.contains(selections[kind] ?? []) else { return false }
        let isPresent = metadata.images.contains { image in
          image.properties[group]?[name].map { !$0.plainText.allSatisfy { $0 == " " } } ?? false
        }
        let home: ExifTag.Home = group == "IFD0" ? .main : .exif
        return isPresent && !edits.deletions.contains { $0.matches(name, of: kind, in: home) }
      }.map { "\(kind.rawValue).\($0)" }
    }
  }
}

/// A file whose metadata is rewritten.
struct SourceFile {
  let bytes: any ByteSource
  let metadata: ImageMetadata
  /// The page of a TIFF file, counted from 1; nil for all pages.
  let page: Int?
}

/// Rewrites the metadata of one file of a format.
protocol FormatRewriter: Sendable {
  var file: SourceFile { get }
  /// Applies the edits to the blocks of the file, and collects what is reported.
  var revision: BlockRevision { get }

  init(_ file: SourceFile, _ revision: BlockRevision)

  /// The new file, as a patch of the old one.
  mutating func rewrite() throws(ImageError) -> FilePatch

  /// For a file that is copied as it is: reports damage of the picture that reading the metadata did not notice.
  mutating func checkPicture() throws(ImageError)
}

extension FormatRewriter {
  mutating func checkPicture() throws(ImageError) {}

  var edits: MetadataEdits { revision.edits }

  /// The file's first block of a kind.
  func block(_ kind: MetadataBlock.Kind) -> [UInt8]? { file.metadata.blocks.first { $0.kind == kind }?.bytes }

  /// Refuses edits of comments, texts and IPTC data for a format that cannot hold them.
  ///
  /// - Throws: `unsupported`.
  func refuseTexts(in format: String) throws(ImageError) {
    if edits.comments != nil || !edits.texts.isEmpty || edits.deletions.contains(where: { $0.group == .png }) {
      throw ImageError(.unsupported, "\(format) has no comments or texts with keywords; --set xmp.dc:description=...")
    }
    if !edits.iptc.isEmpty {
      throw ImageError(.unsupported, "\(format) has no place for IPTC data; --set xmp.dc:title=...")
    }
  }

  /// Refuses the profile of another file.
  ///
  /// - Throws: `unsupported`.
  func refuseCopiedProfile(in format: String) throws(ImageError) {
    guard revision.copied?.profile != nil else { return }
    throw ImageError(
      .unsupported, "a colour profile is not copied into a \(format) file; JPEG, PNG, TIFF and WebP take it")
  }
}
