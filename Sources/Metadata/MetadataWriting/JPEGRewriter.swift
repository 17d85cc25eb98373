internal import ByteStreams
internal import ImageModel
internal import JPEGStructure
internal import MetadataModel

/// Rewrites the metadata of a JPEG file, segment by segment.
struct JPEGRewriter: FormatRewriter {
  let file: SourceFile
  private(set) var revision: BlockRevision
  /// Whether the index of further pictures (MPF) is removed.
  private var removesPictures = false

  init(_ file: SourceFile, _ revision: BlockRevision) {
    self.file = file
    self.revision = revision
    let kept = revision.edits.selection
    self.revision.lost = kept.contains(.trailers) ? [] : [.video, .other]
    if !kept.contains(.furtherPictures) { self.revision.lost.insert(.gainMap) }
  }

  private var image: ImageMetadata.Image? { file.metadata.images.first }

  mutating func rewrite() throws(ImageError) -> FilePatch {
    if !edits.texts.isEmpty || edits.deletions.contains(where: { $0.group == .png }) {
      throw ImageError(.unsupported, "texts with keywords are PNG's; a JPEG file has comments")
    }
    var segments = try JPEGSegmentRewriter(file.bytes, limits: revision.limits)
    removeUnread(&segments)
    if edits.removes {
      let count = try segments.removeGaps()
      if count > 0 { revision.report("deleted \(count) bytes between segments") }
    }
    try removePosition(&segments)
    try removeMarks(&segments)
    try rewriteExif(&segments)
    try rewriteXMP(&segments)
    try rewritePhotoshop(&segments)
    try rewriteProfile(&segments)
    try rewriteComments(&segments)
    removeUnknown(&segments)
    try rewriteDensity(&segments)
    reportKept(segments)
    let (kinds, scan) = (segments.kinds, segments.scan)
    if kinds.contains(.jumbf), !revision.changes.isEmpty {
      revision.report(.note("the signature of the file's content credentials (JUMBF) no longer fits"))
    }
    var patch = try segments.finish()
    let wholeSize = patch.size
    let trailing = try cutTrailingBytes(after: scan, of: &patch)
    let size = edits.selection.contains(.trailers) ? patch.size : wholeSize
    let distance = Int64(size) - Int64(file.bytes.size)
    if trailing > 0, distance != 0, edits.selection.isSuperset(of: [.exif, .makerNotes]),
      image?.properties["Exif"]?["MakerNote"] != nil,
      !kinds.contains(.multiPicture)
    {
      let message = "the data after the picture has moved by \(abs(distance)) bytes; a maker note may point at it"
      revision.report(.note(message))
    }
    return patch
  }

  /// Reading the metadata ends at the first scan.
  mutating func checkPicture() throws(ImageError) {
    guard let scan = try JPEGStructure.read(file.bytes, limits: revision.limits).firstScanOffset else { return }
    do throws(ImageError) {
      _ = try endOfPicture(from: scan)
    } catch {
      guard error.kind == .invalidData else { throw error }
      revision.report(Diagnostic.warning(error.message))
    }
  }

  // MARK: Blocks

  /// Removes blocks that were not read, for example because of limits, if they may hold what is to be removed.
  private mutating func removeUnread(_ segments: inout JPEGSegmentRewriter) {
    let parts: [(MetadataBlock.Kind, JPEGSegmentRewriter.Kind, MetadataSelection, String)] = [
      (.exif, .exif, [.exif, .gps, .makerNotes, .serialNumbers], "exif"),
      (.xmp, .xmp, [.xmp, .gps, .serialNumbers], "xmp"), (.photoshop, .photoshop, [.iptc, .gps], "iptc"),
    ]
    for (kind, segmentKind, contents, name) in parts
    where block(kind) == nil && revision.removesAny(of: contents) && segments.remove(where: { $0 == segmentKind }) > 0 {
      revision.report("deleted \(name), which cannot be read")
      if !revision.removesAny(of: contents.intersection([.exif, .xmp, .iptc])) { revision.reportLeftOut(name) }
    }
  }

