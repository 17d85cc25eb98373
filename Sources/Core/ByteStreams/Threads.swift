internal import Glibc

/// A detached thread (`pthread_create`).
package enum DetachedThread {
  /// Runs a function on a new thread; false if the system cannot start one.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let box = Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, box.toOpaque())
    guard status == 0 else {
      box.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  /// Does work that waits for disks or programs on a thread of its own: the threads for tasks are as few as processors.
  /// If the system cannot start one, the calling thread does it.
  package static func run<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      let work = { @Sendable in continuation.resume(returning: Result(catching: body)) }
      if !start(work) { work() }
    }
    return try result.get()
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

extension Result {
  /// What asynchronous work returns or throws.
  package static func awaiting(_ work: () async throws(Failure) -> Success) async -> Result {
    do throws(Failure) {
      return .success(try await work())
    } catch {
      return .failure(error)
    }
  }
}
