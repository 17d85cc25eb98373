internal import ByteStreams
internal import Glibc
internal import ImageModel
package import ProviderProtocol

/// Keeps large replies in files, so that a client that reads slowly takes space on a disk and no memory. Equal requests
/// that are rendered once share one file.
package final class ReplyFiles: Sendable {
  /// Replies with more bytes than this are kept in files.
  package static let threshold = 32 << 10

  private let folder: String?
  private let space: SpaceShares

  /// - Parameters:
  ///   - folder: the folder of the files, which have no names; nil for `$TMPDIR`, or /tmp.
  ///   - capacity: the maximum size of all files together, in bytes. One client can use half of it (`SpaceShares`).
  package init(in folder: String?, capacity: Int) {
    self.folder = folder
    space = SpaceShares(capacity: capacity)
  }

  /// The same reply; if it is large, its bytes are in a file. A reply with attachments is returned unchanged, because
  /// they are inlined later.
  ///
  /// - Parameter client: the client in whose share the file is counted; nil for one that may use all space.
  /// - Throws: `overloaded` where there is no space; `providerUnavailable` where the folder cannot be used.
  package func keeping(_ reply: RenderReply, for client: String? = nil) throws(ProviderError) -> RenderReply {
    guard reply.bytes.count > Self.threshold, reply.attachments.isEmpty else { return reply }
    var kept = reply
    kept.bytes = []
    kept.file = try makeFile(size: reply.bytes.count, client) { file throws(ImageError) in
      try reply.bytes.withRawBytes { bytes throws(ImageError) in try file.write(bytes, at: 0) }
    }
    return kept
  }

  /// A copy of the first `size` bytes of an open file; nil where the file has fewer.
  ///
  /// - Throws: as `keeping`.
  func copy(of descriptor: Int32, size: Int, for client: String? = nil) throws(ProviderError) -> ReplyFile? {
    var isWhole = true
    let file = try makeFile(size: size, client) { file throws(ImageError) in
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: min(size, 1 << 18), alignment: 16)
      defer { buffer.deallocate() }
      var offset = 0
      while offset < size {
        let wanted = min(buffer.count, size - offset)
        let count = SystemCall.retrying { pread(descriptor, buffer.baseAddress, wanted, off_t(offset)) }
        guard count > 0 else {
          isWhole = false
          return
        }
        try file.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: UInt64(offset))
        offset += count
      }
    }
    return isWhole ? file : nil
  }

  private func makeFile(
    size: Int, _ client: String?, _ write: (TemporaryFile) throws(ImageError) -> Void
  ) throws(ProviderError) -> ReplyFile {
    do throws(ImageError) {
      let part = SpacePart(of: space, for: client)
      guard part.grow(by: size) else { throw SystemCall.error("store the answer", path: nil, number: ENOSPC) }
      let file = ReplyFile(try TemporaryFile(in: folder), size: size, part: part)
      try write(file.content)
      return file
    } catch {
      let number = error.systemError ?? 0
      if SystemCall.lacksDescriptors(number) { throw .tooManyFiles }
      throw [ENOSPC, EDQUOT].contains(number)
        ? ProviderError(.overloaded, "there is no space for more answers now")
        : ProviderError(.providerUnavailable, "the answer cannot be stored: \(SystemCall.message(number))")
    }
  }
}

/// A large reply in a file. The file is removed when its last user releases it.
package final class ReplyFile: Sendable {
  /// In bytes.
  package let size: Int
  fileprivate let content: TemporaryFile
  private let part: SpacePart

  fileprivate init(_ content: TemporaryFile, size: Int, part: SpacePart) {
    self.size = size
    self.content = content
    self.part = part
  }

  /// Reads up to `buffer.count` bytes; fewer only at the end.
  ///
  /// - Throws: `providerUnavailable` where the disk fails.
  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ProviderError) -> Int {
    do throws(ImageError) {
      return try content.read(into: buffer, at: UInt64(offset))
    } catch {
      throw Self.unreadable(error)
    }
  }

  /// The first bytes, at most `count`.
  ///
  /// - Throws: as `read`.
  func start(_ count: Int) throws(ProviderError) -> [UInt8] {
    do throws(ImageError) {
      return try content.bytes(at: 0, count: count)
    } catch {
      throw Self.unreadable(error)
    }
  }

  private static func unreadable(_ error: ImageError) -> ProviderError {
    ProviderError(.providerUnavailable, "the answer cannot be read: \(error.reason)")
  }
}

extension ReplyFile: Hashable {
  package static func == (one: ReplyFile, other: ReplyFile) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
