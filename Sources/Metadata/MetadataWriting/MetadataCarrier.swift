package import ImageModel
package import MetadataModel

/// Metadata that travels from a source to a destination, ready for an encoder.
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

/// Chooses and edits the metadata that travels with a picture.
package struct MetadataCarrier {
  private let selection: MetadataSelection
  private let limits: Limits
  /// What the written picture's orientation is; nil leaves what the source says.
  private let orientation: Orientation?
  private let newSize: PixelSize?
  private var carried = CarriedMetadata()

  /// The metadata of an image as far as it is selected.
  ///
  /// - Parameters:
  ///   - orientationApplied: the rows are upright now: Exif and XMP say so, and an embedded thumbnail is left out.
  ///   - resized: the size of the written picture where it is not that of the source; an embedded thumbnail is left out.
  /// - Returns: also notes on what does not travel and on places where a location may remain.
  package static func carry(
    metadata: ImageMetadata, imageIndex: Int, selection: MetadataSelection, orientationApplied: Bool,
    resized: PixelSize?, limits: Limits
  ) -> CarriedMetadata {
    var carrier = MetadataCarrier(
      selection: selection, limits: limits, orientationApplied: orientationApplied, resized: resized)
    let blocks = metadata.blocks(ofImage: imageIndex)
    let image = metadata.images.indices.contains(imageIndex) ? metadata.images[imageIndex] : nil
    carrier.takeExif(blocks.first { $0.kind == .exif }?.bytes, image?.info?.orientation ?? .up)
    carrier.takeXMP(blocks)
    carrier.takePhotoshop(blocks)
    carrier.tellOfOthers(blocks)
    if selection.contains(.comments) {
      carrier.carried.comments = metadata.comments
      carrier.carried.texts = metadata.texts.map { ($0.keyword, $0.text) }
    }
    return carrier.carried
  }

  private init(selection: MetadataSelection, limits: Limits, orientationApplied: Bool, resized: PixelSize?) {
    self.selection = selection
    self.limits = limits
    // Where the orientation is not selected, nothing may say anything but 1.
    orientation = orientationApplied || !selection.contains(.orientation) ? .up : nil
    newSize = resized
    keepsThumbnail = selection.contains(.thumbnail) && !orientationApplied && resized == nil
  }

  private let keepsThumbnail: Bool

  // MARK: Exif

  private mutating func takeExif(_ block: [UInt8]?, _ sourceOrientation: Orientation) {
    guard let block else { return }
    do throws(ImageError) {
      if selection.contains(.exif), let block = try edited(block) {
        carried.exif = block
      } else {
        carried.exif = try ExifBuilder.block(
          from: block, orientation: orientation ?? sourceOrientation, gps: selection.contains(.gps), limits: limits)
      }
    } catch {
      carried.diagnostics.append(.warning("Exif is left out: \(error.message)"))
    }
  }

  /// The block as it may travel; nil where not all of it could be searched for what is to go.
  private mutating func edited(_ block: [UInt8]) throws(ImageError) -> [UInt8]? {
    var editor = try ExifEditor(block, limits: limits)
    let removesPrivate = !selection.isSuperset(of: [.gps, .serialNumbers, .makerNotes])
    if removesPrivate, editor.hasSeveralExif {
      carried.diagnostics.append(
        .warning("Exif is left out but for the orientation: it has several Exif directories, and may say what is to go")
      )
      return nil
    }
    if removesPrivate, editor.hasExifOfThumbnail { try editor.removeThumbnail() }
    if let orientation { try editor.setOrientation(orientation) }
    if let newSize { try editor.setPixelSize(newSize) }
    if !keepsThumbnail { try editor.removeThumbnail() }
    if !selection.contains(.resolution) { try editor.removeResolution() }
    if !selection.contains(.serialNumbers) { try editor.removeSerialNumbers() }
    if !selection.contains(.gps) { try editor.removeGPS() }
    if !selection.contains(.makerNotes) {
      try editor.removeMakerNote()
    } else if editor.hasMakerNote {
      if !selection.contains(.gps) {
        carried.diagnostics.append(.note("the maker note is kept and may hold a location"))
      }
      if !selection.contains(.serialNumbers) {
        carried.diagnostics.append(.note("the maker note is kept and may hold serial numbers"))
      }
    }
    return editor.finish()
  }

  // MARK: XMP

  private mutating func takeXMP(_ blocks: [MetadataBlock]) {
    guard selection.contains(.xmp), var packet = blocks.first(where: { $0.kind == .xmp })?.bytes else { return }
    var changes = XMPEditor.Changes()
    changes.orientation = orientation
    changes.removesLocation = !selection.contains(.gps)
    changes.removesThumbnails = !keepsThumbnail
    changes.removesSerialNumbers = !selection.contains(.serialNumbers)
    if let extended = blocks.first(where: { $0.kind == .extendedXMP })?.bytes {
      if let merged = ExtendedXMPMerger.merged(packet, extended) {
        packet = merged
      } else {
        changes.removesExtension = true
        carried.diagnostics.append(.note("the extended part of the XMP metadata is left out"))
      }
    }
    if let edited = XMPEditor.edited(packet, changes) {
      carried.xmp = edited
    } else {
      carried.diagnostics.append(.note("the XMP packet is left out: it cannot be edited safely"))
    }
  }

  // MARK: IPTC

  private mutating func takePhotoshop(_ blocks: [MetadataBlock]) {
    guard selection.contains(.iptc) else { return }
    var records: [UInt8] = []
    var hasIPTC = false
    var namesPlace = false
    if let block = blocks.first(where: { $0.kind == .photoshop }) {
      if var resources = PhotoshopResources(block.bytes) {
        if !keepsThumbnail { resources.resources.removeAll { PhotoshopResources.thumbnails.contains($0.id) } }
        let iptc = resources.resources.filter { $0.id == PhotoshopResources.iptc }
        hasIPTC = !iptc.isEmpty
        namesPlace = iptc.contains { PhotoshopResources.namesPlace($0.content) }
        records = resources.bytes
      } else {
        carried.diagnostics.append(.note("the Photoshop resources are left out: they are damaged"))
      }
    }
    if !hasIPTC, let block = blocks.first(where: { $0.kind == .iptc }) {
      let datasets = IPTCByteOrder.restored(block.bytes)
      namesPlace = PhotoshopResources.namesPlace(datasets)
      records += PhotoshopResources.record(iptc: datasets)
    }
    if namesPlace, !selection.contains(.gps) {
      carried.diagnostics.append(.note("the IPTC data is kept and names a place"))
    }
    carried.photoshop = records.isEmpty ? nil : records
  }

  // MARK: What does not travel

  /// Blocks that belong to the file as it was stored, or that nobody here knows.
  private mutating func tellOfOthers(_ blocks: [MetadataBlock]) {
    // Whoever wants little misses nothing.
    guard selection.contains(.exif) || selection.contains(.xmp) else { return }
    var names: [String] = []
    for block in blocks {
      switch block.kind {
      case .multiPicture:
        carried.diagnostics.append(.note("the further pictures of the file (MPF) do not travel"))
      // Adobe's segment says how the colours are stored; an encoder writes its own.
      case .other("APP14"): break
      case .other(let name) where Self.lost.contains(name) || name.hasPrefix("APP"):
        if !names.contains(name) { names.append(name) }
      default: break
      }
    }
    if !names.isEmpty {
      carried.diagnostics.append(.note("\(names.joined(separator: ", ")) do\(names.count == 1 ? "es" : "") not travel"))
    }
  }

  /// Chunks of PNG that say something of the picture, and that no encoder writes.
  private static let lost: Set<String> = ["tIME", "sBIT", "bKGD", "oFFs", "sTER"]
}
