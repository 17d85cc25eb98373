internal import ByteStreams
package import ImageModel

/// The image sequence of a file: the frames of an animation, which are the samples of a track (HEIF, clause 7).
package struct HEIFSequence: Sendable {
  /// A frame as the track describes it. It is not an item of the file.
  package private(set) var picture: HEIFPicture
  /// The number of frames.
  package private(set) var frameCount: Int
  /// The timing, of at most `limits.maxImages` frames. Without an edit list it is shown for ever, as browsers do.
  package private(set) var animation: Animation
  /// The offsets of boxes that are hidden from libavif: tracks that are neither the frames nor their alpha, such as
  /// sound; the times, which are read here; a second box `moov`; still pictures, and metadata of tracks.
  package private(set) var hiddenBoxes: [UInt64]
  /// The steps that a reader takes to find the chunks of a track: the number of chunks times that of runs of equal
  /// chunks. nil if that is not known, because there are more boxes than are read.
  package private(set) var chunkSteps: Int?
  package private(set) var diagnostics: [Diagnostic] = []

  /// The properties of a track that matter here.
  private struct Track {
    var start: UInt64
    var id: UInt32 = 0
    /// In units of the file.
    var duration: UInt64 = 0
    /// Four characters: `pict`, `auxv`, `soun`.
    var handler = ""
    var ticksPerSecond: UInt64 = 0
    /// The tracks that it belongs to.
    var mainTracks: [UInt64] = []
    /// The duration of one run, in units of the file, and whether it is repeated; nil without an edit list.
    var edit: (duration: UInt64, repeats: Bool)?
    var table: [String: ISOBox] = [:]
    /// Where the boxes `stts` and `meta` begin.
    var hiddenBoxes: [UInt64] = []
    /// The most that the boxes can hold: numbers of chunks (8.7.5), and of runs of equal chunks (8.7.4).
    var chunks = 0
    var runs = 0
    /// Whether there are more boxes than are read.
    var isCut = false

    var chunkSteps: Int {
      let (steps, overflow) = chunks.multipliedReportingOverflow(by: runs)
      return overflow ? .max : steps
    }

    /// How often the frames are shown (HEIF, 9.6.1): a list that repeats does so until the end of the track.
    var loopCount: Int {
      guard let edit else { return 0 }
      guard edit.repeats, edit.duration > 0 else { return 1 }
      guard duration < .max else { return 0 }
      return max(1, Int(clamping: (max(duration, 1) - 1) / edit.duration + 1))
    }
  }

  /// - Returns: nil for a file without a track of pictures that can be read.
  /// - Throws: `io`.
  init?(_ structure: HEIFStructure, _ source: any ByteSource, limits: Limits) throws(ImageError) {
    let movies = structure.boxes.filter { $0.type == "moov" }
    guard let movie = movies.first else { return nil }
    var reader = ISOBoxReader(source, maxBoxes: 1_000)
    var tracks: [Track] = []
    for box in try reader.boxes(in: movie.content) where box.type == "trak" {
      tracks.append(try Self.track(box, &reader, limits))
    }
    var budget = MetadataBudget(limits: limits)
    guard let main = tracks.first(where: { $0.handler == "pict" && $0.mainTracks.isEmpty }),
      let entry = try Self.entry(main, &reader, &budget), var picture = try Self.picture(entry, source),
      let count = try Self.frameCount(main, &reader), count > 0
    else { return nil }
    for track in tracks where track.handler == "auxv" && track.mainTracks.contains(UInt64(main.id)) {
      let kind = try Self.entry(track, &reader, &budget)?.properties.lazy.compactMap(\.auxiliaryType).first
      guard kind?.isAlpha ?? true, !picture.info.hasAlpha else { continue }
      picture.info.hasAlpha = true
      picture.info.samplesPerPixel += 1
    }
    self.picture = picture
    frameCount = count
    animation = Animation(
      durations: try Self.durations(main, of: min(count, limits.maxImages), &reader, limits), loopCount: main.loopCount)
    hiddenBoxes = tracks.filter { $0.handler != "pict" && $0.handler != "auxv" }.map(\.start)
    hiddenBoxes += tracks.flatMap(\.hiddenBoxes) + movies.dropFirst().map(\.range.lowerBound)
    // libavif demands a box `meta` with a handler.
    hiddenBoxes += structure.metaParts.filter { $0.type != "hdlr" }.map(\.range.lowerBound)
    let isCut = structure.isDamaged || reader.hasCutList || tracks.contains(where: \.isCut)
    chunkSteps = isCut ? nil : tracks.map(\.chunkSteps).max()
    diagnostics = reader.diagnostics + budget.diagnostics
  }

  /// The metadata that one file may still have.
  private struct MetadataBudget {
    let limits: Limits
    private(set) var diagnostics: [Diagnostic] = []
    private var total = 0

    init(limits: Limits) { self.limits = limits }

    mutating func permits(_ box: ISOBox) -> Bool {
      if let warning = limits.leftOut("the box '\(box.type)'", bytes: box.content.count, after: total) {
        diagnostics.append(warning)
        return false
      }
      total += box.content.count
      return true
    }
  }

  private static func track(
    _ box: ISOBox, _ reader: inout ISOBoxReader, _ limits: Limits
  ) throws(ImageError) -> Track {
    var track = Track(start: box.range.lowerBound)
    /// The fields of a box. Its version says how many bytes its times have.
    func fields(_ box: ISOBox) throws(ImageError) -> (FullBox, width: Int) {
      let fields = FullBox(try reader.content(of: box, limit: 1_000) ?? [])
      return (fields, fields.version == 1 ? 8 : 4)
    }
    // From the movie down to the table of samples, one level after the other.
    var level = try reader.boxes(in: box.content)
    var place = 0
    while place < level.count {
      guard level.count < 1_000 else {
        track.isCut = true
        break
      }
      let part = level[place]
      place += 1
      switch part.type {
      case "mdia", "minf", "stbl", "edts", "tref": level += try reader.boxes(in: part.content)
      case "tkhd":
        var (fields, width) = try fields(part)
        fields.skip(2 * width)
        track.id = UInt32(truncatingIfNeeded: fields.integer(4))
        fields.skip(4)
        track.duration = fields.integer(width)
        if track.duration == UInt64(UInt32.max), width == 4 { track.duration = .max }
      case "mdhd":
        var (fields, width) = try fields(part)
        fields.skip(2 * width)
        track.ticksPerSecond = fields.integer(4)
      case "hdlr":
        var fields = try fields(part).0
        fields.skip(4)
        track.handler = Latin1.text(fields.bytes(4))
      case "auxl":
        let ids = try reader.content(of: part, limit: 1_000) ?? []
        track.mainTracks = stride(from: 0, to: ids.count - 3, by: 4).map { UInt64(bigEndianBytes: ids[$0..<$0 + 4]) }
      case "elst":
        var (fields, width) = try fields(part)
        let count = fields.integer(4)
        var edit = (duration: UInt64(0), repeats: fields.flags & 1 != 0)
        var left = count
        while left > 0, !fields.isPastEnd {
          let (duration, overflow) = edit.duration.addingReportingOverflow(fields.integer(width))
          edit.duration = overflow ? .max : duration
          fields.skip(width + 4)
          left -= 1
        }
        // An edit list that is too long to be read is shown once.
        if count > 0 || part.content.count > 1_000 { track.edit = edit }
      default:
        track.table[part.type] = part
        switch part.type {
        case "stts", "meta": track.hiddenBoxes.append(part.range.lowerBound)
        case "stsc": track.runs += part.content.count / 12
        case "stco", "co64": track.chunks += part.content.count / 4
        default: break
        }
      }
    }
    return track
  }

  /// The codec, and the boxes of its entry in `stsd` (ISO/IEC 14496-12, 8.5.2 and 12.1.3), which are properties of
  /// items, too. The first one has the size.
  private static func entry(
    _ track: Track, _ reader: inout ISOBoxReader, _ budget: inout MetadataBudget
  ) throws(ImageError) -> (codec: String, properties: [HEIFProperty])? {
    guard let table = track.table["stsd"], table.content.count > 8,
      let entry = try reader.boxes(in: table.content.lowerBound + 8..<table.content.upperBound).first,
      entry.content.count > 78, let sizes = try reader.bytes(at: entry.content.lowerBound + 24, count: 4)
    else { return nil }
    let size: [UInt8] = [0, 0, 0, 0, 0, 0] + sizes[..<2] + [0, 0] + sizes[2...]
    var properties = [HEIFProperty(type: "ispe", bytes: size, offset: 0)]
    let used = ["av1C", "hvcC", "colr", "pixi", "auxi", "irot", "imir"]
    for box in try reader.boxes(in: entry.content.lowerBound + 78..<entry.content.upperBound)
    where used.contains(box.type) && budget.permits(box) {
      guard let bytes = try reader.content(of: box, limit: box.content.count) else { continue }
      properties.append(HEIFProperty(type: box.type, bytes: bytes, offset: box.content.lowerBound))
    }
    return (entry.type, properties)
  }

  private static func picture(
    _ entry: (codec: String, properties: [HEIFProperty]), _ source: any ByteSource
  ) throws(ImageError) -> HEIFPicture? {
    var structure = HEIFStructure()
    structure.properties = entry.properties
    var item = HEIFItem(id: 0, type: entry.codec)
    item.properties = Array(structure.properties.indices)
    guard var picture = try HEIFPicture(item, in: structure, source) else { return nil }
    picture.item.properties = []
    return picture
  }

  /// `stsz` (ISO/IEC 14496-12, 8.7.3): the size of all samples or 0, and their number.
  private static func frameCount(_ track: Track, _ reader: inout ISOBoxReader) throws(ImageError) -> Int? {
    guard let box = track.table["stsz"] else { return nil }
    return try reader.bytes(at: box.content.lowerBound + 8, count: 4).map { Int(bigEndianBytes: $0) }
  }

  /// `stts` (8.6.1.2): runs of frames that are shown equally long.
  private static func durations(
    _ track: Track, of count: Int, _ reader: inout ISOBoxReader, _ limits: Limits
  ) throws(ImageError) -> [Double] {
    var (durations, last): ([Double], Double) = ([], 0)
    if let box = track.table["stts"], track.ticksPerSecond > 0 {
      var fields = FullBox(try reader.content(of: box, limit: limits.maxMetadataBlockBytes) ?? [])
      var runs = fields.integer(4)
      while runs > 0, durations.count < count, !fields.isPastEnd {
        let length = Int(fields.integer(4))
        last = Double(fields.integer(4)) / Double(track.ticksPerSecond)
        durations += Array(repeating: last, count: min(length, count - durations.count))
        runs -= 1
      }
    }
    return durations + Array(repeating: last, count: count - durations.count)
  }
}
