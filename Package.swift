// swift-tools-version: 6.2
import PackageDescription

// The truth about the modules: which there are and what each may import. One section for each floor of Sources, from
// the ground up, with its tests. A module may use modules of its own floor and of the floors below; `LayeringTests`
// checks it. Two small tables list what grows: formats and commands.

// MARK: Core

let core: [Target] =
  [
    module("ImageModel", in: "Core"),
    module("ByteStreams", in: "Core", uses: ["ImageModel", "CZlibShims"]),
    module("ContentTypes", in: "Core", uses: ["ImageModel", "ByteStreams"]),
    module("StructuredText", in: "Core", uses: ["ImageModel", "ByteStreams"]),
    // What metadata is, and what the walker of a format says of a file.
    module("MetadataModel", in: "Core", uses: ["ImageModel", "ByteStreams", "StructuredText"]),
    module("CodecKit", in: "Core", uses: ["ImageModel", "ByteStreams", "ContentTypes", "MetadataModel"]),
    module("Compression", in: "Core/Compression", uses: ["ImageModel", "CZlibShims", "CBrotliShims"]),
    module("Digests", in: "Core/Digests", uses: ["ImageModel", "ByteStreams", "CCryptoShims"]),
    module("ColorManagement", in: "Core/ColorManagement", uses: ["ImageModel", "CLCMS2Shims"]),
    module("ImageOps", in: "Core", uses: ["ImageModel", "CodecKit", "ColorManagement"]),
    module("FolderWatching", in: "Core", uses: ["ImageModel", "ByteStreams"]),
    // Programs that cameo-launcher runs, and may see little of the system; and what a command itself gives up.
    module("Confinement", in: "Core", uses: ["ImageModel", "ByteStreams", "CConfinementShims"]),
    .target(name: "CConfinementShims", path: "Sources/Core/CConfinementShims"),
    // The thumbnails of the user's desktop, by the freedesktop.org specification.
    module("DesktopCache", in: "Core", uses: ["ImageModel", "ByteStreams"]),
    // Texts whose encoding nothing declares. libuchardet has no pkg-config row: it is never linked, only loaded.
    module("TextReading", in: "Core/TextReading", uses: ["CUchardetShims"]),
    .target(
      name: "CUchardetShims", dependencies: ["CLazyBinding"], path: "Sources/Core/TextReading/CUchardetShims"),
    // Markdown, and the metadata before it.
    module("MarkdownReading", in: "Core/MarkdownReading", uses: ["ImageModel", "CCmark"]),
    systemLibrary(
      "CCmark", in: "Core/MarkdownReading", pkgConfig: "libcmark-gfm", debianPackage: "libcmark-gfm-extensions-dev"),
    // Loads C libraries when they are first needed.
    .target(name: "CLazyBinding", path: "Sources/Core/CLazyBinding"),
    tests(
      "CoreTests",
      uses: [
        "ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "CodecKit", "Compression", "Digests",
        "ColorManagement", "ImageOps", "FolderWatching", "TextReading", "Confinement", "document-worker",
      ]),
  ] + library("CZlib", in: "Core", pkgConfig: "zlib", debianPackage: "zlib1g-dev")
  + library("CBrotli", in: "Core/Compression", pkgConfig: "libbrotlidec", debianPackage: "libbrotli-dev", isLazy: true)
  + library("CLCMS2", in: "Core/ColorManagement", pkgConfig: "lcms2", debianPackage: "liblcms2-dev")
  + library("CCrypto", in: "Core/Digests", pkgConfig: "libcrypto", debianPackage: "libssl-dev", isLazy: true)

// MARK: Formats

/// One image format: a folder in Sources/Formats with a structure walker and a codec, and for most formats a C library
/// with its shims. What is true of the format is said in `ImageFormat` (Core/ContentTypes). Its modules are listed here
/// and in two more places: the codec in `BuiltInCodecs` and the walker in `FormatReader` (MetadataReading), which are
/// apart because imgmeta links no codec. `FormatNamesTests` compares the lists.
struct Format {
  var name: String
  /// The C library and its package; nil for a format that is written in Swift alone.
  var pkgConfig: String? = nil
  var debianPackage: String? = nil
  /// Whether the library is loaded when it is first needed (CLazyBinding).
  var isLazy = false
  /// Whether MetadataWriting rewrites the format's metadata, and whether PDFWriting carries its data into PDF. Both use
  /// the structure walker.
  var isRewritten = false
  var isEmbedded = false
  /// Whether Tests/<name>Tests has tests that only this format needs.
  var hasTests = true
  /// The walkers of other formats that its own uses.
  var walkers: [Target.Dependency] = []
  /// What the codec uses besides its structure walker, its shims and CodecKit.
  var uses: [Target.Dependency] = []
}

