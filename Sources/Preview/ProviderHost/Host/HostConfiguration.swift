internal import Glibc

/// How a host works.
package struct HostConfiguration: Sendable {
  /// Our version, as folders and logs name it.
  package var version: String
  package var workers = WorkerPolicy()
  /// Where the folders of workers are made: a folder that the users whom workers run as can pass through.
  package var workerFolder = "/tmp"
  /// Documents that are rendered at the same time.
  package var concurrency = 2
  /// Requests that wait for their turn; one more is refused.
  package var queueLength = 64
  /// How long a request waits for its turn, in seconds.
  package var queueSeconds = 5.0
  /// Providers whose workers are started ahead by `start`; others get theirs with their first document.
  package var prewarmed: [String] = []
  /// The thumbnails of the user's desktop; nil to keep nothing.
  package var cache: ThumbnailCache?
  /// The provider that decodes the encoded pictures of others.
  package var imageProvider = "org.cameo.images"
  /// What providers find in their environment besides the few variables of every worker; nothing else of the host's.
  package var environment: [String: String] = [:]
  /// The language to show things in (BCP 47).
  package var locale = "en"
  /// Is told of each failure of a provider, with the end of what it logged.
  package var log: (@Sendable (HostEvent) -> Void)?

  package init(version: String) { self.version = version }

  /// How many documents to render at a time where nobody says: two more than there are processors. While one document is copied and
  /// another's picture encoded, the processors draw others.
  package static var usualConcurrency: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) + 2 }
}
