internal import ImageModel

/// Samples as a codec gives them: a plane for grey, otherwise one for luma and two for chroma, which may be smaller.
struct SamplePlanes: @unchecked Sendable {
  struct Plane {
    var samples: UnsafeRawPointer
    /// Bytes of a row.
    var stride: Int
    var size: PixelSize
  }

  var planes: [Plane]
  /// Of a sample; those of more than 8 bits have two bytes.
  var bits: Int
  /// Keeps the samples, which nobody changes.
  let owner: AnyObject

  var size: PixelSize { planes[0].size }
  var bytesPerSample: Int { bits > 8 ? 2 : 1 }

  /// Whether the planes of chroma have half the columns and rows.
  var halves: (columns: Bool, rows: Bool) {
    guard planes.count > 1 else { return (false, false) }
    return (planes[1].size.width < size.width, planes[1].size.height < size.height)
  }

  /// - Throws: `invalidData` for planes that do not belong together.
  init(_ planes: [Plane], bits: Int, owner: AnyObject) throws(ImageError) {
    (self.planes, self.bits, self.owner) = (planes, bits, owner)
    let luma = planes.first?.size ?? PixelSize(width: 0, height: 0)
    guard planes.count == 1 || planes.count == 3, (1...16).contains(bits), luma.width > 0, luma.height > 0,
      planes.dropFirst().allSatisfy({ plane in
        plane.size == planes[1].size && [luma.width, (luma.width + 1) / 2].contains(plane.size.width)
          && [luma.height, (luma.height + 1) / 2].contains(plane.size.height)
      })
    else { throw ImageError(.invalidData, "its planes do not belong together", format: "HEIF") }
  }

  /// Planes in memory of their own, of the same kind as others.
  init(of size: PixelSize, like other: SamplePlanes) throws(ImageError) {
    try self.init(of: size, count: other.planes.count, bits: other.bits, halves: other.halves)
  }

  private init(
    of size: PixelSize, count: Int, bits: Int, halves: (columns: Bool, rows: Bool)
  ) throws(ImageError) {
    let chroma = PixelSize(
      width: halves.columns ? (size.width + 1) / 2 : size.width,
      height: halves.rows ? (size.height + 1) / 2 : size.height)
    try self.init([size] + Array(repeating: chroma, count: count - 1), bits: bits)
  }

  /// The samples of planes of one size in which each sample of chroma stands twice in a row, and, if `inRows`, in the
  /// next row.
  func withoutRepeatedChroma(inRows: Bool) throws(ImageError) -> SamplePlanes {
    guard planes.count == 3, planes.allSatisfy({ $0.size == size }) else {
      throw ImageError(.invalidData, "its planes do not belong together", format: "HEIF")
    }
    let result = try SamplePlanes(of: size, count: 3, bits: bits, halves: (columns: true, rows: inRows))
    for (index, (from, to)) in zip(planes, result.planes).enumerated() {
      for y in 0..<to.size.height {
        let source = from.samples + (index > 0 && inRows ? 2 * y : y) * from.stride
        let target = UnsafeMutableRawPointer(mutating: to.samples) + y * to.stride
        if index == 0 {
          target.copyMemory(from: source, byteCount: to.stride)
        } else if bits > 8 {
          Self.copySecond(source.assumingMemoryBound(to: UInt16.self), target, to.size.width)
        } else {
          Self.copySecond(source.assumingMemoryBound(to: UInt8.self), target, to.size.width)
        }
      }
    }
    return result
  }

  private static func copySecond<Sample>(
    _ source: UnsafePointer<Sample>, _ target: UnsafeMutableRawPointer, _ count: Int
  ) {
    let target = target.assumingMemoryBound(to: Sample.self)
    for x in 0..<count { target[x] = source[2 * x] }
  }

  /// Planes in memory of their own, which nobody has filled.
  init(_ sizes: [PixelSize], bits: Int) throws(ImageError) {
    let width = bits > 8 ? 2 : 1
    let memory = PlaneMemory(sizes.reduce(0) { $0 + $1.pixelCount * width })
    var (planes, offset): ([Plane], Int) = ([], 0)
    for size in sizes {
      planes.append(Plane(samples: memory.bytes + offset, stride: size.width * width, size: size))
      offset += size.pixelCount * width
    }
    try self.init(planes, bits: bits, owner: memory)
  }

  /// Copies a tile to its place; what reaches beyond the border is left out. Only for planes in memory of their own.
  /// Threads may copy tiles to different places at once.
  ///
  /// - Throws: `invalidData` for a tile of another kind.
  func paste(_ tile: SamplePlanes, x: Int, y: Int) throws(ImageError) {
    let halves = halves
    guard tile.bits == bits, tile.planes.count == planes.count, tile.halves == halves else {
      throw ImageError(.invalidData, "the tiles of a grid have different samples", format: "HEIF")
    }
    for (index, (from, to)) in zip(tile.planes, planes).enumerated() {
      let left = index > 0 && halves.columns ? x / 2 : x
      let top = index > 0 && halves.rows ? y / 2 : y
      let count = min(from.size.width, to.size.width - left)
      let rows = min(from.size.height, to.size.height - top)
      guard count > 0, rows > 0 else { continue }
      let start = UnsafeMutableRawPointer(mutating: to.samples) + left * bytesPerSample
      for row in 0..<rows {
        (start + (top + row) * to.stride).copyMemory(
          from: from.samples + row * from.stride, byteCount: count * bytesPerSample)
      }
    }
  }

}

private final class PlaneMemory {
  let bytes: UnsafeMutableRawPointer

  init(_ count: Int) { bytes = .allocate(byteCount: count, alignment: 16) }

  deinit { bytes.deallocate() }
}
