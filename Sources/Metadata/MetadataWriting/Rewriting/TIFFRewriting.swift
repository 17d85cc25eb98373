internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

/// Rewrites the metadata of a TIFF file: directories where they lie, what grows at the end.
struct TIFFRewriting {
  private let source: any ByteSource
  private let metadata: ImageMetadata
  private var revision: BlockRevision
  private var edits: MetadataEdits { revision.edits }
  /// Bytes of blocks that may still be read and written: a thousand pages may share one, which is changed for each of them.
  private var blockBytesLeft: Int

  init(_ source: any ByteSource, _ metadata: ImageMetadata, _ revision: BlockRevision) {
    self.source = source
    self.metadata = metadata
    self.revision = revision
    blockBytesLeft = revision.limits.maxMetadataBytes
  }

  /// - Parameter page: counted from 1; nil for all.
  mutating func rewrite(page: Int?) throws(ImageError) -> RewrittenFile {
    if edits.comments != nil || !edits.texts.isEmpty || edits.deletions.contains(where: { $0.group == .png }) {
      throw ImageError(.unsupported, "TIFF has no comments or texts with keywords; --set exif.ImageDescription=...")
    }
    let structure = try TIFFStructure.read(source, limits: revision.limits)
    if let page, !structure.pages.indices.contains(page - 1) {
      throw ImageError(.usage, "there is no page \(page): the file has \(structure.pages.count)")
    }
    var editor = try DirectoryEditor(source, isFile: true, limits: revision.limits)
    for (index, entry) in structure.pages.enumerated() where page.map({ $0 == index + 1 }) ?? true {
      let main = editor.chain.first { editor.offset(of: $0) == entry.directory.ifd.offset }
      guard let main else { throw ImageError(.invalidData, "page \(index + 1) cannot be found again", format: "TIFF") }
      try rewrite(main, metadata.images.indices.contains(index) ? metadata.images[index] : nil, &editor)
      let further = (entry.reduced + entry.masks).map(\.ifd.offset)
      let parts = editor.chain.filter { editor.offset(of: $0).map { further.contains($0) } ?? false }
      try rewriteParts(parts + ([main] + parts).flatMap { editor.subDirectories(of: $0) }, &editor)
    }
    revision.add([], editor.diagnostics)
    try tellOfLeftovers(editor)
    guard editor.isChanged else {
      var plan = BytePlan()
      plan.copy(0..<source.size)
      return RewrittenFile(plan: plan, changes: revision.changes, diagnostics: revision.diagnostics)
    }
    let (changes, diagnostics) = (revision.changes, revision.diagnostics)
    return RewrittenFile(plan: try editor.finish(), changes: changes, diagnostics: diagnostics)
  }

  /// Takes out of smaller versions, masks and sub-directories (the parts of a DNG file) what is to go, and moves their dates.
  /// What is set or copied describes the page.
  private mutating func rewriteParts(_ parts: [Int], _ editor: inout DirectoryEditor) throws(ImageError) {
    var below = edits
    (below.exif, below.xmp, below.iptc) = ([], [], [])
    (below.orientation, below.dotsPerInch) = (nil, nil)
    for directory in parts {
      var part = TIFFRewriting(source, metadata, BlockRevision(below, nil, limits: revision.limits))
      part.blockBytesLeft = blockBytesLeft
      try part.rewrite(directory, nil, &editor, isPage: false)
      blockBytesLeft = part.blockBytesLeft
      let told = Set(revision.diagnostics.map(\.message))
      revision.add(part.revision.changes, part.revision.diagnostics.filter { !told.contains($0.message) })
    }
  }

  /// Says what stays although it may be what is to go.
  private mutating func tellOfLeftovers(_ editor: borrowing DirectoryEditor) throws(ImageError) {
    guard !edits.selection.isSuperset(of: [.exif, .gps, .xmp, .iptc, .serialNumbers]) else { return }
    if editor.hasUnreadSubDirectories {
      revision.add(
        [], [.warning("sub-directories (SubIFDs) that cannot be read are kept, and with them what they say")])
    }
    let count = try editor.leftoverCount()
    if count > 0 {
      revision.add(
        [], [.note("\(count) bytes to which no field leads are kept; an earlier program may have left metadata there")])
    }
  }

  private static let dngVersion: UInt16 = 50706

