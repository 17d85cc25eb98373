internal import Glibc
internal import Synchronization

/// The names of temporary files that exist at this moment, so that a process that is told to end can remove them.
///
/// One value is made by a command and passed to everything that writes files.
package final class TemporaryNames: Sendable {
  private let names = Mutex<Set<String>>([])

  package init() {}

  /// Makes a file and notes its name, in one step: whoever removes the files either sees the name or keeps the file from
  /// being made.
  ///
  /// - Parameter make: a system call that says whether it made the file; `errno` is kept.
  func insert(_ name: String, _ make: () -> Bool) -> Bool {
    let (made, number) = names.withLock { names in
      let (made, number) = (make(), errno)
      if made { names.insert(name) }
      return (made, number)
    }
    // The lock makes system calls of its own.
    errno = number
    return made
  }

  /// Forgets a file that has got its last name or is gone.
  func remove(_ name: String) { names.withLock { _ = $0.remove(name) } }

  /// Removes all files that are still named here and ends the process with the lock held, so that nobody makes a new
  /// name meanwhile.
  package func removeAllAndExit(_ status: Int32) -> Never {
    names.withLock { names -> Never in
      for name in names { SystemCall.remove(name) }
      _exit(status)
    }
  }
}
