public import ImageModel

/// A message of the host to a provider: one line with a JSON object.
public enum HostMessage: Hashable, Sendable {
  case hello(Hello)
  case thumbnail(ThumbnailRequest)
  case preview(PreviewRequest)
  case cancel(id: Int)
  case shutdown

  /// The first line of a conversation.
  public struct Hello: Hashable, Sendable {
    /// Every version that the host speaks.
    public var protocols: [Int]
    public var limits: RenderLimits
    public var capabilities: [ProviderCapability]
    /// The language to show things in (BCP 47): `de-CH`.
    public var locale: String

    public init(
      protocols: [Int] = WireLimits.protocols, limits: RenderLimits, capabilities: [ProviderCapability], locale: String
    ) {
      self.protocols = protocols
      self.limits = limits
      self.capabilities = capabilities
      self.locale = locale
    }
  }

  /// What a provider may use.
  public struct RenderLimits: Hashable, Sendable {
    public var thumbnailSeconds: Double
    public var previewSeconds: Double
    public var memoryMiB: Int
    public var outputMiB: Int
    public var megapixels: Int

    public init(
      thumbnailSeconds: Double = 10, previewSeconds: Double = 30, memoryMiB: Int = 512, outputMiB: Int = 64,
      megapixels: Int = 50
    ) {
      self.thumbnailSeconds = thumbnailSeconds
      self.previewSeconds = previewSeconds
      self.memoryMiB = memoryMiB
      self.outputMiB = outputMiB
      self.megapixels = megapixels
    }
  }

  /// The document, as the provider sees it.
  public struct Input: Hashable, Sendable {
    /// An absolute path that the provider can open; for a package, the directory.
    public var path: String
    /// The document's name for people.
    public var name: String
    public var contentType: String

    public init(path: String, name: String, contentType: String) {
      self.path = path
      self.name = name
      self.contentType = contentType
    }
  }

  /// A request for a thumbnail.
  public struct ThumbnailRequest: Hashable, Sendable {
    /// The number of the request, which its reply repeats. Each number is used once in a conversation.
    public var id: Int
    public var input: Input
    /// The absolute path of the file that the provider makes. Attachments and partial pictures are beside it. The host
    /// empties the directory after the request.
    public var output: String
    /// The largest size of the picture, in points.
    public var maximumSize: Size
    /// The smallest useful size, in points.
    public var minimumSize: Size
    /// Pixels per point.
    public var scale: Double
    /// The page to show, counted from 1; nil for the one that represents the document.
    public var page: Int?
    /// How long the host waits, in milliseconds.
    public var deadlineMs: Int

    public init(
      id: Int, input: Input, output: String, maximumSize: Size, minimumSize: Size, scale: Double, page: Int?,
      deadlineMs: Int
    ) {
      self.id = id
      self.input = input
      self.output = output
      self.maximumSize = maximumSize
      self.minimumSize = minimumSize
      self.scale = scale
      self.page = page
      self.deadlineMs = deadlineMs
    }
  }

  /// A request for a preview.
  public struct PreviewRequest: Hashable, Sendable {
    public var id: Int
    public var input: Input
    /// The file that the provider makes, as in `ThumbnailRequest`.
    public var output: String
    /// The size of the area where it will be shown, in points.
    public var maximumSize: Size
    public var scale: Double
    public var page: Int?
    /// The MIME types that the caller can show, the best first; empty for all.
    public var accept: [String]
    public var deadlineMs: Int

    public init(
      id: Int, input: Input, output: String, maximumSize: Size, scale: Double, page: Int?, accept: [String],
      deadlineMs: Int
    ) {
      self.id = id
      self.input = input
      self.output = output
      self.maximumSize = maximumSize
      self.scale = scale
      self.page = page
      self.accept = accept
      self.deadlineMs = deadlineMs
    }
  }

  /// A request for a thumbnail or a preview.
  ///
  /// - Parameters:
  ///   - id: the number of the request; 1 is enough for a worker that gets only one.
  ///   - maximumSize: in points.
  ///   - accept: the MIME types that the caller can show; thumbnails ignore them.
  ///   - seconds: how long the host waits, at most a day.
  package static func request(
    _ capability: ProviderCapability, id: Int = 1, input: Input, output: String, maximumSize: Size, scale: Double = 1,
    page: Int?, accept: [String] = [], seconds: Double
  ) -> HostMessage {
    let deadline = seconds.isNaN ? 0 : Int(min(max(0, seconds), 86_400) * 1_000)
    switch capability {
    case .thumbnail:
      return .thumbnail(
        ThumbnailRequest(
          id: id, input: input, output: output, maximumSize: maximumSize, minimumSize: Size(width: 0, height: 0),
          scale: scale, page: page, deadlineMs: deadline))
    case .preview:
      return .preview(
        PreviewRequest(
          id: id, input: input, output: output, maximumSize: maximumSize, scale: scale, page: page, accept: accept,
          deadlineMs: deadline))
    }
  }
}

extension Size {
  /// The points of a size in pixels.
  package init(_ pixels: PixelSize, scale: Double) {
    self.init(width: Double(pixels.width) / scale, height: Double(pixels.height) / scale)
  }
}

/// What a provider can make of a document.
public enum ProviderCapability: String, CaseIterable, Hashable, Sendable {
  case thumbnail
  case preview
}
