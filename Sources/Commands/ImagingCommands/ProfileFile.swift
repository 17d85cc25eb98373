internal import ByteStreams
package import ImageModel

/// An ICC profile in a file of its own.
package enum ProfileFile {
  /// Reads a profile and checks its header (ICC.1:2022, 7.2).
  ///
  /// - Throws: `ImageError` with the path: `io`, `limitExceeded`, `invalidData` for a file that is not a
  ///   profile, and `unsupported` for a profile that does not describe a colour space of pictures.
  package static func read(_ path: String, limits: Limits) throws(ImageError) -> [UInt8] {
    do throws(ImageError) {
      let check = HeaderCheck(byteCount: ICCHeader.signatureEnd) { header throws(ImageError) in
        try checkSignature(header)
      }
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
    guard ICCHeader.hasSignature(bytes) else {
      throw ImageError(.invalidData, "no profile header", format: "ICC profile")
    }
  }

  static func check(_ bytes: [UInt8]) throws(ImageError) {
    guard let header = ICCHeader(bytes) else {
      throw ImageError(.invalidData, "no profile header", format: "ICC profile")
    }
    guard header.declaredSize <= bytes.count else {
      throw ImageError(
        .invalidData, "declares \(header.declaredSize) bytes and has \(bytes.count)", format: "ICC profile")
    }
    guard header.describesPixels else {
      throw ImageError(.unsupported, "class '\(header.deviceClass)' is not for pictures", format: "ICC profile")
    }
  }
}
