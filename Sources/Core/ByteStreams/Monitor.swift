internal import Glibc

/// State that threads share and wait for (`pthread_mutex_t`, `pthread_cond_t`). Where no thread waits, a `Mutex` of
/// Synchronization is enough.
///
/// A change wakes nobody by itself: after a change that another thread may wait for, call `notify`.
package final class Monitor<State: Sendable>: @unchecked Sendable {
  /// The mutex guards it. The state has memory of its own, because a property would be checked for exclusive access at
  /// each call.
  private let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init(_ state: State) {
    self.state.initialize(to: state)
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    state.deinitialize(count: 1)
    changed.deallocate()
    mutex.deallocate()
    state.deallocate()
  }

  /// Calls a function with the state, while no other thread has it.
  package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&state.pointee)
  }

  /// Wakes all threads that wait. They look at the state again. May be called with and without the lock.
  package func notify() { pthread_cond_broadcast(changed) }

  /// Calls a function with the state at once and after each `notify`, until it returns something other than nil.
  package func wait<Result>(for body: (inout State) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state.pointee) { return result }
      pthread_cond_wait(changed, mutex)
    }
  }

  /// The same for a limited time. nil if the function still returns nil at its end.
  package func wait<Result>(seconds: Double, for body: (inout State) -> Result?) -> Result? {
    let end = SystemCall.monotonicSeconds + min(max(0, seconds), 1e9)
    var deadline = timespec(tv_sec: Int(end), tv_nsec: Int(end.truncatingRemainder(dividingBy: 1) * 1e9))
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state.pointee) { return result }
      if pthread_cond_timedwait(changed, mutex, &deadline) == ETIMEDOUT { return body(&state.pointee) }
    }
  }
}
