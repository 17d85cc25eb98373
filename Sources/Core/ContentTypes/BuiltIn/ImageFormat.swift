/// A format of images that the suite reads: how its files are found, and what is true of them. What can be written in a
/// format is a part of its encoder's descriptor.
///
/// Code that depends on the format of a file asks here, and does not compare names.
package struct ImageFormat: Hashable, Sendable {
  /// The name in options and reports: the type's name in lower case without spaces, such as `jpeg2000`.
  package let name: String
  package let type: ContentType
  package let traits: Traits

  package init(_ type: ContentType, _ traits: Traits = []) {
    (name, self.type, self.traits) = (type.formatName, type, traits)
  }

  /// What is true of the files of some formats.
  package struct Traits: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The suite writes them, too.
    package static let isWritten = Traits(rawValue: 1)
    /// A file that is encoded again loses nothing.
    package static let isExact = Traits(rawValue: 2)
    /// A picture has at most 256 colours.
    package static let hasFewColors = Traits(rawValue: 4)
    /// The images are pages: each has metadata of its own, and smaller versions beside it.
    package static let hasPages = Traits(rawValue: 8)
    /// The picture is followed by JPEG files, which an index in its metadata lists (multi-picture format).
    package static let hasFurtherPictures = Traits(rawValue: 16)
    /// Files of other types begin in the same way. The name of a file decides.
    package static let sharesSignature = Traits(rawValue: 32)
    /// The file itself is the TIFF stream that other formats have in their Exif block.
    package static let isTIFFStream = Traits(rawValue: 64)
    /// The orientation of a file may be in XMP alone, and is lost with it.
    package static let isOrientedByXMP = Traits(rawValue: 128)
    /// The orientation is a property of the picture. Those in Exif and XMP do not count.
    package static let isOrientedByPicture = Traits(rawValue: 256)
    /// Data of an unknown kind stays in a file whose metadata is rewritten, even if it is to be removed.
    package static let keepsUnknownData = Traits(rawValue: 512)
    /// Files with the suffix `cur` are cursors, the others icons.
    package static let hasCursors = Traits(rawValue: 1024)
  }

  /// The format with a name; nil for an unknown name.
  package static func named(_ name: String) -> ImageFormat? { all.first { $0.name == name } }

  /// The traits of a format; none for an unknown name.
  package static func traits(of name: String) -> Traits { named(name)?.traits ?? [] }

  /// A row of the table: identifier, name, extensions, MIME types, signatures. The first extension is that of new
  /// files.
  private static func row(
    _ identifier: String, _ name: String, _ fileExtensions: [String], _ mimeTypes: [String], _ traits: Traits,
    _ signatures: [ContentType.Signature], parent: String = "public.image", icon: String? = nil
  ) -> ImageFormat {
    let type = ContentType(
      identifier, name: name, conformsTo: [parent], fileExtensions: fileExtensions, mimeTypes: mimeTypes,
      signatures: signatures, iconName: icon)
    return ImageFormat(type, traits)
  }

  /// Where the brands of ISO base media files are searched: eight brands.
  private static let brandSpan = 37

  /// All formats, in the order in which users see them. Signatures are compared in this order.
  package static let all: [ImageFormat] = [
    row(
      "public.jpeg", "JPEG", ["jpg", "jpeg", "jpe", "jfif"], ["image/jpeg"], [.isWritten, .hasFurtherPictures],
      // Damaged files, too, are found by their content: from a pipe they have no name.
      [.init([0xFF, 0xD8, 0xFF]), .init([0xFF, 0xD8], priority: 40)]),
    row(
      "public.png", "PNG", ["png"], ["image/png"], [.isWritten, .isExact, .isOrientedByXMP],
      [.init([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])]),
    row(
      "public.tiff", "TIFF", ["tif", "tiff"], ["image/tiff"],
      [.isWritten, .isExact, .hasPages, .sharesSignature, .isTIFFStream, .keepsUnknownData],
      [
        .init([0x49, 0x49, 0x2A, 0x00]), .init([0x4D, 0x4D, 0x00, 0x2A]), .init([0x49, 0x49, 0x2B, 0x00]),
        .init([0x4D, 0x4D, 0x00, 0x2B]),
      ]),
    row("org.webmproject.webp", "WebP", ["webp"], ["image/webp"], .isWritten, [.init("WEBP", at: 8)]),
    row(
      "com.compuserve.gif", "GIF", ["gif"], ["image/gif"], [.isWritten, .hasFewColors],
      [.init("GIF87a"), .init("GIF89a")]),
    // The brands of a file's type, of which the first is the main one. `mif1` alone says that it is HEIF.
    row(
      "public.heic", "HEIC", ["heic", "heif", "hif"], ["image/heic", "image/heif"],
      [.isWritten, .isOrientedByPicture],
      [
        .init("ftyp", at: 4, anyOf: ["heic", "heix", "hevc", "heim"].map { .init($0, at: 8, span: brandSpan) }),
        .init("ftypmif1", at: 4, priority: 50),
      ], parent: "public.heif"),
    row(
      "public.avif", "AVIF", ["avif", "avifs"], ["image/avif"], [.isWritten, .isOrientedByPicture],
      [.init("ftyp", at: 4, anyOf: ["avif", "avis"].map { .init($0, at: 8, span: brandSpan) })],
      parent: "public.heif"),
    // The letters alone begin many texts. Four reserved bytes, which are 0, follow the file's size.
    row(
      "com.microsoft.bmp", "BMP", ["bmp", "dib"], ["image/bmp"], .isWritten,
      [.init("BM", anyOf: [.init([0, 0, 0, 0], at: 6)])]),
    // Icons and cursors. The low byte of their number is not 0, unlike in TGA files, which begin as cursors do.
    row(
      "com.microsoft.ico", "ICO", ["ico", "cur"],
      ["image/vnd.microsoft.icon", "image/x-icon", "image/x-win-bitmap"], [.isWritten, .isExact, .hasCursors],
      [1, 2].map { kind in
        .init(
          [0, 0, kind, 0, 0, 0], mask: [0xFF, 0xFF, 0xFF, 0xFF, 0, 0xFF],
          anyOf: (0..<8).map { .init([1 << $0], at: 4, mask: [1 << $0]) }, priority: 40)
      }),
    row(
      "public.jpeg-2000", "JPEG 2000", ["jp2", "j2k", "jpx", "jpf", "j2c", "jpc"],
      ["image/jp2", "image/jpx", "image/x-jp2-codestream"], [],
      [.init([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20]), .init([0xFF, 0x4F, 0xFF, 0x51])]),
    // `cameraRawTypes` has the kinds with their names and signatures.
    row("public.camera-raw-image", "RAW", [], ["image/x-dcraw"], [], [], icon: "image-x-generic"),
    row(
      "public.jpeg-xl", "JPEG XL", ["jxl"], ["image/jxl"], .isWritten,
      [.init([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20]), .init([0xFF, 0x0A])]),
    row(
      "public.pbm", "PBM", ["pbm"], ["image/x-portable-bitmap"], .isWritten, netpbm("P1", "P4"), parent: "public.pnm"),
    row(
      "public.pgm", "PGM", ["pgm"], ["image/x-portable-graymap"], .isWritten, netpbm("P2", "P5"), parent: "public.pnm"),
    row(
      "public.ppm", "PPM", ["ppm"], ["image/x-portable-pixmap"], .isWritten, netpbm("P3", "P6"), parent: "public.pnm"),
    row(
      "net.sourceforge.netpbm.pam", "PAM", ["pam"], ["image/x-portable-arbitrarymap"], .isWritten, [.init("P7\n")],
      parent: "public.pnm"),
    row("org.suckless.farbfeld", "Farbfeld", ["ff"], ["image/x-farbfeld"], .isWritten, [.init("farbfeld")]),
    row("org.qoiformat.qoi", "QOI", ["qoi"], ["image/qoi"], .isWritten, [.init("qoif")]),
  ]

  /// Two characters that begin a file, and white space before a number or a comment. Texts can begin with the two.
  private static func netpbm(_ kinds: String...) -> [ContentType.Signature] {
    let spaces: [UInt8] = [9, 10, 13, 32]
    let next =
      (spaces + [UInt8(ascii: "#")]).map { ContentType.Signature([$0], at: 3) }
      // A digit.
      + [ContentType.Signature([0x30], at: 3, mask: [0xF0])]
    let following =
      spaces.map { ContentType.Signature([$0], at: 2, anyOf: next) } + [ContentType.Signature("#", at: 2)]
    return kinds.map { ContentType.Signature($0, anyOf: following) }
  }
}
