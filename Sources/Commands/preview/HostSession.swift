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
  private let ending: Ending

  /// - Throws: `ImageError` where no host can be made: no sandbox works, or the provider to ask does not exist.
  init(
    _ assembly: HostAssembly, _ catalog: ProviderCatalog, jobs: Int?, documents: Int, usesCache: Bool
  ) throws(ImageError) {
    names = TemporaryNames()
    // A document at a time for each processor: workers do the work.
    self.jobs = max(1, min(documents, jobs ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
    // Before any thread is started, for all of them must leave the signals to the one that waits for them.
    let ending = Ending()
    self.ending = ending
    TerminationWaiter.start(removing: names) { ending.run() }
    var configuration = HostConfiguration(version: Version.number)
    configuration.concurrency = self.jobs
    configuration.queueLength = self.jobs
    configuration.queueSeconds = 3_600
    // Nobody waits for workers that the next document may want: batches keep theirs.
    configuration.workers.prewarmed = 0
    configuration.log = { ProviderWords.take($0) }
    configuration.cache = usesCache ? ThumbnailCache.ofUser(version: Version.number) : nil
    let settings = configuration
    let made = Blocking.wait { () -> Result<PreviewHost, ProviderError> in
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

  /// Waits for the end of the process where it was told to end: what was cancelled for that is no failure, and whoever works has
  /// nothing to say any more.
  var waitIfEnding: @Sendable () -> Void {
    { [ending] in while ending.isRunning { pause() } }
  }

  /// What is to be done when the process is told to end.
  private final class Ending: Sendable {
    private let body = Mutex<(@Sendable () -> Void)?>(nil)
    private let running = Mutex(false)

    var isRunning: Bool { running.withLock { $0 } }

    func set(_ body: @escaping @Sendable () -> Void) { self.body.withLock { $0 = body } }

    func run() {
      running.withLock { $0 = true }
      body.withLock { $0 }?()
    }
  }
}
