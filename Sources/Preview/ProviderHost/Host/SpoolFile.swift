internal import ByteStreams
internal import Glibc
internal import ProviderProtocol

/// A file that a provider wrote, as the host reads it: never through a link, never a pipe or a device, never a file that has
/// another name somewhere else, and never mapped, for the provider can cut it at any time.
struct SpoolFile: ~Copyable {
  private let descriptor: Int32
  /// Bytes, as the file says.
  let size: Int

  /// - Parameters:
  ///   - folder: the order's output folder, below a folder that providers cannot replace.
  ///   - name: a name in it, without slashes.
  /// - Throws: `protocolViolation`.
  init(folder: String, name: String) throws(ProviderError) {
    guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(where: { $0 == 0x2F || $0 == 0 }) else {
      throw ProviderError(.protocolViolation, "a reply names a file outside of its folder")
    }
    // The provider could have put a link in the folder's place.
    let parent = SystemCall.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if parent < 0, SystemCall.lacksDescriptors() { throw .tooManyFiles }
    guard parent >= 0 else { throw ProviderError(.protocolViolation, "the output folder is gone") }
    defer { close(parent) }
    let file = PathText.withCString(name) { name in
      SystemCall.retrying { openat(parent, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
    }
    guard file >= 0 else {
      if SystemCall.lacksDescriptors() { throw .tooManyFiles }
      let isLink = errno == ELOOP
      throw ProviderError(
        .protocolViolation, isLink ? "the output is a link" : "the reply's file is missing or unreadable")
    }
    var status = stat()
    var parentStatus = stat()
    guard fstat(file, &status) == 0, fstat(parent, &parentStatus) == 0, status.isRegularFile, status.st_nlink == 1,
      status.st_uid == parentStatus.st_uid || status.st_uid == geteuid(), status.st_size >= 0
    else {
      close(file)
      throw ProviderError(.protocolViolation, "the output is no file of the provider's own")
    }
    descriptor = file
    size = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// All bytes of the file.
  ///
  /// - Throws: `resourceExhausted` for more than `limit`; `protocolViolation` where the file has fewer than it said.
  func contents(limit: Int) throws(ProviderError) -> [UInt8] {
    guard size <= limit else {
      throw ProviderError(.resourceExhausted, "the provider wrote more than \(limit >> 20) MiB")
    }
    guard let bytes = CacheFile.contents(descriptor, count: size) else {
      throw ProviderError(.protocolViolation, "the output was cut after the reply")
    }
    return bytes
  }
}
