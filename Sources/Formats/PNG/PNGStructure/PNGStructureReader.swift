internal import ByteStreams
internal import ImageModel

/// Walks the chunks of one file and collects a `PNGStructure`.
struct PNGStructureReader {
  /// A limit above the number of chunks in any real file; the list of them stays below 16 MiB.
  private static let maxChunks = 1 << 20
  /// The memory of the lists counts too; otherwise a million tiny texts would cost nothing.
  private static let listCost = 256

  let limits: Limits
  /// Reads adjacent small chunks, many in one window.
  private var near: WindowedReader
  /// Reads chunks after long ones: little more than their first bytes.
  private var far: WindowedReader
  private var metadataBytes = 0
  /// The codes of the chunks that were read and may not occur again.
  var seen: Set<UInt32> = []
  /// The sequence number of the next fcTL or fdAT; nil after one that is out of order.
  private var nextInSequence: UInt32? = 0

  init(_ source: any ByteSource, limits: Limits) {
    self.limits = limits
    near = WindowedReader(source)
    far = WindowedReader(source, windowSize: 64)
  }

  mutating func read(_ scope: PNGStructure.Scope) throws(ImageError) -> PNGStructure {
    var structure = try readHeader()
    var end = UInt64(PNGFrame.signature.count)
    var isAfterLongChunk = false
    var hasImageData = false
    while true {
      guard let chunk = try chunkHeader(at: end, afterLongChunk: isAfterLongChunk) else {
        structure.warn(end >= near.size ? "the file ends without IEND" : "the chunk at offset \(end) is cut short")
        break
      }
      (end, isAfterLongChunk) = (chunk.endOffset, chunk.length > 4_096)
      guard Self.isPossible(chunk) else {
        structure.warn("no chunk begins at offset \(chunk.offset); what follows is not read")
        break
      }
      if structure.chunks.count < Self.maxChunks {
        structure.chunks.append(chunk)
      } else {
        structure.warn("there are more than \(Self.maxChunks) chunks; the rest is not read")
        break
      }
      if chunk.code == PNGChunk.end { break }
      if chunk.isImageData {
        hasImageData = true
        // An fcTL before the image data makes it a frame.
        if structure.frames.count == 1 { structure.frames[0].data.append(chunk) }
        if scope == .untilImageData { break }
      }
      guard chunk.endOffset <= near.size else {
        structure.warn("\(chunk.name) is cut short: the file ends within it")
        break
      }
      if !chunk.isImageData { try take(chunk, afterImageData: hasImageData, into: &structure) }
    }
    if !hasImageData { structure.warn("there is no image data") }
    if scope == .wholeFile { checkFrames(of: &structure) }
    return structure
  }

  private static func isPossible(_ chunk: PNGChunk) -> Bool {
    PNGChunk.isValid(chunk.code) && chunk.length <= UInt32(Int32.max)
  }

  /// Reads IHDR, which is the first chunk but for Apple's CgBI. In damaged files it is looked for, and its values count
  /// if they are possible.
  private mutating func readHeader() throws(ImageError) -> PNGStructure {
    guard let start = try near.bytes(at: 0, count: 8), start == PNGFrame.signature else {
      throw ImageError(.invalidData, "the signature is wrong or damaged", format: "PNG")
    }
    guard let first = try chunkHeader(at: 8, afterLongChunk: false) else {
      throw ImageError(.invalidData, "the file ends before IHDR", format: "PNG")
    }
    let isAppleVariant = first.code == PNGChunk.appleVariant
    let expected = isAppleVariant ? try chunkHeader(at: first.endOffset, afterLongChunk: false) : first
    guard let chunk = try headerChunk(expected) else {
      throw ImageError(.invalidData, "it does not begin with IHDR, nor is there one later", format: "PNG")
    }
    guard let content = try near.bytes(at: chunk.contentOffset, count: 13),
      let check = try near.uint32(at: chunk.checkOffset, bigEndian: true)
    else {
      throw ImageError(.invalidData, "the file ends within IHDR", format: "PNG")
    }
    var structure = PNGStructure(header: try PNGHeader(content))
    structure.isAppleVariant = isAppleVariant
    if isAppleVariant { structure.diagnostics.append(.note("Apple's variant of PNG for iPhones (CgBI)")) }
    if check != Self.check(chunk, content) { structure.headerDefect = "IHDR: CRC error" }
    if chunk != expected { structure.headerDefect = "IHDR is not the first chunk" }
    if let defect = structure.headerDefect { structure.warn(defect) }
    return structure
  }

