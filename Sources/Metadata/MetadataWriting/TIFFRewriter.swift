internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

/// Rewrites the metadata of a TIFF file. Directories change in place; parts that grow move to the end.
struct TIFFRewriter: FormatRewriter {
  let file: SourceFile
  private(set) var revision: BlockRevision
  /// How many more bytes of blocks may be read and written. A thousand pages may share a block, and each page gets its
  /// own changed copy.
  private var blockBytesLeft: Int

  init(_ file: SourceFile, _ revision: BlockRevision) {
    self.file = file
    self.revision = revision
    blockBytesLeft = revision.limits.maxMetadataBytes
  }

  mutating func rewrite() throws(ImageError) -> FilePatch {
    if edits.comments != nil || !edits.texts.isEmpty || edits.deletions.contains(where: { $0.group == .png }) {
      throw ImageError(.unsupported, "TIFF has no comments or texts with keywords; --set exif.ImageDescription=...")
    }
    let page = file.page
    let structure = try TIFFStructure.read(file.bytes, limits: revision.limits)
    if let page, !structure.pages.indices.contains(page - 1) {
      throw ImageError(.usage, "there is no page \(page): the file has \(structure.pages.count)")
    }
    var editor = try IFDEditor(file.bytes, isFile: true, limits: revision.limits)
    for (index, entry) in structure.pages.enumerated() where page.map({ $0 == index + 1 }) ?? true {
      let main = editor.chain.first { editor.offset(of: $0) == entry.directory.ifd.offset }
      guard let main else { throw ImageError(.invalidData, "page \(index + 1) cannot be found again", format: "TIFF") }
      try rewrite(main, file.metadata.images.indices.contains(index) ? file.metadata.images[index] : nil, &editor)
      let further = (entry.reduced + entry.masks).map(\.ifd.offset)
      let parts = editor.chain.filter { editor.offset(of: $0).map { further.contains($0) } ?? false }
      try rewriteParts(parts + ([main] + parts).flatMap { editor.subDirectories(of: $0) }, &editor)
    }
    revision.report([], editor.diagnostics)
    try reportLeftovers(editor)
    if editor.isChanged { return try editor.finish() }
    var unchanged = FilePatch()
    unchanged.copy(0..<file.bytes.size)
    return unchanged
  }

  /// Changes the first directory of a camera's raw file. Nothing that is there moves or is overwritten, but the offsets
  /// of directories.
  ///
  /// - Throws: `invalidData` for directories that cannot be read.
  mutating func rewriteRAW() throws(ImageError) -> FilePatch {
    var editor = try IFDEditor(file.bytes, isFile: true, appendsOnly: true, limits: revision.limits)
    guard !editor.hasUnreadSubDirectories else {
      throw ImageError(.invalidData, "a sub-directory (SubIFDs) cannot be read", format: "TIFF")
    }
    try rewrite(editor.chain[0], file.metadata.images.first, &editor)
    revision.report([], editor.diagnostics)
    return try editor.finish()
  }

  /// Removes kinds and moves dates in smaller versions, masks and sub-directories (the parts of a DNG file). What is
  /// set or copied applies to the page only.
  private mutating func rewriteParts(_ parts: [Int], _ editor: inout IFDEditor) throws(ImageError) {
    var below = edits
    (below.exif, below.xmp, below.iptc) = ([], [], [])
    (below.orientation, below.dotsPerInch) = (nil, nil)
    for directory in parts {
      var part = TIFFRewriter(file, BlockRevision(below, nil, limits: revision.limits))
      part.blockBytesLeft = blockBytesLeft
      try part.rewrite(directory, nil, &editor, isPage: false)
      blockBytesLeft = part.blockBytesLeft
      let reported = Set(revision.diagnostics.map(\.message))
      revision.report(part.revision.changes, part.revision.diagnostics.filter { !reported.contains($0.message) })
    }
  }

  /// Reports leftovers that stay although they may hold what is to be removed.
  private mutating func reportLeftovers(_ editor: borrowing IFDEditor) throws(ImageError) {
    guard revision.removesAny(of: [.exif, .gps, .xmp, .iptc, .serialNumbers]) else { return }
    if editor.hasUnreadSubDirectories {
      revision.report(
        .warning("sub-directories (SubIFDs) that cannot be read are kept, with their metadata")
          .about(.metadata))
    }
    let count = try editor.leftoverCount()
    if count > 0 {
      revision.report(
        .note("\(count) unreferenced bytes are kept; an earlier program may have left metadata there"))
    }
  }

