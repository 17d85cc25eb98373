internal import Glibc
internal import Synchronization

/// The names of temporary files that exist at this moment, so that a process that is told to end can remove them.
///
/// One value is made by a command and passed to everything that writes files.
package final class TemporaryNames: Sendable {
  private let names = Mutex<Set<String>>([])

  package init() {}

  func insert(_ name: String) { names.withLock { _ = $0.insert(name) } }
  func remove(_ name: String) { names.withLock { _ = $0.remove(name) } }

  /// Removes all files that are still named here and ends the process with the lock held, so that nobody makes a new
  /// name meanwhile.
  package func removeAllAndExit(_ status: Int32) -> Never {
    names.withLock { names -> Never in
      for name in names { unlink(name) }
      _exit(status)
    }
  }
}
