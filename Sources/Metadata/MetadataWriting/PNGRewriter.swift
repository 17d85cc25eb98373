internal import ByteStreams
internal import Compression
internal import ImageModel
internal import MetadataModel
internal import PNGStructure

/// Rewrites the metadata of a PNG file, chunk by chunk.
struct PNGRewriter: FormatRewriter {
  let file: SourceFile
  private(set) var revision: BlockRevision

  /// Whether Exif was read from the raw profile "APP1", which may hold Exif or XMP.
  private var app1HoldsExif = false
  /// The keywords of texts that come from another file.
  private var copiedTexts: [String] = []

  init(_ file: SourceFile, _ revision: BlockRevision) {
    self.file = file
    self.revision = revision
  }

  mutating func rewrite() throws(ImageError) -> FilePatch {
    let structure = try PNGStructure.read(file.bytes, limits: revision.limits)
    var chunks = try PNGChunkRewriter(structure, file.bytes)
    app1HoldsExif = block(.exif) != nil && chunks.count(where: Self.holds("eXIf", ["exif"])) == 0
    try rewriteExif(&chunks)
    try rewriteXMP(&chunks)
    try rewriteIPTC(&chunks)
    try rewriteTexts(&chunks)
    try rewriteResolution(&chunks)
    removeRest(&chunks)
    try copyProfile(&chunks)
    if edits.removesPlaces { reportTexts(chunks) }
    let trailing = chunks.trailingBytes
    var patch = chunks.finish()
    revision.reportTrailer(bytes: trailing)
    if !edits.selection.contains(.trailers) { patch.dropLast(trailing) }
    return patch
  }

  // MARK: Blocks

  /// Selects the chunks that may hold a block: the chunk for it, and ImageMagick's texts with raw profiles.
  private static func holds(_ chunk: String, _ profiles: Set<String>) -> (String, String?) -> Bool {
    { name, keyword in
      if name == chunk { return true }
      guard let keyword, keyword.hasPrefix(PNGText.rawProfilePrefix) else { return false }
      return profiles.contains(keyword.dropFirst(PNGText.rawProfilePrefix.count).lowercased())
    }
  }

  private mutating func rewriteExif(_ chunks: inout PNGChunkRewriter) throws(ImageError) {
    let old = block(.exif)
    let info = file.metadata.images.first?.info
    let new = try revision.exif(old, ExifRevision.Container(size: info?.size, resolution: info?.resolution))
    if revision.removesAny(of: [.exif, .gps, .makerNotes, .serialNumbers]) {
      // Further blocks are removed, and blocks that were not read.
      let isExif = Self.holds("eXIf", ["exif", "app1"])
      let count = chunks.count(where: isExif)
      guard count > 1 || new != old || old == nil else { return }
      let isProfile =
        file.metadata.blocks.count { $0.kind == .xmp } > 0 && !chunks.textKeywords.contains(PNGText.xmpKeyword)
      let place = chunks.remove(where: isProfile ? Self.holds("eXIf", ["exif"]) : isExif)
      if place != nil, count > 1 || old == nil { revision.report("deleted further exif, or what cannot be read") }
      if place != nil, old == nil, edits.selection.contains(.exif) { revision.reportLeftOut("exif") }
      if let new { try chunks.insert("eXIf", new, at: place) }
      return
    }
    guard new != old else { return }
    if old == nil, chunks.contains("eXIf") {
      throw ImageError(.invalidData, "eXIf is damaged; a new one would lose it", format: "PNG")
    }
    let place = chunks.remove(where: Self.holds("eXIf", ["exif"]))
    // The raw profile "APP1" holds the Exif or the XMP that was read.
    if place == nil, old != nil { chunks.remove(where: Self.holds("eXIf", ["app1"])) }
    if let new { try chunks.insert("eXIf", new, at: place) }
  }

  private mutating func rewriteXMP(_ chunks: inout PNGChunkRewriter) throws(ImageError) {
    let old = block(.xmp)
    let new = try revision.xmp(old, extended: nil, orientation: file.metadata.images.first?.info?.orientation).packet
    let isXMP: (String, String?) -> Bool = { _, keyword in
      keyword == PNGText.xmpKeyword || keyword?.lowercased() == PNGText.rawProfilePrefix.lowercased() + "xmp"
    }
    if revision.removesAny(of: [.xmp, .gps, .serialNumbers]) {
      let isAny: (String, String?) -> Bool = { [app1HoldsExif] in
        isXMP($0, $1) || !app1HoldsExif && Self.holds("", ["app1"])($0, $1)
      }
      let count = chunks.count(where: isAny)
      guard count > 1 || new != old || old == nil else { return }
      let place = chunks.remove(where: isAny)
      if place != nil, count > 1 || old == nil { revision.report("deleted further xmp, or what cannot be read") }
      if place != nil, old == nil, edits.selection.contains(.xmp) { revision.reportLeftOut("xmp") }
      if let new { try chunks.insert("iTXt", Self.international(PNGText.xmpKeyword, new), at: place) }
      return
    }
    guard new != old else { return }
    if old == nil, chunks.textKeywords.contains(PNGText.xmpKeyword) {
      throw ImageError(.invalidData, "the XMP packet cannot be read; a new one would lose it", format: "PNG")
    }
    guard file.metadata.blocks.count(where: { $0.kind == .xmp }) < 2 else {
      throw ImageError(.invalidData, "there are several XMP packets; a change would lose one", format: "PNG")
    }
    var place = chunks.remove(where: isXMP)
    if place == nil, old != nil { place = chunks.remove(where: Self.holds("", ["app1"])) }
    if let new { try chunks.insert("iTXt", Self.international(PNGText.xmpKeyword, new), at: place) }
  }