  private mutating func rewrite(
    _ main: Int, _ image: ImageMetadata.Image?, _ editor: inout IFDEditor, isPage: Bool = true
  ) throws(ImageError) {
    if editor.field(ExifPrivateTag.dngVersion, in: main) != nil, !edits.selection.contains(.exif) {
      throw ImageError(
        .unsupported, "the fields of a DNG file describe how its pixels are read; exif cannot be stripped")
    }
    let copied = revision.copied
    var exif = ExifRevision(
      edits, ExifRevision.Container(size: image?.info?.size, isPage: true, isPart: !isPage), main: main)
    let copy = copied.flatMap { copied in
      copied.exif.map { ExifCopy(block: $0, kinds: copied.kinds, limits: revision.limits) }
    }
    try exif.apply(to: &editor, copied: copy)
    revision.report(exif.changes, exif.diagnostics)
    if edits.dotsPerInch != nil { revision.report("set dpi") }
    if !edits.selection.contains(.gps), ExifPrivateTag.geographic.contains(where: { editor.field($0, in: main) != nil })
    {
      revision.report(.note("the page is georeferenced (GeoTIFF), and stays so"))
    }
    if editor.field(ExifPrivateTag.photoshopLayers, in: main) != nil, revision.removesAny(of: [.exif, .gps, .xmp]) {
      revision.report(.note("Photoshop's layers are kept, with their metadata"))
    }
    let oldXMP = try bytes(TIFFTag.xmp, in: main, editor)
    let xmp = try revision.xmp(oldXMP, extended: nil, orientation: image?.info?.orientation).packet
    try put(xmp, TIFFTag.xmp, .byte, old: oldXMP, main, &editor)
    try rewriteIPTC(
      main, try bytes(TIFFTag.iptc, in: main, editor), try bytes(TIFFTag.photoshop, in: main, editor), &editor)
    if !edits.selection.contains(.icc), editor.remove(TIFFTag.iccProfile, from: main) {
      revision.report("deleted icc")
    }
    if let profile = copied?.profile {
      editor.set(TIFFTag.iccProfile, .undefined, profile, in: main)
      revision.report("copied icc")
    }
  }

  /// The bytes of a block of a page.
  ///
  /// - Throws: `limitExceeded` if all changed blocks together exceed the limit on a file's metadata.
  private mutating func bytes(
    _ tag: UInt16, in main: Int, _ editor: borrowing IFDEditor
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

  /// IPTC data is in a field of its own, in Photoshop resources, or in both.
  private mutating func rewriteIPTC(
    _ main: Int, _ bare: [UInt8]?, _ resources: [UInt8]?, _ editor: inout IFDEditor
  ) throws(ImageError) {
    let hasResource = resources.flatMap { PhotoshopResources($0) }?.iptc != nil
    let removes = !edits.selection.contains(.iptc)
    if resources != nil,
      hasResource || removes || revision.removesAny(of: [.thumbnail, .exif, .gps, .xmp, .serialNumbers])
    {
      try put(try revision.photoshop(resources), TIFFTag.photoshop, .byte, old: resources, main, &editor)
    }
    if removes {
      if editor.remove(TIFFTag.iptc, from: main) { revision.report("deleted iptc") }
      return
    }
    guard bare != nil || !hasResource else { return }
    let datasets = bare.map { IPTCByteOrder.restored($0) }
    let new = try revision.iptc(datasets)
    // Data with swapped bytes stays as it is unless it changes.
    if new != datasets { try put(new, TIFFTag.iptc, .undefined, old: bare, main, &editor) }
  }

  private mutating func put(
    _ new: [UInt8]?, _ tag: UInt16, _ type: IFDFieldType, old: [UInt8]?, _ main: Int, _ editor: inout IFDEditor
  ) throws(ImageError) {
    guard new != old else { return }
    guard var new else {
      editor.remove(tag, from: main)
      return
    }
    try count(new)
    // Old writers give IPTC data the type LONG; it is padded to whole values.
    let oldType = editor.field(tag, in: main)?.type ?? type
    let kept: IFDFieldType = oldType == .long || oldType == .byte || oldType == .undefined ? oldType : type
    while new.count % kept.byteCount != 0 { new.append(0) }
    editor.set(tag, kept, new, in: main)
  }
}
