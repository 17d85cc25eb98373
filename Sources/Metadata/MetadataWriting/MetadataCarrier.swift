internal import ByteStreams
internal import ContentTypes
package import ImageModel
package import MetadataModel
internal import TIFFStructure

/// The metadata that a converted image takes from its source, ready for an encoder.
package struct CarriedMetadata: Sendable {
  /// A TIFF stream with Exif directories, without the `Exif\0\0` prefix.
  package var exif: [UInt8]?
  /// An XMP packet.
  package var xmp: [UInt8]?
  /// Photoshop resources with IPTC data.
  package var photoshop: [UInt8]?
  package var comments: [String] = []
  package var texts: [(keyword: String, text: String)] = []
  package var diagnostics: [Diagnostic] = []

  package init() {}
}

/// Selects the metadata that a converted image takes from its source and adapts it to the new image.
package struct MetadataCarrier {
  private let selection: MetadataSelection
  private let limits: Limits
  /// Removes the metadata that is not selected, and adapts orientation and size.
  private let revision: BlockRevision
  private let change: PictureChange?
  private var carried = CarriedMetadata()
  /// The parts of the file, such as a video, that no encoder writes.
  private var lost: LostParts = []

  /// The selected metadata of an image.
  ///
  /// - Parameters:
  ///   - orientationApplied: whether the rows were turned upright. The orientation in Exif and XMP is then 1, and the
  ///     thumbnail is left out.
  ///   - change: what happens to the picture; nil if it stays as it is.
  ///   - dotsPerInch: the resolution of the new image, if it is not that of the source.
  /// - Returns: the metadata, with notes on what is left out and where a location may remain.
  package static func carry(
    metadata: ImageMetadata, imageIndex: Int, selection: MetadataSelection, orientationApplied: Bool,
    change: PictureChange?, dotsPerInch: (x: Double, y: Double)? = nil, limits: Limits
  ) -> CarriedMetadata {
    let blocks = metadata.blocks(ofImage: imageIndex)
    let image = metadata.images.indices.contains(imageIndex) ? metadata.images[imageIndex] : nil
    // In HEIF the orientation in the blocks is ignored.
    let isOverridden = ImageFormat.traits(of: metadata.format).contains(.isOrientedByPicture)
    let orientation = isOverridden ? image?.info?.orientation : nil
    var carrier = MetadataCarrier(
      selection: selection, limits: limits, orientation: orientationApplied ? .up : orientation,
      keepsThumbnail: !orientationApplied && !(change?.replacesThumbnail ?? false), change: change,
      dotsPerInch: dotsPerInch)
    carrier.takeExif(blocks.first { $0.kind == .exif }?.bytes, image)
    carrier.takeXMP(blocks)
    carrier.takePhotoshop(blocks)
    carrier.reportOthers(blocks, image)
    if selection.contains(.comments) {
      carrier.carried.comments = metadata.comments
      carrier.carried.texts = metadata.texts.map { ($0.keyword, $0.text) }
    }
    return carrier.carried
  }

  private init(
    selection: MetadataSelection, limits: Limits, orientation: Orientation?, keepsThumbnail: Bool,
    change: PictureChange?, dotsPerInch: (x: Double, y: Double)?
  ) {
    self.selection = selection
    self.limits = limits
    self.change = change
    var edits = MetadataEdits()
    edits.selection = selection.union(.orientation)
    if !keepsThumbnail { edits.selection.remove(.thumbnail) }
    // If the orientation is not selected, it is 1 in every block that has one.
    edits.orientation = selection.contains(.orientation) ? orientation : .up
    edits.picture = change.flatMap { $0.isNone ? nil : $0 }
    edits.dotsPerInch = dotsPerInch
    edits.removesLeftovers = true
    var revision = BlockRevision(edits, nil, limits: limits)
    // No encoder writes more than the picture.
    revision.lost = .all
    self.revision = revision
  }

  private mutating func note(_ message: String) { carried.diagnostics.append(.note(message)) }

  private var keepsThumbnail: Bool { revision.edits.selection.contains(.thumbnail) }

  // MARK: Exif

  private mutating func takeExif(_ block: [UInt8]?, _ image: ImageMetadata.Image?) {
    guard let block else {
      // The orientation of PNG may be in XMP alone, where other formats do not look for it.
      let orientation = revision.edits.orientation ?? image?.info?.orientation ?? .up
      if orientation != .up {
        let tree = IFDTree([.short(TIFFTag.orientation, UInt16(orientation.rawValue))])
        carried.exif = try? IFDWriter().stream([tree])
      }
      return
    }
    do throws(ImageError) {
      let essentials = try ExifBuilder.block(
        from: block, orientation: revision.edits.orientation ?? image?.info?.orientation ?? .up,
        gps: selection.contains(.gps), limits: limits)
      guard selection.contains(.exif) else {
        carried.exif = essentials
        return
      }
      do throws(ImageError) {
        carried.exif = try edited(block)
      } catch {
        carried.exif = essentials
        let kept = selection.contains(.gps) ? "orientation and position" : "the orientation"
        let message = "Exif is left out except for \(kept): \(error.message)"
        carried.diagnostics.append(image.map(Self.hasOnlyPointers) ?? false ? .note(message) : .warning(message))
      }
    } catch {
      carried.diagnostics.append(.warning("Exif is left out: \(error.message)").about(.metadata))
    }
  }

  /// The edited block. If it cannot be edited, because the place of the thumbnail is wrong for example, it is edited
  /// without the thumbnail.
  private mutating func edited(_ block: [UInt8]) throws(ImageError) -> [UInt8]? {
    do throws(ImageError) {
      return try edited(block, revision.edits)
    } catch {
      // The block is damaged, but nothing in it has to change.
      if revision.edits.isEmpty { return block }
      guard keepsThumbnail, error.kind != .limitExceeded else { throw error }
      var edits = revision.edits
      edits.selection.remove(.thumbnail)
      let exif = try edited(block, edits)
      note("the thumbnail in Exif is left out: \(error.message)")
      return exif
    }
  }

  private mutating func edited(_ block: [UInt8], _ edits: MetadataEdits) throws(ImageError) -> [UInt8]? {
    var container = ExifRevision.Container()
    container.leavesOutUnread = true
    var revision = BlockRevision(edits, nil, limits: limits)
    let exif = try revision.exif(block, container)
    // The reader of the source has already warned of damage.
    carried.diagnostics += revision.diagnostics.filter { $0.severity == .note }
    if revision.changes.contains(where: { $0.hasPrefix(ExifRevision.thumbnailChange) }) {
      note("the thumbnail in Exif is left out: its own metadata may hold what is to be removed")
    }
    return exif
  }

  /// Whether the reader found nothing in Exif except pointers to directories: no tag can be lost.
  private static func hasOnlyPointers(_ image: ImageMetadata.Image) -> Bool {
    let names = ["IFD0", "IFD1", "Exif", "GPS", "Interop"].flatMap {
      image.properties[$0]?.properties.map(\.name) ?? []
    }
    return !names.isEmpty && names.allSatisfy { $0.hasSuffix("Pointer") }
  }

  // MARK: XMP

  private mutating func takeXMP(_ blocks: [MetadataBlock]) {
    guard let block = blocks.first(where: { $0.kind == .xmp }) else { return }
    // PNG does not accept NUL bytes.
    var packet = XMPEditor.text(of: block.bytes)
    var changes = revision.changesOfXMP
    changes.picture = change
    if let extended = blocks.first(where: { $0.kind == .extendedXMP })?.bytes {
      if let merged = ExtendedXMP.merged(packet, extended) {
        packet = merged
      } else {
        changes.removesExtension = true
        if selection.contains(.xmp) { note("the extended part of the XMP metadata is left out") }
      }
    }
    let revised = XMPEditor.revised(packet, changes)
    if let revised {
      lost.formUnion(revised.left.parts)
    }
    guard selection.contains(.xmp) else { return }
    if let revised {
      carried.xmp = revised.packet
      report(revised)
    } else if changes.isOnlyAboutPicture, change?.moves != true {
      // Sizes that are those of the source do no harm. The places of people would.
      carried.xmp = packet
    } else {
      note("the XMP packet is left out: it cannot be edited safely")
    }
  }

  private mutating func report(_ revised: XMPEditor.Revised) {
    var revision = revision
    revision.reportPlaces(revised)
    carried.diagnostics += revision.diagnostics
    let left = revised.left
    if !left.partNames.isEmpty {
      note("parts of the file that XMP lists are not copied: \(left.partNames.joined(separator: ", "))")
    }
    if left.areas > 0 {
      let isOne = left.areas == 1
      note(
        "\(left.areas) area\(isOne ? "" : "s") that XMP describes \(isOne ? "is" : "are") no longer in the picture, "
          + "and \(isOne ? "is" : "are") left out with \(isOne ? "its name" : "their names")")
    }
    if left.hasPanorama { note("the description of the panorama (GPano) is left out: it does not fit the new picture") }
    if !left.names.isEmpty {
      note("what XMP says of places in the picture is left out: \(left.names.joined(separator: ", "))")
    }
  }

  // MARK: IPTC

  private mutating func takePhotoshop(_ blocks: [MetadataBlock]) {
    guard selection.contains(.iptc) else { return }
    var revision = self.revision
    var records: [UInt8] = []
    var hasIPTC = false
    if let block = blocks.first(where: { $0.kind == .photoshop }) {
      if let resources = PhotoshopResources(block.bytes), let edited = try? revision.photoshop(block.bytes) ?? [] {
        hasIPTC = resources.iptc != nil
        records = edited
        carried.diagnostics += revision.diagnostics
      } else {
        note("the Photoshop resources are left out: they are damaged")
      }
    }
    if !hasIPTC, let block = blocks.first(where: { $0.kind == .iptc }) {
      if let datasets = try? revision.iptc(IPTCByteOrder.restored(block.bytes)) ?? [] {
        if !datasets.isEmpty { records += PhotoshopResources.record(iptc: datasets) }
      } else {
        note("IPTC is left out: it is damaged, and may name a place")
      }
    }
    carried.photoshop = records.isEmpty ? nil : records
  }

  // MARK: What is left out

  /// Notes the blocks that are left out because they belong to the file as it was stored, or are unknown.
  private mutating func reportOthers(_ blocks: [MetadataBlock], _ image: ImageMetadata.Image?) {
    // A user who keeps neither Exif nor XMP does not miss these blocks.
    guard selection.contains(.exif) || selection.contains(.xmp) else { return }
    if blocks.contains(where: { $0.kind == .video }) { lost.insert(.video) }
    // Of HEIF, whose alpha is a part of the picture.
    var images: [String] = []
    if case .array(let values)? = image?.properties["QuickTime"]?["AuxiliaryImages"] {
      images = values.map(\.plainText).filter { $0 != "alpha" }
    }
    if images.contains("gainmap") { lost.insert(.gainMap) }
    images.removeAll { $0 == "gainmap" }
    if !images.isEmpty, selection.contains(.furtherPictures) {
      note("images that belong to the picture are not copied: \(images.joined(separator: ", "))")
    }
    if lost.contains(.video), selection.contains(.trailers) { note("the video of the motion photo is not copied") }
    if lost.contains(.gainMap), selection.contains(.furtherPictures) { note("the gain map is not copied") }
    var names: [String] = []
    for block in blocks {
      switch block.kind {
      case .multiPicture where selection.contains(.furtherPictures):
        note("the further pictures of the file (MPF) are not copied")
      case .other(let name) where MetadataBlock.trailerPrograms.contains(name):
        if selection.contains(.trailers) { note("the data of \(name) after the picture is not copied") }
      // Adobe's segment describes how the colours are stored; an encoder writes its own.
      case .other("APP14"): break
      case .other(let name) where Self.lost.contains(name) || name.hasPrefix("APP"):
        if !names.contains(name) { names.append(name) }
      default: break
      }
    }
    if !names.isEmpty { note("\(names.joined(separator: ", ")) \(names.count == 1 ? "is" : "are") not copied") }
  }

  /// PNG chunks that describe the image and that no encoder writes.
  private static let lost: Set<String> = ["tIME", "sBIT", "bKGD", "oFFs", "sTER"]
}