  /// Removes the position in the data of an infrared camera.
  private mutating func removePosition(_ segments: inout JPEGSegmentRewriter) throws(ImageError) {
    guard revision.removesAny(of: .gps) else { return }
    switch try segments.removeFLIRPosition() {
    case true?: revision.report("deleted gps of FLIR")
    case false?: break
    case nil where edits.stripsUnknown: break
    case nil: revision.report(.note("FLIR's data, which cannot be read, is kept and may hold a location"))
    }
  }

  /// Removes the segments of JFIF and Adobe that the user names.
  ///
  /// - Throws: `unsupported` for a picture whose colours decoders would then read in another way.
  private mutating func removeMarks(_ segments: inout JPEGSegmentRewriter) throws(ImageError) {
    for deletion in edits.deletions {
      let kind: JPEGSegmentRewriter.Kind
      switch deletion.group {
      case .jfif: kind = .jfif
      case .adobe: kind = .adobe
      default: continue
      }
      guard segments.kinds.contains(kind) else { continue }
      // Without a mark, three components are Y, Cb and Cr, unless their names are R, G and B. JFIF outranks Adobe's.
      let structure = try JPEGStructure.read(file.bytes, limits: revision.limits)
      let components = structure.frame?.components ?? []
      let leavesRGB =
        kind == .jfif && structure.adobe?.transform == 0 && !edits.deletions.contains { $0.group == .adobe }
      let isYCbCr =
        image?.info?.colorModel == .ycbcr && !leavesRGB && !components.map(\.identifier).elementsEqual("RGB".utf8)
      guard components.count == 1 || components.count == 3 && isYCbCr else {
        throw ImageError(
          .unsupported, "\(deletion.text) cannot be deleted: it says how the colours are stored", format: "JPEG")
      }
      segments.remove { $0 == kind }
      revision.report("deleted \(deletion.group.rawValue)")
    }
  }

  /// Refuses to replace segments that were not read.
  private func checkRead(
    _ old: [UInt8]?, _ kind: JPEGSegmentRewriter.Kind, _ name: String, _ segments: borrowing JPEGSegmentRewriter
  ) throws(ImageError) {
    guard old == nil, segments.kinds.contains(kind) else { return }
    throw ImageError(.invalidData, "\(name) cannot be read; a change would lose what is there", format: "JPEG")
  }

  /// Removes a second block of a kind if it may hold what is to be removed; else warns that it does not change with the
  /// first.
  private mutating func handleFurther(
    _ kind: JPEGSegmentRewriter.Kind, _ contents: MetadataSelection, _ name: String, firstChanges: Bool,
    _ segments: inout JPEGSegmentRewriter
  ) {
    guard segments.kinds.contains(kind) else { return }
    if revision.removesAny(of: contents) {
      segments.remove { $0 == kind }
      revision.report("deleted \(name) that readers ignore")
      if !revision.removesAny(of: contents.intersection([.exif, .xmp])) {
        revision.report(.note("\(name) that readers ignore is removed: it may hold what is to be removed"))
      }
    } else if firstChanges {
      revision.report(Diagnostic.warning("\(name) that readers ignore is left as it is").about(.metadata))
    }
  }

  private mutating func rewriteExif(_ segments: inout JPEGSegmentRewriter) throws(ImageError) {
    let old = block(.exif)
    let container = ExifRevision.Container(
      size: image?.info?.size, resolution: image?.info?.resolution, isJPEG: true,
      holdsResolution: !segments.kinds.contains(.jfif))
    let new = try revision.exif(old, container)
    if new != old { try checkRead(old, .exif, "Exif", segments) }
    handleFurther(
      .furtherExif, [.exif, .gps, .serialNumbers], "an Exif block", firstChanges: new != old, &segments)
    guard new != old else { return }
    let isSplit = segments.kinds.count { $0 == .exif } > 1
    if let new, new.count > JPEGMetadataSegments.exifCapacity, !isSplit {
      throw ImageError(
        .unsupported,
        "Exif would have \(new.count) bytes, and a JPEG segment holds \(JPEGMetadataSegments.exifCapacity); "
          + "--strip thumbnail makes room", format: "JPEG")
    }
    try segments.replace([.exif], with: new.map { JPEGMetadataSegments.exif($0) } ?? [])
  }

