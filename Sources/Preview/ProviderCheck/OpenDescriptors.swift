internal import ByteStreams
internal import ProviderHost

/// The open descriptors of processes, as /proc tells.
enum OpenDescriptors {
  /// Of a process and its descendants, 256 processes at most; those that cannot be looked at count as none.
  static func count(tree root: Int32) -> Int {
    var pending = [root]
    var (total, seen) = (0, 0)
    while let process = pending.popLast(), seen < 256 {
      seen += 1
      total += SystemCall.entries(of: "/proc/\(process)/fd")?.count ?? 0
      pending += ProcessTree.children(of: process)
    }
    return total
  }
}
