internal import ByteStreams
internal import ImageModel
internal import JPEGXLStructure
internal import MetadataModel

/// Rewrites Exif and XMP of a JPEG XL file, box by box. The codestream stays as it is but for the orientation in its
/// header; one without boxes gets a container around it.
struct JPEGXLRewriter: FormatRewriter {
  let file: SourceFile
  private(set) var revision: BlockRevision

  init(_ file: SourceFile, _ revision: BlockRevision) {
    self.file = file
    self.revision = revision
  }

  mutating func rewrite() throws(ImageError) -> FilePatch {
    try refuseTexts(in: "JPEG XL")
    try refuseCopiedProfile(in: "JPEG XL")
    let structure = try JPEGXLStructure.read(file.bytes, limits: revision.limits)
    guard structure.isComplete else {
      throw ImageError(.invalidData, "the file is cut short or damaged; nothing is changed", format: "JPEG XL")
    }
    var replaced: [String: [UInt8]?] = [:]
    try rewriteExif(structure, &replaced)
    try rewriteXMP(structure, &replaced)
    let header = try header(structure)
    var removed: Set<String> = []
    // It has the segments of the JPEG file, and refers to Exif and XMP.
    if structure.holdsJPEG, edits.removes || !replaced.isEmpty || header != nil {
      removed.insert("jbrd")
      revision.report("deleted the data that restores the JPEG file")
      revision.report(.note("the JPEG file that was packed cannot be restored any more; the picture is the same"))
    }
    if !edits.selection.contains(.icc), structure.header.hasProfile {
      revision.report(.note("the colour profile stays: it is a part of the compressed picture"))
    }
    let unknown = structure.contentTypes.filter { !Self.knownTypes.contains($0) }
    if edits.stripsUnknown, !unknown.isEmpty {
      removed.formUnion(unknown)
      revision.report("deleted unknown boxes")
    } else {
      revision.reportKept("boxes", unknown)
    }
    let end = structure.boxes.last?.range.upperBound ?? file.bytes.size
    let trailing = file.bytes.size - min(end, file.bytes.size)
    revision.reportTrailer(bytes: trailing)
    var patch = patch(structure, replaced, removed, header)
    if edits.selection.contains(.trailers) { patch.copy(end..<end + trailing) }
    return patch
  }

  /// The boxes of ISO/IEC 18181-2 without the metadata of JUMBF, and the gain map.
  private static let knownTypes: Set = [
    "JXL ", "ftyp", "jxll", "jxli", "jxlc", "jxlp", "jbrd", "Exif", "xml ", "jhgm", "free", "skip",
  ]

  /// The new beginning of the codestream, and how many bytes it replaces; nil where the orientation stays.
  private mutating func header(_ structure: JPEGXLStructure) throws(ImageError) -> (bytes: [UInt8], count: Int)? {
    guard let orientation = edits.orientation, orientation != structure.header.orientation else { return nil }
    let box = structure.codestreamBox
    let start = box.map { $0.content.lowerBound + JPEGXLStructure.skipped(in: $0) } ?? 0
    let first = (box?.content.upperBound ?? file.bytes.size) - start
    let codestream = try file.bytes.bytes(at: start, count: min(JPEGXLStructure.headerLength, Int(clamping: first)))
    let header = try structure.header.replacing(codestream, orientation: orientation)
    guard header.count <= codestream.count, !structure.boxes.contains(where: { $0.type == "jxli" }) else {
      throw ImageError(.unsupported, "the header of the codestream cannot be changed", format: "JPEG XL")
    }
    revision.report("set the orientation of the picture")
    return header
  }

  private mutating func rewriteExif(
    _ structure: JPEGXLStructure, _ replaced: inout [String: [UInt8]?]
  ) throws(ImageError) {
    let old = block(.exif)
    let info = file.metadata.images.first?.info
    let container = ExifRevision.Container(
      size: info?.size, resolution: info?.resolution, holdsResolution: true, holdsOrientation: false)
    let new = try revision.exif(old, container)
    let contents: MetadataSelection = [.exif, .gps, .makerNotes, .serialNumbers]
    let count = structure.contentTypes.count { $0 == "Exif" }
    if try revision.replaces("exif", old, by: new, count: count, holding: contents) {
      // The offset of the TIFF stream.
      replaced["Exif"] = .some(new.map { [0, 0, 0, 0] + $0 })
    }
  }

  private mutating func rewriteXMP(
    _ structure: JPEGXLStructure, _ replaced: inout [String: [UInt8]?]
  ) throws(ImageError) {
    let old = block(.xmp)
    let new = try revision.xmp(old, extended: nil, orientation: file.metadata.images.first?.info?.orientation).packet
    let contents: MetadataSelection = [.xmp, .gps, .serialNumbers]
    let count = structure.contentTypes.count { $0 == "xml " }
    if try revision.replaces("xmp", old, by: new, count: count, holding: contents) { replaced["xml "] = .some(new) }
  }

  /// The boxes in their order; new metadata goes before the codestream.
  private func patch(
    _ structure: JPEGXLStructure, _ replaced: [String: [UInt8]?], _ removed: Set<String>,
    _ header: (bytes: [UInt8], count: Int)?
  ) -> FilePatch {
    var patch = FilePatch()
    let added = ["Exif", "xml "].flatMap { type in
      replaced[type].flatMap { $0 }.map { ISOBox.bytes(type, $0) } ?? []
    }
    guard !structure.boxes.isEmpty else {
      let (new, old) = (header?.bytes ?? [], UInt64(header?.count ?? 0))
      let size = file.bytes.size - old + UInt64(new.count)
      if !added.isEmpty { patch.append(Self.signature + added + ISOBox.header("jxlc", size)) }
      patch.append(new)
      patch.copy(old..<file.bytes.size)
      return patch
    }
    var isAdded = false
    for (box, type) in zip(structure.boxes, structure.contentTypes) {
      if !isAdded, type == "jxlc" || type == "jxlp" {
        patch.append(added)
        isAdded = true
      }
      if let header, box == structure.codestreamBox {
        let start = box.content.lowerBound + JPEGXLStructure.skipped(in: box)
        let rest = start + UInt64(header.count)..<box.content.upperBound
        let skipped = box.content.lowerBound..<start
        patch.append(ISOBox.header(box.type, UInt64(skipped.count + header.bytes.count + rest.count)))
        patch.copy(skipped)
        patch.append(header.bytes)
        patch.copy(rest)
      } else if replaced[type] == nil, !removed.contains(type) {
        patch.copy(box.range)
      }
    }
    return patch
  }

  /// The boxes that a container begins with (ISO/IEC 18181-2, 9.1 and 9.2).
  private static let signature: [UInt8] =
    ISOBox.bytes("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + ISOBox.bytes("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
}