let formats: [Format] = [
  Format(
    name: "JPEG", pkgConfig: "libjpeg", debianPackage: "libjpeg-dev", isRewritten: true, isEmbedded: true,
    uses: ["MetadataModel"]),
  Format(
    name: "PNG", pkgConfig: "libpng", debianPackage: "libpng-dev", isRewritten: true, isEmbedded: true,
    uses: ["Compression", "ImageOps"]),
  Format(
    name: "TIFF", pkgConfig: "libtiff-4", debianPackage: "libtiff-dev", isLazy: true, isRewritten: true,
    isEmbedded: true),
  Format(
    name: "WebP", pkgConfig: "libwebp", debianPackage: "libwebp-dev", isLazy: true, isRewritten: true),
  Format(
    name: "GIF", pkgConfig: "libgif", debianPackage: "libgif-dev", isRewritten: true),
  // HEIC and AVIF.
  Format(
    name: "HEIF", pkgConfig: "libheif", debianPackage: "libheif-dev", isLazy: true, isRewritten: true,
    uses: ["CAVIFShims", "MetadataModel"]),
  // Bitmaps, and the icons that are made of them.
  Format(name: "BMP", hasTests: false),
  // Raw files of cameras: TIFF files and others with JPEG files in them.
  Format(
    name: "RAW", hasTests: false, walkers: ["JPEGStructure", "TIFFStructure"], uses: ["CRAWShims"]),
  Format(
    name: "JPEG2000", pkgConfig: "libopenjp2", debianPackage: "libopenjp2-7-dev", isLazy: true, isEmbedded: true),
  // PBM, PGM, PPM, PAM and farbfeld.
  Format(name: "PNM", hasTests: false),
  Format(name: "QOI", hasTests: false),
  Format(name: "JPEGXL", pkgConfig: "libjxl", debianPackage: "libjxl-dev", isLazy: true, isRewritten: true),
]

func targets(for format: Format) -> [Target] {
  let folder = "Formats/\(format.name)"
  let c = "C\(format.name)"
  var cTargets: [Target] = []
  if let pkgConfig = format.pkgConfig, let debianPackage = format.debianPackage {
    cTargets = library(c, in: folder, pkgConfig: pkgConfig, debianPackage: debianPackage, isLazy: format.isLazy)
  }
  let shims: [Target.Dependency] = cTargets.isEmpty ? [] : [.target(name: "\(c)Shims")]
  let common: [Target.Dependency] = ["ImageModel", "ByteStreams", "CodecKit", structure(of: format)]
  let ownTests = tests("\(format.name)Tests", uses: common + [codec(of: format)])
  return cTargets + [
    module(
      "\(format.name)Structure", in: folder, uses: ["ImageModel", "ByteStreams", "MetadataModel"] + format.walkers),
    module("\(format.name)Codec", in: folder, uses: common + shims + format.uses),
  ] + (format.hasTests ? [ownTests] : [])
}

func structure(of format: Format) -> Target.Dependency { .target(name: "\(format.name)Structure") }
func codec(of format: Format) -> Target.Dependency { .target(name: "\(format.name)Codec") }
let structures = formats.map(structure(of:))

let formatTargets: [Target] =
  formats.flatMap(targets(for:)) + [
    // libraw and libavif have no pkg-config rows: SwiftPM refuses their flags. They are never linked, only loaded.
    .target(name: "CRAWShims", dependencies: ["CLazyBinding"], path: "Sources/Formats/RAW/CRAWShims"),
    .target(name: "CAVIFShims", dependencies: ["CLazyBinding"], path: "Sources/Formats/HEIF/CAVIFShims"),
    module(
      "BuiltInCodecs", in: "Formats", uses: ["ContentTypes", "CodecKit"] + formats.map(codec(of:))),
  ]

// MARK: Metadata

