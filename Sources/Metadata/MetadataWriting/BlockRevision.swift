internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

/// Applies edits to blocks of metadata: an Exif block, an XMP packet, IPTC data.
///
/// Each method returns the new block: nil where it is removed, the same bytes where nothing in it changes.
struct BlockRevision {
  let edits: MetadataEdits
  let copied: CopiedMetadata?
  let limits: Limits
  /// The parts of the file that go, and whose descriptions go with them.
  var lost: LostParts = []
  /// The length from which on bytes of Exif that no field points to count as leftovers.
  var leastLeftover = 1
  /// The changes, in the words of reports.
  private(set) var changes: [String] = []
  private(set) var diagnostics: [Diagnostic] = []

  init(_ edits: MetadataEdits, _ copied: CopiedMetadata?, limits: Limits) {
    self.edits = edits
    self.copied = copied
    self.limits = limits
  }

  mutating func report(_ change: String) { changes.append(change) }

  mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  mutating func report(_ changes: [String], _ diagnostics: [Diagnostic]) {
    self.changes += changes
    self.diagnostics += diagnostics
  }

  /// Warns that a whole block was removed: it cannot be read and may hold what is to be removed.
  mutating func reportLeftOut(_ name: String) {
    report(.warning("\(name) is left out: it cannot be read, and may hold what is to be removed").about(.metadata))
  }

  /// Whether the new block replaces the blocks of a name. Blocks after the first, and those that were not read, may
  /// hold what is to be removed, and are dropped.
  ///
  /// - Parameters:
  ///   - count: how many blocks of the name the file has.
  ///   - contents: the kinds of metadata that such a block may hold.
  /// - Throws: `invalidData` where a block that was not read would be lost.
  mutating func replaces(
    _ name: String, _ old: [UInt8]?, by new: [UInt8]?, count: Int, holding contents: MetadataSelection
  ) throws(ImageError) -> Bool {
    guard count > (old == nil ? 0 : 1) else { return new != old }
    if removesAny(of: contents) {
      report("deleted further \(name), or what cannot be read")
      return true
    }
    guard new == old else {
      throw ImageError(.invalidData, "there is \(name) that is not read; a change would lose it")
    }
    return false
  }

  /// The text that a note about bytes that stay adds if something is removed.
  var unchangedMetadata: String {
    guard removesAny(of: [.gps, .serialNumbers, .exif, .xmp, .iptc]) else { return "" }
    return "; metadata in them is not changed" + (removesAny(of: [.gps]) ? ", and may hold a place" : "")
  }

  /// Reports the bytes after the picture.
  ///
  /// - Parameter names: the programs that wrote them, in brackets.
  mutating func reportTrailer(bytes count: UInt64, of names: String = "") {
    guard count > 0 else { return }
    if edits.selection.contains(.trailers) {
      report(.note("\(count) bytes after the picture\(names) are kept\(unchangedMetadata)"))
    } else {
      report("deleted \(count) bytes after the picture\(names)")
    }
  }

  /// Reports parts of a file that nobody knows and that stay.
  ///
  /// - Parameter names: their names; a part without a name is only counted.
  mutating func reportKept(_ kind: String, _ names: [String]) {
    guard !names.isEmpty, removesAny(of: [.gps, .serialNumbers, .exif, .xmp, .iptc]) else { return }
    let list = Set(names.filter { !$0.isEmpty }).sorted().prefix(8).joined(separator: ", ")
    report(.note("kept unknown \(kind) may hold what is to be removed\(list.isEmpty ? "" : ": \(list)")"))
  }

  /// Whether a block that may hold `kinds` may hold a kind that is removed.
  func removesAny(of kinds: MetadataSelection) -> Bool { !edits.selection.isSuperset(of: kinds) }

  // MARK: Exif

