internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import PNGStructure

/// Rewrites the metadata of a PNG file.
struct PNGRewriting {
  private let source: any ByteSource
  private let metadata: ImageMetadata
  private var revision: BlockRevision
  private var edits: MetadataEdits { revision.edits }

  /// Whether the profile "APP1", which may hold Exif or XMP, is where Exif was read from.
  private var app1HoldsExif = false
  /// The keywords of texts that come from another file.
  private var copiedTexts: [String] = []

  init(_ source: any ByteSource, _ metadata: ImageMetadata, _ revision: BlockRevision) {
    self.source = source
    self.metadata = metadata
    self.revision = revision
  }

  mutating func rewrite() throws(ImageError) -> RewrittenFile {
    let structure = try PNGStructure.read(source, limits: revision.limits)
    var rewriter = try PNGChunkRewriter(structure, source)
    app1HoldsExif = block(.exif) != nil && rewriter.count(where: Self.holds("eXIf", ["exif"])) == 0
    try rewriteExif(&rewriter)
    try rewriteXMP(&rewriter)
    try rewriteIPTC(&rewriter)
    try rewriteTexts(&rewriter)
    try rewriteResolution(&rewriter)
    rewriteRest(&rewriter)
    tellOfTexts(rewriter)
    if revision.copied?.profile != nil {
      throw ImageError(.unsupported, "a colour profile is not copied into a PNG file: its pixels may not fit it")
    }
    return RewrittenFile(plan: rewriter.finish(), changes: revision.changes, diagnostics: revision.diagnostics)
  }

  private func block(_ kind: MetadataBlock.Kind) -> [UInt8]? { metadata.blocks.first { $0.kind == kind }?.bytes }

  /// Chunks that hold a kind of block: its own, and ImageMagick's texts with it.
  private static func holds(_ chunk: String, _ profiles: Set<String>) -> (String, String?) -> Bool {
    { name, keyword in
      if name == chunk { return true }
      guard let keyword, keyword.hasPrefix(PNGText.rawProfilePrefix) else { return false }
      return profiles.contains(keyword.dropFirst(PNGText.rawProfilePrefix.count).lowercased())
    }
  }

  /// Whether a block of a kind may not stay unless it was searched.
  private func removesFurther(_ needed: MetadataSelection) -> Bool { !edits.selection.isSuperset(of: needed) }

  private mutating func rewriteExif(_ rewriter: inout PNGChunkRewriter) throws(ImageError) {
    let old = block(.exif)
    let info = metadata.images.first?.info
    let new = try revision.exif(old, ExifRevision.Container(size: info?.size, resolution: info?.resolution))
    if removesFurther([.exif, .gps, .makerNotes, .serialNumbers]) {
      // Also what was not read, and what stands behind the first.
      let isExif = Self.holds("eXIf", ["exif", "app1"])
      let count = rewriter.count(where: isExif)
      guard count > 1 || new != old || old == nil else { return }
      let isProfile =
        metadata.blocks.count { $0.kind == .xmp } > 0 && !rewriter.textKeywords.contains(PNGText.xmpKeyword)
      let place = rewriter.remove(where: isProfile ? Self.holds("eXIf", ["exif"]) : isExif)
      if place != nil, count > 1 || old == nil { revision.add(["deleted further exif, or what cannot be read"]) }
      if place != nil, old == nil, edits.selection.contains(.exif) { revision.tellLeftOut("exif") }
      if let new { try rewriter.insert("eXIf", new, at: place) }
      return
    }
    guard new != old else { return }
    if old == nil, rewriter.contains("eXIf") {
      throw ImageError(.invalidData, "eXIf is damaged; a new one would lose it", format: "PNG")
    }
    let place = rewriter.remove(where: Self.holds("eXIf", ["exif"]))
    // The profile "APP1" may hold Exif or XMP; it is one of the two that were read.
    if place == nil, old != nil { rewriter.remove(where: Self.holds("eXIf", ["app1"])) }
    if let new { try rewriter.insert("eXIf", new, at: place) }
  }

