/// The arrows of docs/ARCHITECTURE.md: which modules each module may use.
struct LayeringTable {
  /// The formats, each a folder in Sources/Formats.
  let formats: [String]

  /// The modules that a module may use, itself left out; nil for a module that the architecture does not know.
  func allowed(_ module: String) -> Set<String>? {
    if let fixed = Self.fixed[module] { return fixed }
    if Self.libraries.contains(module) { return [] }
    if module.hasSuffix("Shims"), Self.libraries.contains(String(module.dropLast(5))) {
      return [String(module.dropLast(5)), Self.loader]
    }
    for format in formats {
      switch module {
      case "C\(format)": return []
      case "C\(format)Shims": return ["C\(format)", Self.loader]
      case "\(format)Structure": return ["ImageModel", "ByteStreams"]
      case "\(format)Codec":
        return [
          "ImageModel", "ByteStreams", "ContentTypes", "CodecKit", "Deflate", "\(format)Structure", "C\(format)Shims",
        ]
      default: continue
      }
    }
    if let more = Self.providers[module] {
      return more.union(["ImageModel", "ProviderProtocol", "Drawing", "ProviderKit", "ProviderSupport"])
    }
    switch module {
    case "BuiltInCodecs": return Set(["CodecKit"] + formats.map { "\($0)Codec" })
    case "MetadataReading":
      return Set(
        ["ImageModel", "ByteStreams", "ContentTypes", "Deflate", "MetadataModel", "CExifShims", "CExpatShims"]
          + formats.map { "\($0)Structure" })
    case "MetadataWriting":
      return Set(
        ["ImageModel", "ByteStreams", "Deflate", "MetadataModel", "CExifShims"] + formats.map { "\($0)Structure" })
    case "PDFWriting":
      return Set(
        ["ImageModel", "ByteStreams", "CodecKit", "Deflate", "ImageOps", "Imaging"]
          + formats.map { "\($0)Structure" })
    default: return nil
    }
  }

  /// The C libraries that are not a format's, and what loads some libraries.
  private static let libraries: Set<String> = [
    "CZlib", "CLCMS2", "CExif", "CExpat", "CCairo", "CPango", "CFontconfig", "CQPDF", "CCmark", loader,
  ]

  /// What loads libraries late: no library itself, and for the C functions over any of them.
  static let loader = "CLateLibraries"

  /// The shipped providers, and what each renders with besides drawing. They run in workers only: no other module uses them.
  private static let providers: [String: Set<String>] = [
    "ImagesProvider": ["Imaging"],
    "PeopleGroupsProvider": ["StructuredText"],
    "CollectionProvider": ["ByteStreams", "StructuredText", "Imaging", "PDFDocuments"],
    "TextProvider": ["StructuredText", "CCmark", "CCmarkShims"],
    "ArchiveProvider": ["CArchiveShims"],
    "SVGProvider": ["ByteStreams", "Imaging"],
    "PDFProvider": ["ByteStreams", "Imaging"],
  ]

