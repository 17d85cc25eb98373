package import ByteStreams
package import ImageModel

extension JPEG2000Structure {
  /// The tiles (annex B.3): rectangles of one size on a grid, which the area of the picture cuts off.
  package struct Tiles: Sendable {
    /// The picture's area on the grid: its first column and row, and the first column and row after it.
    package internal(set) var origin = (x: 0, y: 0)
    package internal(set) var end = (x: 1, y: 1)
    /// Where the first tile begins, and the size of tiles.
    var start = (x: 0, y: 0)
    package internal(set) var size = PixelSize(width: 1, height: 1)

    package struct Area: Hashable, Sendable {
      package var left: Int
      package var right: Int
      package var top: Int
      package var bottom: Int
    }

    /// The same area as a single tile.
    package var joined: Tiles {
      var joined = self
      joined.start = origin
      joined.size = PixelSize(width: end.x - origin.x, height: end.y - origin.y)
      return joined
    }

    package var columns: Int { (end.x - start.x + size.width - 1) / size.width }
    package var rows: Int { (end.y - start.y + size.height - 1) / size.height }
    package var count: Int { columns * rows }

    /// The part of the picture that a tile covers.
    package func area(column: Int, row: Int) -> Area {
      let (x, y) = (start.x + column * size.width, start.y + row * size.height)
      return Area(
        left: max(x, origin.x), right: min(x + size.width, end.x), top: max(y, origin.y),
        bottom: min(y + size.height, end.y))
    }

    /// The same tiles on a grid that has one point for each `step`; nil where a tile ends between two of its points.
    func divided(by step: PixelSize) -> Tiles? {
      func point(_ point: (x: Int, y: Int)) -> (x: Int, y: Int) {
        ((point.x + step.width - 1) / step.width, (point.y + step.height - 1) / step.height)
      }
      var divided = count == 1 ? joined : self
      (divided.origin, divided.end) = (point(origin), point(end))
      guard divided.end.x > divided.origin.x, divided.end.y > divided.origin.y else { return nil }
      if count == 1 { return divided.joined }
      guard start.x % step.width == 0, start.y % step.height == 0, size.width % step.width == 0,
        size.height % step.height == 0
      else { return nil }
      divided.start = (start.x / step.width, start.y / step.height)
      divided.size = PixelSize(width: size.width / step.width, height: size.height / step.height)
      return divided
    }

    /// The largest size that a tile may have in the picture.
    package var largest: PixelSize {
      PixelSize(width: min(size.width, end.x - origin.x), height: min(size.height, end.y - origin.y))
    }
  }

