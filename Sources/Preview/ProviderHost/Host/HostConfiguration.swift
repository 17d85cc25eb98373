package import DesktopCache
internal import Glibc
package import ProviderProtocol

/// The configuration of a host.
package struct HostConfiguration: Sendable {
  /// The version of Cameo in the names of folders and in logs.
  package var version: String
  package var workers = WorkerPolicy()
  /// The folder in which the workers' folders are made. The users that workers run as must be able to pass through it.
  package var workerFolder = "/tmp"
  /// Documents that are rendered at the same time.
  package var concurrency = 2
  /// Maximum number of waiting requests; one more is refused.
  package var queueLength = 64
  /// How long a request waits for its turn, in seconds.
  package var queueSeconds = 5.0
  /// How long a document's failure is remembered, in seconds; 0 for not at all.
  package var failureSeconds = 0.0
  /// The thumbnails of the user's desktop; nil to cache nothing.
  package var cache: ThumbnailCache?
  /// Where large replies are kept while they are read; nil to keep all replies in memory.
  package var replyFiles: ReplyFiles?
  /// The provider that decodes the encoded pictures of others.
  package var imageProvider = "org.cameo.images"
  /// Environment variables that providers get in addition to those of every worker. Providers get none of the host's.
  package var environment: [String: String] = [:]
  /// The language to show things in (BCP 47).
  package var locale = "en"
  /// Receives each failure of a provider, with the end of its log.
  package var log: (@Sendable (HostEvent) -> Void)?

  package init(version: String) { self.version = version }

  /// The default number of documents at a time: two more than there are processors. While one document is copied and
  /// the picture of another is encoded, the processors can draw others.
  package static var usualConcurrency: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) + 2 }
}

/// A failure of a provider, for the log of the program that runs the host.
package struct HostEvent: Hashable, Sendable {
  package var error: ProviderError
  /// The request's `RenderRequest.requestID`.
  package var requestID: String?
  /// Whether the request is tried again in a new worker.
  package var isRetried: Bool
  /// The end of the provider's log messages and of its standard error. It may contain paths.
  package var log: String
}
