package import ContentTypes
package import ProviderProtocol

// A stand-in for the catalogue until that is merged.

package struct ProviderLimits: Sendable, Hashable {
  package var thumbnailSeconds = 10.0
  package var previewSeconds = 30.0
  package var memoryMiB = 512
  package var outputMiB = 64
  package var megapixels = 50
  package var processes = 64
  package var openFiles = 1024
  package init() {}
}

package struct ProviderDescription: Sendable, Hashable {
  package var id: String
  package var version: String
  package var level = 1
  package var folder = ""
  package var command: [String]
  package var protocols = [1]
  package var interpreted = false
  package var capabilities: [ProviderCapability] = [.thumbnail, .preview]
  package var supportedContentTypes: [String]
  package var thumbnailMinimumDimension = 0
  package var priority = 0
  package var exportedTypes: [ContentType] = []
  package var importedTypes: [ContentType] = []
  package var limits = ProviderLimits()
  package var readableFolders: [String] = []
  package init(id: String, version: String, command: [String], supportedContentTypes: [String]) {
    self.id = id
    self.version = version
    self.command = command
    self.supportedContentTypes = supportedContentTypes
  }
}

package struct ProviderCatalog: Sendable {
  package var providers: [ProviderDescription]
  package var registry: ContentTypeRegistry
  package init(providers: [ProviderDescription], registry: ContentTypeRegistry = ContentTypeRegistry()) {
    self.providers = providers
    self.registry = registry
  }
  package func candidates(for type: ContentType, capability: ProviderCapability) -> [ProviderDescription] {
    providers.filter {
      $0.capabilities.contains(capability)
        && $0.supportedContentTypes.contains { registry.type(type.identifier, conformsTo: $0) }
    }
  }
}