  /// SIZ (A.5.1), which follows SOC.
  mutating func readSize(_ source: any ByteSource, _ limits: Limits) throws(ImageError) {
    let start = codestream.lowerBound
    guard codestream.count > 42, let head = try source.exactBytes(at: start, count: 42),
      head.starts(with: [0xFF, 0x4F, 0xFF, 0x51])
    else { throw Self.error("the codestream does not begin with its size") }
    func number(_ place: Int) -> Int { Int(bigEndianBytes: head[place..<place + 4]) }
    let (width, height) = (number(8) - number(16), number(12) - number(20))
    guard width > 0, height > 0 else { throw Self.error("declares an empty picture") }
    size = PixelSize(width: width, height: height)
    try limits.check(size, streamed: false, format: "JPEG 2000")
    tiles.end = (number(8), number(12))
    tiles.origin = (number(16), number(20))
    tiles.size = PixelSize(width: number(24), height: number(28))
    tiles.start = (number(32), number(36))
    // B-3 and B-4: the first tile contains the first pixel.
    guard tiles.start.x <= tiles.origin.x, tiles.start.y <= tiles.origin.y,
      tiles.start.x + tiles.size.width > tiles.origin.x, tiles.start.y + tiles.size.height > tiles.origin.y
    else { throw Self.error("the first tile is not in the picture") }
    // A.4.2: the number of a tile has 16 bits.
    guard tiles.columns <= 65_535, tiles.rows <= 65_535, tiles.count <= 65_535 else {
      throw ImageError(.limitExceeded, "declares more than 65535 tiles", format: "JPEG 2000")
    }
    let count = Int(bigEndianBytes: head[40..<42])
    guard count <= limits.maxSamplesPerPixel else {
      throw limits.exceeded(
        "declares \(count) samples per pixel", name: "max-samples-per-pixel", value: limits.maxSamplesPerPixel,
        format: "JPEG 2000")
    }
    guard count > 0, let fields = try source.exactBytes(at: start + 42, count: 3 * count) else {
      throw Self.error("the components are missing")
    }
    components = (0..<count).map { index in
      let field = fields[3 * index..<3 * index + 3].map { Int($0) }
      return Component(
        bits: field[0] & 0x7F + 1, isSigned: field[0] & 0x80 != 0, step: PixelSize(width: field[1], height: field[2]))
    }
    guard components.allSatisfy({ $0.step.width > 0 && $0.step.height > 0 && $0.bits <= 38 }) else {
      throw Self.error("a component has an impossible depth or distance of samples")
    }
    isSubsampled = components.contains { $0.step != PixelSize(width: 1, height: 1) }
    // Where the samples of all components have the same distance, each is a pixel.
    if isSubsampled, let step = components.first?.step, components.allSatisfy({ $0.step == step }),
      let divided = tiles.divided(by: step)
    {
      tiles = divided
      size = PixelSize(width: tiles.end.x - tiles.origin.x, height: tiles.end.y - tiles.origin.y)
      for index in components.indices { components[index].step = PixelSize(width: 1, height: 1) }
      resolution = resolution.map {
        Resolution(x: $0.x / Double(step.width), y: $0.y / Double(step.height), unit: $0.unit)
      }
    }
  }

  /// How a tile is divided (COD and COC, A.6.1 and A.6.2): decompositions, the sizes of code-blocks and precincts as
  /// powers of two.
  struct CodingStyle: Sendable {
    var levels: Int
    var blockWidth: Int
    var blockHeight: Int
    /// From the lowest resolution on; empty for precincts as large as possible.
    var precincts: [UInt8]

    /// - Parameter bytes: from the number of decompositions on.
    init?(_ bytes: ArraySlice<UInt8>, hasPrecincts: Bool) {
      let fields = Array(bytes)
      guard fields.count >= 5, fields[0] <= 32 else { return nil }
      levels = Int(fields[0])
      (blockWidth, blockHeight) = (Int(fields[1] & 15) + 2, Int(fields[2] & 15) + 2)
      precincts = hasPrecincts ? Array(fields[5...].prefix(levels + 1)) : []
    }

    /// The numbers of code-blocks and precincts of a component of a tile, at most.
    func parts(of tile: PixelSize) -> (blocks: Int, precincts: Int) {
      var (blocks, count) = (0, 0)
      for level in 0...levels {
        let (width, height) = (tile.width >> (levels - level) + 1, tile.height >> (levels - level) + 1)
        let field = precincts.indices.contains(level) ? precincts[level] : 0xFF
        let (precinctWidth, precinctHeight) = (Int(field & 15), Int(field >> 4))
        count += (width >> precinctWidth + 1) * (height >> precinctHeight + 1)
        blocks +=
          (width >> min(blockWidth, precinctWidth) + 1) * (height >> min(blockHeight, precinctHeight) + 1)
      }
      return (blocks, count)
    }
  }

  /// How often every tile may be halved.
  package var maxReduction: Int { codingStyles.map(\.levels).min() ?? 0 }

  /// An estimate of the bytes that a decoder needs for the code-blocks, precincts and packets of a tile.
  package var partMemory: Int {
    let tile = tiles.largest
    let parts = codingStyles.map { $0.parts(of: tile) }
    let (blocks, precincts) = (parts.map(\.blocks).max() ?? 0, parts.map(\.precincts).max() ?? 0)
    return components.count * (200 * blocks + 500 * precincts + 2 * layers * precincts)
  }

