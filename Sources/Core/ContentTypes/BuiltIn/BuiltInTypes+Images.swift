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

  static let imageTypes: [ContentType] =
    [
      .row("public.image", "image", ["public.data", "public.content"], icon: "image-x-generic")
    ] + formatTypes + [
      .row("public.heif", "HEIF", image),
      .row("com.apple.icns", "Apple icon", image, ["icns"], ["image/x-icns"], [.init("icns\0")]),
      .row("com.adobe.photoshop-image", "Photoshop", image, ["psd"], ["image/vnd.adobe.photoshop"], [.init("8BPS\0")]),
      .row("com.ilm.openexr-image", "OpenEXR", image, ["exr"], ["image/x-exr"], [.init([0x76, 0x2F, 0x31, 0x01])]),
      .row(
        "public.radiance", "Radiance", image, ["hdr"], ["image/vnd.radiance"], [.init("#?RADIANCE"), .init("#?RGBE")]),
      .row("com.truevision.tga-image", "TGA", image, ["tga"], ["image/x-tga"]),
      .row("public.pbm", "PBM", image, ["pbm"], ["image/x-portable-bitmap"], [.init("P4\n")]),
      .row("public.pgm", "PGM", image, ["pgm"], ["image/x-portable-graymap"], [.init("P5\n")]),
      .row("public.ppm", "PPM", image, ["ppm"], ["image/x-portable-pixmap"], [.init("P6\n")]),
      .row("public.pnm", "PNM", image, ["pnm"], ["image/x-portable-anymap"]),
      .row(
        "public.svg-image", "SVG", ["public.image", "public.xml"], ["svg"], ["image/svg+xml"],
        openings: ["<svg", "<!DOCTYPE svg"]),
    ]
}

extension ContentTypeRegistry {
  private static let raw = ["public.camera-raw-image"]
  /// Raw files with the structure of TIFF.
  private static let tiffRaw = ["public.camera-raw-image", "public.tiff"]

  /// Sensor data from cameras. Those that are TIFF files are identified by name, because they begin like every TIFF.
  static let cameraRawTypes: [ContentType] = [
    .row("com.adobe.raw-image", "DNG", tiffRaw, ["dng"], ["image/x-adobe-dng"]),
    .row(
      "com.canon.cr2-raw-image", "Canon CR2", tiffRaw, ["cr2"], ["image/x-canon-cr2"],
      // The version follows the offset of the first directory (Canon's CR2, as ExifTool and libraw describe it).
      [.init([0x49, 0x49, 0x2A, 0x00], anyOf: [.init([0x43, 0x52, 0x02], at: 8)], priority: 70)]),
    .row(
      "com.canon.cr3-raw-image", "Canon CR3", raw, ["cr3"], ["image/x-canon-cr3"], [.init("ftypcrx ", at: 4)]),
    .row("com.canon.crw-raw-image", "Canon CRW", raw, ["crw"], ["image/x-canon-crw"], [.init("HEAPCCDR", at: 6)]),
    .row("com.nikon.raw-image", "Nikon NEF", tiffRaw, ["nef"], ["image/x-nikon-nef"]),
    .row("com.nikon.nrw-raw-image", "Nikon NRW", tiffRaw, ["nrw"], ["image/x-nikon-nrw"]),
    .row("com.sony.arw-raw-image", "Sony ARW", tiffRaw, ["arw"], ["image/x-sony-arw"]),
    .row("com.sony.sr2-raw-image", "Sony SR2", tiffRaw, ["sr2"], ["image/x-sony-sr2"]),
    .row("com.sony.raw-image", "Sony SRF", tiffRaw, ["srf"], ["image/x-sony-srf"]),
    .row("com.pentax.raw-image", "Pentax PEF", tiffRaw, ["pef"], ["image/x-pentax-pef"]),
    .row("com.samsung.raw-image", "Samsung SRW", tiffRaw, ["srw"], []),
    .row("com.kodak.raw-image", "Kodak DCR", tiffRaw, ["dcr"], ["image/x-kodak-dcr"]),
    .row("com.kodak.k25-raw-image", "Kodak K25", tiffRaw, ["k25"], ["image/x-kodak-k25"]),
    .row("com.kodak.kdc-raw-image", "Kodak KDC", tiffRaw, ["kdc"], ["image/x-kodak-kdc"]),
    .row(
      "com.olympus.raw-image", "Olympus ORF", raw, ["orf"], ["image/x-olympus-orf"],
      [.init("IIRO"), .init("IIRS"), .init("MMOR")]),
    .row(
      "com.panasonic.raw-image", "Panasonic RAW", raw, ["raw"], ["image/x-panasonic-rw"],
      [.init([0x49, 0x49, 0x55, 0x00, 0x08])]),
    .row(
      "com.panasonic.rw2-raw-image", "Panasonic RW2", raw, ["rw2"], ["image/x-panasonic-rw2"],
      [.init([0x49, 0x49, 0x55, 0x00, 0x18])]),
    .row(
      "com.fuji.raw-image", "Fujifilm RAF", raw, ["raf"], ["image/x-fuji-raf"], [.init("FUJIFILMCCD-RAW ")]),
    .row("com.konicaminolta.raw-image", "Minolta MRW", raw, ["mrw"], ["image/x-minolta-mrw"], [.init("\0MRM")]),
    .row("com.sigma.raw-image", "Sigma X3F", raw, ["x3f"], ["image/x-sigma-x3f"], [.init("FOVb")]),
  ]
}
