internal import Glibc

/// A counting semaphore of the system (`sem_init`), which begins at zero.
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

  /// Waits until somebody has posted; interruptions by signals are passed over.
  package func wait() { while sem_wait(place) != 0 {} }
}
