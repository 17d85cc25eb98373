/// How workers are kept, and how long is waited for them.
package struct WorkerPolicy: Hashable, Sendable {
  /// For the answer to the first line, in seconds.
  package var helloSeconds = 5.0
  /// The same for providers that need an interpreter.
  package var interpretedHelloSeconds = 10.0
  /// For what a provider has to say to a cancellation, before it is ended.
  package var cancelSeconds = 0.25
  /// For what a fork server has to do between two documents.
  package var renewSeconds = 1.0
  /// Between the request to leave and SIGTERM to the launcher, which ends everything.
  package var killSeconds = 1.0
  /// Between SIGTERM and SIGKILL to the launcher. It gives itself 15 s, and killed before, it may leave processes behind.
  package var forceSeconds = 20.0
  /// Workers that wait for the next document, for each provider that is in use.
  package var prewarmed = 2
  /// Documents that one worker may serve, one after the other, for the same tenant.
  package var reuseLimit = 100
  /// Documents that one fork server may fork for, whoever they belong to.
  package var forkLimit = 100
  /// The age at which a worker gets no new document, in seconds.
  package var maxAgeSeconds = 300.0
  /// How long a used worker waits for its tenant's next document, and a fork server for anybody's where enough others wait, in seconds.
  package var idleSeconds = 20.0
  /// Used workers that wait `idleSeconds`, of all tenants of a provider together; of more, the one that waited longest ends.
  package var mostKept = 16
  /// The part of the provider's memory limit above which a worker gets no new document.
  package var memoryShare = 0.5
  /// Lines that a provider may log for one document.
  package var logLines = 1_000
  /// Pictures of lower quality for one document.
  package var partials = 8
  /// Failures in a row that open the circuit breaker.
  package var breakerFailures = 5
  /// How long an open breaker rests at first; doubled with every probe that fails, up to `breakerMaxSeconds`.
  package var breakerSeconds = 5.0
  package var breakerMaxSeconds = 300.0
  /// The pause after a worker that could not be started; doubled with each further one, up to `backoffMaxSeconds`.
  package var backoffSeconds = 0.1
  package var backoffMaxSeconds = 30.0

  package init() {}
}
