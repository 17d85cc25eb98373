internal import ByteStreams
internal import ContentTypes
internal import ImageModel
internal import MetadataModel

/// Sets descriptions, keywords, dates, orientation, rating and position in a camera's raw file itself.
///
/// Programs find the data of the sensor, previews and the parts of maker notes by offsets that only their makers know.
/// So nothing that is there moves: new directories and values are appended, and the header or the first directory
/// points to them. The old values stay in the file, without a pointer, so nothing can be deleted.
struct RAWRewriter: FormatRewriter {
  private var tiff: TIFFRewriter

  init(_ file: SourceFile, _ revision: BlockRevision) { tiff = TIFFRewriter(file, revision) }

  var file: SourceFile { tiff.file }
  var revision: BlockRevision { tiff.revision }

  mutating func rewrite() throws(ImageError) -> FilePatch {
    try checkKind()
    try checkEdits()
    do throws(ImageError) {
      return try tiff.rewriteRAW()
    } catch {
      guard error.kind == .invalidData else { throw error }
      throw ImageError(.invalidData, "the raw file cannot be changed safely: \(error.message)")
    }
  }

  /// DNG, CR2, NEF, ARW, ORF, PEF and RW2: TIFF files whose first directory is wherever the header says.
  private static let kinds: Set = [
    "com.adobe.raw-image", "com.canon.cr2-raw-image", "com.nikon.raw-image", "com.sony.arw-raw-image",
    "com.olympus.raw-image", "com.pentax.raw-image", "com.panasonic.rw2-raw-image",
  ]

  /// - Throws: `unsupported`, with the name of the kind.
  private func checkKind() throws(ImageError) {
    let kind = file.metadata.contentType
    guard !Self.kinds.contains(kind) else { return }
    let name = ContentTypeRegistry().type(identifier: kind)?.name ?? file.metadata.format
    throw ImageError(
      .unsupported, "\(name) files cannot be changed safely; --sidecar changes the sidecar file beside it")
  }

  /// - Throws: `unsupported`, with the name of what is not set in raw files.
  private func checkEdits() throws(ImageError) {
    // Texts and fields of XMP that are deleted are among its settings.
    if edits.removes || edits.xmp.contains(where: { $0.removes && $0.values.isEmpty }) {
      throw Self.refusal("nothing is deleted, because the bytes would stay in the file")
    }
    if edits.copies || revision.copied != nil { throw Self.refusal("no metadata of another file is copied") }
    if edits.thumbnail != nil { throw Self.refusal("no thumbnail is put") }
    if edits.comments != nil || !edits.texts.isEmpty { throw Self.refusal("no comments are set") }
    if edits.dotsPerInch != nil { throw Self.refusal("the resolution is not set") }
    for setting in edits.exif where !Self.isDescription(setting) {
      throw Self.refusal("exif.\(MetadataDeletion.name(of: setting.tag, in: setting.home)) is not set")
    }
  }

  private static func refusal(_ what: String) -> ImageError {
    ImageError(
      .unsupported,
      "\(what): in a raw file --edit-raw sets descriptions, keywords, dates, orientation, rating and position only")
  }

  /// Whether a tag is one of those that say nothing of the camera. Programs choose how to read the data of the sensor
  /// and the maker note by the others.
  private static func isDescription(_ setting: ExifSetting) -> Bool {
    switch (setting.home, setting.tag) {
    // ImageDescription, DateTime, Artist, Rating, RatingPercent, Copyright; the texts of Windows.
    case (.main, 0x010E), (.main, 0x0132), (.main, 0x013B), (.main, 0x4746), (.main, 0x4749), (.main, 0x8298),
      (.main, 0x9C9B...0x9C9F):
      true
    // DateTimeOriginal and DateTimeDigitized, with the zones and fractions of all dates; UserComment, ImageTitle,
    // Photographer.
    case (.exif, 0x9003...0x9004), (.exif, 0x9010...0x9012), (.exif, 0x9286), (.exif, 0x9290...0x9292),
      (.exif, 0xA436...0xA437):
      true
    case (.gps, _): true
    default: false
    }
  }
}
