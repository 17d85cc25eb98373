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
      let numbers = read("/proc/\(process)/statm").split(separator: " ")
      if numbers.count > 1 { total += (Int(numbers[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) }
      pending += children(of: process)
    }
    return total
  }

  /// The children of a process, whichever of its threads has started them.
  package static func children(of process: Int32) -> [Int32] {
    (SystemCall.entries(of: "/proc/\(process)/task") ?? []).flatMap { thread in
      read("/proc/\(process)/task/\(thread)/children").split(separator: " ").compactMap { Int32($0) }
    }
  }

  private static func read(_ path: String) -> String {
    let file = SystemCall.open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = SystemCall.retrying { Glibc.read(file, &buffer, buffer.count) }
    return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
  }
}