  private static let fixed: [String: Set<String>] = [
    "ImageModel": [],
    "ByteStreams": ["ImageModel"],
    "ContentTypes": ["ImageModel", "ByteStreams"],
    "StructuredText": ["ImageModel", "ByteStreams"],
    "CodecKit": ["ImageModel", "ByteStreams", "ContentTypes"],
    "Deflate": ["ImageModel", "CZlibShims"],
    "ColorManagement": ["ImageModel", "CLCMS2Shims"],
    "ImageOps": ["ImageModel", "CodecKit", "ColorManagement"],
    "MetadataModel": ["ImageModel"],
    "Imaging": [
      "ImageModel", "ByteStreams", "ContentTypes", "CodecKit", "ColorManagement", "ImageOps", "BuiltInCodecs",
      "MetadataModel", "MetadataReading", "MetadataWriting",
    ],
    "Drawing": ["ImageModel", "CCairo", "CPango", "CFontconfig", "CPangoShims"],
    "PDFDocuments": [
      "ImageModel", "ByteStreams", "Deflate", "Imaging", "MetadataModel", "MetadataReading", "Drawing", "PDFWriting",
      "CQPDFShims",
    ],
    "PageDescriptions": [
      "ImageModel", "ByteStreams", "StructuredText", "MetadataModel", "MetadataReading", "Imaging", "Drawing",
      "PDFWriting", "PDFDocuments",
    ],
    "ProviderProtocol": ["ImageModel", "StructuredText"],
    // The HTTP service is the only one that may use a network library: no other command links it.
    "PreviewService": [
      "ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "ProviderProtocol", "ProviderHost",
      "Hummingbird", "HummingbirdCore",
      "ServiceLifecycle", "UnixSignals", "Logging", "NIOCore", "NIOPosix", "NIOHTTP1", "NIOHTTPTypes", "HTTPTypes",
      "Crypto",
    ],
    "previewd": [
      "ImageModel", "StructuredText", "ProviderProtocol", "ProviderHost", "PreviewCommands", "PreviewService",
      "CommandKit", "ArgumentParser",
    ],
    "ProviderHost": [
      "ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "CodecKit", "ProviderProtocol", "Subprocess",
      "SystemPackage",
    ],
    "ProviderKit": ["ImageModel", "ByteStreams", "Deflate", "ProviderProtocol", "Drawing", "CForkServer"],
    "ProviderTesting": [
      "ImageModel", "ByteStreams", "ContentTypes", "ProviderProtocol", "ProviderKit", "ProviderHost", "Subprocess",
      "SystemPackage",
    ],
    "ProviderCheck": [
      "ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "ProviderProtocol", "ProviderHost",
    ],
    "ProviderSkeleton": ["ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "ProviderProtocol"],
    "ProviderSupport": [
      "ImageModel", "ByteStreams", "StructuredText", "ProviderProtocol", "ProviderKit", "Drawing", "PageDescriptions",
    ],
    // libarchive is loaded when it is needed, not linked.
    "CArchiveShims": [], "CForkServer": [],
    "cameo-providers": Set(["ProviderKit"] + providers.keys),
    "swatch-provider": ["ProviderKit", "ImageModel", "ProviderProtocol", "Drawing"],
    "CommandKit": ["ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "ArgumentParser"],
    "ImagingCommands": ["ImageModel", "ByteStreams", "StructuredText", "CommandKit", "Imaging", "ArgumentParser"],
    "MetadataCommands": ["ImageModel", "ByteStreams", "CommandKit", "MetadataModel", "ArgumentParser"],
    "PreviewCommands": [
      "ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "Imaging", "ProviderProtocol", "ProviderHost",
    ],
    // The host parses no document: of the image layer it uses encoders, and the decoder for what they made.
    "preview": [
      "ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "Imaging", "ImagingCommands", "ProviderProtocol",
      "ProviderHost", "ProviderCheck", "ProviderSkeleton", "PreviewCommands", "CommandKit", "ArgumentParser",
    ],
    // imgmeta starts at once because it links no codec: it must never use Imaging.
    "imgmeta": [
      "ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "MetadataModel", "MetadataReading",
      "MetadataCommands", "CommandKit", "ArgumentParser",
    ],
    "thumb": ["ImageModel", "Imaging", "ImagingCommands", "CommandKit", "ArgumentParser"],
    "mkpdf": [
      "ImageModel", "ByteStreams", "ContentTypes", "StructuredText", "MetadataModel", "MetadataReading",
      "MetadataCommands", "Imaging", "ImagingCommands", "Drawing", "PDFWriting", "PDFDocuments", "PageDescriptions",
      "CommandKit", "ArgumentParser",
    ],
    "imgconv": ["ImageModel", "MetadataModel", "Imaging", "ImagingCommands", "CommandKit", "ArgumentParser"],
  ]

  /// Modules of the toolchain and the system that every module may import. The whole of Foundation is not among them.
  static let platform: Set<String> = ["Swift", "Glibc", "Synchronization", "FoundationEssentials"]
}