  /// IPTC data has no chunk of its own. ImageMagick, ExifTool and exiv2 use a text with hexadecimal digits.
  private mutating func rewriteIPTC(_ chunks: inout PNGChunkRewriter) throws(ImageError) {
    let resources = block(.photoshop)
    let bare = block(.iptc)
    let isIPTC = Self.holds("", ["iptc", "8bim"])
    let profiles = chunks.count(where: isIPTC)
    let isUnread = profiles > 0 && resources == nil && bare == nil
    let removesFurther = revision.removesAny(of: [.iptc, .gps]) && (profiles > 1 || isUnread)
    if removesFurther { revision.report("deleted further iptc, or what cannot be read") }
    if removesFurther, isUnread, edits.selection.contains(.iptc) { revision.reportLeftOut("iptc") }
    var new: [UInt8]?
    if resources == nil, let bare {
      new = try revision.photoshop(PhotoshopResources.record(iptc: bare))
      if new == PhotoshopResources.record(iptc: bare), !removesFurther { return }
    } else {
      new = try revision.photoshop(resources)
      if new == resources, !removesFurther { return }
    }
    if profiles > 1, !removesFurther {
      throw ImageError(
        .invalidData, "there are several profiles with IPTC data; a change would lose one", format: "PNG")
    }
    let place = chunks.remove(where: isIPTC)
    guard let new else { return }
    try chunks.insert("tEXt", PNGText.rawProfile("iptc", new), at: place)
  }

  // MARK: Texts

  private mutating func rewriteTexts(_ chunks: inout PNGChunkRewriter) throws(ImageError) {
    let copied = revision.copied
    // Readers do not show a text without a keyword, but the file still contains it.
    let textChunks: Set<String> = ["tEXt", "zTXt", "iTXt"]
    if !edits.selection.contains(.comments),
      chunks.remove(where: { Self.isText($1) || $1 == nil && textChunks.contains($0) }) != nil
    {
      revision.report("deleted comments")
    }
    if chunks.remove(where: { [self] in repeatsExif($1) }) != nil { revision.report("deleted texts that repeat exif") }
    if edits.stripsUnknown {
      let known = Self.holds("", ["exif", "app1", "xmp", "iptc", "8bim", "icc", "icm"])
      if chunks.remove(where: { $1?.hasPrefix(PNGText.rawProfilePrefix) == true && !known($0, $1) }) != nil {
        revision.report("deleted raw profiles")
      }
    }
    for deletion in edits.deletions where deletion.group == .png {
      let names = chunks.textKeywords.filter { Self.isText($0) && deletion.pattern.matches($0) }
      chunks.remove { Self.isText($1) && deletion.pattern.matches($1 ?? "") }
      revision.report(names.map { "deleted png.\($0)" }, [])
    }
    var texts = edits.texts
    for comment in edits.comments ?? [] { texts.append(.init(keyword: "Comment", value: comment)) }
    if let copied, copied.kinds.contains(.comments) {
      let own = Set(texts.map(\.keyword))
      let others = copied.texts + copied.comments.map { .init(keyword: "Comment", value: $0) }
      // The other file must not bring back what is deleted.
      let taken = others.filter { text in
        !own.contains(text.keyword) && !repeatsExif(text.keyword)
          && !edits.deletions.contains { $0.group == .png && $0.pattern.matches(text.keyword) }
      }
      texts += taken
      copiedTexts = taken.map(\.keyword)
    }
    var places: [String: Int?] = [:]
    for text in texts {
      if places[text.keyword] == nil {
        places[text.keyword] = .some(Self.isText(text.keyword) ? chunks.removeTexts(text.keyword) : nil)
      }
      let (name, content) = Self.text(text.keyword, text.value)
      try chunks.insert(name, content, at: places[text.keyword] ?? nil)
      revision.report("set png.\(text.keyword)")
    }
    if edits.shift != nil, chunks.textKeywords.contains("Creation Time") {
      revision.report(.note("the text Creation Time is not moved: it has no fixed format"))
    }
  }

  /// Whether a text is one of ImageMagick's copies of an Exif tag that is removed.
  private func repeatsExif(_ keyword: String?) -> Bool {
    guard let name = keyword?.lowercased(), name.hasPrefix("exif:") else { return false }
    return !edits.selection.contains(.exif) || !edits.selection.contains(.gps) && name.hasPrefix("exif:gps")
      || !edits.selection.contains(.serialNumbers) && name.contains("serialnumber")
  }