let metadata: [Target] =
  [
    // The only reader of XML: of XMP, property lists and office documents.
    module("XMLReading", in: "Metadata", uses: ["CExpatShims"]),
    module(
      "MakerNotes", in: "Metadata",
      uses: ["ImageModel", "ByteStreams", "StructuredText", "MetadataModel", "TIFFStructure"]),
    // The objects of PDF files, without libqpdf.
    module("PDFReading", in: "Metadata", uses: ["ImageModel", "ByteStreams", "Compression", "Digests"]),
    module(
      "MetadataReading", in: "Metadata",
      uses: [
        "ImageModel", "ByteStreams", "ContentTypes", "Compression", "Digests", "XMLReading", "MetadataModel",
        "MakerNotes", "PDFReading", "TextReading", "CExifShims",
      ] + structures),
    module(
      "MetadataWriting", in: "Metadata",
      uses: [
        "ImageModel", "ByteStreams", "ContentTypes", "Compression", "StructuredText", "XMLReading", "MetadataModel",
        "MakerNotes",
      ]
        + formats.filter(\.isRewritten).map(structure(of:))),
    // Where somebody was at which time: GPX, KML, NMEA.
    module("TrackReading", in: "Metadata", uses: ["ImageModel", "ByteStreams", "XMLReading", "MetadataModel"]),
    // Texts with fields: names of outputs, lines of reports, texts on pages.
    module("Templates", in: "Metadata", uses: ["ImageModel", "ByteStreams", "MetadataModel"]),
    // What imgmeta writes: jobs, output formats, conditions.
    module(
      "MetadataReports", in: "Metadata",
      uses: [
        "ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "MetadataModel", "MetadataReading",
        "MetadataWriting", "Templates", "TextReading", "TIFFStructure",
      ]),
    // The database of imgindex.
    module(
      "Catalogue", in: "Metadata",
      uses: [
        "ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "Digests", "MetadataModel", "MetadataReading",
        "MetadataReports", "TextReading", "CSQLite",
      ]),
    // Files of values: JSON, and property lists in XML and binary.
    module("StructuredFiles", in: "Metadata", uses: ["ImageModel", "StructuredText", "XMLReading"]),
    // The output format of `exiftool -json -G -n`.
    module(
      "ExifToolOutput", in: "Metadata",
      uses: [
        "ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "MetadataModel", "MakerNotes",
        "MetadataReading", "MetadataReports",
      ]),
    tests(
      "MetadataTests",
      uses: [
        "ImageModel", "ByteStreams", "StructuredText", "StructuredFiles", "TIFFStructure", "MetadataModel",
        "MakerNotes", "MetadataReading", "TrackReading", "Catalogue", "imgmeta", "thumb", "imgconv",
        "imgindex",
      ]),
    tests(
      "MetadataWritingTests",
      uses: [
        "ImageModel", "ByteStreams", "TIFFStructure", "MetadataModel", "MetadataReading", "MetadataWriting",
      ]),
  ] + library("CExif", in: "Metadata", pkgConfig: "libexif", debianPackage: "libexif-dev")
  + library("CExpat", in: "Metadata", pkgConfig: "expat", debianPackage: "libexpat1-dev")
  + [systemLibrary("CSQLite", in: "Metadata", pkgConfig: "sqlite3", debianPackage: "libsqlite3-dev")]

// MARK: Documents: what programs need for documents and preferences of their own.

let documents: [Target] = [
  module(
    "Preferences", in: "Documents",
    uses: ["ImageModel", "ByteStreams", "StructuredText", "StructuredFiles", "FolderWatching"]),
  tests("PreferencesTests", uses: ["ImageModel", "Preferences"]),
  // What programs use that have documents of their own.
  module(
    "Documents", in: "Documents",
    uses: [
      "ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "Digests", "FolderWatching", "DesktopCache",
    ]),
  // Document types for tests, and a program that works with them in processes of its own.
  .target(
    name: "TestDocuments", dependencies: ["ContentTypes", "Documents"], path: "Tests/TestDocuments",
    swiftSettings: .house),
  .executableTarget(
    name: "document-worker", dependencies: ["ByteStreams", "Documents", "TestDocuments"],
    path: "Tests/document-worker",
    swiftSettings: .house),
  tests(
    "DocumentsTests",
    uses: ["ByteStreams", "ContentTypes", "DesktopCache", "Documents", "TestDocuments", "document-worker"]),
]

// MARK: Imaging

let imaging: [Target] = [
  // Sources/Imaging: this floor is one module, without a folder for each.
  module(
    "Imaging", in: "",
    uses: [
      "ImageModel", "ByteStreams", "ContentTypes", "CodecKit", "Digests", "ColorManagement", "ImageOps",
      "BuiltInCodecs", "MetadataModel", "MetadataReading", "MetadataWriting", "Templates", "TextReading",
      "TrackReading", "DesktopCache",
    ]),
  tests("ImagingTests", uses: ["ImageModel", "MetadataModel", "Imaging", "imgmeta"]),
  tests(
    "CodecConformanceTests",
    uses: [
      "ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "CodecKit", "BuiltInCodecs", "Imaging",
      "MetadataModel", "MetadataReading",
    ]),
]

// MARK: PDF

