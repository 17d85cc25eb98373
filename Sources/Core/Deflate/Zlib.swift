internal import CZlibShims
package import ImageModel

/// zlib streams (RFC 1950) in memory, with a limit on the inflated size.
package enum Zlib {
  /// Inflates a stream.
  ///
  /// The output grows step by step, so memory use follows the real contents of the stream.
  ///
  /// - Parameters:
  ///   - limit: the largest accepted size in bytes.
  ///   - name: the name of the stream in messages.
  /// - Throws: `limitExceeded` when the stream holds more; `invalidData` when it is damaged or cut short.
  package static func inflate(_ input: [UInt8], limit: Int, name: String) throws(ImageError) -> [UInt8] {
    var capacity = min(limit, max(4096, input.count > limit / 4 ? limit : input.count * 4))
    while true {
      var status = zlib_shim_ok
      let output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
        input.withUnsafeBufferPointer { input in
          status = zlib_shim_inflate(input.baseAddress, input.count, buffer.baseAddress, capacity, &initialized)
        }
      }
      switch status {
      case zlib_shim_ok: return output
      case zlib_shim_full where capacity < limit: capacity = min(limit, capacity > limit / 4 ? limit : capacity * 4)
      case zlib_shim_full:
        throw ImageError(
          .limitExceeded, "\(name) inflates to more than \(limit) bytes",
          limit: .init(
            name: "max-metadata-block-bytes", value: UInt64(limit), option: "--max-metadata-block-bytes"))
      case zlib_shim_truncated: throw ImageError(.invalidData, "\(name): the compressed data is cut short")
      case zlib_shim_no_memory: throw ImageError(.limitExceeded, "\(name): no memory to inflate it")
      default: throw ImageError(.invalidData, "\(name): the compressed data is damaged")
      }
    }
  }

  /// Deflates bytes into a stream at a level of 0...9.
  ///
  /// - Throws: `limitExceeded` when there is no memory.
  package static func deflate(_ input: [UInt8], level: Int = 6) throws(ImageError) -> [UInt8] {
    let capacity = zlib_shim_bound(input.count)
    var status = zlib_shim_ok
    let output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
      input.withUnsafeBufferPointer { input in
        status = zlib_shim_deflate(
          input.baseAddress, input.count, buffer.baseAddress, capacity, Int32(level), &initialized)
      }
    }
    guard status == zlib_shim_ok else { throw ImageError(.limitExceeded, "no memory to deflate \(input.count) bytes") }
    return output
  }
}
