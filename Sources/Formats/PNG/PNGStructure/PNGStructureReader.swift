internal import ByteStreams
internal import ImageModel

/// Walks the chunks of one file and collects a `PNGStructure`.
struct PNGStructureReader {
  /// More chunks than any real file has; the list of them stays below 16 MiB.
  private static let maxChunks = 1 << 20

  let limits: Limits
  /// For chunks that lie close together, many to a window.
  private var near: WindowedReader
  /// For chunks behind long ones: reads little more than their first bytes.
  private var far: WindowedReader
  private var metadataBytes = 0
  /// The codes of the chunks that have been taken and may not come again.
  var seen: Set<UInt32> = []

  init(_ source: any ByteSource, limits: Limits) {
    self.limits = limits
    near = WindowedReader(source)
    far = WindowedReader(source, windowSize: 64)
  }

  mutating func read(_ scope: PNGStructure.Scope) throws(ImageError) -> PNGStructure {
    var structure = PNGStructure(header: try readHeader())
    var chunk = PNGChunk(code: PNGChunk.header, length: 13, offset: 8)
    structure.chunks.append(chunk)
    var hasImageData = false
    while true {
      let offset = chunk.endOffset
      guard let next = try chunkHeader(at: offset, afterLongChunk: chunk.length > 4_096) else {
        structure.warn(
          offset >= near.size ? "the file ends without IEND" : "the chunk at offset \(offset) is cut short")
        break
      }
      chunk = next
      guard PNGChunk.isValid(chunk.code), chunk.length <= UInt32(Int32.max) else {
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
        if scope == .untilImageData { break }
      }
      guard chunk.endOffset <= near.size else {
        structure.warn("\(chunk.name) is cut short: the file ends within it")
        break
      }
      if !chunk.isImageData { try take(chunk, afterImageData: hasImageData, into: &structure) }
    }
    if !hasImageData { structure.warn("there is no image data") }
    return structure
  }

  private mutating func readHeader() throws(ImageError) -> PNGHeader {
    guard let start = try near.bytes(at: 0, count: 8), start == PNGStructure.signature else {
      throw ImageError(.invalidData, "the signature is wrong or damaged", format: "PNG")
    }
    guard let chunk = try chunkHeader(at: 8, afterLongChunk: false) else {
      throw ImageError(.invalidData, "the file ends before IHDR", format: "PNG")
    }
    if chunk.code == PNGChunk.appleVariant {
      throw ImageError(.unsupported, "Apple's variant CgBI, which only its own tools read", format: "PNG")
    }
    guard chunk.code == PNGChunk.header, chunk.length == 13 else {
      throw ImageError(.invalidData, "it does not begin with IHDR", format: "PNG")
    }
    guard let content = try near.bytes(at: chunk.contentOffset, count: 13),
      let check = try near.uint32(at: chunk.checkOffset, bigEndian: true)
    else {
      throw ImageError(.invalidData, "the file ends within IHDR", format: "PNG")
    }
    guard check == Self.check(chunk, content) else {
      throw ImageError(.invalidData, "IHDR: CRC error", format: "PNG")
    }
    return try PNGHeader(content)
  }

  private mutating func chunkHeader(at offset: UInt64, afterLongChunk: Bool) throws(ImageError) -> PNGChunk? {
    let start = afterLongChunk ? try far.bytes(at: offset, count: 8) : try near.bytes(at: offset, count: 8)
    guard let start else { return nil }
    func uint32(_ at: Int) -> UInt32 { start[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) } }
    return PNGChunk(code: uint32(4), length: uint32(0), offset: offset)
  }

  /// The content of a chunk whose check value is right; nil, with a warning, where it is not wanted or damaged.
  mutating func content(of chunk: PNGChunk, into structure: inout PNGStructure) throws(ImageError) -> [UInt8]? {
    let length = Int(chunk.length)
    guard length <= limits.maxMetadataBlockBytes else {
      structure.warn(
        "\(chunk.name) of \(length) bytes is left out (limit max-metadata-block-bytes is "
          + "\(limits.maxMetadataBlockBytes); raise it with --max-metadata-block-bytes)")
      return nil
    }
    // What the lists need for a chunk counts too, or a million tiny texts would cost nothing.
    let cost = length + 256
    guard cost <= limits.maxMetadataBytes - metadataBytes else {
      structure.warn(
        "\(chunk.name) is left out: there is more metadata than fits (limit max-metadata-bytes is "
          + "\(limits.maxMetadataBytes); raise it with --max-metadata-bytes)")
      return nil
    }
    metadataBytes += cost
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
  /// The most warnings that one file is worth; a file of a million damaged chunks says so once.
  private static var maxDiagnostics: Int { 20 }

  mutating func warn(_ message: String) {
    if diagnostics.count < Self.maxDiagnostics { diagnostics.append(.warning(message)) }
  }
}
