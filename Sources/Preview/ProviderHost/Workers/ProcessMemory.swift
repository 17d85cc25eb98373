internal import ByteStreams
internal import Glibc

/// What a process and its descendants hold in memory, as /proc tells.
package enum ProcessMemory {
  /// Resident bytes of a process and its descendants, 256 processes at most; 0 where it is gone. Shared pages count for each.
  package static func resident(tree root: Int32) -> Int {
    var pending = [root]
    var total = 0
    var seen = 0
    while let process = pending.popLast(), seen < 256 {
      seen += 1
      // The second number is the resident set in pages (proc(5), statm).
      let numbers = (ProcessTree.read("/proc/\(process)/statm") ?? "").split(separator: " ")
      if numbers.count > 1 { total += (Int(numbers[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) }
      pending += ProcessTree.children(of: process)
    }
    return total
  }
}
