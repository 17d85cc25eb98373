extension ContentTypeRegistry {
  private static let image = ["public.image"]
  /// Where the brands of ISO base media files are searched: eight brands.
  private static let brandSpan = 37

  /// The formats that the suite reads, in the order of the codecs in `BuiltInCodecs`.
  package static let formatTypes: [ContentType] = [
    .row(
      "public.jpeg", "JPEG", image, ["jpg", "jpeg", "jpe", "jfif"], ["image/jpeg"],
      // Damaged files, too, are found by their content: from a pipe they have no name.
      [.init([0xFF, 0xD8, 0xFF]), .init([0xFF, 0xD8], priority: 40)]),
    .row(
      "public.png", "PNG", image, ["png"], ["image/png"], [.init([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])]),
    .row(
      "public.tiff", "TIFF", image, ["tif", "tiff"], ["image/tiff"],
      [
        .init([0x49, 0x49, 0x2A, 0x00]), .init([0x4D, 0x4D, 0x00, 0x2A]), .init([0x49, 0x49, 0x2B, 0x00]),
        .init([0x4D, 0x4D, 0x00, 0x2B]),
      ]),
    .row("org.webmproject.webp", "WebP", image, ["webp"], ["image/webp"], [.init("WEBP", at: 8)]),
    .row("com.compuserve.gif", "GIF", image, ["gif"], ["image/gif"], [.init("GIF87a"), .init("GIF89a")]),
    // The brands of a file's type, of which the first is the main one. `mif1` alone says that it is HEIF.
    .row(
      "public.heic", "HEIC", ["public.heif"], ["heic", "heif", "hif"], ["image/heic", "image/heif"],
      [
        .init("ftyp", at: 4, anyOf: ["heic", "heix", "hevc", "heim"].map { .init($0, at: 8, span: brandSpan) }),
        .init("ftypmif1", at: 4, priority: 50),
      ]),
    .row(
      "public.avif", "AVIF", ["public.heif"], ["avif", "avifs"], ["image/avif"],
      [.init("ftyp", at: 4, anyOf: ["avif", "avis"].map { .init($0, at: 8, span: brandSpan) })]),
    // The letters alone begin many texts. Four reserved bytes, which are 0, follow the file's size.
    .row(
      "com.microsoft.bmp", "BMP", image, ["bmp", "dib"], ["image/bmp"],
      [.init("BM", anyOf: [.init([0, 0, 0, 0], at: 6)])]),
    // Icons and cursors. The low byte of their number is not 0, unlike in TGA files, which begin as cursors do.
    .row(
      "com.microsoft.ico", "ICO", image, ["ico", "cur"],
      ["image/vnd.microsoft.icon", "image/x-icon", "image/x-win-bitmap"],
      [1, 2].map { kind in
        .init(
          [0, 0, kind, 0, 0, 0], mask: [0xFF, 0xFF, 0xFF, 0xFF, 0, 0xFF],
          anyOf: (0..<8).map { .init([1 << $0], at: 4, mask: [1 << $0]) }, priority: 40)
      }),
    .row(
      "public.jpeg-2000", "JPEG 2000", image, ["jp2", "j2k", "jpx", "jpf", "j2c", "jpc"],
      ["image/jp2", "image/jpx", "image/x-jp2-codestream"],
      [.init([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20]), .init([0xFF, 0x4F, 0xFF, 0x51])]),
    // `cameraRawTypes` has the kinds with their names and signatures.
    .row("public.camera-raw-image", "RAW", image, [], ["image/x-dcraw"], icon: "image-x-generic"),
    .row(
      "public.jpeg-xl", "JPEG XL", image, ["jxl"], ["image/jxl"],
      [.init([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20]), .init([0xFF, 0x0A])]),
  ]

  /// Other images.
  static let imageTypes = TypeTable.types(
    """
    # identifier | name | conforms to | file extensions | MIME types | signatures, openings, names, icon
    public.heif | HEIF | public.image | - | -
    com.apple.icns | Apple icon | public.image | icns | image/x-icns | "icns" 00
    com.adobe.photoshop-image | Photoshop | public.image | psd | image/vnd.adobe.photoshop | "8BPS" 00
    com.ilm.openexr-image | OpenEXR | public.image | exr | image/x-exr | 76 2F 31 01
    public.radiance | Radiance | public.image | hdr | image/vnd.radiance | "#?RADIANCE" | "#?RGBE"
    com.truevision.tga-image | TGA | public.image | tga | image/x-tga
    public.pbm | PBM | public.image | pbm | image/x-portable-bitmap | "P4" 0A
    public.pgm | PGM | public.image | pgm | image/x-portable-graymap | "P5" 0A
    public.ppm | PPM | public.image | ppm | image/x-portable-pixmap | "P6" 0A
    public.pnm | PNM | public.image | pnm | image/x-portable-anymap
    public.svg-image | SVG | public.image public.xml | svg | image/svg+xml | opening "<svg" "<!DOCTYPE svg"
    """)
}

