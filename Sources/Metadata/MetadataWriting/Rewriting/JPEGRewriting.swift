internal import ByteStreams
internal import ImageModel
internal import JPEGStructure
internal import MetadataModel

/// Rewrites the metadata of a JPEG file.
struct JPEGRewriting {
  private let source: any ByteSource
  private let metadata: ImageMetadata
  private var revision: BlockRevision
  private var edits: MetadataEdits { revision.edits }

  init(_ source: any ByteSource, _ metadata: ImageMetadata, _ revision: BlockRevision) {
    self.source = source
    self.metadata = metadata
    self.revision = revision
  }

  mutating func rewrite() throws(ImageError) -> RewrittenFile {
    if !edits.texts.isEmpty || edits.deletions.contains(where: { $0.group == .png }) {
      throw ImageError(.unsupported, "texts with keywords are PNG's; a JPEG file has comments")
    }
    var rewriter = try JPEGSegmentRewriter(source, limits: revision.limits)
    dropUnread(&rewriter)
    if edits.removes {
      let count = try rewriter.removeGaps()
      if count > 0 { revision.add(["deleted \(count) bytes between segments, which belong to nothing"]) }
    }
    try rewriteExif(&rewriter)
    try rewriteXMP(&rewriter)
    try rewritePhotoshop(&rewriter)
    try rewriteRest(&rewriter)
    try rewriteDensity(&rewriter)
    if edits.removesPlaces {
      var names: [String] = []
      for kind in rewriter.kinds {
        if case .unknown(let name) = kind, !names.contains(name) { names.append(name) }
        if kind == .comment, !names.contains("comments") { names.append("comments") }
      }
      if !names.isEmpty {
        revision.add([], [.note("a place may still be told by what is kept: \(names.joined(separator: ", "))")])
      }
    }
    let grows = !revision.changes.isEmpty
    let kinds = rewriter.kinds
    if kinds.contains(.jumbf), grows {
      revision.add([], [.note("the file has content credentials (JUMBF), whose signature does not fit any longer")])
    }
    let plan = try rewriter.finish()
    let end = try tellOfTrailingData(kinds)
    if end > 0, plan.size != source.size, hasMakerNote, !kinds.contains(.multiPicture) {
      revision.add(
        [],
        [
          .note(
            "what follows the picture has moved by \(Int64(plan.size) - Int64(source.size)) bytes; a maker note may point at it"
          )
        ])
    }
    return RewrittenFile(plan: plan, changes: revision.changes, diagnostics: revision.diagnostics)
  }

  private func block(_ kind: MetadataBlock.Kind) -> [UInt8]? { metadata.blocks.first { $0.kind == kind }?.bytes }

  private var hasMakerNote: Bool {
    metadata.images.first?.properties["Exif"]?["MakerNote"] != nil
  }

  private mutating func rewriteExif(_ rewriter: inout JPEGSegmentRewriter) throws(ImageError) {
    let old = block(.exif)
    let info = metadata.images.first?.info
    let container = ExifRevision.Container(
      size: info?.size, resolution: info?.resolution, isJPEG: true, holdsResolution: !rewriter.kinds.contains(.jfif))
    let new = try revision.exif(old, container)
    try check(old, .exif, "Exif", new != old, rewriter)
    let further = rewriter.kinds.contains(.furtherExif)
    if further, !edits.selection.isSuperset(of: [.exif, .gps, .serialNumbers]) {
      rewriter.remove { $0 == .furtherExif }
      revision.add(["deleted a second Exif block"])
    } else if further, new != old {
      revision.add([], [.warning("a second Exif block, which readers pass over, is left as it is")])
    }
    guard new != old else { return }
    let isSplit = rewriter.kinds.count { $0 == .exif } > 1
    if let new, new.count > JPEGMetadataSegments.exifCapacity, !isSplit {
      throw ImageError(
        .unsupported,
        "Exif would have \(new.count) bytes, and a JPEG segment holds \(JPEGMetadataSegments.exifCapacity); "
          + "--strip thumbnail makes room", format: "JPEG")
    }
    try rewriter.replace([.exif], with: new.map { JPEGMetadataSegments.exif($0) } ?? [])
  }

