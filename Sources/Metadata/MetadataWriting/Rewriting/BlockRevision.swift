internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

/// Makes the changes that a user asks for in blocks of metadata: XMP, IPTC, an Exif block.
///
/// Each method gives the new block; nil for one that goes; the block itself where nothing of it is changed.
struct BlockRevision {
  let edits: MetadataEdits
  let copied: CopiedMetadata?
  let limits: Limits
  private(set) var changes: [String] = []
  private(set) var diagnostics: [Diagnostic] = []

  init(_ edits: MetadataEdits, _ copied: CopiedMetadata?, limits: Limits) {
    self.edits = edits
    self.copied = copied
    self.limits = limits
  }

  mutating func add(_ changes: [String], _ diagnostics: [Diagnostic] = []) {
    self.changes += changes
    self.diagnostics += diagnostics
  }

  /// Says that a block went as a whole, though only something in it was to go: nobody can tell what it says.
  mutating func tellLeftOut(_ name: String) {
    diagnostics.append(.warning("\(name) is left out: it cannot be read, and may say what is to be removed"))
  }

  // MARK: Exif

  /// An Exif block of a JPEG or PNG file.
  ///
  /// - Throws: `invalidData` for a block that has to be changed and cannot be read.
  mutating func exif(_ block: [UInt8]?, _ container: ExifRevision.Container) throws(ImageError) -> [UInt8]? {
    let insideExif: MetadataSelection = [
      .exif, .gps, .makerNotes, .thumbnail, .orientation, .resolution, .serialNumbers,
    ]
    if block != nil, edits.selection.isDisjoint(with: insideExif.subtracting(.serialNumbers)), !setsExif,
      copied?.exif == nil
    {
      changes.append("deleted exif")
      return nil
    }
    let needsExif = setsExif || edits.dotsPerInch != nil && container.holdsResolution
    guard block != nil || needsExif || copied?.exif != nil, touchesExif else { return block }
    // With a maker note, whose offsets count from the beginning of its block, the whole block has to travel.
    let base = copied.flatMap { $0.kinds.contains(.makerNotes) ? $0.exif.flatMap(withMakerNote) : nil }
    var editor = try editor(base ?? block)
    var revision = ExifRevision(edits, container, main: 0)
    if base != nil, let copied {
      for tag in editor.fields(of: 0).map(\.tag) where ExifKind.describesPixels(tag, in: .main) {
        editor.remove(tag, from: 0)
      }
      changes.append("copied exif")
      if let block {
        let own = ExifCopy(
          block: block, kinds: MetadataSelection.all.subtracting(copied.kinds), pixels: true, limits: limits)
        _ = try own.apply(to: &editor, main: 0, isPage: false)
      }
      try revision.apply(to: &editor, copied: nil)
    } else {
      let copy = copied.flatMap { copied in
        copied.exif.map { ExifCopy(block: $0, kinds: copied.kinds, limits: limits) }
      }
      try revision.apply(to: &editor, copied: copy)
    }
    changes += revision.changes
    diagnostics += editor.diagnostics + revision.diagnostics
    // What an earlier edit of another program has unlinked may be what is to go.
    if !editor.isChanged, base == nil {
      guard removesFromExif, try editor.hasLeftovers() else { return block }
      changes.append("deleted bytes of exif to which nothing leads")
    }
    let isEmpty = editor.fields(of: 0).isEmpty && editor.chain.count == 1
    if isEmpty { return nil }
    let source = editor.source(of: base ?? block)
    return try editor.finish().bytes(from: source)
  }

  private func editor(_ block: [UInt8]?) throws(ImageError) -> DirectoryEditor {
    guard let block else { return DirectoryEditor(newBlockBigEndian: false, limits: limits) }
    do throws(ImageError) {
      return try DirectoryEditor(MemoryByteSource(block), isFile: false, limits: limits)
    } catch {
      throw ImageError(error.kind, "the Exif data cannot be changed safely: \(error.message)", limit: error.limit)
    }
  }

  private func withMakerNote(_ block: [UInt8]) -> [UInt8]? {
    guard let editor = try? DirectoryEditor(MemoryByteSource(block), isFile: false, limits: limits),
      let exif = editor.child(IFDPointerTag.exif, of: 0), editor.field(ExifPrivateTag.makerNote, in: exif) != nil
    else { return nil }
    return block
  }

