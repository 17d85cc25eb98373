internal import Glibc

/// How many files, pipes and sockets this process may have open at once (`RLIMIT_NOFILE`).
package enum DescriptorLimit {
  /// Raises the soft limit to the hard one (`setrlimit`), which every process may: the soft one is low for the sake of programs that
  /// use `select`. Programs that are started inherit it.
  package static func raise() {
    guard var limit = current, limit.rlim_cur < limit.rlim_max else { return }
    limit.rlim_cur = limit.rlim_max
    // Where it is refused, what `available` says still holds.
    _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// How many more can be opened: the limit without those that are open (`/proc/self/fd`); 0 where not even that can be found out.
  package static var available: Int {
    guard let limit = current else { return 0 }
    let most = Int(clamping: limit.rlim_cur)
    guard let names = SystemCall.entries(of: "/proc/self/fd") else {
      // Without /proc nobody knows; a system whose files are used up does.
      return errno == EMFILE || errno == ENFILE ? 0 : most
    }
    // One of them was the listing's own.
    return max(0, most - (names.count - 1))
  }

  private static var current: rlimit? {
    var limit = rlimit()
    return getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? limit : nil
  }
}
