internal import ByteStreams
internal import CommandKit
internal import DesktopCache
internal import Glibc
package import ImageModel
internal import PreviewCommands
internal import ProviderHost
internal import ProviderProtocol
internal import Synchronization

/// A host that lives as long as a run. However the run ends, it leaves no process and no worker directory.
final class HostSession: Sendable {
  let host: PreviewHost
  /// Temporary files of outputs.
  let names: TemporaryNames
  /// Documents at a time.
  let jobs: Int
  private let isEnded = Mutex(false)
  private let termination: TerminationHandler

  /// - Parameters:
  ///   - seconds: the time for one document, which bounds its wait for a turn, too; nil for an hour.
  ///   - endsOnSignal: whether a signal ends the session and the process. If not, whoever waits for signals calls
  ///     `endBeforeExit`.
  /// - Throws: `ImageError` where no sandbox works.
  init(
    _ assembly: HostAssembly, _ catalog: ProviderCatalog, jobs: Int?, documents: Int, seconds: Double?, usesCache: Bool,
    endsOnSignal: Bool = true
  ) throws(ImageError) {
    names = TemporaryNames()
    // One document for each processor: this process waits while workers render.
    let budget = try DescriptorBudget(
      jobs: min(documents, jobs ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))), providers: catalog.providers.count)
    self.jobs = budget.jobs
    termination = TerminationHandler(removing: names, startsWaiter: endsOnSignal)
    var configuration = HostConfiguration(version: Version.number)
    configuration.concurrency = self.jobs
    configuration.queueLength = self.jobs
    configuration.queueSeconds = seconds ?? 3_600
    // Workers are not started in advance: a run reuses those of its earlier documents.
    configuration.workers.prewarmed = 0
    configuration.workers.idleLimit = budget.idleWorkers
    // Each of a hundred broken documents is reported, and the intact one after them is still shown.
    configuration.workers.breakerFailures = .max
    configuration.log = { StandardErrorNotes.take($0) }
    configuration.cache = usesCache ? ThumbnailCache.ofUser(version: Version.number) : nil
    configuration.cache?.temporaryNames = names
    let settings = configuration
    let made = termination.wait {
      await Result.awaiting { () async throws(ProviderError) in
        let host = try await assembly.host(settings, over: catalog)
        await host.start()
        return host
      }
    }
    let host = try made.mapError(\.imageError).get()
    self.host = host
    termination.onTermination { Blocking.wait { await host.shutdown(graceSeconds: 0) } }
  }

  /// Ends all workers and removes their directories.
  func end() {
    guard
      isEnded.withLock({ ended in
        defer { ended = true }
        return !ended
      })
    else { return }
    let host = host
    Blocking.wait { await host.shutdown(graceSeconds: 1) }
  }

  /// Ends all workers at once and removes their directories. Failures of documents are not reported any more.
  func endBeforeExit() { termination.terminate() }

  /// Does not return once a signal has come (`TerminationHandler`).
  var waitIfTerminating: @Sendable () -> Void {
    { [termination] in termination.waitIfTerminating() }
  }
}

/// How much can be done at a time with the file descriptors that the process may open.
package struct DescriptorBudget {
  /// Documents at a time.
  let jobs: Int
  /// Idle workers of each provider that may wait for the next document.
  let idleWorkers: Int

  /// Descriptors for timers and for waiting for processes.
  private static let fixed = 16
  /// Descriptors for a worker, for the worker that decodes its picture, for starting one of them, and for document and
  /// output.
  private static let forJob = 22
  /// Descriptors for an idle worker: its pipes, its process and its directory.
  private static let forIdleWorker = 6
  /// More idle workers save no time.
  private static let maxIdleWorkers = 16

  /// Raises the limit of open files as far as the system allows.
  ///
  /// - Parameters:
  ///   - wanted: documents at a time.
  ///   - providers: how many providers a run may use.
  /// - Throws: `io` where there are too few descriptors for one document.
  package init(jobs wanted: Int = 1, providers: Int = 1) throws(ImageError) {
    DescriptorLimit.raise()
    let available = DescriptorLimit.available
    guard available >= Self.fixed + Self.forJob else {
      throw ImageError(
        .io, "only \(available) more files can be opened here, and \(Self.fixed + Self.forJob) are needed (ulimit -n)")
    }
    jobs = max(1, min(wanted, (available - Self.fixed) / Self.forJob))
    let left = available - Self.fixed - jobs * Self.forJob
    idleWorkers = max(0, min(Self.maxIdleWorkers, left / (Self.forIdleWorker * max(1, providers))))
  }
}
