internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import MetadataWriting

extension FuzzTarget {
  /// The rewriters of metadata in place: for each kind of block in a small file, and for each container.
  static let rewriters =
    [
      FuzzTarget(name: "rewrite-exif", run: { try rewrite(SmallJPEG.around(exif: $0)) }, seeds: { $0.blocks(.exif) }),
      FuzzTarget(
        name: "rewrite-xmp", dictionary: "xmp", run: { try rewrite(SmallJPEG.around(xmp: $0)) },
        seeds: { $0.blocks(.xmp) }),
      FuzzTarget(name: "rewrite-iptc", run: { try rewrite(SmallJPEG.around(iptc: $0)) }, seeds: { $0.iptc }),
    ]
    + MetadataRewriter.formats.map { format in
      FuzzTarget(
        name: "rewrite-\(format)", run: { try rewrite(SmallPNG.repaired($0, format: format) ?? $0) },
        seeds: { $0.whole(format) })
    }

  /// Options of `imgconv --metadata-only`, and whether the result must not contain a position.
  private struct Request {
    var set: [String] = []
    var delete: [String] = []
    var strip: [String] = []
    var keep: [String] = []
    var orientation: Int?
    var shift: String?
    var removesLocation = false
  }

  private static let requests = [
    Request(
      set: ["exif.Artist=Ann", "xmp.dc:title=A & B", "xmp.dc:subject+=one", "iptc.Keywords+=two", "comment=three"],
      orientation: 6),
    Request(delete: ["gps", "exif.Software", "xmp.xmp:*", "iptc.City"], shift: "-1h", removesLocation: true),
    Request(strip: ["all"], keep: ["icc", "orientation"], removesLocation: true),
    Request(set: ["gps.position=48.2,16.4", "dpi=300"], delete: ["thumbnail", "makernotes", "serials"]),
    // What raw files take.
    Request(set: ["exif.Artist=Ann", "exif.UserComment=one", "gps.position=48.2,16.4", "xmp.dc:subject+=two"]),
  ]

  private static func rewrite(_ file: [UInt8]) throws {
    let metadata = try read(file)
    for request in requests {
      let edits = try edits(of: request)
      let source = MemoryByteSource(file)
      let result: [UInt8]
      do throws(ImageError) {
        let rewritten = try MetadataRewriter.rewrite(
          source, metadata, edits, copied: nil, page: nil, editsRaw: true, limits: .standard)
        result = try rewritten.patch.bytes(from: source)
      } catch {
        // A damaged file is refused, which loses nothing.
        continue
      }
      try check(result, metadata, request)
      if metadata.format == "raw" {
        // The offset in the header, or those of two directories.
        let changed = zip(file, result).count { $0 != $1 }
        guard result.count >= file.count, changed <= 16 else { throw BrokenPromise("bytes of a raw file have changed") }
      }
      guard let pixels = PictureData.of(file, format: metadata.format) else { continue }
      guard let kept = PictureData.of(result, format: metadata.format) else {
        throw BrokenPromise("the compressed pixels cannot be found")
      }
      // In a JPEG file, the bytes after the picture are stripped with it.
      let isCut = request.strip == ["all"] && pixels.starts(with: kept) && kept.suffix(2) == [0xFF, 0xD9]
      guard kept == pixels || isCut else { throw BrokenPromise("the compressed pixels are not what they were") }
    }
  }

  private static func edits(of request: Request) throws -> MetadataEdits {
    do {
      return try MetadataEdits(
        set: request.set, delete: request.delete, strip: request.strip, keep: request.keep,
        orientation: request.orientation, shiftDates: request.shift)
    } catch {
      throw BrokenPromise("the options of the fuzz target are wrong: \(error)")
    }
  }

  private static func check(_ result: [UInt8], _ before: ImageMetadata, _ request: Request) throws {
    let after: ImageMetadata
    do {
      after = try read(result)
    } catch {
      // A picture of an unsupported kind is read for its metadata only.
      guard before.images.contains(where: { $0.info != nil }) else { return }
      throw BrokenPromise("the rewritten file cannot be read: \(error)")
    }
    guard after.format == before.format, after.images.count == before.images.count else {
      throw BrokenPromise("\(before.images.count) images have become \(after.images.count)")
    }
    if let wanted = request.orientation {
      for image in after.images {
        guard let info = image.info, info.orientation.rawValue != wanted else { continue }
        throw BrokenPromise("the orientation is \(info.orientation.rawValue), not \(wanted)")
      }
    }
    if request.removesLocation, after.images.contains(where: { $0.properties["GPS"] != nil }) {
      throw BrokenPromise("the position is still there")
    }
  }
}
