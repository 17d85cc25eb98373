package import ImageModel
package import MetadataModel

/// A sidecar file with changed metadata, not yet written.
package struct RewrittenSidecar: Sendable {
  package var packet: [UInt8]
  /// What was changed, as reports word it: `set xmp.dc:creator`.
  package var changes: [String]
  package var diagnostics: [Diagnostic]
}

/// Changes the sidecar file of a picture.
package enum SidecarRewriter {
  /// Works out the changed file. Properties that the edits do not name keep their bytes: the history of darktable, the
  /// settings of Camera Raw.
  ///
  /// - Parameters:
  ///   - sidecar: the metadata of the present sidecar file; nil makes a new one of what the picture has.
  ///   - picture: all metadata of the picture, from MetadataReading.
  ///   - other: the metadata of a picture or sidecar file whose properties are copied.
  ///   - strip, keep: the kinds that are copied.
  /// - Throws: `invalidData` for a sidecar file that cannot be edited safely; `unsupported` for what XMP has no
  ///   property for.
  package static func rewrite(
    _ sidecar: ImageMetadata?, of picture: ImageMetadata, _ edits: MetadataEdits, copying other: ImageMetadata?,
    strip: [String], keep: [String], limits: Limits
  ) throws(ImageError) -> RewrittenSidecar {
    var revision = BlockRevision(try edits.inXMP(), nil, limits: limits)
    var packet: [UInt8]
    if let sidecar {
      packet = try Self.packet(of: sidecar)
    } else {
      packet = SidecarPacket.made(of: picture, limits: limits)
      revision.report("made from the picture")
    }
    if let other {
      let copied = try Self.packet(of: other, strip: strip, keep: keep, deleting: edits, limits: limits)
      if let copied {
        packet = SidecarPacket.overlaid(packet, by: copied) ?? copied
        revision.report("copied xmp")
      }
    }
    let orientation = picture.images.first?.info?.orientation
    let changed = try revision.xmp(packet, extended: nil, orientation: orientation).packet
    var reported: Set<String> = []
    return RewrittenSidecar(
      packet: changed ?? XMPEditor.emptyPacket, changes: revision.changes.filter { reported.insert($0).inserted },
      diagnostics: revision.diagnostics)
  }

  /// The packet of a sidecar file.
  private static func packet(of sidecar: ImageMetadata) throws(ImageError) -> [UInt8] {
    let packet = sidecar.blocks.first?.bytes ?? []
    let end = Array("</rdf:RDF".utf8)
    let ends = packet.indices.count { packet[$0...].starts(with: end) }
    guard sidecar.blocks.count == 1, ends < 2, XMPEditor(packet) != nil else {
      let several = sidecar.blocks.count > 1 || ends > 1
      throw ImageError(
        .invalidData,
        several
          ? "the sidecar file has several XMP packets, and cannot be changed safely"
          : "the sidecar file cannot be changed safely: it is not well-formed XMP in Unicode")
    }
    return packet
  }

  /// The properties that are copied from another file; nil if there are none.
  private static func packet(
    of other: ImageMetadata, strip: [String], keep: [String], deleting edits: MetadataEdits, limits: Limits
  ) throws(ImageError) -> [UInt8]? {
    var selection = try MetadataSelection.parse(strip: strip, keep: keep)
    let named = keep.isEmpty ? [] : try MetadataSelection.parse(strip: [], keep: keep)
    if !named.contains(.orientation) { selection.remove(.orientation) }
    var kinds = MetadataEdits()
    kinds.selection = selection.union(.orientation)
    var whole = other.format == "xmp" ? try packet(of: other) : SidecarPacket.made(of: other, limits: limits)
    // What describes the pixels of the other picture is not copied.
    if var editor = XMPEditor(whole) {
      for property in editor.outline.properties where describesPixels(property.name, selection) {
        editor.delete(property.name)
      }
      whole = editor.finish()
    }
    let revised = try BlockRevision.xmp(of: whole, kinds, limits: limits)
    return revised.flatMap { XMPEditor($0)?.outline.properties.isEmpty == true ? nil : $0 }
  }

  private static func describesPixels(_ name: XMPName, _ selection: MetadataSelection) -> Bool {
    if name.isOrientation { return !selection.contains(.orientation) }
    return name.namespace == "http://purl.org/dc/elements/1.1/" && name.name == "format"
      || name.namespace == "http://ns.adobe.com/tiff/1.0/" && ["ImageWidth", "ImageLength"].contains(name.name)
      || name.namespace == "http://ns.adobe.com/exif/1.0/"
        && ["PixelXDimension", "PixelYDimension"].contains(name.name)
  }
}

extension BlockRevision {
  /// A packet without some kinds of metadata.
  fileprivate static func xmp(
    of packet: [UInt8], _ edits: MetadataEdits, limits: Limits
  ) throws(ImageError) -> [UInt8]? {
    var revision = BlockRevision(edits, nil, limits: limits)
    return try revision.xmp(packet, extended: nil, orientation: nil).packet
  }
}
