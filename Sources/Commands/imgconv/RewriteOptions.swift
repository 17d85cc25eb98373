internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import Imaging
internal import ImagingCommands
internal import MetadataModel

/// Changes of metadata that keep the compressed picture.
struct RewriteOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Change metadata only: the compressed picture is copied byte for byte. The following options imply this, and so "
        + "do --strip and --keep if the format stays and no option changes the picture."))
  var metadataOnly = false

  @Option(
    name: .customLong("set"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Give a property a value. exif.Artist=Ann, gps.latitude=-33.85, xmp.dc:subject+=sea (or -=), "
        + "xmp.dc:title[de]=Meer, iptc.Caption=Sea, png.Title=Sea, comment=Sea, dpi=300; in all places: title=Sea, "
        + "keywords+=sea, dates=...; {exif.Model} in the value is that of the file.",
      valueName: "NAME=VALUE"))
  var set: [String] = []

  @Option(
    name: .customLong("delete"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Delete a kind (gps) or properties (exif.Artist, exif.*Serial*, xmp.dc:subject, "
        + "gps.position).",
      valueName: "NAME"),
    completion: .list(["gps", "exif", "xmp", "iptc", "comments", "thumbnail", "makernotes", "serials", "trailers"]))
  var delete: [String] = []

  @Option(
    help: ArgumentHelp(
      "Copy the metadata of the picture or sidecar FILE; --strip and --keep choose the kinds. An ICC profile is put "
        + "into JPEG, PNG, TIFF and WebP files, and no colour is converted.",
      valueName: "FILE"),
    completion: .file())
  var copyFrom: String?

  @Option(
    name: .customLong("copy"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "With --copy-from: copy these properties alone, as in exif.Artist or iptc.*.", valueName: "NAME"))
  var copy: [String] = []

  @Option(
    help: ArgumentHelp(
      "Put this JPEG file, without its metadata, into Exif as the thumbnail; --delete thumbnail deletes it.",
      valueName: "FILE"), completion: .file())
  var thumbnail: String?

  @Flag(
    help: ArgumentHelp(
      "Change the sidecar file of each picture, photo.jpg.xmp or photo.xmp, or make it of what the picture has. The "
        + "picture stays as it is. -o and -d name another place."))
  var sidecar = false

  @Flag(help: "Put the properties of the sidecar file of each picture into the picture.")
  var mergeSidecar = false

  @Flag(
    help: ArgumentHelp(
      "Set descriptions, keywords, dates, orientation, rating and position of DNG, NEF, CR2, ARW, ORF, PEF and RW2 "
        + "files in the files themselves: new data is appended, and nothing moves. (default: --in-place changes the "
        + "sidecar files of raw files)"))
  var editRaw = false

  @Option(
    help: ArgumentHelp("Set the orientation, 1 to 8.", valueName: "N"),
    transform: { try OptionText.number($0, in: 1...8) })
  var orientation: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Move all dates except those of GPS by a time such as -1h, +1d12h or +1y2mo.",
      valueName: "TIME"))
  var shiftDates: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Set the position and altitude where each picture was taken, by its date, from the tracks of this GPX, KML or "
        + "NMEA file. May be given several times.", valueName: "FILE"), completion: .file())
  var geotag: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The zone of the camera's clock, such as +02:00, for pictures whose date has none. (default: such a picture gets "
        + "no position)", valueName: "ZONE"), transform: { try Self.zone($0) })
  var geotagZone: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Add this time, such as +1m30s or -1h, to the dates of pictures before positions are looked up. The dates stay.",
      valueName: "TIME"), transform: { try Self.seconds($0) })
  var geotagShift: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The greatest time between two points of a track to find positions between them, or else to the nearest point. "
        + "(default: 30m)", valueName: "TIME"), transform: { try Self.seconds("+" + $0) })
  var geotagGap: Int?

  private static func zone(_ text: String) throws -> Int {
    guard let offset = MetadataDate.offset(text) else {
      throw ValidationError("expected a zone such as +02:00 or Z")
    }
    return offset
  }

  private static func seconds(_ text: String) throws -> Int {
    guard let seconds = MetadataRewriteJob.seconds(of: text) else {
      throw ValidationError("expected weeks, days, hours, minutes and seconds, such as 1h30m")
    }
    return seconds
  }

  func validate() throws {
    try OptionRules.need(
      "--geotag", geotag,
      for: ["--geotag-zone": geotagZone, "--geotag-shift": geotagShift, "--geotag-gap": geotagGap])
    try OptionRules.exclude(["--sidecar": sidecar, "--merge-sidecar": mergeSidecar, "--edit-raw": editRaw])
    try OptionRules.clash("--merge-sidecar", mergeSidecar, with: ["--copy-from": copyFrom])
    try OptionRules.need("--copy-from", copyFrom, for: ["--copy": copy])
    for text in set {
      do {
        _ = try OptionText.unicode(text)
      } catch {
        throw ValidationError("--set \(error)")
      }
    }
  }

  /// Whether the run changes metadata only.
  var changesMetadata: Bool { firstOption != nil }

  /// The first option that makes the run one that changes metadata only.
  var firstOption: String? {
    OptionRules.given([
      "--metadata-only": metadataOnly, "--set": set, "--delete": delete, "--copy-from": copyFrom,
      "--thumbnail": thumbnail, "--sidecar": sidecar, "--merge-sidecar": mergeSidecar, "--orientation": orientation,
      "--geotag": geotag, "--shift-dates": shiftDates, "--edit-raw": editRaw,
    ]).first
  }

  func apply(to job: inout MetadataRewriteJob) throws {
    job.set = try set.map { try OptionText.unicode($0) }
    job.delete = delete
    job.copyFrom = copyFrom
    job.copyNames = copy.flatMap { $0.split(separator: ",").map(String.init) }
    job.sidecar = sidecar
    job.mergesSidecar = mergeSidecar
    job.editsRaw = editRaw
    job.orientation = orientation
    job.shiftDates = shiftDates
    if let thumbnail {
      job.thumbnail = try OptionFile.read("--thumbnail") { () throws(ImageError) in
        try EmbeddedThumbnail(path: thumbnail)
      }
    }
    guard !geotag.isEmpty else { return }
    job.geotagging = try OptionFile.read("--geotag") { () throws(ImageError) in
      try Geotagging(
        paths: geotag, zone: geotagZone, shift: geotagShift ?? 0, maxGap: Double(geotagGap ?? 1_800))
    }
  }
}

