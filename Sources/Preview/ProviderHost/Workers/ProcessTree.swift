internal import ByteStreams
internal import Glibc

/// Who started whom, as /proc tells.
package enum ProcessTree {
  /// Whether so many processes run, each of which but the last has started the next one and nobody else. false where that cannot be
  /// seen.
  static func isChain(from first: Int32, length: Int) -> Bool {
    var process = first
    for _ in 1..<length {
      guard let children = seenChildren(of: process), children.count == 1 else { return false }
      process = children[0]
    }
    return seenChildren(of: process)?.isEmpty ?? false
  }

  /// The children of a process, whichever of its threads has started them.
  ///
  /// None where they cannot be seen: without a descriptor, or when the process is gone.
  package static func children(of process: Int32) -> [Int32] { seenChildren(of: process) ?? [] }

  private static func seenChildren(of process: Int32) -> [Int32]? {
    guard let threads = SystemCall.entries(of: "/proc/\(process)/task"), !threads.isEmpty else { return nil }
    var children: [Int32] = []
    for thread in threads {
      guard let text = read("/proc/\(process)/task/\(thread)/children") else { return nil }
      children += text.split(separator: " ").compactMap { Int32($0) }
    }
    return children
  }

  /// The first 4 KiB of a file; nil where it cannot be read.
  static func read(_ path: String) -> String? {
    let file = SystemCall.open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = SystemCall.retrying { Glibc.read(file, &buffer, buffer.count) }
    return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
  }
}
