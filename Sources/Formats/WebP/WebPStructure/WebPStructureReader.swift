internal import ByteStreams
internal import ImageModel

/// Walks the chunks of one file and collects a `WebPStructure`.
struct WebPStructureReader {
  /// More chunks than any real file has; frames count, too.
  private static let maxChunks = 1 << 16
  private static let maxDiagnostics = 20

  private let limits: Limits
  private var reader: WindowedReader
  /// Where the chunks of the file end: at the declared end, or at that of a shorter file.
  private var end: UInt64 = 0
  private var chunks: [WebPChunk] = []
  private var frames: [WebPStructure.Frame] = []
  private var blocks: [MetadataBlock] = []
  private var diagnostics: [Diagnostic] = []
  private var metadataBytes = 0
  private var extended: (flags: UInt8, size: PixelSize)?
  private var animation: (background: [UInt8], loopCount: Int)?
  private var picture: WebPStructure.Picture?
  private var isComplete = true

  init(_ source: any ByteSource, limits: Limits) {
    self.limits = limits
    reader = WindowedReader(source)
  }

  mutating func read() throws(ImageError) -> WebPStructure {
    guard let start = try reader.bytes(at: 0, count: 12), start.starts(with: "RIFF".utf8),
      start[8...].elementsEqual("WEBP".utf8)
    else {
      throw ImageError(.invalidData, "the signature is wrong or damaged", format: "WebP")
    }
    let declared = UInt64(UInt32(littleEndianBytes: start[4..<8])) + 8
    end = min(declared, reader.size)
    if declared > reader.size { warn("the file is cut short: \(declared - reader.size) bytes are missing") }
    var offset: UInt64 = 12
    while let chunk = try chunk(at: offset, before: end) {
      guard chunks.count < Self.maxChunks else {
        warn("there are more than \(Self.maxChunks) chunks; the rest is not read")
        isComplete = false
        break
      }
      chunks.append(chunk)
      if chunk.isCut { isComplete = false }
      try take(chunk)
      offset = chunk.endOffset
    }
    return try structure()
  }

  /// The chunk at an offset; nil where fewer than eight bytes are left.
  private mutating func chunk(at offset: UInt64, before end: UInt64) throws(ImageError) -> WebPChunk? {
    guard offset <= end, end - offset >= 8, let header = try reader.bytes(at: offset, count: 8) else { return nil }
    let declared = UInt64(UInt32(littleEndianBytes: header[4...]))
    let present = min(declared, end - offset - 8)
    return WebPChunk(
      name: Latin1.text(header[..<4]), offset: offset, length: present, isCut: present < declared)
  }

  private mutating func take(_ chunk: WebPChunk) throws(ImageError) {
    if chunk.isCut, !chunk.isPicture { return warn("\(chunk.name) is cut short, and not read") }
    switch chunk.name {
    case "VP8X": try takeExtended(chunk)
    case "ANIM": try takeAnimation(chunk)
    case "ANMF": try takeFrame(chunk)
    case "VP8 ", "VP8L":
      guard picture == nil, frames.isEmpty else { return warn("there is more than one picture; the first is read") }
      picture = try self.picture(chunk, alpha: chunks.dropLast().last { $0.name == "ALPH" })
    case "ICCP": try takeBlock(.icc, chunk)
    case "EXIF": try takeBlock(.exif, chunk)
    case "XMP ": try takeBlock(.xmp, chunk)
    default: break
    }
  }

  private mutating func takeExtended(_ chunk: WebPChunk) throws(ImageError) {
    guard chunks.count == 1, let bytes = try reader.bytes(at: chunk.contentOffset, count: 10), chunk.length >= 10 else {
      return warn("VP8X is not valid and is not read")
    }
    extended = (bytes[0], PixelSize(width: Self.uint24(bytes, 4) + 1, height: Self.uint24(bytes, 7) + 1))
  }

  private mutating func takeAnimation(_ chunk: WebPChunk) throws(ImageError) {
    guard animation == nil, chunk.length >= 6, let bytes = try reader.bytes(at: chunk.contentOffset, count: 6) else {
      return warn("ANIM is not valid and is not read")
    }
    animation = (Array(bytes[..<4]), Int(UInt16(littleEndianBytes: bytes[4...])))
  }

  /// Reads a frame: its place and time, and the header of its picture.
  private mutating func takeFrame(_ chunk: WebPChunk) throws(ImageError) {
    guard picture == nil, animation != nil else { return warn("a frame outside an animation is not read") }
    guard chunk.length >= 16, let bytes = try reader.bytes(at: chunk.contentOffset, count: 16) else {
      return warn("a frame of \(chunk.length) bytes is not read")
    }
    let end = chunk.contentOffset + chunk.length
    var offset = chunk.contentOffset + 16
    var (alpha, found): (WebPChunk?, WebPStructure.Picture?) = (nil, nil)
    // A frame has two chunks, and perhaps unknown ones, a few of which are passed over.
    for _ in 0..<16 where found == nil {
      guard let part = try self.chunk(at: offset, before: end) else { break }
      if part.name == "ALPH" { alpha = part }
      if part.name == "VP8 " || part.name == "VP8L" { found = try picture(part, alpha: alpha) }
      offset = part.endOffset
    }
    guard let found else { return warn("frame \(frames.count + 1) has no picture that can be read") }
    frames.append(
      WebPStructure.Frame(
        x: 2 * Self.uint24(bytes, 0), y: 2 * Self.uint24(bytes, 3), picture: found, duration: Self.uint24(bytes, 12),
        isBlended: bytes[15] & 2 == 0, isDisposed: bytes[15] & 1 != 0))
  }

