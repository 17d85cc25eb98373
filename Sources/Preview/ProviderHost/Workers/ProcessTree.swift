internal import ByteStreams
internal import Glibc

/// Sums over a process and its descendants, at most 256, from /proc. A process that cannot be read counts as 0.
package enum ProcessTree {
  /// The resident bytes of all processes without those of files, such as libraries: the kernel can drop these, and the
  /// limit on memory does not count them either. Pages that several processes share are counted for each of them.
  package static func residentBytes(root: Int32) -> Int {
    var total = 0
    forEach(root: root) { process in
      // The second number is the resident set in pages, the third one those of it that are of files (proc(5), statm).
      let numbers = (read("/proc/\(process)/statm") ?? "").split(separator: " ").map { Int($0) ?? 0 }
      if numbers.count > 2 { total += (numbers[1] - numbers[2]) * Int(sysconf(Int32(_SC_PAGESIZE))) }
    }
    return total
  }

  /// The number of open descriptors of all processes.
  package static func openDescriptors(root: Int32) -> Int {
    var total = 0
    forEach(root: root) { total += SystemCall.entries(of: "/proc/\($0)/fd")?.count ?? 0 }
    return total
  }

  private static func forEach(root: Int32, _ body: (Int32) -> Void) {
    var pending = [root]
    var count = 0
    while let process = pending.popLast(), count < 256 {
      count += 1
      body(process)
      // Each thread has a list of the processes that it started.
      for thread in SystemCall.entries(of: "/proc/\(process)/task") ?? [] {
        let text = read("/proc/\(process)/task/\(thread)/children") ?? ""
        pending += text.split(separator: " ").compactMap { Int32($0) }
      }
    }
  }

  /// The first 4 KiB of a file; nil where it cannot be read.
  private static func read(_ path: String) -> String? {
    let file = SystemCall.open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = SystemCall.retrying { Glibc.read(file, &buffer, buffer.count) }
    return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
  }
}
