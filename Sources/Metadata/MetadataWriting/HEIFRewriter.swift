internal import ByteStreams
internal import HEIFStructure
internal import ImageModel
internal import MetadataModel

/// Rewrites Exif and XMP of a HEIC or AVIF file, which are items beside the pictures. The data of the pictures stays as
/// it is.
struct HEIFRewriter: FormatRewriter {
  let file: SourceFile
  private(set) var revision: BlockRevision

  init(_ file: SourceFile, _ revision: BlockRevision) {
    self.file = file
    self.revision = revision
    // The video of a motion photo is a box of its own.
    if revision.edits.stripsUnknown { self.revision.lost = [.video, .other] }
  }

  mutating func rewrite() throws(ImageError) -> FilePatch {
    try refuseTexts(in: "HEIF")
    try refuseCopiedProfile(in: "HEIF")
    let structure = try HEIFStructure.read(file.bytes, limits: revision.limits)
    var items = try HEIFItemRewriter(structure, file.bytes, limits: revision.limits)
    if let orientation = edits.orientation, orientation != structure.pictures[structure.primaryIndex].info.orientation {
      items.orient(orientation)
      revision.report("set the orientation of the picture")
    }
    try rewriteExif(structure, &items)
    try rewriteXMP(structure, &items)
    if !edits.selection.contains(.icc), file.metadata.blocks.contains(where: { $0.kind == .icc }) {
      revision.report(.note("the colour profile stays: it is a property of the pictures"))
    }
    if edits.stripsUnknown, !items.unknownBoxes.isEmpty {
      revision.report("deleted unknown boxes")
      items.dropUnknown()
    } else {
      revision.reportKept("boxes", items.unknownBoxes)
    }
    let others = structure.items.filter { ["mime", "uri "].contains($0.type) && !$0.isXMP }
    if edits.stripsUnknown, !others.isEmpty {
      revision.report("deleted unknown items")
      for item in others { items.set(item, nil) }
    } else {
      revision.reportKept("items", others.map { $0.contentType.isEmpty ? $0.type : $0.contentType })
    }
    revision.reportTrailer(bytes: items.trailingBytes)
    if !edits.selection.contains(.trailers) { items.dropTrailing() }
    guard !revision.changes.isEmpty else {
      var whole = FilePatch()
      whole.copy(0..<file.bytes.size)
      return whole
    }
    return try items.finish()
  }

  private mutating func rewriteExif(_ structure: HEIFStructure, _ items: inout HEIFItemRewriter) throws(ImageError) {
    let info = file.metadata.images.first?.info
    let container = ExifRevision.Container(
      size: info?.size, resolution: info?.resolution, holdsResolution: true, holdsOrientation: false)
    let old = block(.exif)
    let new = try revision.exif(old, container)
    // The length of what stands before the TIFF stream (HEIF, A.2.1).
    let data = new.map { [0, 0, 0, 0] + $0 }
    let contents: MetadataSelection = [.exif, .gps, .makerNotes, .serialNumbers]
    try replace("exif", old, new, data, structure, &items, holding: contents) { $0.type == "Exif" }
  }

  private mutating func rewriteXMP(_ structure: HEIFStructure, _ items: inout HEIFItemRewriter) throws(ImageError) {
    let old = block(.xmp)
    let orientation = file.metadata.images.first?.info?.orientation
    let new = try revision.xmp(old, extended: nil, orientation: orientation).packet
    try replace("xmp", old, new, new, structure, &items, holding: [.xmp, .gps, .serialNumbers]) { $0.isXMP }
  }

  /// Replaces the items of a kind that describe the primary picture. Those of other pictures go where something is
  /// removed that they may hold.
  private mutating func replace(
    _ name: String, _ old: [UInt8]?, _ new: [UInt8]?, _ data: [UInt8]?, _ structure: HEIFStructure,
    _ items: inout HEIFItemRewriter, holding contents: MetadataSelection, _ isOfKind: (HEIFItem) -> Bool
  ) throws(ImageError) {
    let all = structure.items.filter(isOfKind)
    let own = all.filter { structure.describesPrimary($0) }
    if try revision.replaces(name, old, by: new, count: own.count, holding: contents) {
      for item in own.dropFirst() { items.set(item, nil) }
      if let first = own.first {
        items.set(first, data)
      } else if let data {
        try items.add(
          type: name == "exif" ? "Exif" : "mime", contentType: name == "exif" ? "" : HEIFItem.xmpContentType, data)
      }
    }
    let others = all.filter { !structure.describesPrimary($0) }
    guard revision.removesAny(of: contents), !others.isEmpty else { return }
    revision.report("deleted \(name) of other pictures")
    for item in others { items.set(item, nil) }
  }
}
