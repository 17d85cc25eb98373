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
  /// Whether an interpreter runs it: then it has 10 seconds for its hello, and otherwise 5.
  package var interpreted: Bool
  package var capabilities: [ProviderCapability]
  /// Identifiers of content types.
  package var supportedContentTypes: [String]
  /// The smallest thumbnail that it is asked for, in pixels along the longer side; below that, an icon will do.
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
