internal import ImageModel

extension FuzzTarget {
  /// The readers of blocks. An input is a block; the target puts it into a container.
  static let blockReaders = [
    FuzzTarget(
      name: "exif", run: { try read(SmallJPEG.around(exif: $0)) }, seeds: { $0.blocks(.exif) }),
    FuzzTarget(name: "xmp", run: { try read($0, fileName: "sidecar.xmp") }, seeds: { $0.blocks(.xmp) }),
    FuzzTarget(name: "iptc", run: { try read(SmallJPEG.around(iptc: $0)) }, seeds: { $0.iptc }),
    FuzzTarget(
      name: "photoshop", run: { try read(SmallJPEG.around(photoshop: $0)) }, seeds: { $0.blocks(.photoshop) }),
    FuzzTarget(name: "icc", run: { try read(SmallJPEG.around(icc: $0)) }, seeds: { $0.blocks(.icc) }),
    FuzzTarget(
      name: "mpf", run: { try read(SmallJPEG.around(multiPicture: $0)) }, seeds: { $0.blocks(.multiPicture) }),
    FuzzTarget(name: "jfxx", run: { try read(SmallJPEG.around(jfxx: $0)) }, seeds: { $0.blocks(.jfxx) }),
    FuzzTarget(name: "png-profile", run: { try readRawProfile($0) }, seeds: { rawProfiles($0) }),
  ]

  /// The walkers of containers, with the readers that they call.
  static let containers = [
    FuzzTarget(name: "jpeg", run: { try read($0, fileName: "a.jpg") }, seeds: { $0.whole("jpeg") }),
    FuzzTarget(
      name: "png",
      run: {
        try read($0, fileName: "a.png")
        try read(SmallPNG.withCheckValues($0), fileName: "a.png")
      }, seeds: { $0.whole("png") }),
    FuzzTarget(name: "tiff", run: { try read($0, fileName: "a.tif") }, seeds: { $0.whole("tiff") }),
    FuzzTarget(name: "webp", run: { try read($0, fileName: "a.webp") }, seeds: { $0.whole("webp") }),
    FuzzTarget(name: "gif", run: { try read($0, fileName: "a.gif") }, seeds: { $0.whole("gif") }),
    FuzzTarget(name: "heic", run: { try read($0, fileName: "a.heic") }, seeds: { $0.whole("heic") }),
    FuzzTarget(name: "avif", run: { try read($0, fileName: "a.avif") }, seeds: { $0.whole("avif") }),
    FuzzTarget(name: "bmp", run: { try read($0, fileName: "a.bmp") }, seeds: { $0.whole("bmp") }),
    FuzzTarget(name: "ico", run: { try read($0, fileName: "a.ico") }, seeds: { $0.whole("ico") }),
    FuzzTarget(name: "raw", run: { try read($0, fileName: "a.nef") }, seeds: { $0.whole("raw") }),
    FuzzTarget(name: "jpeg2000", run: { try read($0, fileName: "a.jp2") }, seeds: { $0.whole("jpeg2000") }),
    FuzzTarget(name: "jpegxl", run: { try read($0, fileName: "a.jxl") }, seeds: { $0.whole("jpegxl") }),
  ]

  private static let rawProfileKinds = ["exif", "xmp", "iptc", "icc", "APP1"]

  /// The first byte selects the kind of text.
  private static func readRawProfile(_ input: [UInt8]) throws {
    guard let first = input.first else { return }
    let kind = rawProfileKinds[Int(first) % rawProfileKinds.count]
    try read(SmallPNG.around(keyword: "Raw profile type \(kind)", text: Array(input.dropFirst())))
  }

  /// Raw profiles as ImageMagick writes them: a name, the number of bytes, lines of 36 bytes in hexadecimal.
  private static func rawProfiles(_ file: SeedFile) -> [[UInt8]] {
    let digits = Array("0123456789abcdef".utf8)
    let kinds = [file.blocks(.exif), file.blocks(.xmp), file.iptc, file.blocks(.icc), file.blocks(.xmp)]
    return zip(0..., kinds).flatMap { kind, blocks in
      blocks.map { block in
        var text = [UInt8(kind)] + Array("\n\(rawProfileKinds[kind])\n\(block.count)\n".utf8)
        for (place, byte) in block.enumerated() {
          text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] + (place % 36 == 35 ? [0x0A] : [])
        }
        return text + [0x0A]
      }
    }
  }
}