  private var setsExif: Bool {
    !edits.exif.isEmpty || (edits.orientation.map { $0 != .up } ?? false)
  }

  private var removesFromExif: Bool {
    !edits.selection.isSuperset(of: [.exif, .gps, .makerNotes, .thumbnail, .serialNumbers, .xmp, .iptc])
      || edits.deletions.contains { $0.group == .exif || $0.group == .gps }
  }

  private var touchesExif: Bool {
    setsExif || edits.selection != .all || edits.orientation != nil || edits.dotsPerInch != nil || edits.shift != nil
      || copied?.exif != nil || edits.deletions.contains { $0.group == .exif || $0.group == .gps }
  }

  /// Whether XMP, IPTC data or Photoshop's resources may change.
  var touchesBlocks: Bool {
    edits.selection != .all || edits.orientation != nil || edits.shift != nil || !edits.xmp.isEmpty
      || !edits.iptc.isEmpty || copied != nil || edits.deletions.contains { $0.group == .xmp || $0.group == .iptc }
  }

  // MARK: XMP

  /// An XMP packet, and the part of it that is stored apart.
  mutating func xmp(
    _ packet: [UInt8]?, extended: [UInt8]?, orientation: Orientation?
  ) throws(ImageError) -> (packet: [UInt8]?, extended: [UInt8]?) {
    var packet = packet
    var extended = extended
    if packet != nil, !edits.selection.contains(.xmp) {
      changes.append("deleted xmp")
      (packet, extended) = (nil, nil)
    }
    if let other = copied?.xmp {
      var change = XMPEditor.Changes()
      change.orientation = orientation ?? .up
      packet = XMPEditor.edited(other, change) ?? other
      extended = nil
      changes.append("copied xmp")
    }
    guard packet != nil || !edits.xmp.isEmpty else { return (nil, nil) }
    let wanted = editorChanges
    if !wanted.isEmpty {
      packet = try edited(packet, wanted, "the XMP packet")
      extended = try edited(extended, wanted, "the extended XMP")
    }
    let deletions = edits.deletions.filter { $0.group == .xmp }
    guard !deletions.isEmpty || !edits.xmp.isEmpty || edits.shift != nil else { return (packet, extended) }
    // A list is added to where it is.
    var inExtension: Set<XMPName> = []
    if let part = extended, let other = XMPRewriter(part) {
      let main = packet.flatMap { XMPRewriter($0) }
      inExtension = Set(edits.xmp.filter { $0.adds }.map(\.name).filter { other.contains($0) })
      inExtension = inExtension.filter { main?.contains($0) != true }
    }
    if let part = extended { extended = try rewritten(part, deletions, isExtension: true, inExtension) }
    let result = try rewritten(packet ?? XMPRewriter.empty, deletions, isExtension: false, inExtension)
    // A packet goes with its last property; one that was empty before is left alone.
    if let result, result != packet, XMPOutline(result)?.properties.isEmpty == true { return (nil, extended) }
    return (result, extended)
  }

  /// What kinds and the orientation mean for XMP.
  private var editorChanges: XMPEditor.Changes {
    var change = XMPEditor.Changes()
    change.orientation = edits.orientation ?? (edits.selection.contains(.orientation) ? nil : .up)
    change.removesLocation = !edits.selection.contains(.gps)
    change.removesThumbnails = !edits.selection.contains(.thumbnail)
    change.removesSerialNumbers = !edits.selection.contains(.serialNumbers)
    return change
  }

  private mutating func edited(
    _ packet: [UInt8]?, _ change: XMPEditor.Changes, _ name: String
  ) throws(ImageError) -> [UInt8]? {
    guard let packet else { return nil }
    guard let result = XMPEditor.edited(packet, change) else {
      // What is asked for is that something is gone; a packet that cannot be searched may still have it.
      guard change.removesLocation || change.removesSerialNumbers else { return packet }
      throw ImageError(
        .invalidData, "\(name) cannot be edited safely, and may say what is to be removed; --delete xmp removes it all")
    }
    if result != packet {
      if change.removesLocation { changes.append("deleted location from xmp") } else { changes.append("edited xmp") }
    }
    return result
  }

