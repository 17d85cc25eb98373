package import ByteStreams
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
  /// - Throws: `overloaded` where the capacity is used up; `storageFull` where the disk is full;
  ///   `providerUnavailable` where the folder cannot be used.
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
    let part = SpacePart(of: space, for: client)
    guard part.grow(by: size) else { throw ProviderError(.overloaded, "there is no space for more answers now") }
    do throws(ImageError) {
      let content = try TemporaryFile(in: folder)
      try write(content)
      return ReplyFile(content, size: size, part: part)
    } catch {
      let number = error.systemError ?? 0
      if SystemCall.lacksDescriptors(number) { throw .tooManyFiles }
      throw ProviderError.isDiskFull(number)
        ? ProviderError(.storageFull, "the disk is full on which answers are stored")
        : ProviderError(.providerUnavailable, "the answer cannot be stored: \(SystemCall.message(number))")
    }
  }
}

/// A large reply in a file, which stays open until its last user releases it.
package final class ReplyFile: Sendable {
  /// In bytes.
  package let size: Int
  private let content: any ByteSource
  /// nil for a file that takes no space of a `ReplyFiles`.
  private let part: SpacePart?

  /// A reply in the first `size` bytes of a file that does not change.
  package convenience init(_ file: any ByteSource, size: Int) { self.init(file, size: size, part: nil) }

  fileprivate init(_ content: any ByteSource, size: Int, part: SpacePart?) {
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