  /// An Exif block of a JPEG or PNG file.
  ///
  /// - Throws: `invalidData` for a block that has to be changed and cannot be read.
  mutating func exif(_ block: [UInt8]?, _ container: ExifRevision.Container) throws(ImageError) -> [UInt8]? {
    let insideExif: MetadataSelection = [.exif, .gps, .makerNotes, .thumbnail, .orientation, .resolution]
    if block != nil, edits.selection.isDisjoint(with: insideExif), !setsExif(container), copied?.exif == nil {
      report("deleted exif")
      return nil
    }
    let needsExif = setsExif(container) || edits.dotsPerInch != nil && container.holdsResolution
    guard block != nil || needsExif || copied?.exif != nil, touchesExif else { return block }
    // A maker note has offsets that count from the beginning of its block, so it is copied with its whole block.
    let base = copied.flatMap { $0.kinds.contains(.makerNotes) ? $0.exif.flatMap(withMakerNote) : nil }
    var editor = try editor(base ?? block)
    var revision = ExifRevision(edits, container, main: 0)
    if base != nil, let copied {
      for tag in editor.fields(of: 0).map(\.tag) where ExifKind.describesPixels(tag, in: .main) {
        editor.remove(tag, from: 0)
      }
      report("copied exif")
      if let block {
        reportReplacedMakerNote(of: block, by: ExifRevision.make(editor, main: 0))
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
    report(revision.changes, editor.diagnostics + revision.diagnostics)
    // Bytes that another program unlinked earlier may hold what is to be removed.
    if !editor.isChanged, base == nil {
      guard removesFromExif, try editor.hasLeftovers(least: leastLeftover) else { return block }
      report("deleted bytes of exif to which no field points")
    }
    if editor.fields(of: 0).isEmpty && editor.chain.count == 1 { return nil }
    let source = editor.source
    return try editor.finish().bytes(from: source)
  }

  private func editor(_ block: [UInt8]?) throws(ImageError) -> IFDEditor {
    guard let block else { return IFDEditor(newBlockBigEndian: false, limits: limits) }
    do throws(ImageError) {
      return try IFDEditor(MemoryByteSource(block), isFile: false, limits: limits)
    } catch {
      throw ImageError(error.kind, "the Exif data cannot be changed safely: \(error.message)", limit: error.limit)
    }
  }

  private mutating func reportReplacedMakerNote(of block: [UInt8], by newMaker: String) {
    guard let old = try? IFDEditor(MemoryByteSource(block), isFile: false, limits: limits),
      ExifRevision.hasMakerNote(old, main: 0)
    else { return }
    let maker = ExifRevision.make(old, main: 0)
    if maker != newMaker {
      report(.note("the maker note of '\(maker)' is lost: one of '\(newMaker)' takes its place"))
    }
  }

  private func withMakerNote(_ block: [UInt8]) -> [UInt8]? {
    guard let editor = try? IFDEditor(MemoryByteSource(block), isFile: false, limits: limits),
      let exif = editor.child(IFDPointerTag.exif, of: 0), editor.field(OffsetTag.makerNote, in: exif) != nil
    else { return nil }
    return block
  }

  private func setsExif(_ container: ExifRevision.Container) -> Bool {
    !edits.exif.isEmpty || edits.thumbnail != nil
      || container.holdsOrientation && (edits.orientation.map { $0 != .up } ?? false)
  }

  private var removesFromExif: Bool {
    edits.removesLeftovers || removesAny(of: [.exif, .gps, .makerNotes, .thumbnail, .serialNumbers, .xmp, .iptc])
      || edits.deletions.contains { [.exif, .gps, .iptc].contains($0.group) }
  }

  private var touchesExif: Bool {
    !edits.exif.isEmpty || edits.selection != .all || edits.orientation != nil || edits.dotsPerInch != nil
      || edits.shift != nil || edits.picture != nil || edits.thumbnail != nil || edits.removesLeftovers
      || copied?.exif != nil
      || edits.deletions.contains { [.exif, .gps, .iptc].contains($0.group) }
  }

  /// Whether XMP, IPTC data or Photoshop resources may change.
  var touchesBlocks: Bool {
    edits.selection != .all || edits.orientation != nil || edits.shift != nil || !edits.xmp.isEmpty
      || !edits.iptc.isEmpty || copied != nil
      || edits.deletions.contains { [.xmp, .iptc, .photoshop].contains($0.group) }
  }

  // MARK: XMP

  /// An XMP packet and its extended part, which JPEG files store in segments of its own.
  mutating func xmp(
    _ packet: [UInt8]?, extended: [UInt8]?, orientation: Orientation?
  ) throws(ImageError) -> (packet: [UInt8]?, extended: [UInt8]?) {
    var packet = packet
    var extended = extended
    if packet != nil, !edits.selection.contains(.xmp) {
      report("deleted xmp")
      (packet, extended) = (nil, nil)
    }
    if let other = copied?.xmp {
      var change = XMPEditor.Changes()
      change.orientation = orientation ?? .up
      var whole = XMPEditor.text(of: other)
      whole = XMPEditor.edited(whole, change) ?? whole
      if copied?.mergesXMP == true, let own = packet {
        if let part = extended, let joined = ExtendedXMP.merged(own, part) { (packet, extended) = (joined, nil) }
        packet = SidecarPacket.overlaid(packet ?? own, by: whole) ?? whole
      } else {
        // The parts of this file stay, and so does what its packet says of them.
        for own in [packet, extended] {
          guard let parts = own.flatMap({ XMPEditor.describingParts($0) }) else { continue }
          whole = ExtendedXMP.merged(whole, parts) ?? whole
        }
        packet = whole
        extended = nil
      }
      report("copied xmp")
    }
    guard packet != nil || !edits.xmp.isEmpty else { return (nil, nil) }
    packet = try changedByKind(packet, "the XMP packet")
    extended = try changedByKind(extended, "the extended XMP")
    let deletions = edits.deletions.filter { $0.group == .xmp }
    guard !deletions.isEmpty || !edits.xmp.isEmpty || edits.shift != nil else { return (packet, extended) }
    // What changes a part of a property is done in the packet that has the property.
    var inExtension: Set<XMPName> = []
    if let other = extended.flatMap({ XMPEditor($0) }) {
      let main = packet.flatMap { XMPEditor($0) }
      inExtension = Set(edits.xmp.filter { $0.changesOld }.map(\.name))
        .subtracting(edits.xmp.filter { !$0.changesOld }.map(\.name))
        .filter { other.contains($0) && main?.contains($0) != true }
    }
    if let part = extended { extended = try edited(part, deletions, isExtension: true, inExtension) }
    let result = try edited(packet ?? XMPEditor.emptyPacket, deletions, isExtension: false, inExtension)
    // A packet is removed with its last property. A packet that was empty before is left alone.
    if result != packet, XMPEditor(result)?.outline.properties.isEmpty == true { return (nil, extended) }
    return (result, extended)
  }

  /// The changes of XMP that follow from the selected kinds and the orientation.
  var changesOfXMP: XMPEditor.Changes {
    var changes = XMPEditor.Changes()
    changes.orientation = edits.orientation ?? (edits.selection.contains(.orientation) ? nil : .up)
    changes.removesLocation = !edits.selection.contains(.gps)
    changes.removesThumbnails = !edits.selection.contains(.thumbnail)
    changes.removesSerialNumbers = !edits.selection.contains(.serialNumbers)
    changes.picture = edits.picture
    changes.lost = lost
    return changes
  }

  private mutating func changedByKind(_ packet: [UInt8]?, _ name: String) throws(ImageError) -> [UInt8]? {
    guard let packet else { return nil }
    let wanted = changesOfXMP
    guard let revised = XMPEditor.revised(packet, wanted) else {
      // A packet that cannot be searched may hold what the user wants removed.
      guard wanted.removesLocation || wanted.removesSerialNumbers else { return packet }
      throw ImageError(
        .invalidData, "\(name) cannot be edited safely, and may hold what is to be removed; --delete xmp removes it")
    }
    reportPlaces(revised)
    if revised.packet != packet { report(wanted.removesLocation ? "deleted location from xmp" : "edited xmp") }
    return revised.packet
  }

  /// Names the properties that stay and may name a place.
  mutating func reportPlaces(_ revised: XMPEditor.Revised) {
    guard !revised.possiblePlaces.isEmpty else { return }
    report(.note("kept properties of XMP may name a place: \(revised.possiblePlaces.joined(separator: ", "))"))
  }

  private mutating func edited(
    _ packet: [UInt8], _ deletions: [MetadataDeletion], isExtension: Bool, _ inExtension: Set<XMPName>
  ) throws(ImageError) -> [UInt8] {
    let unsafe = ImageError(
      .invalidData, "the XMP packet cannot be edited safely: it is not well-formed XML in Unicode")
    guard var editor = XMPEditor(packet) else {
      if edits.xmp.isEmpty, deletions.isEmpty {
        report(.note("dates of XMP are not moved: the packet cannot be edited safely"))
        return packet
      }
      throw unsafe
    }
    for deletion in deletions { editor.delete(deletion.pattern) }
    if let shift = edits.shift {
      for name in editor.shift(shift) {
        report(.note("\(name) is not moved: it is not a full date, or would leave the calendar"))
      }
    }
    var names: Set<XMPName> = []
    for setting in edits.xmp {
      // An editor changes each property once.
      if !names.insert(setting.name).inserted {
        report(editor.changes, [])
        guard let next = XMPEditor(editor.finish()) else { throw unsafe }
        editor = next
      }
      if setting.removes || isExtension == inExtension.contains(setting.name) {
        editor.set(setting)
        if let name = editor.unchanged.first {
          let fewer = setting.steps.contains { $0.item != nil } ? ", or a list with fewer elements" : ""
          throw ImageError(.unsupported, "\(name) cannot be changed alone: the property has an unusual form\(fewer)")
        }
      } else if isExtension, !setting.adds, setting.language == nil, !setting.isPart {
        // The main packet has it.
        editor.delete(setting.name)
      }
    }
    report(editor.changes, [])
    return editor.finish()
  }

  // MARK: IPTC

  /// IPTC data without Photoshop resources around it.
  mutating func iptc(_ data: [UInt8]?) throws(ImageError) -> [UInt8]? {
    var data = data
    if let other = copied?.iptc {
      data = other
      report("copied iptc")
    }
    let deletions = edits.deletions.filter { $0.group == .iptc }
    let removesLocation = !edits.selection.contains(.gps)
    guard !deletions.isEmpty || !edits.iptc.isEmpty || edits.shift != nil || removesLocation else { return data }
    guard data != nil || !edits.iptc.isEmpty else { return nil }
    guard var records = data.map({ IPTCRecords($0) }) ?? IPTCRecords() else {
      if edits.iptc.isEmpty, deletions.isEmpty, !removesLocation { return data }
      throw ImageError(.invalidData, "the IPTC data is damaged and cannot be changed safely")
    }
    if removesLocation { records.removeLocation() }
    for deletion in deletions { records.delete(deletion.pattern) }
    if let shift = edits.shift {
      for name in records.shift(shift) { report(.note("\(name) is not moved: it is not a full date")) }
    }
    for setting in edits.iptc { try records.set(setting) }
    guard !records.changes.isEmpty else { return data }
    report(records.changes, [])
    return records.isEmpty ? nil : records.bytes
  }

  /// Photoshop resources with IPTC data in them.
  mutating func photoshop(_ block: [UInt8]?) throws(ImageError) -> [UInt8]? {
    var block = block
    if block != nil, !edits.selection.contains(.iptc) {
      report("deleted iptc")
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
    if !edits.selection.contains(.thumbnail), resources.remove(PhotoshopResources.thumbnails) {
      report("deleted thumbnail")
      isChanged = true
    }
    if removesAny(of: [.exif, .gps, .xmp, .serialNumbers]), resources.remove(PhotoshopResources.otherMetadata) {
      report("deleted Exif and XMP in Photoshop's resources")
      isChanged = true
    }
    if let change = edits.picture {
      // They describe the picture as it was.
      if resources.remove(PhotoshopResources.otherMetadata) { isChanged = true }
      if change.moves, resources.remove(PictureDescription.photoshopResources) {
        report(.note("Photoshop's paths, guides and slices are left out: they are at places of the old picture"))
        isChanged = true
      }
    }
    if edits.deletions.contains(where: { $0.group == .photoshop }), resources.removeAllButIPTC() {
      report("deleted photoshop")
      isChanged = true
    }
    guard isChanged else { return block }
    return resources.isEmpty ? nil : resources.bytes
  }
}