let pdf: [Target] =
  [
    module("Drawing", in: "PDF", uses: ["ImageModel", "ByteStreams", "TextReading", "XMLReading", "CPangoShims"]),
    module(
      "PDFWriting", in: "PDF",
      uses: [
        "ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "CodecKit", "ColorManagement", "Compression",
        "ImageOps", "Imaging", "PDFReading",
      ]
        + formats.filter(\.isEmbedded).map(structure(of:))),
    module(
      "PDFDocuments", in: "PDF",
      uses: [
        "ImageModel", "ByteStreams", "ContentTypes", "Compression", "Confinement", "Digests", "MetadataWriting",
        "Imaging", "Drawing", "PDFReading", "PDFWriting", "CQPDFShims",
      ]),
    module(
      "PageDescriptions", in: "PDF",
      uses: [
        "ImageModel", "ByteStreams", "StructuredText", "StructuredFiles", "Templates", "Drawing",
        "PDFDocuments", "CQRencodeShims", "CHyphenShims",
      ]),
    // libhyphen has no pkg-config row: it is never linked, only loaded when a text is hyphenated.
    .target(name: "CHyphenShims", dependencies: ["CLazyBinding"], path: "Sources/PDF/CHyphenShims"),
    // Makes one document of many inputs: what mkpdf runs.
    module(
      "PDFJobs", in: "PDF",
      uses: [
        "ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "TextReading", "MarkdownReading",
        "MetadataModel", "MetadataReports", "StructuredFiles", "XMLReading", "Imaging", "Drawing", "PDFReading",
        "PDFWriting", "PDFDocuments", "PageDescriptions",
      ]),
    tests("DrawingTests", uses: ["ImageModel", "Drawing"]),
    tests("PDFWritingTests", uses: ["ImageModel", "ByteStreams", "Imaging", "PDFWriting"]),
    tests(
      "PDFDocumentsTests",
      uses: ["ImageModel", "ByteStreams", "Imaging", "Drawing", "PDFReading", "PDFWriting", "PDFDocuments"]),
    tests(
      "PageDescriptionsTests",
      uses: [
        "ImageModel", "ByteStreams", "StructuredText", "StructuredFiles", "Imaging", "Drawing", "PDFDocuments",
        "PageDescriptions", "mkpdf",
      ]),
  ] + library("CPango", in: "PDF", pkgConfig: "pangocairo", debianPackage: "libpango1.0-dev", isLazy: true)
  + library("CQRencode", in: "PDF", pkgConfig: "libqrencode", debianPackage: "libqrencode-dev", isLazy: true)
  + library("CQPDF", in: "PDF", pkgConfig: "libqpdf", debianPackage: "libqpdf-dev")

// MARK: Providers

/// A provider that shows how one is written: a folder in Examples. It is built and tested, not installed.
func exampleProvider(_ name: String, uses: [Target.Dependency]) -> Target {
  .target(
    name: name, dependencies: ["ImageModel", "ProviderKit", "Drawing", "ProviderSupport"] + uses,
    path: "Examples/\(name)", swiftSettings: .house)
}

let providers: [Target] =
  [
    // What a host and a provider say to each other.
    module("ProviderProtocol", in: "Providers", uses: ["ImageModel", "StructuredText"]),
    module(
      "ProviderKit", in: "Providers",
      uses: ["ImageModel", "ByteStreams", "ContentTypes", "Compression", "Documents", "ProviderProtocol", "Drawing"]),
    module(
      "ProviderSupport", in: "Providers",
      uses: [
        "ImageModel", "ByteStreams", "StructuredText", "StructuredFiles", "TextReading", "XMLReading", "Imaging",
        "Drawing", "ProviderProtocol", "ProviderKit", "CArchiveShims",
      ]),
    // libarchive has no pkg-config row: it is never linked, only loaded when an archive is opened.
    .target(name: "CArchiveShims", dependencies: ["CLazyBinding"], path: "Sources/Providers/CArchiveShims"),
    // Not CLazyBinding: LibreOffice has a folder of its own, and is loaded only in a process of its own.
    .target(name: "CLibreOfficeShims", path: "Sources/Providers/CLibreOfficeShims"),
    // A folder for each provider.
    module(
      "ShippedProviders", in: "Providers",
      uses: [
        "ImageModel", "ByteStreams", "Compression", "StructuredText", "TextReading", "MarkdownReading", "TrackReading",
        "Imaging", "Drawing", "ProviderProtocol", "ProviderKit", "ProviderSupport", "CLibreOfficeShims",
      ]),
    exampleProvider("PeopleGroupsProvider", uses: ["PeopleGroups"]),
    exampleProvider(
      "CollectionProvider", uses: ["ByteStreams", "ProviderProtocol", "StructuredText", "Imaging", "PDFDocuments"]),
    // All shipped providers in one program, told apart by the first argument; and all examples in another.
    .executableTarget(
      name: "cameo-providers", dependencies: ["ProviderKit", "ProviderSupport", "ShippedProviders"],
      path: "Sources/Providers/cameo-providers", swiftSettings: .house),
    .executableTarget(
      name: "example-providers",
      dependencies: ["ProviderKit", "ProviderSupport", "PeopleGroupsProvider", "CollectionProvider"],
      path: "Examples/example-providers", swiftSettings: .house),
    // The example of ProviderKit's documentation.
    .executableTarget(
      name: "swatch-provider", dependencies: ["ProviderKit", "ImageModel", "ProviderProtocol", "Drawing"],
      path: "Examples/swatch-provider", swiftSettings: .house),
    // The same with a document type of a program's own, a single file in JSON.
    .executableTarget(
      name: "palette-provider", dependencies: ["ProviderKit", "Documents", "ContentTypes", "ImageModel", "Drawing"],
      path: "Examples/palette-provider", swiftSettings: .house),
    tests(
      "ProviderKitTests",
      uses: [
        "ImageModel", "ContentTypes", "Documents", "Drawing", "ProviderProtocol", "ProviderKit", "ProviderTesting",
        "swatch-provider", "palette-provider",
      ]),
    tests(
      "ProvidersTests",
      uses: [
        "ImageModel", "ContentTypes", "Imaging", "ProviderProtocol", "ProviderKit", "ProviderTesting",
        "ProviderSupport", "cameo-providers", "example-providers", "thumb",
      ]),
  ]