  private mutating func rewriteXMP(_ segments: inout JPEGSegmentRewriter) throws(ImageError) {
    let (oldPacket, oldExtended) = (block(.xmp), block(.extendedXMP))
    var (packet, extended) = try revision.xmp(
      oldPacket, extended: oldExtended, orientation: image?.info?.orientation)
    handleFurther(
      .furtherXMP, [.xmp, .gps, .serialNumbers], "an XMP packet", firstChanges: packet != oldPacket, &segments)
    if let new = extended, let old = oldExtended, new != old, let main = packet {
      // The packet names the extended part by its digest.
      let identifier = JPEGMetadataSegments.identifier(of: new)
      packet = ExtendedXMP.replacingIdentifier(with: identifier, in: main)
    }
    if extended == oldExtended, packet != nil, oldPacket != nil { extended = nil }
    if oldExtended == nil, revision.removesAny(of: [.gps, .serialNumbers]),
      segments.remove(where: { $0 == .extendedXMP }) > 0
    {
      revision.report("deleted pieces of extended XMP that cannot be read")
    }
    guard packet != oldPacket || extended != nil else { return }
    try checkRead(oldPacket, .xmp, "XMP", segments)
    // Pieces of extended XMP stay, even unknown ones, as long as there is a packet that may name them.
    let keepsExtended = extended == nil && packet != nil && revision.copied?.xmp == nil
    try segments.replace(
      keepsExtended ? [.xmp] : [.xmp, .extendedXMP],
      with: packet.map { JPEGMetadataSegments.xmp($0, extended: extended) } ?? [])
  }

  private mutating func rewritePhotoshop(_ segments: inout JPEGSegmentRewriter) throws(ImageError) {
    let old = block(.photoshop)
    let new = try revision.photoshop(old)
    guard new != old else { return }
    try checkRead(old, .photoshop, "Photoshop's resources", segments)
    try segments.replace([.photoshop], with: new.map { JPEGMetadataSegments.photoshop($0) } ?? [])
  }

  // MARK: Other segments

  private mutating func rewriteProfile(_ segments: inout JPEGSegmentRewriter) throws(ImageError) {
    if !edits.selection.contains(.icc), segments.remove(where: { $0 == .icc }) > 0 { revision.report("deleted icc") }
    guard let profile = revision.copied?.profile else { return }
    guard let new = JPEGMetadataSegments.icc(profile) else {
      throw ImageError(.unsupported, "a colour profile of \(profile.count) bytes does not fit into a JPEG file")
    }
    try segments.replace([.icc], with: new)
    revision.report("copied icc")
  }

  private mutating func rewriteComments(_ segments: inout JPEGSegmentRewriter) throws(ImageError) {
    if !edits.selection.contains(.comments), segments.remove(where: { $0 == .comment }) > 0 {
      revision.report("deleted comments")
    }
    if let comments = edits.comments ?? revision.copied.flatMap({ $0.comments.isEmpty ? nil : $0.comments }) {
      try segments.replace([.comment], with: comments.flatMap { JPEGMetadataSegments.comment(Array($0.utf8)) })
      revision.report(edits.comments == nil ? "copied comments" : "set comment")
    }
  }

  private mutating func removeUnknown(_ segments: inout JPEGSegmentRewriter) {
    if !edits.selection.contains(.thumbnail), segments.remove(where: { $0 == .jfxx }) > 0 {
      revision.report("deleted thumbnail")
    }
    if !edits.selection.contains(.furtherPictures) {
      removesPictures = segments.remove(where: { $0 == .multiPicture }) > 0
      if removesPictures, segments.remove(where: { $0 == .gainMap }) > 0 {
        revision.report("deleted the description of the gain map")
      }
    }
    guard edits.stripsUnknown else { return }
    for kind in segments.kinds {
      switch kind {
      case .unknown(let name): revision.report("deleted \(name)")
      case .jumbf: revision.report("deleted APP11")
      case .flir: revision.report("deleted APP1")
      default: continue
      }
      segments.remove { $0 == kind }
    }
  }

  private mutating func rewriteDensity(_ segments: inout JPEGSegmentRewriter) throws(ImageError) {
    if let density = edits.dotsPerInch {
      _ = try segments.setDensity(density)
      revision.report("set dpi")
    } else if let resolution = revision.copied?.resolution?.dotsPerInch {
      if try segments.setDensity(resolution) { revision.report("copied resolution") }
    } else if !edits.selection.contains(.resolution), try segments.setDensity(nil) {
      revision.report("deleted resolution")
    }
  }

