internal import ContentTypes
public import Documents
internal import ProviderProtocol

extension ProviderDefinition {
  /// A provider of documents that a program of yours reads and writes. Both use one type, which also says what is wrong
  /// in a broken document; the provider only draws.
  ///
  /// ```swift
  /// static let definition = ProviderDefinition(
  ///   id: "org.example.palette", version: "1.0", document: Palette.self,
  ///   thumbnail: { palette, request in
  ///     ThumbnailReply(contextSize: request.maximumSize, currentContextDrawing: palette.draw(in:))
  ///   })
  /// ```
  ///
  /// Of a package only what the document asks for is read.
  ///
  /// - Parameters:
  ///   - thumbnail: draws a thumbnail; nil if the provider makes none.
  ///   - preview: makes a preview; nil if the provider makes none.
  ///   - prepare: see `ProviderDefinition.prepare`.
  public init<Document: FileDocument>(
    id: String, version: String, document: Document.Type,
    thumbnail: (@Sendable (Document, FileThumbnailRequest) async throws -> ThumbnailReply)? = nil,
    preview: (@Sendable (Document, FilePreviewRequest) async throws -> PreviewReply)? = nil,
    prepare: (@Sendable () -> Void)? = nil
  ) {
    self.init(id: id, version: version, prepare: prepare)
    if let thumbnail { self.thumbnail = { DocumentThumbnails(thumbnail) } }
    if let preview { self.preview = { DocumentPreviews(preview) } }
  }
}

extension FileThumbnailRequest {
  /// The document, read by the type that its program has. For a `ThumbnailProvider` of one's own.
  ///
  /// - Throws: `DocumentError`; what the document throws.
  public func document<Document: FileDocument>(as type: Document.Type = Document.self) throws -> Document {
    try DocumentReading.document(filePath, fileName, contentType)
  }
}

extension FilePreviewRequest {
  /// The document, as `FileThumbnailRequest.document(as:)`.
  public func document<Document: FileDocument>(as type: Document.Type = Document.self) throws -> Document {
    try DocumentReading.document(filePath, fileName, contentType)
  }
}

private enum DocumentReading {
  /// Neither locks nor watches: the document is the host's copy.
  static func document<Document: FileDocument>(
    _ path: String, _ fileName: String, _ contentType: String
  ) throws -> Document {
    let types = Document.readableContentTypes
    let name = fileName.lowercased()
    // The host knows the type. Without a host (`--thumbnail`) the name says it.
    let type =
      types.first { $0.identifier == contentType }
      ?? types.first { $0.fileExtensions.contains { name.hasSuffix("." + $0.lowercased()) } } ?? types.first
    guard let type else { throw ProviderError(.unsupportedType, "the provider reads no type of document") }
    return try Document(
      configuration: .init(contentType: type, file: try FileWrapper(path: path)))
  }
}

private final class DocumentThumbnails<Document: FileDocument>: ThumbnailProvider {
  private let draw: @Sendable (Document, FileThumbnailRequest) async throws -> ThumbnailReply

  init(_ draw: @escaping @Sendable (Document, FileThumbnailRequest) async throws -> ThumbnailReply) {
    self.draw = draw
    super.init()
  }

  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    try await draw(try request.document(), request)
  }
}

private final class DocumentPreviews<Document: FileDocument>: PreviewProvider {
  private let make: @Sendable (Document, FilePreviewRequest) async throws -> PreviewReply

  init(_ make: @escaping @Sendable (Document, FilePreviewRequest) async throws -> PreviewReply) {
    self.make = make
    super.init()
  }

  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    try await make(try request.document(), request)
  }
}
