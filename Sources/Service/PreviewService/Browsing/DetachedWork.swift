internal import ByteStreams

/// Work that waits for disks or programs. The threads for tasks are as few as processors, so it gets one of its own.
enum DetachedWork {
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws(ServiceProblem) -> Value
  ) async throws(ServiceProblem) -> Value {
    let result: Result<Value, ServiceProblem> = await withCheckedContinuation { continuation in
      let work: @Sendable () -> Void = {
        do throws(ServiceProblem) {
          continuation.resume(returning: .success(try body()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
      // Without a thread, this one has to do.
      if !DetachedThread.start(work) { work() }
    }
    return try result.get()
  }
}