  private mutating func rewrite(
    _ main: Int, _ image: ImageMetadata.Image?, _ editor: inout DirectoryEditor, isPage: Bool = true
  ) throws(ImageError) {
    if editor.field(Self.dngVersion, in: main) != nil, !edits.selection.contains(.exif) {
      throw ImageError(
        .unsupported, "the fields of a DNG file say how its pixels are to be read; exif cannot be stripped")
    }
    let copied = revision.copied
    var exif = ExifRevision(
      edits, ExifRevision.Container(size: image?.info?.size, isPage: true, isPart: !isPage), main: main)
    let copy = copied.flatMap { copied in
      copied.exif.map { ExifCopy(block: $0, kinds: copied.kinds, limits: revision.limits) }
    }
    try exif.apply(to: &editor, copied: copy)
    revision.add(exif.changes, exif.diagnostics)
    if edits.dotsPerInch != nil { revision.add(["set dpi"]) }
    if !edits.selection.contains(.gps), ExifKind.geographic.contains(where: { editor.field($0, in: main) != nil }) {
      revision.add([], [.note("the page is georeferenced (GeoTIFF), and stays so")])
    }
    if editor.field(ExifKind.photoshopLayers, in: main) != nil, !edits.selection.isSuperset(of: [.exif, .gps, .xmp]) {
      revision.add([], [.note("Photoshop's layers are kept, and with them what they say")])
    }
    let oldXMP = try bytes(TIFFTag.xmp, in: main, editor)
    let xmp = try revision.xmp(oldXMP, extended: nil, orientation: image?.info?.orientation).packet
    try put(xmp, TIFFTag.xmp, .byte, old: oldXMP, main, &editor)
    try rewriteIPTC(
      main, try bytes(TIFFTag.iptc, in: main, editor), try bytes(TIFFTag.photoshop, in: main, editor), &editor)
    if !edits.selection.contains(.icc), editor.remove(TIFFTag.iccProfile, from: main) {
      revision.add(["deleted icc"])
    }
    if let profile = copied?.profile {
      editor.set(TIFFTag.iccProfile, .undefined, profile, in: main)
      revision.add(["copied icc"])
    }
  }

  /// A block of a page.
  ///
  /// - Throws: `limitExceeded` where the blocks that are changed have more bytes than all metadata of a file may have.
  private mutating func bytes(
    _ tag: UInt16, in main: Int, _ editor: borrowing DirectoryEditor
  ) throws(ImageError) -> [UInt8]? {
    guard let field = editor.field(tag, in: main) else { return nil }
    let bytes = try editor.value(of: field)
    if revision.touchesBlocks { try count(bytes) }
    return bytes
  }

  private mutating func count(_ block: [UInt8]) throws(ImageError) {
    guard block.count <= blockBytesLeft else {
      throw revision.limits.exceeded(
        "the XMP, IPTC and Photoshop blocks of all pages have too many bytes", name: "max-metadata-bytes",
        value: revision.limits.maxMetadataBytes, format: "TIFF")
    }
    blockBytesLeft -= block.count
  }

  /// IPTC data stand in a field of their own, in Photoshop's resources, or in both.
  private mutating func rewriteIPTC(
    _ main: Int, _ bare: [UInt8]?, _ resources: [UInt8]?, _ editor: inout DirectoryEditor
  ) throws(ImageError) {
    let hasResource = resources.flatMap { PhotoshopResources($0) }?.iptc != nil
    let removes = !edits.selection.contains(.iptc)
    let needed: MetadataSelection = [.thumbnail, .exif, .gps, .xmp, .serialNumbers]
    if resources != nil, hasResource || removes || !edits.selection.isSuperset(of: needed) {
      try put(try revision.photoshop(resources), TIFFTag.photoshop, .byte, old: resources, main, &editor)
    }
    if removes {
      if editor.remove(TIFFTag.iptc, from: main) { revision.add(["deleted iptc"]) }
      return
    }
    guard bare != nil || !hasResource else { return }
    let datasets = bare.map { IPTCByteOrder.restored($0) }
    let new = try revision.iptc(datasets)
    // Data whose bytes are turned round stay so unless they change.
    if new != datasets { try put(new, TIFFTag.iptc, .undefined, old: bare, main, &editor) }
  }

  private mutating func put(
    _ new: [UInt8]?, _ tag: UInt16, _ type: IFDFieldType, old: [UInt8]?, _ main: Int, _ editor: inout DirectoryEditor
  ) throws(ImageError) {
    guard new != old else { return }
    guard var new else {
      editor.remove(tag, from: main)
      return
    }
    try count(new)
    // Old writers give IPTC the type LONG, whose values are filled up.
    let oldType = editor.field(tag, in: main)?.type ?? type
    let kept: IFDFieldType = oldType == .long || oldType == .byte || oldType == .undefined ? oldType : type
    while new.count % kept.byteCount != 0 { new.append(0) }
    editor.set(tag, kept, new, in: main)
  }
}
