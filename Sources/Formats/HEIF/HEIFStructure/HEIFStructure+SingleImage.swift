package import ByteStreams
package import ImageModel

extension HEIFStructure {
  /// A file that has the data of one coded image and nothing else, so that a library sees only what every version of it
  /// knows. libheif 1.15 refuses references with several targets, hidden images, and others that are valid.
  ///
  /// - Throws: `invalidData` for an image without data; `limitExceeded`, `io`.
  package func file(
    of image: HEIFItem, _ source: any ByteSource, limits: Limits
  ) throws(ImageError) -> [UInt8] {
    let length = Int(clamping: image.length)
    guard length > 0 else { throw HEIFStructureReader.error("an image has no data in the file") }
    try limits.check(memory: length, for: "the data of an image", format: "HEIF")
    // The configuration of the codec, and the size.
    let kept = image.properties.map { properties[$0] }.filter { ["hvcC", "av1C", "ispe"].contains($0.type) }
    // With the matrix 0 in full range, libheif copies samples into planes of green, blue and red. With others it
    // changes them, whatever it is asked for.
    let colors = ISOBox.bytes("colr", Array("nclx".utf8) + [0, 1, 0, 13, 0, 0, 0x80])
    func full(_ type: String, version: UInt8 = 0, _ content: [UInt8]) -> [UInt8] {
      ISOBox.bytes(type, [version, 0, 0, 0] + content)
    }
    func meta(_ offset: Int) -> [UInt8] {
      let place = UInt32(clamping: offset).bigEndianBytes + UInt32(clamping: length).bigEndianBytes
      let entry = full("infe", version: 2, [0, 1, 0, 0] + Array(image.type.utf8) + [0])
      let boxes = kept.flatMap { ISOBox.bytes($0.type, $0.bytes) } + colors
      let indices = (1...kept.count + 1).map { UInt8(clamping: $0) }
      var parts = full("hdlr", [0, 0, 0, 0] + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
      parts += full("pitm", [0, 1]) + full("iinf", [0, 1] + entry)
      parts += full("iloc", [0x44, 0, 0, 1, 0, 1, 0, 0, 0, 1] + place)
      parts += ISOBox.bytes(
        "iprp",
        ISOBox.bytes("ipco", boxes) + full("ipma", [0, 0, 0, 1, 0, 1, UInt8(clamping: indices.count)] + indices))
      return full("meta", parts)
    }
    let type = ISOBox.bytes("ftyp", Array("mif1".utf8) + [0, 0, 0, 0] + Array("mif1heicavif".utf8))
    let start = type.count + meta(0).count + 8
    var file = type + meta(start) + ISOBox.header("mdat", UInt64(length))
    file.reserveCapacity(file.count + length)
    return try file + bytes(of: image, at: 0, count: length, source)
  }
}
