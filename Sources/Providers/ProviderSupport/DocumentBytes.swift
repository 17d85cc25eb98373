internal import ByteStreams
internal import ImageModel
package import ProviderProtocol

/// Reads bytes of a document by position. Beyond its end there are none.
package struct DocumentBytes {
  private let file: FileByteSource

  /// - Throws: `sourceUnavailable`.
  package init(path: String) throws(ProviderError) {
    do {
      file = try FileByteSource(path: path)
    } catch {
      throw ProviderError(.sourceUnavailable, error.message)
    }
  }

  package var size: Int { Int(clamping: file.size) }

  /// The bytes from an offset on: fewer than `count` at the end.
  ///
  /// - Throws: `sourceUnavailable`.
  package func bytes(_ offset: Int, _ count: Int) throws(ProviderError) -> [UInt8] {
    guard offset >= 0, offset < size, count > 0 else { return [] }
    do {
      return try file.bytes(at: UInt64(offset), count: min(count, size - offset))
    } catch {
      throw ProviderError(.sourceUnavailable, error.message)
    }
  }
}

extension Collection<UInt8> where Index == Int {
  /// A number of up to seven bytes with the most significant one first; 0 where bytes are missing.
  package func bigEndian(_ offset: Int, _ count: Int) -> Int {
    guard offset >= 0, offset + count <= self.count else { return 0 }
    return self[(startIndex + offset)..<(startIndex + offset + count)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// The same with the least significant one first.
  package func littleEndian(_ offset: Int, _ count: Int) -> Int {
    guard offset >= 0, offset + count <= self.count else { return 0 }
    return self[(startIndex + offset)..<(startIndex + offset + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
