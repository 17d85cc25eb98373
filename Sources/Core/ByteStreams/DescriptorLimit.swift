internal import Glibc

/// How many files, pipes and sockets this process may have open at once (`RLIMIT_NOFILE`).
package enum DescriptorLimit {
  /// Raises the soft limit to the hard one (`setrlimit`), which every process may do. The soft limit is low for the
  /// sake of programs that use `select`. Child processes inherit it.
  package static func raise() {
    guard var limit = current, limit.rlim_cur < limit.rlim_max else { return }
    limit.rlim_cur = limit.rlim_max
    // If the system refuses, `available` is still correct.
    _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// How many more can be opened: the limit minus the open ones (`/proc/self/fd`); 0 if not even that can be
  /// determined.
  package static var available: Int {
    guard let limit = current else { return 0 }
    let most = Int(clamping: limit.rlim_cur)
    guard let names = SystemCall.entries(of: "/proc/self/fd") else {
      // Without /proc the number of open files is unknown. If opening it failed for lack of descriptors, none are left.
      return errno == EMFILE || errno == ENFILE ? 0 : most
    }
    // One of them belonged to the listing itself.
    return max(0, most - (names.count - 1))
  }

  private static var current: rlimit? {
    var limit = rlimit()
    return getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? limit : nil
  }
}