  /// The header of a picture's data; nil with a warning where it is damaged.
  private mutating func picture(
    _ chunk: WebPChunk, alpha: WebPChunk?
  ) throws(ImageError) -> WebPStructure.Picture? {
    let count = Int(min(chunk.length, 10))
    let header = try reader.bytes(at: chunk.contentOffset, count: count) ?? []
    let data = (alpha?.offset ?? chunk.offset)..<chunk.contentOffset + chunk.length
    if chunk.name == "VP8L" {
      // A signature, then 14 bits of width - 1, 14 of height - 1, alpha, 3 of version.
      guard header.count >= 5, header[0] == 0x2F else { return noPicture(chunk) }
      let bits = UInt32(littleEndianBytes: header[1..<5])
      let size = PixelSize(width: Int(bits & 0x3FFF) + 1, height: Int(bits >> 14 & 0x3FFF) + 1)
      return WebPStructure.Picture(
        size: size, isLossless: true, hasAlpha: bits >> 28 & 1 == 1, data: chunk.offset..<data.upperBound)
    }
    // RFC 6386, 9.1: three bytes whose lowest bit is 0 in a key frame, a start code, 14 bits of each side.
    guard header.count == 10, header[0] & 1 == 0, header[3...5] == [0x9D, 0x01, 0x2A] else { return noPicture(chunk) }
    let (width, height) = (UInt16(littleEndianBytes: header[6...7]), UInt16(littleEndianBytes: header[8...9]))
    let size = PixelSize(width: Int(width & 0x3FFF), height: Int(height & 0x3FFF))
    guard size.width > 0, size.height > 0 else { return noPicture(chunk) }
    return WebPStructure.Picture(
      size: size, isLossless: false, hasAlpha: alpha != nil, version: header[0] >> 1 & 7,
      scaleX: UInt8(width >> 14), scaleY: UInt8(height >> 14), data: data)
  }

  private mutating func noPicture(_ chunk: WebPChunk) -> WebPStructure.Picture? {
    warn("\(chunk.name) at \(chunk.offset) has no valid header")
    return nil
  }

  private mutating func takeBlock(_ kind: MetadataBlock.Kind, _ chunk: WebPChunk) throws(ImageError) {
    guard !blocks.contains(where: { $0.kind == kind }) else {
      return warn("there is more than one \(chunk.name)", about: kind == .icc ? .file : .metadata)
    }
    let length = Int(clamping: chunk.length)
    if let warning = limits.leftOut(chunk.name, bytes: length, after: metadataBytes) { return warn(warning.message) }
    metadataBytes += length
    guard var bytes = try reader.bytes(at: chunk.contentOffset, count: length), !bytes.isEmpty else { return }
    var offset = chunk.contentOffset
    // The prefix is JPEG's and should not be here, but some writers leave it in.
    if kind == .exif, bytes.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) {
      bytes.removeFirst(6)
      offset += 6
    }
    blocks.append(MetadataBlock(kind, offset: offset, bytes: bytes))
  }

  private consuming func structure() throws(ImageError) -> WebPStructure {
    guard let first = picture ?? frames.first?.picture else {
      let reason = diagnostics.last { $0.severity == .warning }.map { ": \($0.message)" } ?? ""
      throw ImageError(.invalidData, "there is no picture\(reason)", format: "WebP")
    }
    var structure = WebPStructure(size: extended?.size ?? first.size, picture: first)
    if picture != nil, structure.size != first.size {
      warn("VP8X declares \(structure.size) pixels, the picture has \(first.size)")
      structure.size = first.size
    }
    if let outside = frames.firstIndex(where: { !$0.isInside(structure.size) }) {
      guard outside > 0 else { throw ImageError(.invalidData, "a frame lies outside the canvas", format: "WebP") }
      warn("frame \(outside + 1) lies outside the canvas; frames from there on are not read")
      frames.removeSubrange(outside...)
    }
    structure.flags = extended?.flags
    structure.frames = frames
    structure.loopCount = animation?.loopCount ?? 0
    structure.background = animation?.background ?? []
    structure.chunks = chunks
    structure.blocks = blocks
    structure.isComplete = isComplete
    structure.diagnostics = diagnostics
    return structure
  }

  private mutating func warn(_ message: String, about subject: Diagnostic.Subject = .file) {
    if diagnostics.count < Self.maxDiagnostics { diagnostics.append(.warning(message).about(subject)) }
  }

  private static func uint24(_ bytes: [UInt8], _ at: Int) -> Int {
    Int(UInt32(littleEndianBytes: bytes[at..<at + 3]))
  }
}