  private mutating func rewriteXMP(_ rewriter: inout PNGChunkRewriter) throws(ImageError) {
    let old = block(.xmp)
    let new = try revision.xmp(old, extended: nil, orientation: metadata.images.first?.info?.orientation).packet
    let isXMP: (String, String?) -> Bool = { _, keyword in
      keyword == PNGText.xmpKeyword || keyword?.lowercased() == PNGText.rawProfilePrefix.lowercased() + "xmp"
    }
    if removesFurther([.xmp, .gps, .serialNumbers]) {
      let isAny: (String, String?) -> Bool = { [app1HoldsExif] in
        isXMP($0, $1) || !app1HoldsExif && Self.holds("", ["app1"])($0, $1)
      }
      let count = rewriter.count(where: isAny)
      guard count > 1 || new != old || old == nil else { return }
      let place = rewriter.remove(where: isAny)
      if place != nil, count > 1 || old == nil { revision.add(["deleted further xmp, or what cannot be read"]) }
      if place != nil, old == nil, edits.selection.contains(.xmp) { revision.tellLeftOut("xmp") }
      if let new { try rewriter.insert("iTXt", Self.international(PNGText.xmpKeyword, new), at: place) }
      return
    }
    guard new != old else { return }
    if old == nil, rewriter.textKeywords.contains(PNGText.xmpKeyword) {
      throw ImageError(.invalidData, "the XMP packet cannot be read; a new one would lose it", format: "PNG")
    }
    guard metadata.blocks.count(where: { $0.kind == .xmp }) < 2 else {
      throw ImageError(.invalidData, "there are several XMP packets; a change would lose one", format: "PNG")
    }
    var place = rewriter.remove(where: isXMP)
    if place == nil, old != nil { place = rewriter.remove(where: Self.holds("", ["app1"])) }
    if let new { try rewriter.insert("iTXt", Self.international(PNGText.xmpKeyword, new), at: place) }
  }

  /// IPTC has no chunk of its own; ImageMagick's, ExifTool's and exiv2's way is a text with hexadecimal digits.
  private mutating func rewriteIPTC(_ rewriter: inout PNGChunkRewriter) throws(ImageError) {
    let resources = block(.photoshop)
    let bare = block(.iptc)
    let isIPTC = Self.holds("", ["iptc", "8bim"])
    let profiles = rewriter.count(where: isIPTC)
    let isUnread = profiles > 0 && resources == nil && bare == nil
    let removesFurther = removesFurther([.iptc, .gps]) && (profiles > 1 || isUnread)
    if removesFurther { revision.add(["deleted further iptc, or what cannot be read"]) }
    if removesFurther, isUnread, edits.selection.contains(.iptc) { revision.tellLeftOut("iptc") }
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
    let place = rewriter.remove(where: isIPTC)
    guard let new else { return }
    try rewriter.insert("tEXt", PNGText.rawProfile("iptc", new), at: place)
  }

