internal import ByteStreams
internal import ImageModel
internal import Synchronization

/// A file on a disk that fails once `fails` is set.
final class FailingSource: ByteSource {
  static let error = ImageError(.io, "Input/output error")
  let fails = Flag()
  private let memory: MemoryByteSource

  final class Flag: Sendable {
    private let value = Atomic<Bool>(false)
    func store(_ new: Bool) { value.store(new, ordering: .relaxed) }
    var isSet: Bool { value.load(ordering: .relaxed) }
  }

  init(_ bytes: [UInt8]) { memory = MemoryByteSource(bytes) }

  var size: UInt64 { memory.size }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
    if fails.isSet { throw Self.error }
    return try memory.read(into: buffer, at: offset)
  }
}
