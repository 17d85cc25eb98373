internal import ByteStreams
internal import CLazyBinding
internal import Glibc
internal import ProviderHost

/// Something that the commands start, load or read when they run: the rows of scripts/runtime.list, except bubblewrap,
/// which belongs to the sandbox. Tests compare the two.
struct RuntimeNeed: Sendable {
  enum Kind: Sendable { case program, library, file, font }

  var kind: Kind
  /// A program's name, what `dlopen` looks for, an absolute path, or a family of fonts.
  var name: String
  /// The Debian package that brings it.
  var package: String
  /// What it is for.
  var use: String

  static let all = [
    RuntimeNeed(kind: .program, name: "setpriv", package: "util-linux", use: "ending a provider's programs"),
    RuntimeNeed(kind: .program, name: "pdfinfo", package: "poppler-utils", use: "PDF"),
    RuntimeNeed(kind: .program, name: "pdftocairo", package: "poppler-utils", use: "PDF"),
    RuntimeNeed(
      kind: .program, name: "pdftotext", package: "poppler-utils", use: "words of PDF in previewd --browse"),
    RuntimeNeed(
      kind: .program, name: "pdftohtml", package: "poppler-utils", use: "outlines of PDF in previewd --browse"),
    RuntimeNeed(kind: .program, name: "zbarimg", package: "zbar-tools", use: "bar codes: mkpdf --split barcode"),
    RuntimeNeed(kind: .program, name: "tesseract", package: "tesseract-ocr", use: "text of scans: mkpdf --ocr"),
    RuntimeNeed(kind: .program, name: "rsvg-convert", package: "librsvg2-bin", use: "SVG"),
    RuntimeNeed(kind: .program, name: "djvused", package: "djvulibre-bin", use: "DjVu"),
    RuntimeNeed(kind: .program, name: "ddjvu", package: "djvulibre-bin", use: "DjVu"),
    RuntimeNeed(kind: .program, name: "gs", package: "ghostscript", use: "PostScript and EPS"),
    RuntimeNeed(kind: .program, name: "ffprobe", package: "ffmpeg", use: "films"),
    RuntimeNeed(kind: .program, name: "ffmpeg", package: "ffmpeg", use: "films"),
    RuntimeNeed(kind: .library, name: "libtiff.so.6", package: "libtiff6", use: "TIFF"),
    RuntimeNeed(kind: .library, name: "libwebp.so.7", package: "libwebp7", use: "WebP"),
    RuntimeNeed(kind: .library, name: "libwebpdemux.so.2", package: "libwebpdemux2", use: "WebP animations"),
    RuntimeNeed(kind: .library, name: "libopenjp2.so.7", package: "libopenjp2-7", use: "JPEG 2000"),
    RuntimeNeed(kind: .library, name: "libheif.so.1", package: "libheif1", use: "HEIC and AVIF"),
    RuntimeNeed(
      kind: .library, name: "libwebpmux.so.3", package: "libwebpmux3", use: "WebP animations, writing"),
    library([("libavif.so.15", "libavif15"), ("libavif.so.16", "libavif16")], use: "AVIF animations"),
    library([("libraw_r.so.20", "libraw20"), ("libraw_r.so.23", "libraw23t64")], use: "raw files, --raw develop"),
    library([("libjxl.so.0.7", "libjxl0.7"), ("libjxl.so.0.11", "libjxl0.11")], use: "JPEG XL"),
    library([("libjxl_threads.so.0.7", "libjxl0.7"), ("libjxl_threads.so.0.11", "libjxl0.11")], use: "JPEG XL"),
    RuntimeNeed(
      kind: .library, name: "libbrotlidec.so.1", package: "libbrotli1", use: "compressed metadata in JPEG XL"),
    RuntimeNeed(
      kind: .library, name: "libcrypto.so.3", package: "libssl3",
      use: "hashes: imgindex, previewd, preview --html, {hash}; encrypted and signed PDFs in imgmeta"),
    RuntimeNeed(
      kind: .library, name: "libpangocairo-1.0.so.0", package: "libpangocairo-1.0-0", use: "text and drawings"),
    RuntimeNeed(kind: .library, name: "librsvg-2.so.2", package: "librsvg2-2", use: "SVG drawings in mkpdf"),
    RuntimeNeed(
      kind: .library, name: "libqrencode.so.4", package: "libqrencode4", use: "QR codes in page descriptions"),
    RuntimeNeed(
      kind: .library, name: "libhyphen.so.0", package: "libhyphen0", use: "hyphenation in page descriptions"),
    RuntimeNeed(
      kind: .file, name: "/usr/share/hyphen/hyph_en_US.dic", package: "hyphen-en-us",
      use: "hyphenation of English; hyphen-de and others for other languages"),
    RuntimeNeed(kind: .library, name: "libarchive.so.13", package: "libarchive13", use: "archives"),
    RuntimeNeed(
      kind: .library, name: "libcurl.so.4", package: "libcurl4", use: "documents of other servers: previewd --source"),
    RuntimeNeed(
      kind: .library, name: "libuchardet.so.0", package: "libuchardet0",
      use: "texts in GB18030, Shift_JIS and the like"),
    RuntimeNeed(
      kind: .file, name: "/usr/share/mime/globs2", package: "shared-mime-info", use: "names of more types"),
    RuntimeNeed(kind: .font, name: "DejaVu Sans", package: "fonts-dejavu-core", use: "text"),
  ]

  /// The one of several versions, each with its package, that these programs were built for. On a system with none of
  /// them it is the first.
  private static func library(_ versions: [(name: String, package: String)], use: String) -> RuntimeNeed {
    let version = versions.first { lazy_is_built_for($0.name) != 0 } ?? versions[0]
    return RuntimeNeed(kind: .library, name: version.name, package: version.package, use: use)
  }

  /// The path; nil if it is missing. For a library it is the name, because only the loader knows the path. For a family
  /// of fonts it is a folder, and any font is enough.
  func find() -> String? {
    switch kind {
    case .program:
      // The PATH of workers, which may differ from that of this process.
      ProgramLookup(environment: ["PATH": Sandbox.workerPath]).find(name, folder: "")
    case .library: dlopen(name, RTLD_LAZY | RTLD_LOCAL).map { _ in name }
    case .file: access(name, R_OK) == 0 ? name : nil
    case .font: ["/usr/share/fonts", "/usr/local/share/fonts"].first(where: Self.hasFiles)
    }
  }

  private static func hasFiles(_ folder: String) -> Bool {
    guard let directory = opendir(folder) else { return false }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let first = entry.pointee.d_name.0
      if first != CChar(bitPattern: UInt8(ascii: ".")) { return true }
    }
    return false
  }
}
