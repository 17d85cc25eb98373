internal import ByteStreams
internal import ImageModel

extension HEIFStructure {
  /// The sizes in the headers of a coded image: what its decoder allocates, whatever the file declares. A frame
  /// of AV1 may override it, except in a reduced still picture.
  ///
  /// - Returns: an empty list for codecs other than HEVC and AV1, and for an image without a header.
  /// - Throws: `limitExceeded` where the data has too many parts; `io`.
  func codedSizes(
    of image: HEIFItem, _ source: any ByteSource, readsLeft: inout Int
  ) throws(ImageError) -> [PixelSize] {
    var sizes: [PixelSize] = []
    try forEachUnit(of: image, source, readsLeft: &readsLeft) {
      if let size = $0.size { sizes.append(size) }
      return true
    }
    return sizes
  }

  /// What the first header of a coded image says about its samples.
  ///
  /// - Returns: nil for other codecs than HEVC and AV1, and where there is no header.
  /// - Throws: `io`.
  func codedSamples(of image: HEIFItem, _ source: any ByteSource) throws(ImageError) -> HEIFSampleCoding? {
    var found: HEIFSampleCoding?
    // The header is one of the first parts. A file may have thousands of pictures without one.
    var (unitsLeft, readsLeft) = (8, 1_000)
    do throws(ImageError) {
      try forEachUnit(of: image, source, readsLeft: &readsLeft) {
        found = $0.samples
        unitsLeft -= 1
        return found == nil && unitsLeft > 0
      }
    } catch {
      // Data of so many parts is refused when it is decoded.
      if error.kind != .limitExceeded { throw error }
    }
    return found
  }

  /// Calls a function with the headers of a coded image's configuration and with the parts of its data, until it
  /// returns false.
  private func forEachUnit(
    of image: HEIFItem, _ source: any ByteSource, readsLeft: inout Int, _ body: (CodedUnit) -> Bool
  ) throws(ImageError) {
    guard ["av01", "hvc1"].contains(image.type) else { return }
    let tooManyParts = ImageError(.limitExceeded, "the data of an image has too many parts", format: "HEIF")
    let isAV1 = image.type == "av01"
    var lengthSize = 4
    for property in image.properties.map({ properties[$0] }) where property.type == (isAV1 ? "av1C" : "hvcC") {
      guard let units = property.codedUnits, readsLeft > 0 else { throw tooManyParts }
      if !isAV1, property.bytes.count > 22 { lengthSize = Int(property.bytes[21] & 3) + 1 }
      for unit in units.headers where !body(unit) { return }
      readsLeft -= units.count
    }
    let length = image.length
    var offset: UInt64 = 0
    while offset < length {
      readsLeft -= 1 + image.extents.count
      guard readsLeft > 0 else { throw tooManyParts }
      // Longer than what any header has in front of the size.
      let start = try bytes(of: image, at: offset, count: 256, source)
      guard let unit = isAV1 ? CodedUnit(av1: start[...]) : CodedUnit(hevc: start[...], lengthSize: lengthSize) else {
        break
      }
      guard body(unit) else { return }
      offset += UInt64(unit.length)
    }
  }
}
