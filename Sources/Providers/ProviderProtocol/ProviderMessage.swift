/// A message of a provider to the host: one line with a JSON object.
public enum ProviderMessage: Hashable, Sendable {
  case hello(Hello)
  /// The answer to a request.
  case reply(Reply)
  /// A picture of lower quality that comes first; the answer follows.
  case partial(Reply)
  /// The answer to a request that cannot be fulfilled.
  case error(id: Int, ProviderError)
  case log(level: LogLevel, message: String)

  public enum LogLevel: String, Hashable, Sendable {
    case debug
    case info
    case warning
    case error
  }

  /// The answer to the host's first line.
  public struct Hello: Hashable, Sendable {
    /// One of the versions that the host offered.
    public var `protocol`: Int
    /// The provider's identifier.
    public var provider: String
    public var version: String
    public var capabilities: [ProviderCapability]

    public init(protocol: Int, provider: String, version: String, capabilities: [ProviderCapability]) {
      self.protocol = `protocol`
      self.provider = provider
      self.version = version
      self.capabilities = capabilities
    }
  }

  /// What a provider made and wrote to the request's output file. A partial reply's file has the same name with
  /// `.partial` after it.
  public struct Reply: Hashable, Sendable {
    public var id: Int
    public var content: Content
    public var title: String?
    /// A short text to show over the icon: `PDF`.
    public var extensionBadge: String?
    public var pageCount: Int?
    /// Problems of the document that the picture or preview does not show: missing rows, for example.
    public var warnings: [String]
    /// Whether a later answer may be better: hosts do not cache this one.
    public var isProvisional: Bool

    public init(
      id: Int, content: Content, title: String? = nil, extensionBadge: String? = nil, pageCount: Int? = nil,
      warnings: [String] = [], isProvisional: Bool = false
    ) {
      self.id = id
      self.content = content
      self.title = title
      self.extensionBadge = extensionBadge
      self.pageCount = pageCount
      self.warnings = warnings
      self.isProvisional = isProvisional
    }
  }

  public enum Content: Hashable, Sendable {
    case pixels(Pixels)
    /// An encoded picture. The host never decodes it: another worker does.
    case image(contentType: String)
    case pdf
    case data(contentType: String, encoding: String?, attachments: [Attachment])
  }

  /// Rows of pixels, from the top.
  public struct Pixels: Hashable, Sendable {
    public var format: PixelLayout
    public var width: Int
    public var height: Int
    /// Bytes from the beginning of a row to that of the next.
    public var stride: Int

    public init(format: PixelLayout, width: Int, height: Int, stride: Int) {
      self.format = format
      self.width = width
      self.height = height
      self.stride = stride
    }
  }

  /// The layout of a pixel's bytes; sRGB.
  public enum PixelLayout: String, Hashable, Sendable {
    /// One byte each for red, green, blue and straight alpha.
    case rgba8
    /// One byte each for red, green and blue.
    case rgb8
    /// One byte of grey.
    case gray8
    /// cairo's ARGB32 on this machine: 32-bit words, alpha in the highest byte, premultiplied.
    case argb32Premultiplied

    public var bytesPerPixel: Int {
      switch self {
      case .rgba8, .argb32Premultiplied: 4
      case .rgb8: 3
      case .gray8: 1
      }
    }
  }

  /// A file that HTML refers to by `cid:`.
  public struct Attachment: Hashable, Sendable {
    public var id: String
    /// The name of a file in the output file's directory.
    public var file: String
    public var contentType: String

    public init(id: String, file: String, contentType: String) {
      self.id = id
      self.file = file
      self.contentType = contentType
    }
  }
}
