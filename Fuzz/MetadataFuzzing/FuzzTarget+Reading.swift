internal import ByteStreams
internal import ContentTypes
internal import ImageModel
internal import MetadataReports
internal import TrackReading

extension FuzzTarget {
  /// The readers of blocks. An input is a block; the target puts it into a container.
  static let blockReaders = [
    FuzzTarget(
      name: "exif", run: { try read(SmallJPEG.around(exif: $0)) }, seeds: { $0.blocks(.exif) }),
    FuzzTarget(
      name: "xmp", dictionary: "xmp", run: { try read($0, fileName: "sidecar.xmp") }, seeds: { $0.blocks(.xmp) }),
    FuzzTarget(name: "iptc", run: { try read(SmallJPEG.around(iptc: $0)) }, seeds: { $0.iptc }),
    FuzzTarget(
      name: "photoshop", run: { try read(SmallJPEG.around(photoshop: $0)) }, seeds: { $0.blocks(.photoshop) }),
    FuzzTarget(name: "icc", run: { try read(SmallJPEG.around(icc: $0)) }, seeds: { $0.blocks(.icc) }),
    FuzzTarget(
      name: "mpf", run: { try read(SmallJPEG.around(multiPicture: $0)) }, seeds: { $0.blocks(.multiPicture) }),
    FuzzTarget(name: "jfxx", run: { try read(SmallJPEG.around(jfxx: $0)) }, seeds: { $0.blocks(.jfxx) }),
    FuzzTarget(name: "png-profile", run: { try readRawProfile($0) }, seeds: { rawProfiles($0) }),
  ]

  /// The walkers of all formats, with the readers that they call.
  static let containers = ImageFormat.all.map { format in
    // The kinds of raw files have suffixes, the format itself has none.
    let fileName = "a.\(format.type.fileExtensions.first ?? "nef")"
    return FuzzTarget(
      name: format.name,
      run: { input in
        try read(input, fileName: fileName)
        if let repaired = SmallPNG.repaired(input, format: format.name) { try read(repaired, fileName: fileName) }
      }, seeds: { $0.whole(format.name) })
  }

  /// What PDFs, movies and drawings say of themselves.
  static let documents = [
    FuzzTarget(
      name: "pdf-metadata", dictionary: "pdf", run: { try read($0, fileName: "a.pdf") }, seeds: { $0.pdf },
      made: { [Array("%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Kids[]/Count 0>>endobj".utf8)] }),
    FuzzTarget(name: "movie", run: { try read($0, fileName: "a.mov") }, made: { [smallMovie] }),
    FuzzTarget(
      name: "svg", dictionary: "xmp", run: { try read($0, fileName: "a.svg") },
      made: {
        [Array(#"<svg width="1" viewBox="0 0 1 1"><title>a</title><x:xmpmeta xmlns:x="a"></x:xmpmeta></svg>"#.utf8)]
      }),
  ]

  /// What is read of whole files for `imgmeta --validate` and `imgconv --geotag`.
  static let reports = [
    FuzzTarget(
      name: "validate", run: { try validate($0) },
      seeds: { file in ["jpeg", "tiff", "raw", "png", "xmp"].flatMap { file.whole($0) } }),
    FuzzTarget(
      name: "tracks", maxLength: 4_096, dictionary: "xmp", run: { _ = try PositionTrack($0) }, made: { tracks }),
  ]

  private static func validate(_ input: [UInt8]) throws {
    let findings = try MetadataValidator.findings(
      of: try read(input), MemoryByteSource(input), limits: .standard)
    guard findings.count <= Limits.standard.maxWarnings + 1 else {
      throw BrokenPromise("\(findings.count) findings are more than are listed")
    }
  }

  private static let tracks = [
    #"<gpx><trk><trkseg><trkpt lat="1" lon="2"><ele>3</ele><time>2024-05-06T07:08:09Z</time></trkpt></trkseg></trk></gpx>"#,
    """
    <kml><Placemark><gx:Track><when>2024-05-06T07:08:09Z</when><gx:coord>1 2 3</gx:coord></gx:Track></Placemark>
    <Placemark><TimeStamp><when>2024</when></TimeStamp><Point><coordinates>1,2</coordinates></Point></Placemark></kml>
    """,
    "$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\n"
      + "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\n",
  ].map { Array($0.utf8) }

  /// A movie with a header and user data.
  private static var smallMovie: [UInt8] {
    let userData = box("udta", box("\u{A9}xyz", [0, 18, 0, 0] + Array("+48.1000-011.5000/".utf8)))
    let header = box("mvhd", [UInt8](repeating: 1, count: 100))
    return box("ftyp", Array("qt  ".utf8) + [0, 0, 0, 0]) + box("moov", header + userData)
  }

  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    UInt32(content.count + 8).bigEndianBytes + type.unicodeScalars.map { UInt8($0.value) } + content
  }

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