  /// Takes out what was not read, as limits may have it, and may hold what is to go.
  private mutating func dropUnread(_ rewriter: inout JPEGSegmentRewriter) {
    let parts: [(MetadataBlock.Kind, JPEGSegmentRewriter.Kind, MetadataSelection, String)] = [
      (.exif, .exif, [.exif, .gps, .makerNotes, .serialNumbers], "exif"),
      (.xmp, .xmp, [.xmp, .gps, .serialNumbers], "xmp"), (.photoshop, .photoshop, [.iptc, .gps], "iptc"),
    ]
    for (kind, segments, needed, name) in parts
    where block(kind) == nil && !edits.selection.isSuperset(of: needed)
      && rewriter.remove(where: { $0 == segments }) > 0
    {
      revision.add(["deleted \(name), which cannot be read"])
      if edits.selection.isSuperset(of: needed.intersection([.exif, .xmp, .iptc])) { revision.tellLeftOut(name) }
    }
  }

  /// Refuses to replace segments whose content was not read, as limits may have it.
  private func check(
    _ old: [UInt8]?, _ kind: JPEGSegmentRewriter.Kind, _ name: String, _ isReplaced: Bool,
    _ rewriter: borrowing JPEGSegmentRewriter
  ) throws(ImageError) {
    guard isReplaced, old == nil, rewriter.kinds.contains(kind) else { return }
    throw ImageError(.invalidData, "\(name) cannot be read; a change would lose what is there", format: "JPEG")
  }

  private mutating func rewriteXMP(_ rewriter: inout JPEGSegmentRewriter) throws(ImageError) {
    let (oldPacket, oldExtended) = (block(.xmp), block(.extendedXMP))
    var (packet, extended) = try revision.xmp(
      oldPacket, extended: oldExtended, orientation: metadata.images.first?.info?.orientation)
    if rewriter.kinds.contains(.furtherXMP) {
      if !edits.selection.isSuperset(of: [.xmp, .gps, .serialNumbers]) {
        rewriter.remove { $0 == .furtherXMP }
        revision.add(["deleted a second XMP packet"])
      } else if packet != oldPacket {
        revision.add([], [.warning("a second XMP packet, which readers pass over, is left as it is")])
      }
    }
    if let new = extended, let old = oldExtended, new != old, let main = packet {
      // The packet names the other part by its digest.
      let identifier = JPEGMetadataSegments.identifier(of: new)
      packet = XMPRewriter.replacingIdentifier(with: identifier, in: main)
    }
    if extended == oldExtended, packet != nil, oldPacket != nil { extended = nil }
    if oldExtended == nil, !edits.selection.isSuperset(of: [.gps, .serialNumbers]),
      rewriter.remove(where: { $0 == .extendedXMP }) > 0
    {
      revision.add(["deleted pieces of extended XMP that cannot be read"])
    }
    guard packet != oldPacket || extended != nil else { return }
    try check(oldPacket, .xmp, "XMP", true, rewriter)
    // Pieces that belong to nothing stay, too, as long as there is a packet that they could belong to.
    let keepsExtended = extended == nil && packet != nil && revision.copied?.xmp == nil
    try rewriter.replace(
      keepsExtended ? [.xmp] : [.xmp, .extendedXMP],
      with: packet.map { JPEGMetadataSegments.xmp($0, extended: extended) } ?? [])
  }

  private mutating func rewritePhotoshop(_ rewriter: inout JPEGSegmentRewriter) throws(ImageError) {
    let old = block(.photoshop)
    let new = try revision.photoshop(old)
    guard new != old else { return }
    try check(old, .photoshop, "Photoshop's resources", true, rewriter)
    try rewriter.replace([.photoshop], with: new.map { JPEGMetadataSegments.photoshop($0) } ?? [])
  }