  private mutating func rewriteTexts(_ rewriter: inout PNGChunkRewriter) throws(ImageError) {
    let copied = revision.copied
    // A text without a keyword is one that no reader delivers; it is there all the same.
    let chunks: Set<String> = ["tEXt", "zTXt", "iTXt"]
    if !edits.selection.contains(.comments),
      rewriter.remove(where: { Self.isText($1) || $1 == nil && chunks.contains($0) }) != nil
    {
      revision.add(["deleted comments"])
    }
    if rewriter.remove(where: { [self] in repeatsExif($1) }) != nil { revision.add(["deleted texts that repeat exif"]) }
    if edits.stripsUnknown {
      let known = Self.holds("", ["exif", "app1", "xmp", "iptc", "8bim", "icc", "icm"])
      if rewriter.remove(where: { $1?.hasPrefix(PNGText.rawProfilePrefix) == true && !known($0, $1) }) != nil {
        revision.add(["deleted raw profiles"])
      }
    }
    for deletion in edits.deletions where deletion.group == .png {
      let names = rewriter.textKeywords.filter { Self.isText($0) && deletion.pattern.matches($0) }
      rewriter.remove { Self.isText($1) && deletion.pattern.matches($1 ?? "") }
      revision.add(names.map { "deleted png.\($0)" })
    }
    var texts = edits.texts
    for comment in edits.comments ?? [] { texts.append(.init(keyword: "Comment", value: comment)) }
    if let copied, copied.kinds.contains(.comments) {
      let own = Set(texts.map(\.keyword))
      let others = copied.texts + copied.comments.map { .init(keyword: "Comment", value: $0) }
      // What is to be deleted does not come in by the other file.
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
        places[text.keyword] = .some(Self.isText(text.keyword) ? rewriter.removeTexts(text.keyword) : nil)
      }
      let (name, content) = Self.text(text.keyword, text.value)
      try rewriter.insert(name, content, at: places[text.keyword] ?? nil)
      revision.add(["set png.\(text.keyword)"])
    }
    if edits.shift != nil, rewriter.textKeywords.contains("Creation Time") {
      revision.add([], [.note("the text Creation Time is not moved: it has no fixed form")])
    }
  }

  /// Whether a text is one in which ImageMagick repeats a tag of Exif that is to go.
  private func repeatsExif(_ keyword: String?) -> Bool {
    guard let name = keyword?.lowercased(), name.hasPrefix("exif:") else { return false }
    return !edits.selection.contains(.exif) || !edits.selection.contains(.gps) && name.hasPrefix("exif:gps")
      || !edits.selection.contains(.serialNumbers) && name.contains("serialnumber")
  }

  /// Names the texts that stay, which may say anything.
  private mutating func tellOfTexts(_ rewriter: borrowing PNGChunkRewriter) {
    guard edits.removesPlaces else { return }
    var names: [String] = []
    // Files with thousands of texts need no longer list.
    for name in rewriter.textKeywords + copiedTexts where Self.isText(name) && names.count < 8 {
      if !names.contains(name) { names.append(name) }
    }
    guard !names.isEmpty else { return }
    let list = names.joined(separator: ", ") + (names.count == 8 ? ", ..." : "")
    revision.add([], [.note("a place may still be told by texts that are kept: \(list)")])
  }

  private static func isText(_ keyword: String?) -> Bool {
    keyword.map { !$0.hasPrefix(PNGText.rawProfilePrefix) && $0 != PNGText.xmpKeyword } ?? false
  }

  /// tEXt where the value is Latin-1, else iTXt (third edition, 11.3.3).
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

  private mutating func rewriteResolution(_ rewriter: inout PNGChunkRewriter) throws(ImageError) {
    let density = edits.dotsPerInch ?? revision.copied?.resolution?.dotsPerInch
    if let density {
      func perMetre(_ value: Double) -> [UInt8] {
        // A fraction of another file may be anything.
        let number = value.isFinite ? UInt32(min(Double(Int32.max), max(0, (value / 0.0254).rounded()))) : 0
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
      }
      let place = rewriter.remove { name, _ in name == "pHYs" }
      try rewriter.insert("pHYs", perMetre(density.x) + perMetre(density.y) + [1], at: place)
      revision.add([edits.dotsPerInch == nil ? "copied resolution" : "set dpi"])
    } else if !edits.selection.contains(.resolution),
      rewriter.remove(where: { name, _ in name == "pHYs" }) != nil
    {
      revision.add(["deleted resolution"])
    }
  }

  private mutating func rewriteRest(_ rewriter: inout PNGChunkRewriter) {
    if !edits.selection.contains(.icc), rewriter.remove(where: { name, _ in name == "iCCP" }) != nil {
      revision.add(["deleted icc"])
    }
    // The time of the last change says something of whoever made it.
    if edits.stripsUnknown, rewriter.remove(where: { name, _ in name == "tIME" }) != nil {
      revision.add(["deleted tIME"])
    }
    guard edits.stripsUnknown else { return }
    // Bit 5 of the first letter is set in chunks that a decoder does not need (third edition, 5.4).
    let removed = rewriter.remove { name, _ in
      name.utf8.first.map { $0 & 0x20 != 0 } == true && !Self.known.contains(name)
    }
    if removed != nil { revision.add(["deleted chunks that nobody knows"]) }
  }

  /// Ancillary chunks of the third edition and its extensions: what they say of the picture stays, the rest goes by its kind.
  private static let known: Set<String> = [
    "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "mDCV", "cLLI", "mDCv", "cLLi", "bKGD", "hIST", "pHYs",
    "sPLT",
    "acTL", "fcTL", "fdAT", "oFFs", "sCAL", "sTER", "pCAL", "eXIf", "tEXt", "zTXt", "iTXt", "tIME", "gIFg",
  ]
}