  /// Reports the texts that stay, because they may mention a place.
  private mutating func reportTexts(_ chunks: borrowing PNGChunkRewriter) {
    var names: [String] = []
    // A file may have thousands of texts.
    for name in chunks.textKeywords + copiedTexts
    where Self.isText(name) && !Self.isMadeByPrograms(name) && names.count < 8 {
      if !names.contains(name) { names.append(name) }
    }
    guard !names.isEmpty else { return }
    let list = names.joined(separator: ", ") + (names.count == 8 ? ", ..." : "")
    revision.report(.note("kept texts may still mention a place: \(list)"))
  }

  private static func isText(_ keyword: String?) -> Bool {
    keyword.map { !$0.hasPrefix(PNGText.rawProfilePrefix) && $0 != PNGText.xmpKeyword } ?? false
  }

  /// Whether a text has a value that programs make and that names no place: ImageMagick's dates and properties of the
  /// file, and the keywords of the standard for such values (third edition, 11.3.3.1).
  private static func isMadeByPrograms(_ keyword: String) -> Bool {
    ["Software", "Creation Time"].contains(keyword) || keyword.hasPrefix("date:") || keyword.hasPrefix("png:")
  }

  /// The chunk for a text: tEXt if the value is Latin-1, else iTXt (third edition, 11.3.3).
  private static func text(_ keyword: String, _ value: String) -> (String, [UInt8]) {
    if value.unicodeScalars.allSatisfy({ $0.value < 0x7F || (0xA0...0xFF).contains($0.value) }) {
      return ("tEXt", latin1(keyword) + [0] + latin1(value))
    }
    return ("iTXt", international(keyword, Array(value.utf8)))
  }

  private static func international(_ keyword: String, _ value: [UInt8]) -> [UInt8] {
    latin1(keyword) + [0, 0, 0, 0, 0] + value
  }

  private static func latin1(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  // MARK: Other chunks

  private mutating func rewriteResolution(_ chunks: inout PNGChunkRewriter) throws(ImageError) {
    let density = edits.dotsPerInch ?? revision.copied?.resolution?.dotsPerInch
    if let density {
      func perMetre(_ value: Double) -> [UInt8] {
        // The fraction may come from another file and have any value.
        let number = value.isFinite ? UInt32(min(Double(Int32.max), max(0, (value / 0.0254).rounded()))) : 0
        return number.bigEndianBytes
      }
      let place = chunks.remove { name, _ in name == "pHYs" }
      try chunks.insert("pHYs", perMetre(density.x) + perMetre(density.y) + [1], at: place)
      revision.report(edits.dotsPerInch == nil ? "copied resolution" : "set dpi")
    } else if !edits.selection.contains(.resolution),
      chunks.remove(where: { name, _ in name == "pHYs" }) != nil
    {
      revision.report("deleted resolution")
    }
  }

  /// Puts the profile of another file in place of everything that says how the colours are meant: decoders prefer cICP
  /// to a profile, and sRGB must not be beside one (third edition, 11.3.2.3 and 11.3.2.5).
  private mutating func copyProfile(_ chunks: inout PNGChunkRewriter) throws(ImageError) {
    guard let profile = revision.copied?.profile else { return }
    let isProfile = Self.holds("iCCP", ["icc", "icm"])
    chunks.remove { name, keyword in
      ["sRGB", "gAMA", "cHRM", "cICP"].contains(name) || isProfile(name, keyword)
    }
    let content = Self.latin1("ICC Profile") + [0, 0] + (try Zlib.deflate(profile))
    try chunks.insert("iCCP", content, at: chunks.endOfHeader)
    revision.report("copied icc")
  }

  private mutating func removeRest(_ chunks: inout PNGChunkRewriter) {
    if !edits.selection.contains(.icc), chunks.remove(where: { name, _ in name == "iCCP" }) != nil {
      revision.report("deleted icc")
    }
    let isUnknown: (String, String?) -> Bool = { name, _ in
      // Bit 5 of the first letter is set in ancillary chunks, which a decoder does not need (third edition, 5.4).
      name.utf8.first.map { $0 & 0x20 != 0 } == true && !Self.known.contains(name)
    }
    guard edits.stripsUnknown else { return revision.reportKept("chunks", chunks.names(where: isUnknown)) }
    // The time of the last change is personal data.
    if chunks.remove(where: { name, _ in name == "tIME" }) != nil {
      revision.report("deleted tIME")
    }
    if chunks.remove(where: isUnknown) != nil { revision.report("deleted unknown chunks") }
  }

  /// The ancillary chunks of the third edition and its extensions. They describe the picture, or are removed by their
  /// kind.
  private static let known: Set<String> = [
    "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "mDCV", "cLLI", "mDCv", "cLLi", "bKGD", "hIST", "pHYs",
    "sPLT", "acTL", "fcTL", "fdAT", "oFFs", "sCAL", "sTER", "pCAL", "eXIf", "tEXt", "zTXt", "iTXt", "tIME", "gIFg",
  ]
}
