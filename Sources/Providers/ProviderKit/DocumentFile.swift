internal import ByteStreams
internal import Glibc
internal import ImageModel
public import ProviderProtocol

/// Reads documents, up to a limit.
public enum DocumentFile {
  /// All bytes of a file.
  ///
  /// - Throws: `limitExceeded` for a larger file; what `beginning` throws.
  public static func read(_ path: String, atMost limit: Int) throws(ProviderError) -> [UInt8] {
    let (bytes, isWhole) = try beginning(of: path, atMost: limit)
    guard isWhole else { throw ProviderError(.limitExceeded, "the document has more than \(limit) bytes") }
    return bytes
  }

  /// The first bytes of a file, and whether these are all.
  ///
  /// - Throws: `sourceUnavailable` for what cannot be read, `unsupportedType` for a directory or device.
  public static func beginning(
    of path: String, atMost limit: Int
  ) throws(ProviderError) -> (bytes: [UInt8], isWhole: Bool) {
    do {
      let file = try FileByteSource(path: path)
      let bytes = try file.bytes(at: 0, count: limit)
      return (bytes, file.size <= UInt64(limit))
    } catch {
      guard error.systemError != nil, error.systemError != EISDIR else {
        throw ProviderError(.unsupportedType, "the document is not a regular file")
      }
      throw ProviderError(.sourceUnavailable, error.message)
    }
  }
}
