internal import ByteStreams
internal import ImageModel

/// Walks the blocks of one file and collects a `GIFStructure`.
struct GIFStructureReader {
  /// More than any real file has.
  private static let maxBlocks = 1 << 16
  /// The memory of the lists counts too; otherwise thousands of tiny comments would cost nothing.
  private static let listCost = 256
  /// The bytes after an XMP packet, which lead a reader of sub-blocks to the end: 1, 255, 254, ... 0, 0.
  private static let xmpTrailer: [UInt8] = [1] + (0...255).reversed() + [0]

  private struct Control {
    var disposal = FrameDisposal.none
    var delay = 0
    var transparentIndex: Int?
  }

  private let limits: Limits
  private var reader: WindowedReader
  private var metadataBytes = 0

  init(_ source: any ByteSource, limits: Limits) {
    self.limits = limits
    reader = WindowedReader(source)
  }

  mutating func read() throws(ImageError) -> GIFStructure {
    guard let header = try reader.bytes(at: 0, count: 13), header.starts(with: "GIF".utf8) else {
      throw ImageError(.invalidData, "the signature is wrong or damaged", format: "GIF")
    }
    let size = PixelSize(width: Self.uint16(header, 6), height: Self.uint16(header, 8))
    var structure = GIFStructure(
      version: Latin1.text(header[3..<6]), size: size, declaredSize: size, screenFlags: header[10],
      backgroundIndex: Int(header[11]), aspectCode: Int(header[12]), end: 13)
    var offset: UInt64 = 13
    structure.globalColorTable = colorTable(flags: header[10], at: &offset)
    var control = Control()
    for count in 0... {
      guard count < Self.maxBlocks else {
        structure.warn("there are more than \(Self.maxBlocks) blocks; the rest is not read")
        break
      }
      structure.end = offset
      guard let kind = try reader.uint8(at: offset) else {
        structure.warn("the file ends without a trailer")
        structure.isComplete = offset == reader.size
        break
      }
      if kind == 0x3B {
        structure.isComplete = true
        break
      }
      if kind == 0x2C {
        guard let end = try takeFrame(at: offset, control, &structure) else { break }
        control = Control()
        offset = end
      } else if kind == 0x21 {
        guard let end = try takeExtension(at: offset, &control, &structure) else { break }
        offset = end
      } else if kind == 0 {
        // Some writers leave such bytes between blocks.
        offset += 1
      } else {
        structure.warn("no block begins at offset \(offset); what follows is not read")
        break
      }
    }
    guard let first = structure.frames.first else {
      let reason = structure.diagnostics.last.map { ": \($0.message)" } ?? ""
      throw ImageError(.invalidData, "there is no picture\(reason)", format: "GIF")
    }
    structure.size.width = max(structure.size.width, first.x + first.size.width)
    structure.size.height = max(structure.size.height, first.y + first.size.height)
    return structure
  }

  /// The range of a colour table that a packed field declares (clause 19), after which the offset moves.
  private func colorTable(flags: UInt8, at offset: inout UInt64) -> Range<UInt64>? {
    guard flags & 0x80 != 0 else { return nil }
    let start = offset
    offset += UInt64(3 << (Int(flags & 7) + 1))
    return start..<offset
  }

  /// Reads an image descriptor (clause 20) and steps over its data.
  ///
  /// - Returns: where the next block begins; nil where the file ends within the frame.
  private mutating func takeFrame(
    at start: UInt64, _ control: Control, _ structure: inout GIFStructure
  ) throws(ImageError) -> UInt64? {
    guard let descriptor = try reader.bytes(at: start, count: 10) else {
      structure.warn("the file ends within a frame's header")
      return nil
    }
    var offset = start + 10
    let own = colorTable(flags: descriptor[9], at: &offset)
    let size = PixelSize(width: Self.uint16(descriptor, 5), height: Self.uint16(descriptor, 7))
    // One byte of the code size, then sub-blocks.
    let end = try self.end(ofBlocksAt: offset + 1)
    let data = start..<(end ?? reader.size)
    // The first frame is checked with the screen, which it may enlarge.
    let isAllowed = structure.frames.isEmpty || size.pixelCount <= limits.maxPixels
    if size.width > 0, size.height > 0, isAllowed, offset < reader.size {
      structure.frames.append(
        GIFStructure.Frame(
          x: Self.uint16(descriptor, 1), y: Self.uint16(descriptor, 3), size: size,
          isInterlaced: descriptor[9] & 0x40 != 0, colorTable: own ?? structure.globalColorTable,
          transparentIndex: control.transparentIndex, delay: control.delay, disposal: control.disposal, data: data,
          dataStart: offset + 1))
    } else {
      structure.warn("a frame of \(size) pixels is left out")
    }
    if end == nil { structure.warn("the file ends within a frame") }
    return end
  }

  /// The end of a chain of sub-blocks (clause 15); nil where the file ends before it.
  private mutating func end(ofBlocksAt start: UInt64) throws(ImageError) -> UInt64? {
    var offset = start
    while let length = try reader.uint8(at: offset) {
      offset += 1 + UInt64(length)
      if length == 0 { return offset }
    }
    return nil
  }

