internal import ByteStreams
internal import CommandKit
internal import Confinement
internal import Glibc
internal import ImageModel
internal import Synchronization

/// Draws the documents of jobs, which name their inputs one after the other.
///
/// A command that is confined starts no program. So a shell is started before, which waits for the first document and
/// then becomes `preview --jobs -`: most sessions have pictures alone, and a waiting shell costs them a millisecond and
/// a megabyte. The jobs of `preview` choose neither its providers nor its sandbox (`Preview.optionsOfRun`), so that a
/// command that is taken over cannot start a program through it.
package final class JobDocuments: Sendable {
  private struct Requests {
    /// nil if nothing reads them.
    var descriptor: Int32?
    /// The documents that have a number.
    var count = 0
    /// Whether the shell has been told to begin.
    var hasBegun = false
  }

  private let requests: Mutex<Requests>
  private let state: Mutex<DocumentPictures.State>

  /// - Parameter workers: the number of documents that are drawn at a time; nil for that of `preview`.
  /// - Returns: nil if `preview` is not installed. If it cannot be started, each document has this error.
  init?(workers: Int?) {
    guard let program = LauncherLocation.sibling("preview") else { return nil }
    var state = DocumentPictures.State()
    var requests = Requests()
    do throws(ImageError) {
      guard let (source, input) = SystemCall.pipe() else { throw SystemCall.error("make a pipe", path: nil) }
      defer { close(source) }
      requests.descriptor = input
      let shell = ["/bin/sh", "-c", "read -r line && exec \"$0\" \"$@\"", program]
      state.running = try DocumentPictures.start(
        shell + DocumentPictures.options(workers: workers) + ["--unordered"], input: source, hasOwnGroup: true)
    } catch {
      state.failure = ImageError(.io, "preview was not started: \(error)")
    }
    self.requests = Mutex(requests)
    self.state = Mutex(state)
  }

  deinit { finish() }

  /// A number for a further document.
  func nextNumber() -> Int {
    requests.withLock { requests in
      requests.count += 1
      return requests.count
    }
  }

  /// Asks for a document. The thread that asks calls `result` next.
  ///
  /// - Parameter job: a job of `preview`, whose identifier is a number of this session.
  func send(_ job: [UInt8]) {
    requests.withLock { requests in
      guard let descriptor = requests.descriptor else { return }
      // The shell reads the first line. If it has ended, there are no results, either.
      _ = SystemCall.writeAll((requests.hasBegun ? [] : [0x0A]) + job, to: descriptor)
      requests.hasBegun = true
    }
  }

  /// What `preview` made of a document. The thread that comes first reads the results of all.
  ///
  /// - Returns: nil where `preview` has no provider or no sandbox.
  func result(_ number: String) -> Result<DocumentPictures.Drawn, ImageError>? {
    while true {
      let (isKnown, result) = state.withLock { state -> (Bool, Result<DocumentPictures.Drawn, ImageError>?) in
        if let drawn = state.drawn.removeValue(forKey: number) { return (true, .success(drawn)) }
        guard state.running != nil else {
          let failure = state.failure.map { ImageError($0.kind, "\($0.reason); a new session starts it again") }
          return (true, failure.map { .failure($0) })
        }
        state.readResult()
        return (false, nil)
      }
      if isKnown { return result }
    }
  }

  /// Ends `preview`, or the shell, and waits for it.
  func finish() {
    requests.withLock { requests in
      if let descriptor = requests.descriptor { close(descriptor) }
      requests.descriptor = nil
    }
    state.withLock { _ = $0.end() }
  }
}