// MARK: Preview: the host that runs providers. Sources/Launcher is a C program without a target, which
// scripts/build-launcher compiles.

let preview: [Target] = [
  module(
    "ProviderHost", in: "Preview",
    uses: [
      "ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "Confinement", "DesktopCache", "ProviderProtocol",
      .subprocess, .system,
    ]),
  module(
    "ProviderTesting", in: "Preview",
    uses: [
      "ImageModel", "ByteStreams", "ContentTypes", "Confinement", "ProviderProtocol", "ProviderKit", "ProviderHost",
    ]),
  module(
    "ProviderCheck", in: "Preview",
    uses: ["ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "ProviderProtocol", "ProviderHost"]),
  module(
    "ProviderSkeleton", in: "Preview",
    uses: ["ByteStreams", "ContentTypes", "StructuredText", "ProviderProtocol"]),
  tests(
    "ProviderHostTests",
    uses: [
      "ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "DesktopCache", "ProviderProtocol", "ProviderHost",
    ],
    exclude: ["Programs"]),
  tests(
    "ProviderCheckTests",
    uses: [
      "ImageModel", "ByteStreams", "ContentTypes", "Confinement", "ProviderProtocol", "ProviderHost", "ProviderCheck",
      "ProviderSkeleton", "cameo-providers", "example-providers",
    ]),
]

// MARK: Service: the host over HTTP. Nothing else may use a network library, so that no other command links one.

let httpServer: [Target.Dependency] = [
  .product(name: "Hummingbird", package: "hummingbird"),
  .product(name: "HummingbirdCore", package: "hummingbird"),
  .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
  .product(name: "UnixSignals", package: "swift-service-lifecycle"),
  .product(name: "Logging", package: "swift-log"),
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOPosix", package: "swift-nio"),
  .product(name: "NIOHTTP1", package: "swift-nio"),
  .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
  .product(name: "HTTPTypes", package: "swift-http-types"),
  .product(name: "CoreMetrics", package: "swift-metrics"),
]

let service: [Target] = [
  module(
    "PreviewService", in: "Service",
    uses: [
      "ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "Digests", "DesktopCache", "Confinement",
      "FolderWatching", "Documents", "ProviderProtocol", "ProviderHost", "CCurlShims",
    ]
      + httpServer),
  // libcurl has no pkg-config row: it is never linked, only loaded where documents of other servers are shown.
  .target(name: "CCurlShims", dependencies: ["CLazyBinding"], path: "Sources/Service/CCurlShims"),
  // The HTTP service over a stand-in for the providers, in the tests' process and as a process of its own.
  .target(
    name: "PreviewServiceFakes",
    dependencies: [
      "ImageModel", "ByteStreams", "ContentTypes", "ProviderProtocol", "ProviderHost", "Digests", "PreviewService",
    ],
    path: "Tests/PreviewServiceFakes", swiftSettings: .house),
  .executableTarget(
    name: "previewd-fake", dependencies: ["PreviewService", "PreviewServiceFakes"],
    path: "Tests/previewd-fake", swiftSettings: .house),
  tests(
    "PreviewServiceTests",
    uses: [
      "ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "Documents", "ProviderProtocol", "ProviderHost",
      "PreviewService", "PreviewServiceFakes", "previewd", "previewd-fake", "imgmeta", "imgindex",
      "cameo-providers",
      .product(name: "HTTPTypes", package: "swift-http-types"),
    ], exclude: ["Clients"]),
]

// MARK: Commands

/// One command: a folder in Sources/Commands and the modules that it may use besides CommandKit.
struct Command {
  var name: String
  var uses: [Target.Dependency]
}

let commands: [Command] = [
  Command(
    name: "imgmeta",
    uses: [
      "ImageModel", "ByteStreams", "StructuredText", "Confinement", "MetadataModel", "MetadataReading",
      "MetadataReports", "MetadataWriting", "ExifToolOutput", "Templates", "TextReading",
    ]),
  Command(
    name: "thumb",
    uses: [
      "ImageModel", "ByteStreams", "Confinement", "DesktopCache", "MetadataModel", "Templates", "Imaging",
      "ImagingCommands",
    ]),
  Command(
    name: "imgconv",
    uses: [
      "ImageModel", "ByteStreams", "StructuredText", "MetadataModel", "Templates", "Imaging", "ImagingCommands",
    ]),
  Command(
    name: "mkpdf",
    uses: [
      "ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "StructuredFiles", "Confinement", "Templates",
      "MetadataReports", "Imaging", "Drawing", "PDFWriting", "PDFDocuments", "PageDescriptions", "PDFJobs",
    ]),
  Command(
    name: "imgindex",
    uses: [
      "ImageModel", "ByteStreams", "StructuredText", "Confinement", "MetadataModel", "MetadataReports", "Catalogue",
      "CatalogueJobs",
    ]),
  Command(
    name: "preview",
    uses: [
      "ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "Confinement", "Templates", "Documents",
      "ImagingCommands", "ProviderProtocol", "ProviderHost", "ProviderCheck", "ProviderSkeleton", "PreviewCommands",
      "PreviewJobs", "DocumentJobs",
    ]),
  Command(
    name: "previewd",
    uses: [
      "ImageModel", "ByteStreams", "StructuredText", "ProviderProtocol", "ProviderHost", "PreviewCommands",
      "PreviewService",
    ]),
]

/// The programs of all commands but the service.
let localCommands = commands.filter { $0.name != "previewd" }.map { Target.Dependency.target(name: $0.name) }

func target(for command: Command) -> Target {
  .executableTarget(
    name: command.name, dependencies: ["CommandKit", .argumentParser] + command.uses,
    path: "Sources/Commands/\(command.name)", swiftSettings: .house)
}

let commandTargets: [Target] =
  [
    module(
      "CommandKit", in: "Commands",
      uses: [
        "ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "Confinement", "FolderWatching", "Templates",
        "Preferences", "TextReading", .argumentParser,
      ]),
    module(
      "ImagingCommands", in: "Commands",
      uses: [
        "ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "FolderWatching", "Confinement", "Templates",
        "MetadataModel", "MetadataReports", "TextReading", "CommandKit", "Imaging", "Drawing", .argumentParser,
      ]),
    // What the subcommands of imgindex do that change a catalogue.
    module(
      "CatalogueJobs", in: "Commands",
      uses: [
        "ImageModel", "ByteStreams", "StructuredText", "FolderWatching", "MetadataModel", "Catalogue", "CommandKit",
        "Imaging", "TextReading",
      ]),
    module(
      "PreviewCommands", in: "Commands",
      uses: [
        "ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "Confinement", "Imaging", "ProviderProtocol",
        "ProviderHost",
      ]),
    // A name for all programs but the service, and for the examples: `swift build --target LocalPrograms` makes them.
    .target(
      name: "LocalPrograms",
      dependencies: ["cameo-providers", "example-providers", "people"] + localCommands,
      path: "scripts/local-programs"),
    // Versions and conflicts of documents: what subcommands of preview and of programs with documents do.
    module(
      "DocumentJobs", in: "Commands",
      uses: ["ImageModel", "ByteStreams", "StructuredText", "Documents", "CommandKit"]),
    // What the subcommands of preview do.
    module(
      "PreviewJobs", in: "Commands",
      uses: [
        "ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "Digests", "CLazyBinding", "Templates",
        "CommandKit", "Imaging", "DesktopCache", "ProviderProtocol", "ProviderHost", "ProviderSkeleton",
        "PreviewCommands",
        .argumentParser,
      ]),
    tests(
      "CommandTests",
      uses: [
        "ImageModel", "ByteStreams", "StructuredText", "Templates", "CommandKit", "ImagingCommands", "cameo-providers",
        "previewd", .argumentParser,
      ] + localCommands,
      exclude: ["Cases"]),
    tests(
      "PreviewCommandTests",
      uses: [
        "ImageModel", "CommandKit", "ImagingCommands", "ProviderProtocol", "ProviderHost", "PreviewCommands",
        "PreviewJobs", "preview", "thumb", "imgconv", "cameo-providers", "example-providers", .argumentParser,
      ],
      exclude: ["Clients"]),
  ] + commands.map(target(for:))

// MARK: Examples: documents of a program's own. Their provider is among the providers above.

let examples: [Target] = [
  // The document type, which the program and its provider share.
  .target(
    name: "PeopleGroups",
    dependencies: [
      "ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "StructuredFiles", "Documents", "Imaging",
      "Drawing", "ProviderProtocol", "ProviderSupport",
    ], path: "Examples/PeopleGroups", swiftSettings: .house),
  .executableTarget(
    name: "people",
    dependencies: [
      "ImageModel", "ByteStreams", "StructuredText", "Documents", "CommandKit", "DocumentJobs", "PeopleGroups",
      .argumentParser,
    ], path: "Examples/people", swiftSettings: .house),
  tests(
    "PeopleTests",
    uses: [
      "ImageModel", "StructuredText", "ContentTypes", "Documents", "DocumentJobs", "PeopleGroups", "people", "preview",
      "example-providers",
    ]),
]

// MARK: Tests of the whole, and what tests share

let testing: [Target] = [
  .target(
    name: "TestKit", dependencies: ["ImageModel", "TIFFStructure", .subprocess, .system], path: "Tests/TestKit",
    exclude: ["Programs"], swiftSettings: .sharedByTests),
  tests("LayeringTests"),
  // What the fuzzers run, and the tests again with inputs that once failed.
  .target(
    name: "MetadataFuzzing",
    dependencies: [
      "ImageModel", "ByteStreams", "ContentTypes", "MetadataModel", "MakerNotes", "MetadataReading", "MetadataWriting",
      "MetadataReports", "TrackReading",
    ] + structures,
    path: "Fuzz/MetadataFuzzing", swiftSettings: .house),
  .target(
    name: "PDFFuzzing",
    dependencies: [
      "ImageModel", "ByteStreams", "ContentTypes", "StructuredFiles", "Imaging", "Drawing", "PDFWriting",
      "PDFDocuments", "PageDescriptions", "MetadataFuzzing",
    ], path: "Fuzz/PDFFuzzing", swiftSettings: .house),
  // All other parsers, and the list of all targets but those of the service.
  .target(
    name: "ParserFuzzing",
    dependencies: [
      "ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "MetadataModel", "Compression",
      "ColorManagement", "DesktopCache", "TextReading", "XMLReading", "MetadataReports", "MetadataWriting", "Templates",
      "StructuredFiles", "ExifToolOutput", "Imaging", "ProviderProtocol", "ProviderKit", "ProviderSupport",
      "ShippedProviders", "PeopleGroups", "PeopleGroupsProvider", "CollectionProvider", "ProviderHost", "CommandKit",
      "Documents", "MetadataFuzzing", "PDFFuzzing",
    ], path: "Fuzz/ParserFuzzing", swiftSettings: .house),
  .target(
    name: "ServiceFuzzing",
    dependencies: ["ImageModel", "ByteStreams", "ProviderHost", "PreviewService", "MetadataFuzzing"],
    path: "Fuzz/ServiceFuzzing", swiftSettings: .house),
  tests("FuzzTests", uses: ["MetadataFuzzing", "ParserFuzzing", "ServiceFuzzing"]),
]

// Benchmarks and fuzzers stand apart from what users build: CAMEO_DEV=1 swift run -c release RowPipelineBenchmark;
// scripts/fuzz builds Fuzz, for it links libFuzzer and instruments all modules.
let fuzzesService = Context.environment["CAMEO_FUZZ_SERVICE"] != nil
let development: [Target] =
  Context.environment["CAMEO_DEV"] == nil
  ? []
  : [
    .executableTarget(
      name: "RowPipelineBenchmark", dependencies: ["ImageModel", "CodecKit", "ColorManagement", "ImageOps"],
      path: "Benchmarks/RowPipelineBenchmark", swiftSettings: .house),
    .executableTarget(
      name: "HostBenchmark",
      dependencies: [
        "ImageModel", "ByteStreams", "ContentTypes", "MetadataModel", "Imaging", "ProviderProtocol", "ProviderKit",
        "ProviderHost", "ShippedProviders", "PeopleGroupsProvider",
      ],
      path: "Benchmarks/HostBenchmark", swiftSettings: .house),
    .executableTarget(
      name: "Fuzz",
      dependencies: ["ByteStreams", "MetadataFuzzing", "ParserFuzzing"] + (fuzzesService ? ["ServiceFuzzing"] : []),
      path: "Fuzz/Fuzz", swiftSettings: .house + (fuzzesService ? [.define("SERVICE")] : [])),
  ]

// MARK: The package

/// The test targets that `scripts/test --filter` needs, so that nothing else is built for them; all without a filter.
let wantedTests = Set((Context.environment["CAMEO_TESTS"] ?? "").split(separator: " ").map(String.init))

let package = Package(
  name: "cameo",
  products: [
    .library(name: "Imaging", targets: ["Imaging"]),
    .library(name: "PDFDocuments", targets: ["PDFDocuments"]),
    .library(name: "Documents", targets: ["Documents", "Preferences", "ContentTypes", "ImageModel"]),
    .library(name: "ProviderKit", targets: ["ProviderKit", "ProviderProtocol", "Drawing", "ImageModel"]),
    .library(name: "ProviderTesting", targets: ["ProviderTesting"]),
    .executable(name: "cameo-providers", targets: ["cameo-providers"]),
  ]
    + commands.map { .executable(name: $0.name, targets: [$0.name]) },
  // Exact versions: no Package.resolved is kept.
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2", traits: []),
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    // The HTTP service alone: without the traits Hummingbird leaves the whole of Foundation out.
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
  ],
  targets: (core + formatTargets + metadata + documents + imaging + pdf + providers + preview + service + commandTargets
    + examples + testing + development).filter {
      $0.type != .test || wantedTests.isEmpty || wantedTests.contains($0.name)
    },
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

/// The modules of which tests see what is internal (`@testable import`). Only our scripts ask for it: no other package
/// could use the libraries with such a flag, and all modules with it would make the programs 3 % larger.
let testableModules: Set = [
  "ByteStreams", "Catalogue", "CommandKit", "Confinement", "ContentTypes", "Documents", "MakerNotes", "MetadataReading",
  "MetadataWriting", "PDFDocuments", "PreviewJobs", "PreviewService", "ProviderHost", "cameo-providers",
  "example-providers", "imgconv", "imgindex", "imgmeta", "mkpdf", "palette-provider", "preview", "thumb",
]
if Context.environment["CAMEO_TESTABLE"] != nil {
  for target in package.targets where testableModules.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-enable-testing"]))
  }
}

/// The flags of `scripts/fuzz` for what counts the edges of code that a run reaches. Only our modules are counted:
/// libFuzzer looks through all counters after each run.
if let flags = Context.environment["CAMEO_COVERAGE"] {
  for target in package.targets { target.swiftSettings?.append(.unsafeFlags([flags])) }
}

// MARK: How a row becomes a target

extension Target.Dependency {
  static var argumentParser: Self { .product(name: "ArgumentParser", package: "swift-argument-parser") }
  static var subprocess: Self { .product(name: "Subprocess", package: "swift-subprocess") }
  static var system: Self { .product(name: "SystemPackage", package: "swift-system") }
}

extension [SwiftSetting] {
  /// What all modules are compiled with.
  static var house: Self { features + [.treatAllWarnings(as: .error)] }

  /// Tests compile fast rather than run fast, and use the toolchain's dynamic libraries: there is no static one of
  /// Testing. Testing's macros have warnings of their own; `scripts/test` refuses those of our lines.
  static var tests: Self { sharedByTests + [.unsafeFlags(["-Onone"])] }

  /// What tests share is small, and runs often.
  static var sharedByTests: Self { features + [.unsafeFlags(["-no-static-stdlib"])] }

  private static var features: Self {
    [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
  }
}

/// A Swift module at `Sources/<folder>/<name>`; no folder where that is empty.
func module(_ name: String, in folder: String, uses dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies,
    path: (["Sources", folder, name].filter { !$0.isEmpty }).joined(separator: "/"),
    swiftSettings: .house)
}

/// A C library of the system that Swift calls directly.
func systemLibrary(_ name: String, in folder: String, pkgConfig: String, debianPackage: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/\(folder)/\(name)", pkgConfig: pkgConfig, providers: [.apt([debianPackage])])
}

/// A C library of the system and the C functions over it, in one folder. A lazy one is loaded when it is first needed.
func library(
  _ name: String, in folder: String, pkgConfig: String, debianPackage: String, isLazy: Bool = false
) -> [Target] {
  [
    systemLibrary(name, in: folder, pkgConfig: pkgConfig, debianPackage: debianPackage),
    .target(
      name: "\(name)Shims", dependencies: [.target(name: name)] + (isLazy ? ["CLazyBinding"] : []),
      path: "Sources/\(folder)/\(name)Shims"),
  ]
}

func tests(_ name: String, uses dependencies: [Target.Dependency] = [], exclude data: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: ["TestKit"] + dependencies, path: "Tests/\(name)", exclude: data,
    swiftSettings: .tests)
}
