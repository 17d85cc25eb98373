internal import Glibc
internal import ImageModel

/// `O_TMPFILE`, which the importer does not see because the header composes it of two macros.
let cameoOTmpfile: Int32 = 0o20000000 | O_DIRECTORY

/// `pread` and `pwrite` until all is done.
enum PositionedIO {
  static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64, path: String
  ) throws(ImageError) -> Int {
    guard let base = buffer.baseAddress, offset <= UInt64(Int64.max) else { return 0 }
    var done = 0
    while done < buffer.count {
      let count = SystemCall.retrying {
        pread(descriptor, base + done, buffer.count - done, off_t(offset) + off_t(done))
      }
      if count < 0 { throw SystemCall.error("read", path: path) }
      if count == 0 { break }
      done += count
    }
    return done
  }

  static func write(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: UInt64, path: String
  ) throws(ImageError) {
    guard let base = bytes.baseAddress else { return }
    guard offset <= UInt64(Int64.max) - UInt64(bytes.count) else {
      throw SystemCall.error("write", path: path, number: EFBIG)
    }
    var done = 0
    while done < bytes.count {
      let count = SystemCall.retrying {
        pwrite(descriptor, base + done, bytes.count - done, off_t(offset) + off_t(done))
      }
      if count < 0 { throw SystemCall.error("write", path: path) }
      done += count
    }
  }

  /// Writes to a descriptor without positions: a pipe, a terminal, a device.
  static func writeStream(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, path: String) throws(ImageError) {
    guard SystemCall.writeAll(bytes, to: descriptor) else { throw SystemCall.error("write", path: path) }
  }
}