  /// The first IHDR chunk from a chunk on.
  private mutating func headerChunk(_ start: PNGChunk?) throws(ImageError) -> PNGChunk? {
    var chunk = start
    for _ in 0..<Self.maxChunks {
      guard let current = chunk, Self.isPossible(current), current.code != PNGChunk.end else { return nil }
      if current.code == PNGChunk.header, current.length == 13 { return current }
      chunk = try chunkHeader(at: current.endOffset, afterLongChunk: current.length > 4_096)
    }
    return nil
  }

  private mutating func chunkHeader(at offset: UInt64, afterLongChunk: Bool) throws(ImageError) -> PNGChunk? {
    let start = afterLongChunk ? try far.bytes(at: offset, count: 8) : try near.bytes(at: offset, count: 8)
    guard let start else { return nil }
    return PNGChunk(
      code: UInt32(bigEndianBytes: start[4...]), length: UInt32(bigEndianBytes: start[..<4]), offset: offset)
  }

  /// The content of a chunk with a correct check value; nil with a warning where it is damaged or exceeds a limit.
  mutating func content(of chunk: PNGChunk, into structure: inout PNGStructure) throws(ImageError) -> [UInt8]? {
    let length = Int(chunk.length)
    if let warning = limits.leftOut(chunk.name, bytes: length, after: metadataBytes + Self.listCost) {
      structure.warn(warning.message)
      return nil
    }
    metadataBytes += length + Self.listCost
    guard let content = try near.bytes(at: chunk.contentOffset, count: length),
      let check = try near.uint32(at: chunk.checkOffset, bigEndian: true)
    else { return nil }
    guard check == Self.check(chunk, content) else {
      structure.warn("\(chunk.name): CRC error")
      return nil
    }
    return content
  }

  private static func check(_ chunk: PNGChunk, _ content: [UInt8]) -> UInt32 {
    var crc = CRC32()
    crc.update(chunk.nameBytes)
    crc.update(content)
    return crc.value
  }
}

extension PNGStructure {
  /// The maximum number of warnings for one file, which may have a million damaged chunks.
  private static var maxDiagnostics: Int { 20 }

  mutating func warn(_ message: String, about subject: Diagnostic.Subject = .file) {
    if diagnostics.count < Self.maxDiagnostics { diagnostics.append(.warning(message).about(subject)) }
  }
}

extension PNGStructureReader {
  /// Adds the content of a chunk to the structure.
  mutating func take(
    _ chunk: PNGChunk, afterImageData: Bool, into structure: inout PNGStructure
  ) throws(ImageError) {
    let name = chunk.name
    switch name {
    case "fcTL", "fdAT":
      if structure.declaredAnimation != nil { try takeFrame(chunk, afterImageData: afterImageData, into: &structure) }
      return
    case "PLTE", "tRNS", "pHYs", "sRGB", "gAMA", "cHRM", "iCCP", "cICP", "bKGD", "sBIT", "acTL", "oFFs", "sTER", "sCAL",
      "hIST":
      // Chunks that describe the pixels are valid only before them (PNG third edition, 5.6).
      if afterImageData { return structure.warn("\(name) comes after the image data and is not read") }
      guard seen.insert(chunk.code).inserted else { return structure.warn("there is more than one \(name)") }
    case "eXIf", "tIME", "vpAg":
      // The first one is read, and the picture is whole.
      guard seen.insert(chunk.code).inserted else {
        return structure.warn("there is more than one \(name)", about: .metadata)
      }
    case "tEXt", "zTXt", "iTXt": break
    default:
      return
    }
    guard let content = try content(of: chunk, into: &structure) else { return }
    let isGood: Bool
    switch name {
    case "PLTE": isGood = structure.takePalette(content)
    case "tRNS": isGood = structure.takeTransparency(content)
    case "tEXt": isGood = structure.takeText(.tEXt, content, chunk)
    case "zTXt": isGood = structure.takeText(.zTXt, content, chunk)
    case "iTXt": isGood = structure.takeText(.iTXt, content, chunk)
    case "eXIf": isGood = structure.takeExif(content, chunk)
    case "iCCP": isGood = structure.takeProfile(content, chunk)
    default: isGood = structure.takeSmall(name, content, chunk)
    }
    if !isGood { structure.warn("\(name) is not valid and is not read") }
  }
}

