internal import ByteStreams
package import Glibc

/// What tells one state of a file from another without reading it.
package enum FileState {
  /// As much of a package as a host copies; what holds more is shown to nobody.
  private static let limits = DocumentLimits()

  /// Device, inode, size, and both times to the nanosecond.
  package static func text(_ status: stat) -> String {
    let (modified, changed) = (status.st_mtim, status.st_ctim)
    return "\(status.st_dev):\(status.st_ino):\(status.st_size):\(modified.tv_sec).\(modified.tv_nsec):"
      + "\(changed.tv_sec).\(changed.tv_nsec)"
  }

  /// A digest of the states of all that is in a folder: a file that changes within a package does not change the package itself.
  /// Links are not followed.
  package static func text(ofFolder path: String) -> String {
    var states: [UInt8] = []
    var left = limits.entries
    add(path, depth: 0, to: &states, &left)
    return ":" + MD5.hexDigest(states)
  }

  private static func add(_ folder: String, depth: Int, to states: inout [UInt8], _ left: inout Int) {
    guard depth < limits.depth else { return }
    for name in SystemCall.entries(of: folder) ?? [] {
      guard left > 0 else { return }
      left -= 1
      let path = "\(folder)/\(name)"
      guard let status = SystemCall.linkStatus(of: path) else { continue }
      states += PathText.bytes(name)
      states += "/\(text(status))/".utf8
      if status.isDirectory {
        add(path, depth: depth + 1, to: &states, &left)
        states.append(0)
      }
    }
  }
}
