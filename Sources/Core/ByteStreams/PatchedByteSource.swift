package import ImageModel

/// The file that a patch describes, read without writing it.
package final class PatchedByteSource: ByteSource {
  private let patch: FilePatch
  private let source: any ByteSource

  /// - Parameter patch: has few pieces; each read looks at all of them.
  package init(_ patch: FilePatch, of source: any ByteSource) {
    self.patch = patch
    self.source = source
  }

  /// A part of a source as a source of its own. A part beyond the end is left out.
  package convenience init(_ range: Range<UInt64>, of source: any ByteSource) {
    var part = FilePatch()
    part.copy(range.clamped(to: 0..<source.size))
    self.init(part, of: source)
  }

  package var size: UInt64 { patch.size }
  package var identity: FileIdentity? { source.identity }

  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
    var done = 0
    var start: UInt64 = 0
    for piece in patch.pieces where done < buffer.count {
      defer { start += piece.count }
      let position = offset + UInt64(done)
      guard position >= start, position - start < piece.count else { continue }
      let skipped = position - start
      let count = Int(min(piece.count - skipped, UInt64(buffer.count - done)))
      let target = UnsafeMutableRawBufferPointer(rebasing: buffer[done..<done + count])
      switch piece {
      case .bytes(let bytes):
        target.copyBytes(from: bytes[Int(skipped)...].prefix(count))
        done += count
      case .copy(let range):
        let got = try source.read(into: target, at: range.lowerBound + skipped)
        done += got
        // The source has become shorter.
        if got < count { return done }
      }
    }
    return done
  }
}
