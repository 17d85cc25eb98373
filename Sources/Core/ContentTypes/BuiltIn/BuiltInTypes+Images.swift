extension ContentTypeRegistry {
  private static let image = ["public.image"]

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
