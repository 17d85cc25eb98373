/// How workers are kept, and how long the host waits for them.
package struct WorkerPolicy: Hashable, Sendable {
  /// For the answer to the first line, in seconds.
  package var helloSeconds = 5.0
  /// The same for providers that need an interpreter.
  package var interpretedHelloSeconds = 10.0
  /// Between a cancellation and the end of a provider that does not answer it.
  package var cancelSeconds = 0.25
  /// Between `shutdown` and SIGTERM to the launcher, which ends everything.
  package var killSeconds = 1.0
  /// Between SIGTERM and SIGKILL to the launcher. It gives itself 60 s; killed earlier, it may leave processes behind.
  package var forceSeconds = 65.0
  /// Workers that are started ahead, for each provider that is in use.
  package var prewarmed = 2
  /// Documents that one worker may show, all for the same tenant.
  package var reuseLimit = 100
  /// The age at which a worker gets no new document, in seconds.
  package var maxAgeSeconds = 300.0
  /// How long a used worker waits for its tenant's next document, in seconds.
  package var idleSeconds = 20.0
  /// Used workers that wait, of all tenants of a provider together. One more ends the one that has waited longest.
  package var idleLimit = 16
  /// The part of the provider's memory limit above which a worker gets no new document.
  package var memoryShare = 0.5
  /// Lines that a provider may log for one document.
  package var logLines = 1_000
  /// Pictures of lower quality for one document.
  package var partials = 8
  /// Failures in a row that open the circuit breaker.
  package var breakerFailures = 5
  /// The first pause of an open breaker; doubled with every probe that fails, up to `breakerMaxSeconds`.
  package var breakerSeconds = 5.0
  package var breakerMaxSeconds = 300.0
  /// The pause after a worker that could not be started; doubled with each further one, up to `backoffMaxSeconds`.
  package var backoffSeconds = 0.1
  package var backoffMaxSeconds = 30.0

  package init() {}
}
