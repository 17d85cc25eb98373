internal import ByteStreams
internal import Glibc

/// The user that a worker runs as when the host is root.
package struct WorkerIdentity: Hashable, Sendable {
  package let user: UInt32
  package let group: UInt32

  /// A user of which nothing else runs, most likely; nil where the host is not root and can become nobody else.
  ///
  /// One of the numbers that systemd's table leaves unused (https://systemd.io/UIDS-GIDS), so that workers cannot reach each
  /// other's files and processes either, and each has a count of processes to itself.
  package static func ofNewWorker() -> WorkerIdentity? {
    guard geteuid() == 0, hasNumbers else { return nil }
    let number = UInt32.random(in: numbers)
    return WorkerIdentity(user: number, group: number)
  }

  private static let numbers: ClosedRange<UInt32> = 60578...61183

  /// Whether the numbers mean users and groups here: in a user namespace, such as another sandbox makes around this process, root may be
  /// the only one there is.
  private static let hasNumbers = holds("/proc/self/uid_map") && holds("/proc/self/gid_map")

  /// Whether a map of user_namespaces(7) (lines of first number inside, first outside, how many) has all of the numbers in one range.
  private static func holds(_ path: String) -> Bool {
    // Without user namespaces in the kernel there is no such file.
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
