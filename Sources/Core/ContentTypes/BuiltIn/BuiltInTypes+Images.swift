extension ContentTypeRegistry {
  private static let image = ["public.image"]

  static let imageTypes: [ContentType] = [
    .row("public.image", "image", ["public.data", "public.content"], icon: "image-x-generic"),
    .row(
      "public.jpeg", "JPEG", image, ["jpg", "jpeg", "jpe", "jfif"], ["image/jpeg"], [.init([0xFF, 0xD8, 0xFF])]),
    .row(
      "public.png", "PNG", image, ["png"], ["image/png"], [.init([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])]),
    .row(
      "public.tiff", "TIFF", image, ["tif", "tiff"], ["image/tiff"],
      [
        .init([0x49, 0x49, 0x2A, 0x00]), .init([0x4D, 0x4D, 0x00, 0x2A]), .init([0x49, 0x49, 0x2B, 0x00]),
        .init([0x4D, 0x4D, 0x00, 0x2B]),
      ]),
    .row("com.compuserve.gif", "GIF", image, ["gif"], ["image/gif"], [.init("GIF87a"), .init("GIF89a")]),
    .row("org.webmproject.webp", "WebP", image, ["webp"], ["image/webp"], [.init("WEBP", at: 8)]),
    .row("public.heif", "HEIF", image, ["heif", "hif"], ["image/heif"], [.init("ftypmif1", at: 4)]),
    .row(
      "public.heic", "HEIC", ["public.heif"], ["heic"], ["image/heic"],
      [.init("ftypheic", at: 4), .init("ftypheix", at: 4)]),
    .row("public.avif", "AVIF", image, ["avif"], ["image/avif"], [.init("ftypavif", at: 4)]),
    .row(
      "public.jpeg-2000", "JPEG 2000", image, ["jp2", "j2k"], ["image/jp2", "image/x-jp2-codestream"],
      [.init([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20]), .init([0xFF, 0x4F, 0xFF, 0x51])]),
    .row(
      "public.jpeg-xl", "JPEG XL", image, ["jxl"], ["image/jxl"],
      [.init([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20]), .init([0xFF, 0x0A])]),
    // The letters alone begin many a text; behind the file's size stand four reserved bytes, which are 0.
    .row(
      "com.microsoft.bmp", "BMP", image, ["bmp", "dib"], ["image/bmp"],
      [.init("BM", anyOf: [.init([0, 0, 0, 0], at: 6)])]),
    .row(
      "com.microsoft.ico", "icon", image, ["ico"], ["image/vnd.microsoft.icon", "image/x-icon"],
      [.init([0, 0, 1, 0], anyOf: [.init([0], at: 5, mask: [0xFF])], priority: 40)]),
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