extension PNGStructureReader {
  /// Adds a frame's header, or a part of its data. After a damaged chunk, no more frames are read.
  private mutating func takeFrame(
    _ chunk: PNGChunk, afterImageData: Bool, into structure: inout PNGStructure
  ) throws(ImageError) {
    guard let expected = nextInSequence else { return }
    nextInSequence = nil
    guard chunk.length >= 4, try near.uint32(at: chunk.contentOffset, bigEndian: true) == expected else {
      return structure.warn("\(chunk.name) is out of order; the frames from there on are not read")
    }
    if chunk.name == "fcTL" {
      guard let content = try content(of: chunk, into: &structure) else { return }
      guard let frame = PNGStructure.Frame(content, in: structure.header.size, isStill: !afterImageData) else {
        return structure.warn("fcTL is not valid; the frames from there on are not read")
      }
      structure.frames.append(frame)
    } else if let last = structure.frames.indices.last {
      // A still picture that is a frame has no fdAT.
      if afterImageData, structure.frames[last].data.first?.isImageData != true {
        structure.frames[last].data.append(chunk)
      }
    }
    nextInSequence = expected + 1
  }

  /// Leaves out frames without data, and warns where there are fewer than declared.
  private func checkFrames(of structure: inout PNGStructure) {
    guard let declared = structure.declaredAnimation?.frameCount else { return }
    structure.frames.removeAll { $0.data.isEmpty }
    if declared > 1, structure.frames.count < declared {
      structure.warn("of \(declared) frames \(structure.frames.count) can be read")
    }
  }
}

extension PNGStructure.Frame {
  /// nil for what the standard does not allow.
  ///
  /// - Parameter isStill: whether the frame is the still picture, too, which covers the canvas.
  fileprivate init?(_ content: [UInt8], in canvas: PixelSize, isStill: Bool) {
    guard content.count == 26, content[24] < 3, content[25] < 2 else { return nil }
    let numbers = stride(from: 4, to: 20, by: 4).map { Int(UInt32(bigEndianBytes: content[$0..<$0 + 4])) }
    rect = PixelRect(x: numbers[2], y: numbers[3], size: PixelSize(width: numbers[0], height: numbers[1]))
    guard rect.size.width > 0, rect.size.height > 0, rect.columns.upperBound <= canvas.width,
      rect.rows.upperBound <= canvas.height, !isStill || rect.size == canvas
    else { return nil }
    func uint16(_ at: Int) -> Double { Double(Int(content[at]) << 8 | Int(content[at + 1])) }
    duration = uint16(20) / (uint16(22) == 0 ? 100 : uint16(22))
    disposal = FrameDisposal(rawValue: content[24]) ?? .none
    isBlended = content[25] == 1
  }
}

extension PNGStructure {
  fileprivate mutating func takePalette(_ content: [UInt8]) -> Bool {
    guard !header.colorType.isGray, !content.isEmpty, content.count <= 768, content.count % 3 == 0 else { return false }
    let most = header.colorType == .palette ? 3 << header.bitDepth : 768
    palette = Array(content.prefix(most))
    return true
  }

  /// tRNS is valid under the same conditions as in libpng, so that both agree about alpha.
  fileprivate mutating func takeTransparency(_ content: [UInt8]) -> Bool {
    switch header.colorType {
    case .gray: guard content.count == 2 else { return false }
    case .rgb: guard content.count == 6 else { return false }
    case .palette:
      guard let palette, !content.isEmpty, content.count <= palette.count / 3 else { return false }
    case .grayAlpha, .rgba: return false
    }
    transparency = content
    return true
  }