  // MARK: Reports

  private mutating func reportKept(_ segments: borrowing JPEGSegmentRewriter) {
    var names: [String] = []
    for kind in segments.kinds {
      if case .unknown(let name) = kind, !names.contains(name) { names.append(name) }
      if kind == .flir, !edits.removesPlaces, !names.contains("APP1") { names.append("APP1") }
      if kind == .comment, !names.contains("comments") { names.append("comments") }
    }
    if !edits.selection.contains(.serialNumbers), !names.isEmpty, names != ["comments"] {
      let unknown = names.filter { $0 != "comments" }.joined(separator: ", ")
      revision.report(.note("kept segments may still hold serial numbers: \(unknown)"))
    }
    if edits.removesPlaces, !names.isEmpty {
      revision.report(.note("kept segments may still mention a place: \(names.joined(separator: ", "))"))
    }
  }

  /// The end of the picture whose first scan begins at `scan`; nil without an end marker. Warns about metadata within
  /// the picture's data, which stays.
  private mutating func endOfPicture(from scan: UInt64) throws(ImageError) -> UInt64? {
    var limits = revision.limits
    limits.maxScans = .max
    var walker = JPEGScanWalker(file.bytes, from: scan, limits: limits)
    var end: UInt64?
    var hasLateMetadata = false
    while let element = try walker.next() {
      guard case .segment(let segment) = element else { continue }
      if segment.marker == .endOfImage { end = segment.end }
      if segment.marker.isMetadata { hasLateMetadata = true }
    }
    if hasLateMetadata, edits.selection != .all || edits.stripsUnknown {
      let message = "metadata between the scans of the picture is kept; it may mention a place"
      revision.report(Diagnostic.warning(message).about(.metadata))
    }
    if end == nil { revision.report(.warning("the picture has no end marker; its data is kept as it is")) }
    return end
  }

  /// Removes further pictures and trailers after the picture unless they are selected, and reports what stays.
  ///
  /// - Returns: the number of bytes that stay.
  private mutating func cutTrailingBytes(
    after scan: UInt64, of patch: inout FilePatch
  ) throws(ImageError) -> UInt64 {
    guard let end = try endOfPicture(from: scan), end < file.bytes.size else {
      if removesPictures { revision.report("deleted the index of further pictures (MPF)") }
      return 0
    }
    if removesPictures { revision.report("deleted further pictures (MPF)") }
    // Bytes between further pictures count as theirs, because the index has their offsets.
    let pictures = end..<min(file.bytes.size, max(end, endOfFurtherPictures))
    let trailers = pictures.upperBound..<file.bytes.size
    let keepsPictures = edits.selection.contains(.furtherPictures)
    let keepsTrailers = edits.selection.contains(.trailers)
    if !(keepsPictures && keepsTrailers) {
      patch.dropLast(file.bytes.size - end)
      if keepsPictures { patch.copy(pictures) }
      if keepsTrailers { patch.copy(trailers) }
    }
    let programs = file.metadata.blocks.compactMap { block -> String? in
      if case .other(let name) = block.kind, MetadataBlock.trailerPrograms.contains(name) { name } else { nil }
    }
    let names = programs.isEmpty ? "" : " (\(programs.joined(separator: ", ")))"
    let rest = revision.unchangedMetadata
    if keepsPictures, !pictures.isEmpty {
      revision.report(
        .note("the further pictures after the first (MPF, \(pictures.count) bytes) are kept\(rest)"))
    }
    revision.reportTrailer(bytes: UInt64(trailers.count), of: names)
    return UInt64((keepsPictures ? pictures.count : 0) + (keepsTrailers ? trailers.count : 0))
  }

  /// The end of the last picture that MPF lists; the end of the file if the index cannot be read.
  private var endOfFurtherPictures: UInt64 {
    guard block(.multiPicture) != nil else { return 0 }
    guard image?.properties["MPF"] != nil else { return file.bytes.size }
    return file.metadata.previews.filter { $0.origin == "MPF" }.map(\.range.upperBound).max() ?? 0
  }
}
