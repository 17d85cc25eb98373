package import ContentTypes
package import ProviderProtocol

/// A provider as the host knows it: from a manifest (`provider.json`), or from a freedesktop `.thumbnailer` file.
package struct ProviderDescription: Hashable, Sendable {
  /// A reverse-domain name: `org.cameo.text`; `thumbnailer.NAME` for `NAME.thumbnailer`.
  package var id: String
  /// The provider's own version; empty for a `.thumbnailer`.
  package var version: String
  /// 1 for a provider that speaks the protocol, 0 for a program that is run with arguments for each document.
  package var level: Int
  /// The manifest, or the `.thumbnailer` file.
  package var source: String
  /// The folder of the manifest, without links in its path; empty for level 0.
  package var folder: String
  /// The program's absolute path and its arguments. At level 0 words may have field codes, which
  /// `ThumbnailerCommand.expand` fills in.
  package var command: [String]
  /// The versions of the protocol that it speaks; empty for level 0.
  package var protocols: [Int]
  package var capabilities: [ProviderCapability]
  /// Identifiers of content types.
  package var supportedContentTypes: [String]
  /// The smallest thumbnail to request from this provider, in pixels along the longer side. Callers show an icon
  /// instead of smaller thumbnails.
  package var thumbnailMinimumDimension: Int
  /// Of two providers for the same type, the one with the higher priority is asked first.
  package var priority: Int
  package var exportedTypes: [ContentType]
  package var importedTypes: [ContentType]
  /// The manifest's limits, where it has any, else the host's.
  package var limits: ProviderLimits
  /// Folders that a sandbox must show read-only, besides the system's: the provider's and the program's.
  package var readableFolders: [String]
}

extension ProviderDescription {
  /// A provider that speaks the protocol and has no manifest.
  package init(id: String, version: String, command: [String], supportedContentTypes: [String]) {
    self.init(
      id: id, version: version, level: 1, source: "", folder: "", command: command, protocols: [1],
      capabilities: [.thumbnail, .preview], supportedContentTypes: supportedContentTypes, thumbnailMinimumDimension: 0,
      priority: 0, exportedTypes: [], importedTypes: [], limits: ProviderLimits(), readableFolders: [])
  }
}

/// The limits of a provider. A manifest may ask for less than the host allows, never for more.
package struct ProviderLimits: Hashable, Sendable {
  /// Seconds for a thumbnail, after which the worker is killed.
  package var thumbnailSeconds = 10.0
  /// Seconds for a preview, after which the worker is killed.
  package var previewSeconds = 30.0
  /// Anonymous and shared memory of the worker and its descendants together.
  package var memoryMiB = 512
  /// The output of a worker for one request, and each file that it writes.
  package var outputMiB = 64
  /// The pixels of a picture in a reply, in millions.
  package var megapixels = 50
  /// The processes of a worker at a time, including itself.
  package var processes = 64
  /// The open files of one process.
  package var openFiles = 1_024

  /// The defaults of docs/provider-manifest.md.
  package init() {}
}
