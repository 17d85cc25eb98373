internal import ByteStreams
internal import Glibc

/// The user that a worker runs as when the host is root.
package struct WorkerIdentity: Hashable, Sendable {
  package let user: UInt32
  package let group: UInt32

  /// A random user number that most likely no other process has; nil where the host is not root and cannot change
  /// users.
  ///
  /// systemd's table leaves these numbers unused (https://systemd.io/UIDS-GIDS). If each worker has its own user, it
  /// cannot reach the files and processes of other workers, and its processes are counted separately.
  package static func ofNewWorker() -> WorkerIdentity? {
    guard geteuid() == 0, hasNumbers else { return nil }
    let number = UInt32.random(in: numbers)
    return WorkerIdentity(user: number, group: number)
  }

  private static let numbers: ClosedRange<UInt32> = 60578...61183

  /// Whether the numbers can be used here. If this process is in a user namespace, for example of another sandbox, root
  /// may be the only user.
  private static let hasNumbers = contains("/proc/self/uid_map") && contains("/proc/self/gid_map")

  /// Whether one range of a map of user_namespaces(7) contains all numbers. A line of a map has the first number
  /// inside, the first number outside, and the count.
  private static func contains(_ path: String) -> Bool {
    // A kernel without user namespaces has no such file.
    guard let file = fopen(path, "re") else { return true }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let words = PathText.text(line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
        .split(whereSeparator: { $0 == " " || $0 == "\n" }).compactMap { UInt32($0) }
      guard words.count == 3 else { continue }
      let end = UInt64(words[0]) + UInt64(words[2])
      if words[0] <= numbers.lowerBound, end > UInt64(numbers.upperBound) { return true }
    }
    return false
  }
}