  private mutating func takeExtension(
    at start: UInt64, _ control: inout Control, _ structure: inout GIFStructure
  ) throws(ImageError) -> UInt64? {
    guard let label = try reader.uint8(at: start + 1), let end = try end(ofBlocksAt: start + 2) else {
      structure.warn("the file ends within an extension")
      return nil
    }
    func add(_ kind: GIFStructure.Extension.Kind) {
      structure.extensions.append(GIFStructure.Extension(kind: kind, range: start..<end))
    }
    switch label {
    case 0xF9:
      guard let content = try reader.bytes(at: start + 2, count: 5), content[0] >= 4 else { break }
      let disposals: [UInt8: FrameDisposal] = [2: .clear, 3: .restore]
      control.disposal = disposals[content[1] >> 2 & 7] ?? .none
      control.delay = Self.uint16(content, 2)
      control.transparentIndex = content[1] & 1 == 1 ? Int(content[4]) : nil
    case 0xFE:
      add(.comment)
      try takeBlock(.comment, start + 2..<end, &structure)
    case 0x01: add(.plainText)
    case 0xFF:
      let name = try reader.bytes(at: start + 2, count: 12).map { $0[0] == 11 ? Latin1.text($0[1...]) : "" } ?? ""
      switch name {
      case "NETSCAPE2.0", "ANIMEXTS1.0":
        add(.loop)
        if let loop = try reader.bytes(at: start + 14, count: 4), loop[0] == 3, loop[1] & 7 == 1 {
          structure.loopCount = Self.uint16(loop, 2)
        }
      case "XMP DataXMP":
        add(.xmp)
        try takeXMP(start + 14..<end, &structure)
      case "ICCRGBG1012":
        add(.icc)
        try takeBlock(.icc, start + 14..<end, &structure)
      default: add(.other)
      }
    default: add(.other)
    }
    return end
  }

  /// Adds the contents of sub-blocks, joined.
  private mutating func takeBlock(
    _ kind: MetadataBlock.Kind, _ range: Range<UInt64>, _ structure: inout GIFStructure
  ) throws(ImageError) {
    guard hasRoom(for: range, &structure) else { return }
    var bytes: [UInt8] = []
    var offset = range.lowerBound
    while offset < range.upperBound, let length = try reader.uint8(at: offset), length > 0 {
      bytes += try reader.bytes(at: offset + 1, count: Int(length)) ?? []
      offset += 1 + UInt64(length)
    }
    structure.blocks.append(MetadataBlock(kind, offset: range.lowerBound + 1, bytes: bytes))
  }

  /// XMP is stored as it is, not in sub-blocks (XMP specification, part 3, 1.1.2).
  private mutating func takeXMP(_ range: Range<UInt64>, _ structure: inout GIFStructure) throws(ImageError) {
    guard hasRoom(for: range, &structure),
      var bytes = try reader.bytes(at: range.lowerBound, count: Int(range.upperBound - range.lowerBound))
    else { return }
    guard bytes.suffix(Self.xmpTrailer.count).elementsEqual(Self.xmpTrailer) else {
      return structure.warn("the XMP packet does not end as it should, and is not read")
    }
    bytes.removeLast(Self.xmpTrailer.count)
    structure.blocks.append(MetadataBlock(.xmp, offset: range.lowerBound, bytes: bytes))
  }

  private mutating func hasRoom(for range: Range<UInt64>, _ structure: inout GIFStructure) -> Bool {
    let count = Int(clamping: range.upperBound - range.lowerBound)
    if let warning = limits.leftOut("an extension", bytes: count, after: metadataBytes + Self.listCost) {
      structure.warn(warning.message)
      return false
    }
    metadataBytes += count + Self.listCost
    return true
  }

  private static func uint16(_ bytes: [UInt8], _ at: Int) -> Int { Int(bytes[at]) | Int(bytes[at + 1]) << 8 }
}

extension GIFStructure {
  fileprivate mutating func warn(_ message: String) {
    if diagnostics.count < 20 { diagnostics.append(.warning(message)) }
  }

  /// The extension that says how often an animation is shown; 0 is for ever.
  package static func loopExtension(_ loopCount: Int) -> [UInt8] {
    let repeats = UInt16(clamping: max(0, loopCount - 1))
    return [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, UInt8(repeats & 255), UInt8(repeats >> 8), 0]
  }

  /// An extension with a comment, or with XMP; nil for a kind that is not written.
  package static func extensionBytes(_ kind: Extension.Kind, _ content: [UInt8]) -> [UInt8]? {
    switch kind {
    case .comment:
      let pieces = stride(from: 0, to: content.count, by: 255).map { content[$0..<min($0 + 255, content.count)] }
      return [0x21, 0xFE] + pieces.flatMap { [UInt8($0.count)] + $0 } + [0]
    case .xmp:
      return [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + content + [1] + (0...255).reversed() + [0]
    default: return nil
    }
  }
}
