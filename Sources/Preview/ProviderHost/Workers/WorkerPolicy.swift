/// How many workers a host keeps, for how long, and how long it waits for them.
package struct WorkerPolicy: Hashable, Sendable {
  /// How long the host waits for a provider's hello, in seconds: at least as long as for a thumbnail.
  package var helloSeconds = 10.0
  /// How long the host waits for the answer to a cancellation before it ends the provider, in seconds.
  package var cancelSeconds = 0.25
  /// How long the host waits after `shutdown` before it sends SIGTERM to the launcher, in seconds. The launcher then
  /// ends all processes.
  package var killSeconds = 1.0
  /// How long the host waits after SIGTERM before it sends SIGKILL to the launcher, in seconds. The launcher itself
  /// takes up to 60 s. If it is killed earlier, processes may be left.
  package var forceSeconds = 65.0
  /// The number of workers that are started in advance, for each provider in use.
  package var prewarmed = 2
  /// The maximum number of documents that one worker shows, all for the same tenant.
  package var reuseLimit = 100
  /// The age at which a worker gets no new document, in seconds.
  package var maxAgeSeconds = 300.0
  /// How long a used worker waits for its tenant's next document, in seconds.
  package var idleSeconds = 20.0
  /// The maximum number of used workers that wait, for all tenants of a provider together. When one more comes, the one
  /// that has waited longest is ended.
  package var idleLimit = 16
  /// The part of the provider's memory limit, from 0 to 1. A worker that uses more after its first, ninth, 17th (and so
  /// on) answer gets no new document.
  package var memoryShare = 0.5
  /// The maximum number of log messages that a provider may send for one document.
  package var logLines = 1_000
  /// The maximum number of partial replies for one document.
  package var partials = 8
  /// The number of failures in a row that open the circuit breaker.
  package var breakerFailures = 5
  /// The first pause of an open breaker, in seconds. It doubles with every probe that fails, up to `breakerMaxSeconds`.
  package var breakerSeconds = 5.0
  package var breakerMaxSeconds = 300.0
  /// The pause after a worker that did not start, in seconds. It doubles with each further one, up to
  /// `backoffMaxSeconds`.
  package var backoffSeconds = 0.1
  package var backoffMaxSeconds = 30.0

  package init() {}
}
