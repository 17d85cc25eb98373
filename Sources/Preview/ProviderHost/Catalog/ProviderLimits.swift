/// What a provider may use. A manifest may ask for less than the host allows, never for more.
package struct ProviderLimits: Hashable, Sendable {
  /// Seconds for a thumbnail, after which the worker is killed.
  package var thumbnailSeconds = 10.0
  /// Seconds for a preview, after which the worker is killed.
  package var previewSeconds = 30.0
  /// Resident memory of the worker and its descendants.
  package var memoryMiB = 512
  /// What a worker may write for one request.
  package var outputMiB = 64
  /// Pixels of a picture in a reply.
  package var megapixels = 50
  /// Processes of a worker, including itself.
  package var processes = 64
  package var openFiles = 1_024

  /// The defaults of docs/provider-manifest.md.
  package init() {}
}
