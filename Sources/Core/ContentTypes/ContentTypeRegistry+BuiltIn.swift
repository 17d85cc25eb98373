extension ContentTypeRegistry {
  /// The formats that the suite reads and writes, by the names that options use: the types' own in lower case.
  package static let formatNames = ["jpeg", "png", "tiff"]

  /// The types that are known without asking anybody: those that the suite reads, and common ones that it does not, so
  /// that an error can name them.
  package static let builtInTypes: [ContentType] = [
    ContentType("public.data", name: "data", conformsTo: []),
    ContentType("public.content", name: "content", conformsTo: []),
    ContentType("public.image", name: "image", conformsTo: ["public.data", "public.content"]),
    ContentType(
      "public.jpeg", name: "JPEG", conformsTo: ["public.image"], fileExtensions: ["jpg", "jpeg", "jpe", "jfif"],
      mimeTypes: ["image/jpeg"], signatures: [.init([0xFF, 0xD8, 0xFF])]),
    ContentType(
      "public.png", name: "PNG", conformsTo: ["public.image"], fileExtensions: ["png"], mimeTypes: ["image/png"],
      signatures: [.init([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])]),
    ContentType(
      "public.tiff", name: "TIFF", conformsTo: ["public.image"], fileExtensions: ["tif", "tiff"],
      mimeTypes: ["image/tiff"],
      signatures: [
        .init([0x49, 0x49, 0x2A, 0x00]), .init([0x4D, 0x4D, 0x00, 0x2A]), .init([0x49, 0x49, 0x2B, 0x00]),
        .init([0x4D, 0x4D, 0x00, 0x2B]),
      ]),
    ContentType(
      "com.compuserve.gif", name: "GIF", conformsTo: ["public.image"], fileExtensions: ["gif"],
      mimeTypes: ["image/gif"], signatures: [.init("GIF87a"), .init("GIF89a")]),
    ContentType(
      "org.webmproject.webp", name: "WebP", conformsTo: ["public.image"], fileExtensions: ["webp"],
      mimeTypes: ["image/webp"], signatures: [.init("WEBP", at: 8)]),
    ContentType(
      "public.heic", name: "HEIF", conformsTo: ["public.image"], fileExtensions: ["heic", "heif"],
      mimeTypes: ["image/heic"],
      signatures: [.init("ftypheic", at: 4), .init("ftypheix", at: 4), .init("ftypmif1", at: 4)]),
    ContentType(
      "public.avif", name: "AVIF", conformsTo: ["public.image"], fileExtensions: ["avif"], mimeTypes: ["image/avif"],
      signatures: [.init("ftypavif", at: 4)]),
    ContentType(
      "public.jpeg-2000", name: "JPEG 2000", conformsTo: ["public.image"], fileExtensions: ["jp2", "j2k"],
      mimeTypes: ["image/jp2"],
      signatures: [.init([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20]), .init([0xFF, 0x4F, 0xFF, 0x51])]),
    ContentType(
      "public.jpeg-xl", name: "JPEG XL", conformsTo: ["public.image"], fileExtensions: ["jxl"],
      mimeTypes: ["image/jxl"], signatures: [.init([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20]), .init([0xFF, 0x0A])]),
    ContentType(
      "com.microsoft.bmp", name: "BMP", conformsTo: ["public.image"], fileExtensions: ["bmp"],
      mimeTypes: ["image/bmp"], signatures: [.init("BM")]),
    ContentType(
      "com.adobe.pdf", name: "PDF", conformsTo: ["public.data", "public.content"], fileExtensions: ["pdf"],
      mimeTypes: ["application/pdf"], signatures: [.init("%PDF-")]),
    ContentType(
      "public.svg-image", name: "SVG", conformsTo: ["public.image"], fileExtensions: ["svg"],
      mimeTypes: ["image/svg+xml"]),
    ContentType(
      "com.adobe.photoshop-image", name: "Photoshop", conformsTo: ["public.image"], fileExtensions: ["psd"],
      mimeTypes: ["image/vnd.adobe.photoshop"], signatures: [.init("8BPS")]),
    ContentType(
      "com.adobe.xmp", name: "XMP", conformsTo: ["public.data"], fileExtensions: ["xmp"],
      mimeTypes: ["application/rdf+xml"], openings: ["<?xpacket", "<x:xmpmeta", "<x:xapmeta", "<rdf:RDF"]),
    ContentType(
      "public.zip-archive", name: "ZIP", fileExtensions: ["zip"], mimeTypes: ["application/zip"],
      signatures: [.init([0x50, 0x4B, 0x03, 0x04])]),
    ContentType(
      "public.plain-text", name: "text", conformsTo: ["public.data", "public.content"], fileExtensions: ["txt"],
      mimeTypes: ["text/plain"]),
  ]
}
