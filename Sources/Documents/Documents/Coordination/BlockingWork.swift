internal import ByteStreams

/// Work that waits for disks or other programs. The threads of Swift's pool are few, so it gets one of its own.
enum BlockingWork {
  static func run<Result: Sendable>(
    _ body: @escaping @Sendable () throws(DocumentError) -> Result
  ) async throws(DocumentError) -> Result {
    let outcome: Swift.Result<Result, DocumentError> = await withCheckedContinuation { continuation in
      let work: @Sendable () -> Void = {
        do throws(DocumentError) {
          continuation.resume(returning: .success(try body()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
      // Without a thread, the pool has to do.
      if !DetachedThread.start(work) { work() }
    }
    return try outcome.get()
  }
}
