internal import ByteStreams
package import ImageModel

/// An ICC profile in a file of its own.
package enum ProfileFile {
  /// Reads a profile and checks its header (ICC.1:2022, 7.2).
  ///
  /// - Throws: `ImageError` with the path: `io`, `limitExceeded`, `invalidData` for what is no profile and
  ///   `unsupported` for one that describes no colour space of pictures.
  package static func read(_ path: String, limits: Limits) throws(ImageError) -> [UInt8] {
    do throws(ImageError) {
      let check = HeaderCheck(byteCount: 40) { header throws(ImageError) in try checkSignature(header) }
      let source = try InputOpening.open(path: path, limits: limits, check: check)
      guard source.size <= UInt64(limits.maxMetadataBlockBytes) else {
        throw limits.exceeded(
          "is \(source.size) bytes long", name: "max-metadata-block-bytes", value: limits.maxMetadataBlockBytes)
      }
      let bytes = try source.bytes(at: 0, count: Int(source.size))
      try Self.check(bytes)
      return bytes
    } catch {
      throw error.at(path: path)
    }
  }

  private static func checkSignature(_ bytes: [UInt8]) throws(ImageError) {
    guard bytes.count >= 40, Array(bytes[36..<40]) == Array("acsp".utf8) else {
      throw ImageError(.invalidData, "no profile header", format: "ICC profile")
    }
  }

  static func check(_ bytes: [UInt8]) throws(ImageError) {
    try checkSignature(bytes)
    guard bytes.count >= 132 else {
      throw ImageError(.invalidData, "no profile header", format: "ICC profile")
    }
    let declared = bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }
    guard declared <= bytes.count else {
      throw ImageError(
        .invalidData, "declares \(declared) bytes and has \(bytes.count)", format: "ICC profile")
    }
    let deviceClass = String(decoding: bytes[12..<16], as: UTF8.self)
    guard ["mntr", "scnr", "prtr", "spac"].contains(deviceClass) else {
      throw ImageError(.unsupported, "class '\(deviceClass)' is not for pictures", format: "ICC profile")
    }
  }
}
