internal import CBrotliShims
package import ImageModel

/// Brotli streams (RFC 7932) in memory, with a limit on the decompressed size.
package enum Brotli {
  /// Decompresses a stream. libbrotlidec is loaded at the first call.
  ///
  /// - Parameters:
  ///   - limit: the largest accepted size in bytes.
  ///   - name: the name of the stream in messages.
  /// - Throws: `limitExceeded` when the stream holds more; `invalidData` when it is damaged or cut short;
  ///   `unsupported` when the library cannot be loaded.
  package static func decompress(_ input: [UInt8], limit: Int, name: String) throws(ImageError) -> [UInt8] {
    if let problem = brotli_shim_load() {
      throw ImageError(.unsupported, "\(name) needs libbrotli1; install it: \(String(cString: problem))")
    }
    // The output grows step by step, so that memory follows the real contents of the stream.
    var capacity = min(limit, 1 << 16)
    while true {
      var status = brotli_shim_ok
      let output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
        status = brotli_shim_decompress(input, input.count, buffer.baseAddress, capacity, &initialized)
      }
      switch status {
      case brotli_shim_ok: return output
      case brotli_shim_full where capacity < limit: capacity = capacity > limit / 8 ? limit : capacity * 8
      case brotli_shim_full: throw ImageError(.limitExceeded, "\(name) decompresses to more than \(limit) bytes")
      case brotli_shim_no_memory: throw ImageError(.limitExceeded, "no memory to decompress \(name)")
      default: throw ImageError(.invalidData, "\(name) is damaged: it cannot be decompressed")
      }
    }
  }
}
