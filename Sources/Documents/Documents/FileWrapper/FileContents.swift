/// The bytes of a regular file, in memory or on a disk.
final class FileContents: Sendable {
  private let memory: [UInt8]
  init(_ bytes: [UInt8]) { memory = bytes }
  var size: UInt64 { UInt64(memory.count) }
  var path: String? { nil }
  func bytes(in range: Range<UInt64>) throws(DocumentError) -> [UInt8] {
    Array(memory[Int(range.lowerBound)..<Int(range.upperBound)])
  }
}
extension FileWrapper {
  /// Reads a file or a directory; its links are followed, those in it are not.
  public init(path: String, limits: Limits = Limits()) throws(DocumentError) {
    throw DocumentError(.io, "not there yet", path: path)
  }
}
