package import ByteStreams
package import ImageModel

extension HEIFStructure {
  /// Checks the cost of decoding an image before a library sees it: the sizes of the image and of those that it is made
  /// of, as the file and the bitstreams declare them, and their nesting.
  ///
  /// - Throws: `invalidData` for boxes that are cut short, for an image that is made of itself, of images that are
  ///   missing, or of more pixels than it declares; `limitExceeded`; `io`.
  package func check(_ picture: HEIFPicture, _ source: any ByteSource, limits: Limits) throws(ImageError) {
    guard !isDamaged else { throw HEIFStructureReader.error("the boxes about its images are damaged") }
    var work = Work(pixelsLeft: limits.maxPixels)
    try check(picture.item, source, limits, depth: 0, &work)
  }

  /// The work that one picture may still take.
  private struct Work {
    var pixelsLeft: Int
    /// A file may have as many items. Nested items that share others would decode these again and again.
    var imagesLeft = 10_000
    var readsLeft = 1_000_000
    /// The images whose data has been checked.
    var checked: Set<UInt32> = []
  }

  private func check(
    _ image: HEIFItem, _ source: any ByteSource, _ limits: Limits, depth: Int, _ work: inout Work
  ) throws(ImageError) {
    guard depth < HEIFPicture.maxDepth else {
      throw HEIFStructureReader.error("images are nested too deep, or made of themselves")
    }
    guard work.imagesLeft > 0 else {
      throw ImageError(.limitExceeded, "an image is made of more than 10000 others", format: "HEIF")
    }
    work.imagesLeft -= 1
    let size = property(image, \.size)
    if let size {
      try limits.check(size, streamed: false, format: "HEIF")
      // Tiles may reach beyond the border.
      if depth > 0 { work.pixelsLeft -= min(work.pixelsLeft, max(1, size.pixelCount / 2)) }
    }
    if work.checked.insert(image.id).inserted { try checkData(image, size, source, limits, depth: depth, &work) }
    for part in sources(of: image.id) {
      guard work.pixelsLeft > 0 else {
        throw limits.exceeded(
          "an image is made of too many others", name: "max-pixels", value: limits.maxPixels, format: "HEIF")
      }
      // libheif ends the process for a part that it does not know as an image.
      guard let item = item(part), ["hvc1", "av01", "grid", "iovl", "iden"].contains(item.type) else {
        throw HEIFStructureReader.error("the image \(part) is missing, or of a kind that is not decoded")
      }
      try check(item, source, limits, depth: depth + 1, &work)
    }
    for auxiliary in images("auxl", of: image.id) {
      if depth == 0 { work.pixelsLeft = limits.maxPixels }
      try check(auxiliary, source, limits, depth: depth + 1, &work)
    }
  }

  /// Checks the size that an image has by its data.
  private func checkData(
    _ image: HEIFItem, _ size: PixelSize?, _ source: any ByteSource, _ limits: Limits, depth: Int, _ work: inout Work
  ) throws(ImageError) {
    let sizes: [PixelSize]
    switch image.type {
    case "grid", "iovl": sizes = [try derivedSize(of: image, source, limits)]
    case "iden":
      guard sources(of: image.id).count == 1 else {
        throw HEIFStructureReader.error("an image of the type 'iden' is not made of one image")
      }
      sizes = []
    default: sizes = try codedSizes(of: image, source, readsLeft: &work.readsLeft)
    }
    for found in sizes {
      try limits.check(found, streamed: false, format: "HEIF")
      // Codecs work with whole blocks. libheif does not notice that a plane of alpha is too small.
      let block = 64
      if let size,
        !(size.width...size.width + block).contains(found.width)
          || !(size.height...size.height + block).contains(found.height)
      {
        throw HEIFStructureReader.error("an image declares \(size) pixels and has \(found)")
      }
      let bytes = found.pixelCount.multipliedReportingOverflow(by: depth > 0 ? 3 : 1)
      try limits.check(memory: bytes.overflow ? .max : bytes.partialValue, for: "an image of \(found)", format: "HEIF")
    }
  }

  /// The size of a picture that is made of others, by its data.
  private func derivedSize(
    of image: HEIFItem, _ source: any ByteSource, _ limits: Limits
  ) throws(ImageError) -> PixelSize {
    let derived = try derivation(of: image, source)
    try limits.check(derived.size, streamed: false, format: "HEIF")
    if image.type == "grid" {
      let (tiles, count) = (derived.rows * derived.columns, sources(of: image.id).count)
      guard tiles == count else { throw HEIFStructureReader.error("a grid of \(tiles) tiles has \(count)") }
    }
    return derived.size
  }

  /// How a picture is made of others (HEIF, 6.6.2.3 and 6.6.2.2).
  package struct Derivation {
    package var size: PixelSize
    /// Of a grid.
    package var rows = 1
    package var columns = 1
    /// Red, green and blue of an overlay's background, in 16 bits.
    package var background: [UInt16] = []
    /// The places of an overlay's parts.
    package var offsets: [(x: Int, y: Int)] = []
  }

  /// Reads the data of a grid or an overlay: version and flags; of a grid rows - 1 and columns - 1, of an overlay four
  /// numbers for the background; width and height; of an overlay the place of each part.
  ///
  /// - Throws: `invalidData` where it is cut short; `io`.
  package func derivation(of image: HEIFItem, _ source: any ByteSource) throws(ImageError) -> Derivation {
    let isGrid = image.type == "grid"
    let parts = isGrid ? 0 : sources(of: image.id).count
    let data = try bytes(of: image, at: 0, count: 18 + 8 * parts, source)
    let width = data.count >= 2 && data[1] & 1 != 0 ? 4 : 2
    let start = isGrid ? 4 : 10
    guard data.count >= start + 2 * width * (1 + parts) else {
      throw HEIFStructureReader.error("an image of the type '\(image.type)' is cut short")
    }
    func number(_ index: Int) -> Int { Int(bigEndianBytes: data[(start + index * width)...].prefix(width)) }
    var found = Derivation(size: PixelSize(width: number(0), height: number(1)))
    if isGrid {
      (found.rows, found.columns) = (Int(data[2]) + 1, Int(data[3]) + 1)
    } else {
      found.background = [2, 4, 6].map { UInt16(bigEndianBytes: data[$0..<$0 + 2]) }
      // Offsets have a sign.
      let half = 1 << (8 * width - 1)
      func offset(_ index: Int) -> Int { (number(index) ^ half) - half }
      found.offsets = (0..<parts).map { (offset(2 + 2 * $0), offset(3 + 2 * $0)) }
    }
    return found
  }

  /// Bytes of an item's data, fewer at its end.
  package func bytes(
    of item: HEIFItem, at start: UInt64, count: Int, _ source: any ByteSource
  ) throws(ImageError) -> [UInt8] {
    var (bytes, skipped): ([UInt8], UInt64) = ([], start)
    for extent in item.extents where bytes.count < count {
      let length = extent.upperBound - extent.lowerBound
      guard skipped < length else {
        skipped -= length
        continue
      }
      let wanted = min(count - bytes.count, Int(clamping: length - skipped))
      bytes += try source.bytes(at: extent.lowerBound + skipped, count: wanted)
      skipped = 0
    }
    return bytes
  }
}
