internal import Glibc
internal import Synchronization

/// The names of existing temporary files, so that a process can remove them when a signal ends it.
///
/// A command makes one value and passes it to all code that writes files.
package final class TemporaryNames: Sendable {
  private let names = Mutex<Set<PathKey>>([])

  package init() {}

  /// Makes a file and records its name in one step: `removeAllAndExit` either sees the name or prevents the file from
  /// being made.
  ///
  /// - Parameter make: a system call that returns whether it made the file; its `errno` is kept.
  func insert(_ name: String, _ make: () -> Bool) -> Bool {
    let (made, number) = names.withLock { names in
      let (made, number) = (make(), errno)
      if made { names.insert(PathKey(name)) }
      return (made, number)
    }
    // The lock may change `errno`.
    errno = number
    return made
  }

  /// Removes the name of a file that has been renamed or deleted.
  func remove(_ name: String) { names.withLock { _ = $0.remove(PathKey(name)) } }

  /// Removes all recorded files and ends the process with the lock held, so that no new name appears meanwhile.
  package func removeAllAndExit(_ status: Int32) -> Never {
    names.withLock { names -> Never in
      for name in names { SystemCall.remove(name.path) }
      _exit(status)
    }
  }
}
