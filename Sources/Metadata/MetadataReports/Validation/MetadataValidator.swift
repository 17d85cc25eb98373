package import ByteStreams
package import ImageModel
package import MetadataModel
internal import MetadataWriting
internal import TIFFStructure

/// Checks the metadata of a file against the rules of TIFF 6.0, Exif, XMP and IPTC's IIM.
///
/// What the readers warn about is not checked a second time: their warnings are findings, too.
package enum MetadataValidator {
  /// The findings in a file, at most `limits.maxWarnings` and one more that says so.
  ///
  /// - Parameters:
  ///   - metadata: what was read of the file, with all its properties.
  ///   - source: the file.
  /// - Throws: `io`.
  package static func findings(
    of metadata: ImageMetadata, _ source: any ByteSource, limits: Limits
  ) throws(ImageError) -> [Finding] {
    var findings = metadata.diagnostics.filter { $0.severity == .warning }.map(finding)
    if let kind = try tiffKind(metadata, source) {
      findings += try ExifValidator.findings(source, base: 0, kind, limits: limits)
    }
    let blocks = metadata.blocks + (metadata.images.count == 1 ? metadata.images[0].blocks : [])
    for block in blocks where block.encoding == .plain { findings += try self.findings(in: block, metadata, limits) }
    for image in metadata.images {
      for group in image.properties.groups where group.name == "XMP" { findings += XMPValidator.findings(group) }
    }
    var seen: Set<Finding> = []
    findings = findings.filter { seen.insert($0).inserted }
    guard findings.count > limits.maxWarnings else { return findings }
    let more = findings.count - limits.maxWarnings
    return findings.prefix(limits.maxWarnings)
      + [Finding(.structure, "File", "\(more) further finding\(more == 1 ? " is" : "s are") not listed")]
  }

  private static func findings(
    in block: MetadataBlock, _ metadata: ImageMetadata, _ limits: Limits
  ) throws(ImageError) -> [Finding] {
    switch block.kind {
    // The block of a TIFF page is made anew of its fields.
    case .exif where metadata.format != "tiff" && metadata.format != "raw":
      // Some writers keep JPEG's prefix.
      let base = block.bytes.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) ? 6 : 0
      let kind: ExifValidator.Kind = metadata.format == "jpeg" ? .jpeg : .block
      return try ExifValidator.findings(MemoryByteSource(block.bytes), base: UInt64(base), kind, limits: limits)
    case .xmp: return XMPValidator.findings(packet: block.bytes, isFile: metadata.format == "xmp")
    case .iptc: return IPTCValidator.findings(block.bytes)
    case .photoshop:
      guard let resources = PhotoshopResources(block.bytes), let iptc = resources.iptc else { return [] }
      let digest =
        resources.digestMatches == false
        ? [
          Finding(
            .iptcDigest, "Photoshop: IPTCDigest", "it is not that of the IPTC data, which a program changed later")
        ]
        : []
      return IPTCValidator.findings(iptc) + digest
    default: return []
    }
  }

  /// What kind of TIFF file the source is; nil for other files.
  private static func tiffKind(
    _ metadata: ImageMetadata, _ source: any ByteSource
  ) throws(ImageError) -> ExifValidator.Kind? {
    if metadata.format == "tiff" { return .tiff }
    guard metadata.format == "raw" else { return nil }
    let mark = try source.bytes(at: 0, count: 4)
    return mark == [0x49, 0x49, 42, 0] || mark == [0x4D, 0x4D, 0, 42] ? .raw : nil
  }

  /// The finding of a warning `PLACE: MESSAGE`. Exif's have the directory as their place.
  private static func finding(_ diagnostic: Diagnostic) -> Finding {
    let message = diagnostic.message
    let places = message.split(separator: ": ", maxSplits: 2)
    let isOfDirectory = message.hasPrefix("Exif: ") && places.count == 3 && !places[1].contains(" ")
    let parts = message.dropFirst(isOfDirectory ? 6 : 0).split(separator: ": ", maxSplits: 1)
    guard parts.count == 2, !parts[0].contains(" ") else {
      return Finding(.of(warning: diagnostic.message), "File", diagnostic.message)
    }
    return Finding(.of(warning: diagnostic.message), String(parts[0]), String(parts[1]))
  }
}