  private mutating func rewriteRest(_ rewriter: inout JPEGSegmentRewriter) throws(ImageError) {
    let copied = revision.copied
    if !edits.selection.contains(.icc), rewriter.remove(where: { $0 == .icc }) > 0 {
      revision.add(["deleted icc"])
    }
    if let profile = copied?.profile {
      guard let segments = JPEGMetadataSegments.icc(profile) else {
        throw ImageError(.unsupported, "a colour profile of \(profile.count) bytes does not fit into a JPEG file")
      }
      try rewriter.replace([.icc], with: segments)
      revision.add(["copied icc"])
    }
    if !edits.selection.contains(.comments), rewriter.remove(where: { $0 == .comment }) > 0 {
      revision.add(["deleted comments"])
    }
    if let comments = edits.comments ?? copied.flatMap({ $0.comments.isEmpty ? nil : $0.comments }) {
      try rewriter.replace([.comment], with: comments.flatMap { JPEGMetadataSegments.comment(Array($0.utf8)) })
      revision.add([edits.comments == nil ? "copied comments" : "set comment"])
    }
    if !edits.selection.contains(.thumbnail), rewriter.remove(where: { $0 == .jfxx }) > 0 {
      revision.add(["deleted thumbnail"])
    }
    guard edits.stripsUnknown else { return }
    var names: [String] = []
    for kind in rewriter.kinds {
      switch kind {
      case .unknown(let name): if !names.contains(name) { names.append(name) }
      case .jumbf: if !names.contains("APP11") { names.append("APP11") }
      default: break
      }
    }
    rewriter.remove { kind in
      if case .unknown = kind { return true }
      return kind == .jumbf
    }
    revision.add(names.map { "deleted \($0)" })
  }

  private mutating func rewriteDensity(_ rewriter: inout JPEGSegmentRewriter) throws(ImageError) {
    if let density = edits.dotsPerInch {
      _ = try rewriter.setDensity(density)
      revision.add(["set dpi"])
    } else if let resolution = revision.copied?.resolution?.dotsPerInch {
      if try rewriter.setDensity(resolution) { revision.add(["copied resolution"]) }
    } else if !edits.selection.contains(.resolution), try rewriter.setDensity(nil) {
      revision.add(["deleted resolution"])
    }
  }

  /// Says what lies behind the picture, which stays as it is.
  ///
  /// - Returns: how many bytes there are.
  private mutating func tellOfTrailingData(_ kinds: [JPEGSegmentRewriter.Kind]) throws(ImageError) -> UInt64 {
    var limits = revision.limits
    limits.maxScans = .max
    var walker = JPEGScanWalker(source, from: 2, limits: limits)
    var end: UInt64?
    var hasScan = false
    var hasLateMetadata = false
    walk: while let element = try walker.next() {
      guard case .segment(let segment) = element else {
        hasScan = true
        continue
      }
      if segment.marker == .endOfImage {
        end = segment.end
        break walk
      }
      if hasScan, segment.marker.isMetadata { hasLateMetadata = true }
    }
    if hasLateMetadata, edits.selection != .all || edits.stripsUnknown {
      revision.add([], [.warning("metadata between the scans of the picture is kept; a place may still be told there")])
    }
    guard let end else {
      revision.add([], [.warning("the picture has no end; what there is of it is kept")])
      return 0
    }
    let count = source.size - end
    guard count > 0 else { return 0 }
    let removesPrivate = !edits.selection.isSuperset(of: [.gps, .serialNumbers, .exif, .xmp])
    if kinds.contains(.multiPicture) {
      revision.add(
        [],
        [
          .note(
            "the further pictures behind the first (MPF, \(count) bytes) are kept"
              + (removesPrivate ? "; their own metadata are not changed" : ""))
        ])
    } else {
      revision.add(
        [],
        [
          .note(
            "\(count) bytes behind the picture are kept"
              + (removesPrivate ? "; what they say is not changed" : ""))
        ])
    }
    return count
  }
}
