internal import ByteStreams
internal import CommandKit
internal import Glibc
internal import ImageModel
internal import PreviewCommands
internal import ProviderHost
internal import ProviderProtocol
internal import Synchronization

/// A host for as long as a run takes. However the run ends, no process and no spool is left behind.
final class HostSession: Sendable {
  let host: PreviewHost
  /// Temporary files of outputs.
  let names: TemporaryNames
  /// Documents at a time.
  let jobs: Int
  private let isEnded = Mutex(false)
  private let ending: RunEnding

  /// - Throws: `ImageError` where no host can be made: no sandbox works, or the provider to ask does not exist.
  init(
    _ assembly: HostAssembly, _ catalog: ProviderCatalog, jobs: Int?, documents: Int, usesCache: Bool
  ) throws(ImageError) {
    names = TemporaryNames()
    // A document at a time for each processor: workers do the work.
    let budget = try DescriptorBudget(
      jobs: min(documents, jobs ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))), providers: catalog.providers.count)
    self.jobs = budget.jobs
    ending = RunEnding(removing: names)
    var configuration = HostConfiguration(version: Version.number)
    configuration.concurrency = self.jobs
    configuration.queueLength = self.jobs
    configuration.queueSeconds = 3_600
    // Nobody waits for workers that the next document may want: batches keep theirs.
    configuration.workers.prewarmed = 0
    configuration.workers.idleLimit = budget.keptWorkers
    // Whoever names a hundred broken documents wants to hear of each, and to have the sound one behind them.
    configuration.workers.breakerFailures = .max
    configuration.log = { ProviderWords.take($0) }
    configuration.cache = usesCache ? ThumbnailCache.ofUser(version: Version.number) : nil
    let settings = configuration
    let made = ending.wait { () -> Result<PreviewHost, ProviderError> in
      do throws(ProviderError) {
        let host = try await assembly.host(settings, over: catalog)
        try await host.start()
        return .success(host)
      } catch {
        return .failure(error)
      }
    }
    switch made {
    case .success(let host): self.host = host
    case .failure(let error): throw error.imageError
    }
    let host = host
    ending.set { Blocking.wait { await host.shutdown(graceSeconds: 0) } }
  }

  /// Ends all workers and removes their spools.
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

  /// Does not return where the process is about to end (`RunEnding.waitIfRunning`).
  var waitIfEnding: @Sendable () -> Void {
    { [ending] in ending.waitIfRunning() }
  }
}