  /// The tiles by what their parts say (SOT, A.4.2).
  package struct TileParts: Sendable {
    /// The tiles that have data.
    package fileprivate(set) var tiles: Set<Int> = []
    /// Whether the first part of each tile says how many parts the tile has.
    package fileprivate(set) var areCounted = true
  }

  /// Whether a component has no samples in some tile, of which each axis is halved so often.
  package func hasTilesWithoutSamples(_ halvings: Int) -> Bool {
    components.contains { component in
      func isEmpty(_ start: Int, _ end: Int, _ step: Int) -> Bool {
        let ends = [start, end].map { (($0 + step - 1) / step).halved(halvings) }
        return ends[0] == ends[1]
      }
      return (0..<tiles.columns).contains { column in
        let area = tiles.area(column: column, row: 0)
        return isEmpty(area.left, area.right, component.step.width)
      }
        || (0..<tiles.rows).contains { row in
          let area = tiles.area(column: 0, row: row)
          return isEmpty(area.top, area.bottom, component.step.height)
        }
    }
  }

  /// Walks the parts of the tiles.
  package func tileParts(_ source: any ByteSource) throws(ImageError) -> TileParts {
    var parts = TileParts()
    var reader = WindowedReader(source)
    var offset = firstTile
    // Each tile has at most 255 parts.
    for _ in 0..<255 * tiles.count {
      guard let fields = try reader.bytes(at: offset, count: 12), fields[0] == 0xFF, fields[1] == 0x90 else { break }
      let (tile, length) = (Int(bigEndianBytes: fields[4..<6]), Int(bigEndianBytes: fields[6..<10]))
      if fields[10] == 0, fields[11] == 0 { parts.areCounted = false }
      // A part of 14 bytes has its header and no data. The last one may extend to the end.
      if length == 0 || length > 14, tile < tiles.count { parts.tiles.insert(tile) }
      guard length >= 14 else { break }
      offset += UInt64(length)
    }
    return parts
  }

  /// Reads the other segments of the main header, which ends at the first tile: the coding styles, and the texts
  /// (A.9.2) of a codestream alone.
  mutating func readMainHeader(_ source: any ByteSource, _ limits: Limits) throws(ImageError) {
    var reader = WindowedReader(source)
    var offset = codestream.lowerBound + 2
    for _ in 0..<1_000 {
      firstTile = offset
      guard let head = try reader.bytes(at: offset, count: 4), head[0] == 0xFF, head[1] != 0x90 else { return }
      let length = Int(head[2]) << 8 | Int(head[3])
      guard length >= 2, let segment = try reader.bytes(at: offset + 4, count: length - 2) else { return }
      switch head[1] {
      case 0x52 where segment.count > 5:
        layers = Int(segment[2]) << 8 | Int(segment[3])
        if let style = CodingStyle(segment[5...], hasPrecincts: segment[0] & 1 != 0) { codingStyles.append(style) }
      case 0x53:
        let index = components.count < 257 ? 1 : 2
        guard segment.count > index, codingStyles.count < 1_000 else { break }
        if let style = CodingStyle(segment[(index + 1)...], hasPrecincts: segment[index] & 1 != 0) {
          codingStyles.append(style)
        }
      // The text is Latin-1 where the registration is 1.
      case 0x64 where segment.count > 2 && segment[1] == 1 && boxes.isEmpty:
        blocks.append(MetadataBlock(.comment, offset: offset + 6, bytes: Array(segment[2...])))
      default: break
      }
      offset += UInt64(2 + length)
    }
  }
}

extension Int {
  /// The coordinate after so many halvings, rounded up (ISO/IEC 15444-1, B-15).
  package func halved(_ times: Int) -> Int { (self + (1 << times) - 1) >> times }
}
