internal import Glibc

extension SystemCall {
  /// Writes all bytes to a descriptor, in as many steps as it takes (`write`).
  ///
  /// - Returns: false where not all could be written; `errno` says why.
  package static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = retrying { Glibc.write(descriptor, rest.baseAddress, rest.count) }
      guard count > 0 else { return false }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return true
  }

  /// The same for an array.
  package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
  }

  /// Makes a directory for its owner alone (`mkdtemp`, mode 0700), whose name begins as asked for and is nobody else's.
  ///
  /// - Parameter prefix: a path to which six characters are added.
  /// - Returns: the path; nil where it could not be made, and `errno` says why.
  package static func makeTemporaryDirectory(_ prefix: String) -> String? {
    var template = PathText.bytes(prefix + "XXXXXX").map { CChar(bitPattern: $0) } + [0]
    guard mkdtemp(&template) != nil else { return nil }
    return PathText.text(template.dropLast().map { UInt8(bitPattern: $0) })
  }
}
