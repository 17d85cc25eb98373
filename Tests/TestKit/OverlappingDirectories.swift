/// Directories that share their fields: each begins inside the first field of the one before.
package enum OverlappingDirectories {
  package static func stream(fields: Int, directories: Int) -> [UInt8] {
    func bytes(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var stream: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0] + bytes(fields, 2)
    // Tags without a meaning; the last two bytes of each value are the number of fields of the next directory.
    for index in 0..<fields + directories {
      stream += bytes(1_000 + index, 2) + [1, 0, 1, 0, 0, 0, 0, 0] + bytes(fields, 2)
    }
    for index in 0..<directories {
      let pointer = 8 + 12 * index + 2 + 12 * fields
      let next = index + 1 < directories ? 8 + 12 * (index + 1) : 0
      stream.replaceSubrange(pointer..<pointer + 4, with: bytes(next, 4))
    }
    return stream
  }
}
