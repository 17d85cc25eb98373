internal import Glibc

/// How many files the process may have open at a time (`RLIMIT_NOFILE`).
package enum DescriptorLimit {
  /// More is of no use here, and tables that go by the limit would grow with it: some systems allow a milliard.
  private static let most: rlim_t = 1 << 16

  /// Raises the soft limit to the hard one, as programs that do not use `select` may (`setrlimit`). The usual soft limit of 1,024
  /// is for those that do. Where the system refuses, what was allowed stays.
  package static func raise() {
    guard var limit = current else { return }
    let wanted = min(limit.rlim_max, most)
    guard limit.rlim_cur < wanted else { return }
    limit.rlim_cur = wanted
    _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// How many files can still be opened now, as far as the process' own limit goes. Reads a folder of /proc: not for inner loops.
  package static var available: Int {
    guard let limit = current else { return 0 }
    // The listing itself takes one.
    guard let open = SystemCall.entries(of: "/proc/self/fd") else {
      return [EMFILE, ENFILE].contains(errno) ? 0 : Int(min(limit.rlim_cur, most))
    }
    return max(0, Int(min(limit.rlim_cur, 1 << 30)) - open.count + 1)
  }

  private static var current: rlimit? {
    var limit = rlimit()
    return getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? limit : nil
  }
}
