package import ByteStreams
package import ImageModel

extension HEIFStructure {
  /// Checks what decoding an image would take, before a library sees it: the declared sizes of the image and of those
  /// that it is made of, and how they are nested.
  ///
  /// - Throws: `invalidData` for an image that is made of itself, or of images that are missing; `limitExceeded`; `io`.
  package func check(_ picture: HEIFPicture, _ source: any ByteSource, limits: Limits) throws(ImageError) {
    var pixelsLeft = limits.maxPixels
    for image in [picture.item] + images("auxl", of: picture.item.id) {
      try check(image, source, limits, depth: 0, &pixelsLeft)
      pixelsLeft = limits.maxPixels
    }
  }

  private func check(
    _ image: HEIFItem, _ source: any ByteSource, _ limits: Limits, depth: Int, _ pixelsLeft: inout Int
  ) throws(ImageError) {
    guard depth < HEIFPicture.maxDepth else {
      throw HEIFStructureReader.error("images are nested too deep, or made of themselves")
    }
    if let size = property(image, \.size) {
      try limits.check(size, streamed: false, format: "HEIF")
      // Tiles may reach beyond the border.
      if depth > 0 { pixelsLeft -= min(pixelsLeft, size.pixelCount / 2) }
    }
    let parts = sources(of: image.id)
    guard !parts.isEmpty else { return }
    if image.type == "grid" { try checkGrid(image, parts.count, source, limits) }
    for part in parts {
      guard pixelsLeft > 0 else {
        throw limits.exceeded(
          "an image is made of too many others", name: "max-pixels", value: limits.maxPixels, format: "HEIF")
      }
      guard let item = item(part) else { throw HEIFStructureReader.error("the image \(part) is missing") }
      try check(item, source, limits, depth: depth + 1, &pixelsLeft)
    }
  }

  /// The data of a grid (HEIF, 6.6.2.3): version, flags, rows - 1, columns - 1, width and height.
  private func checkGrid(
    _ image: HEIFItem, _ count: Int, _ source: any ByteSource, _ limits: Limits
  ) throws(ImageError) {
    var data: [UInt8] = []
    for extent in image.extents where data.count < 12 {
      data += try source.bytes(at: extent.lowerBound, count: min(12 - data.count, extent.count))
    }
    let width = data.count >= 2 && data[1] & 1 != 0 ? 4 : 2
    guard data.count >= 4 + 2 * width else { throw HEIFStructureReader.error("a grid is cut short") }
    let size = PixelSize(
      width: Int(bigEndianBytes: data[4..<4 + width]), height: Int(bigEndianBytes: data[4 + width..<4 + 2 * width]))
    try limits.check(size, streamed: false, format: "HEIF")
    let tiles = (Int(data[2]) + 1) * (Int(data[3]) + 1)
    guard tiles == count else { throw HEIFStructureReader.error("a grid of \(tiles) tiles has \(count)") }
  }
}