  fileprivate mutating func takeText(_ kind: PNGText.Chunk, _ content: [UInt8], _ chunk: PNGChunk) -> Bool {
    guard let text = PNGText(kind, content: content, offset: chunk.contentOffset) else { return false }
    let isXMP = text.keyword == PNGText.xmpKeyword
    if !isXMP { texts.append(text) }
    blocks.append(
      MetadataBlock(
        isXMP ? .xmp : .text(keyword: text.keyword), offset: text.offset, bytes: text.bytes,
        encoding: text.isCompressed ? .zlib : .plain))
    return true
  }

  fileprivate mutating func takeExif(_ content: [UInt8], _ chunk: PNGChunk) -> Bool {
    // The prefix is JPEG's and should not be here, but some writers leave it in.
    let hasPrefix = content.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0])
    let bytes = hasPrefix ? Array(content[6...]) : content
    guard bytes.count >= 8 else { return false }
    blocks.append(MetadataBlock(.exif, offset: chunk.contentOffset + (hasPrefix ? 6 : 0), bytes: bytes))
    return true
  }

  fileprivate mutating func takeProfile(_ content: [UInt8], _ chunk: PNGChunk) -> Bool {
    guard let nameEnd = content.prefix(80).firstIndex(of: 0), nameEnd > 0,
      nameEnd + 2 < content.count, content[nameEnd + 1] == 0
    else { return false }
    profileName = PNGText.latin1(content[..<nameEnd])
    let start = nameEnd + 2
    blocks.append(
      MetadataBlock(
        .icc, offset: chunk.contentOffset + UInt64(start), bytes: Array(content[start...]), encoding: .zlib))
    return true
  }

  /// Chunks of a fixed layout, which are also kept as they are.
  fileprivate mutating func takeSmall(_ name: String, _ content: [UInt8], _ chunk: PNGChunk) -> Bool {
    func uint32(_ at: Int) -> UInt32 { UInt32(bigEndianBytes: content[at..<at + 4]) }
    // The longest is a histogram of 256 colours.
    guard content.count <= 512 else { return false }
    switch name {
    case "pHYs":
      guard content.count == 9, content[8] < 2 else { return false }
      resolution = Resolution(
        x: Double(uint32(0)), y: Double(uint32(4)), unit: content[8] == 1 ? .meter : .none)
    case "sRGB":
      guard content.count == 1, content[0] < 4 else { return false }
      color.renderingIntent = content[0]
    case "gAMA":
      guard content.count == 4, uint32(0) > 0, uint32(0) <= UInt32(Int32.max) else { return false }
      color.gamma = uint32(0)
    case "cHRM":
      guard content.count == 32, let chromaticities = ColorProfile.Chromaticities(cHRM: (0..<8).map { uint32(4 * $0) })
      else { return false }
      color.chromaticities = chromaticities
    case "cICP":
      guard content.count == 4 else { return false }
      color.codePoints = CodePoints(
        primaries: content[0], transfer: content[1], matrix: content[2], isFullRange: content[3] != 0)
      if color.codePointProfile == nil {
        let numbers = content.map { "\($0)" }.joined(separator: ", ")
        diagnostics.append(.note("the colour space that cICP names (\(numbers)) is not converted"))
      }
    case "acTL":
      guard content.count == 8, uint32(0) > 0 else { return false }
      declaredAnimation = (Int(uint32(0)), Int(uint32(4)))
    case "tIME":
      guard content.count == 7 else { return false }
    default:
      guard !content.isEmpty else { return false }
    }
    blocks.append(MetadataBlock(.other(name), offset: chunk.contentOffset, bytes: content))
    return true
  }
}

extension ColorProfile.Chromaticities {
  /// From the eight numbers of cHRM, in units of 1/100,000; nil where they are not chromaticities.
  fileprivate init?(cHRM numbers: [UInt32]) {
    guard numbers.count == 8, numbers.allSatisfy({ $0 <= 110_000 }) else { return nil }
    func point(_ index: Int) -> Point {
      Point(x: Double(numbers[2 * index]) / 100_000, y: Double(numbers[2 * index + 1]) / 100_000)
    }
    guard (0..<4).allSatisfy({ point($0).y > 0 }) else { return nil }
    self.init(white: point(0), red: point(1), green: point(2), blue: point(3))
  }
}