  private mutating func rewritten(
    _ packet: [UInt8], _ deletions: [MetadataDeletion], isExtension: Bool, _ inExtension: Set<XMPName>
  ) throws(ImageError) -> [UInt8]? {
    guard var rewriter = XMPRewriter(packet) else {
      if edits.xmp.isEmpty, deletions.isEmpty {
        diagnostics.append(.note("dates of XMP are not moved: the packet cannot be edited safely"))
        return packet
      }
      throw ImageError(.invalidData, "the XMP packet cannot be edited safely: it is not well-formed XML in UTF-8")
    }
    for deletion in deletions { rewriter.delete(deletion.pattern) }
    if let shift = edits.shift {
      for name in rewriter.shift(shift) {
        diagnostics.append(.note("\(name) is not moved: it is no full date, or leaves the calendar"))
      }
    }
    for setting in edits.xmp {
      if isExtension == (setting.adds && inExtension.contains(setting.name)) {
        rewriter.set(setting)
      } else if isExtension, !setting.adds {
        rewriter.delete(setting.name)
      }
    }
    changes += rewriter.changes
    return rewriter.finish()
  }

  // MARK: IPTC

  /// IPTC data without the resources around them.
  mutating func iptc(_ data: [UInt8]?) throws(ImageError) -> [UInt8]? {
    var data = data
    if let other = copied?.iptc {
      data = other
      changes.append("copied iptc")
    }
    let deletions = edits.deletions.filter { $0.group == .iptc }
    let removesLocation = !edits.selection.contains(.gps)
    guard !deletions.isEmpty || !edits.iptc.isEmpty || edits.shift != nil || removesLocation else { return data }
    guard data != nil || !edits.iptc.isEmpty else { return nil }
    guard var records = data.map({ IPTCRecords($0) }) ?? IPTCRecords() else {
      if edits.iptc.isEmpty, deletions.isEmpty, !removesLocation { return data }
      throw ImageError(.invalidData, "the IPTC data are damaged and cannot be changed safely")
    }
    if removesLocation { records.removeLocation() }
    for deletion in deletions { records.delete(deletion.pattern) }
    if let shift = edits.shift {
      for name in records.shift(shift) { diagnostics.append(.note("\(name) is not moved: it is no full date")) }
    }
    for setting in edits.iptc { try records.set(setting) }
    guard !records.changes.isEmpty else { return data }
    changes += records.changes
    return records.isEmpty ? nil : records.bytes
  }

  /// Photoshop resources with IPTC data in them.
  mutating func photoshop(_ block: [UInt8]?) throws(ImageError) -> [UInt8]? {
    var block = block
    if block != nil, !edits.selection.contains(.iptc) {
      changes.append("deleted iptc")
      block = nil
    }
    var resources = PhotoshopResources()
    if let block {
      guard let read = PhotoshopResources(block) else {
        if edits.iptc.isEmpty, copied?.iptc == nil, edits.selection.contains(.gps) { return block }
        throw ImageError(.invalidData, "the Photoshop resources are damaged, and with them the IPTC data")
      }
      resources = read
    }
    let old = resources.iptc
    let new = try iptc(old)
    var isChanged = new != old
    if isChanged { resources.setIPTC(new) }
    if !edits.selection.contains(.thumbnail) {
      let count = resources.resources.count
      resources.resources.removeAll { PhotoshopResources.thumbnails.contains($0.id) }
      if resources.resources.count != count {
        changes.append("deleted thumbnail")
        isChanged = true
      }
    }
    if !edits.selection.isSuperset(of: [.exif, .gps, .xmp, .serialNumbers]) {
      let count = resources.resources.count
      resources.resources.removeAll { PhotoshopResources.otherMetadata.contains($0.id) }
      if resources.resources.count != count {
        changes.append("deleted Exif and XMP in Photoshop's resources")
        isChanged = true
      }
    }
    guard isChanged else { return block }
    return resources.resources.isEmpty ? nil : resources.bytes
  }
}

extension DirectoryEditor {
  /// The source that a plan's copies refer to.
  func source(of block: [UInt8]?) -> any ByteSource {
    MemoryByteSource(
      block ?? (isBigEndian ? [0x4D, 0x4D, 0, 42, 0, 0, 0, 0] : [0x49, 0x49, 42, 0, 0, 0, 0, 0]))
  }
}
