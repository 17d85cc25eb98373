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

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

/// A counting semaphore of the system (`sem_init`), initially zero.
package final class Semaphore: Sendable {
  private nonisolated(unsafe) let place: UnsafeMutablePointer<sem_t>

  package init() {
    place = .allocate(capacity: 1)
    sem_init(place, 0, 0)
  }

  deinit {
    sem_destroy(place)
    place.deallocate()
  }

  package func post() { sem_post(place) }

  /// Waits for a `post`, also across interruptions by signals.
  package func wait() { while sem_wait(place) != 0 {} }
}
