internal import ByteStreams
internal import Glibc

/// Who started whom, as /proc tells.
package enum ProcessTree {
  /// Whether so many processes run, each of which but the last has started the next one and nobody else.
  static func isChain(from first: Int32, length: Int) -> Bool {
    var process = first
    for _ in 1..<length {
      let children = children(of: process)
      guard children.count == 1 else { return false }
      process = children[0]
    }
    return children(of: process).isEmpty
      && SystemCall.linkStatus(of: "/proc/\(process)/task/\(process)/children") != nil
  }

  /// The children of a process, whichever of its threads has started them.
  package static func children(of process: Int32) -> [Int32] {
    (SystemCall.entries(of: "/proc/\(process)/task") ?? []).flatMap { thread in
      read("/proc/\(process)/task/\(thread)/children").split(separator: " ").compactMap { Int32($0) }
    }
  }

  static func read(_ path: String) -> String {
    let file = SystemCall.open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = SystemCall.retrying { Glibc.read(file, &buffer, buffer.count) }
    return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
  }
}