extension Imgconv {
  /// The options that change pixels or their encoding. The options of `RewriteOptions` exclude them.
  var pixelOptions: NamedOptions {
    [
      "-f": encoding.format, "--quality": encoding.quality, "--subsampling": encoding.subsampling,
      "--compression": encoding.compression, "--lossless": encoding.lossless, "--interlace": encoding.interlace,
      "--progressive": encoding.progressive, "--tile": encoding.tile, "--bigtiff": encoding.bigTIFF,
      "--size": picture.size, "--resize": picture.resize, "--square-pixels": picture.squarePixels,
      "--gray": picture.gray, "--depth": picture.depth, "--colors": picture.colors, "--no-dither": picture.noDither,
      "--max-bytes": output.maxBytes, "--orient": picture.orient, "--rotate": picture.rotate, "--flip": picture.flip,
      "--crop": picture.crop, "--trim": picture.trim, "--trim-tolerance": picture.trimTolerance,
      "--fit": scaling.fit, "--position": scaling.position, "--kernel": scaling.kernel, "--linear": scaling.linear,
      "--sharpen": scaling.sharpen, "--border": frame.border, "--extend": frame.extend, "--pad": frame.pad,
      "--fill": frame.fill, "--delay": joining.delay, "--loop": joining.loop, "--sizes": joining.sizes,
      "--montage": joining.montage, "--columns": joining.columns, "--gap": joining.gap, "--sprites": joining.sprites,
      "--image": picture.image, "--background": color.background, "--profile": color.profile,
      "--range": color.range, "--raw": raw.raw, "--widths": variants.widths, "--formats": variants.formats,
    ]
  }
}