extension ContentTypeRegistry {
  /// Sensor data from cameras. Those that are TIFF files are identified by name, because they begin like every TIFF.
  static let cameraRawTypes = TypeTable.types(
    """
    # identifier | name | conforms to | file extensions | MIME types | signatures, openings, names, icon
    com.adobe.raw-image | DNG | public.camera-raw-image public.tiff | dng | image/x-adobe-dng
    # The version follows the offset of the first directory (Canon's CR2, as ExifTool and libraw describe it).
    com.canon.cr2-raw-image | Canon CR2 | public.camera-raw-image public.tiff | cr2 | image/x-canon-cr2 |
      49 49 2A 00 priority 70 and "CR" 02 at 8
    com.canon.cr3-raw-image | Canon CR3 | public.camera-raw-image | cr3 | image/x-canon-cr3 | "ftypcrx " at 4
    com.canon.crw-raw-image | Canon CRW | public.camera-raw-image | crw | image/x-canon-crw | "HEAPCCDR" at 6
    com.nikon.raw-image | Nikon NEF | public.camera-raw-image public.tiff | nef | image/x-nikon-nef
    com.nikon.nrw-raw-image | Nikon NRW | public.camera-raw-image public.tiff | nrw | image/x-nikon-nrw
    com.sony.arw-raw-image | Sony ARW | public.camera-raw-image public.tiff | arw | image/x-sony-arw
    com.sony.sr2-raw-image | Sony SR2 | public.camera-raw-image public.tiff | sr2 | image/x-sony-sr2
    com.sony.raw-image | Sony SRF | public.camera-raw-image public.tiff | srf | image/x-sony-srf
    com.pentax.raw-image | Pentax PEF | public.camera-raw-image public.tiff | pef | image/x-pentax-pef
    com.samsung.raw-image | Samsung SRW | public.camera-raw-image public.tiff | srw | -
    com.kodak.raw-image | Kodak DCR | public.camera-raw-image public.tiff | dcr | image/x-kodak-dcr
    com.kodak.k25-raw-image | Kodak K25 | public.camera-raw-image public.tiff | k25 | image/x-kodak-k25
    com.kodak.kdc-raw-image | Kodak KDC | public.camera-raw-image public.tiff | kdc | image/x-kodak-kdc
    com.olympus.raw-image | Olympus ORF | public.camera-raw-image | orf | image/x-olympus-orf | "IIRO" | "IIRS" | "MMOR"
    com.panasonic.raw-image | Panasonic RAW | public.camera-raw-image | raw | image/x-panasonic-rw | "IIU" 00 08
    com.panasonic.rw2-raw-image | Panasonic RW2 | public.camera-raw-image | rw2 | image/x-panasonic-rw2 | "IIU" 00 18
    com.fuji.raw-image | Fujifilm RAF | public.camera-raw-image | raf | image/x-fuji-raf | "FUJIFILMCCD-RAW "
    com.konicaminolta.raw-image | Minolta MRW | public.camera-raw-image | mrw | image/x-minolta-mrw | 00 "MRM"
    com.sigma.raw-image | Sigma X3F | public.camera-raw-image | x3f | image/x-sigma-x3f | "FOVb"
    """)
}
