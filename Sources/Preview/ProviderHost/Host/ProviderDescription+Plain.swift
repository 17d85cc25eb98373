internal import ProviderProtocol

extension ProviderDescription {
  /// A provider that speaks the protocol and has no manifest: a program that brings its own, and tests.
  package init(id: String, version: String, command: [String], supportedContentTypes: [String]) {
    self.init(
      id: id, version: version, level: 1, source: "", folder: "", command: command, protocols: [1], interpreted: false,
      capabilities: [.thumbnail, .preview], supportedContentTypes: supportedContentTypes, thumbnailMinimumDimension: 0,
      priority: 0, exportedTypes: [], importedTypes: [], limits: ProviderLimits(), readableFolders: [])
  }
}
