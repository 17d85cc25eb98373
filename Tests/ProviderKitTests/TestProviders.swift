internal import Drawing
internal import ImageModel
internal import ProviderKit
internal import ProviderProtocol

/// A provider of closures.
final class ClosureThumbnails: ThumbnailProvider {
  private let make: @Sendable (FileThumbnailRequest) async throws -> ThumbnailReply

  init(_ make: @escaping @Sendable (FileThumbnailRequest) async throws -> ThumbnailReply) { self.make = make }

  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    try await make(request)
  }
}

final class ClosurePreviews: PreviewProvider {
  private let make: @Sendable (FilePreviewRequest) async throws -> PreviewReply

  init(_ make: @escaping @Sendable (FilePreviewRequest) async throws -> PreviewReply) { self.make = make }

  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    try await make(request)
  }
}

extension ProviderDefinition {
  static func thumbnails(
    _ make: @escaping @Sendable (FileThumbnailRequest) async throws -> ThumbnailReply
  ) -> ProviderDefinition {
    ProviderDefinition(id: "org.example.test", version: "1", thumbnail: { ClosureThumbnails(make) })
  }

  static func previews(
    _ make: @escaping @Sendable (FilePreviewRequest) async throws -> PreviewReply
  ) -> ProviderDefinition {
    ProviderDefinition(id: "org.example.test", version: "1", preview: { ClosurePreviews(make) })
  }
}

let red = Color(red: 1, green: 0, blue: 0)
