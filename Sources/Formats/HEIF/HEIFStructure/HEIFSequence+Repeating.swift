package import ByteStreams
package import ImageModel

extension HEIFSequence {
  /// A file that libavif 0.11 has written, with what it cannot write: how often the frames are shown (HEIF, 9.6.1), in
  /// an edit list for each track. The times when the file was made become 0, so that equal frames give equal files.
  ///
  /// - Parameters:
  ///   - source: `ftyp`, `meta`, `moov` and `mdat`, whose boxes have times of 64 bits and places of 32.
  ///   - plays: 0 is for ever.
  /// - Throws: `unsupported` for a file of another form; `io`.
  package static func repeating(_ source: any ByteSource, _ plays: Int) throws(ImageError) -> FilePatch {
    var edits = Edits(reader: ISOBoxReader(source))
    let boxes = try edits.reader.boxes(in: 0..<source.size)
    guard boxes.map(\.type) == ["ftyp", "meta", "moov", "mdat"] else { throw Edits.unknown }
    let parts = try edits.reader.boxes(in: boxes[2].content)
    let tracks = parts.filter { $0.type == "trak" }
    // All offsets in the file are those of data in `mdat`, which moves by the size of the new boxes.
    let moved = UInt64(tracks.count) * UInt64(Edits.editListSize)
    try edits.resize(boxes[2], by: moved)
    try edits.move(boxes[1], by: moved)
    for part in parts where part.type == "mvhd" { try edits.setTimes(part, durationAt: 24, plays) }
    for track in tracks {
      try edits.resize(track, by: UInt64(Edits.editListSize))
      let parts = try edits.reader.boxes(in: track.content)
      guard parts.filter({ $0.type == "tkhd" }).count == 1 else { throw Edits.unknown }
      for part in parts {
        switch part.type {
        case "tkhd":
          let duration = try edits.setTimes(part, durationAt: 28, plays)
          edits.insert(editList(duration, repeats: plays != 1), at: part.range.upperBound)
        case "meta": try edits.move(part, by: moved)
        case "mdia": try edits.moveSamples(part, by: moved)
        default: break
        }
      }
    }
    return edits.patch(source.size)
  }

  /// One entry: the whole track, from its start, at its own rate (ISO/IEC 14496-12, 8.6.6).
  private static func editList(_ duration: UInt64, repeats: Bool) -> [UInt8] {
    let entry = duration.bigEndianBytes + UInt64(0).bigEndianBytes + [0, 1, 0, 0]
    return ISOBox.bytes("edts", ISOBox.bytes("elst", [1, 0, 0, repeats ? 1 : 0, 0, 0, 0, 1] + entry))
  }

  private struct Edits {
    static let editListSize = 44
    static let unknown = ImageError(.unsupported, "the installed libavif writes files of another form", format: "AVIF")

    var reader: ISOBoxReader
    /// In the order of the file; a part of no length is new.
    private var pieces: [(range: Range<UInt64>, bytes: [UInt8])] = []

    init(reader: ISOBoxReader) { self.reader = reader }

    private mutating func bytes(at place: UInt64, count: Int) throws(ImageError) -> [UInt8] {
      guard let bytes = try reader.bytes(at: place, count: count) else { throw Self.unknown }
      return bytes
    }

    private mutating func replace(_ place: UInt64, _ bytes: [UInt8]) {
      pieces.append((place..<place + UInt64(bytes.count), bytes))
    }

    mutating func insert(_ bytes: [UInt8], at place: UInt64) { pieces.append((place..<place, bytes)) }

    mutating func resize(_ box: ISOBox, by count: UInt64) throws(ImageError) {
      guard let size = UInt32(exactly: box.range.upperBound - box.range.lowerBound + count) else { throw Self.unknown }
      replace(box.range.lowerBound, size.bigEndianBytes)
    }

    /// Sets the times of a header of version 1: those of its making to 0, and the duration to that of all plays.
    ///
    /// - Returns: the duration of one.
    @discardableResult
    mutating func setTimes(_ box: ISOBox, durationAt place: Int, _ plays: Int) throws(ImageError) -> UInt64 {
      let start = box.content.lowerBound
      let content = try bytes(at: start, count: place + 8)
      guard content[0] == 1 else { throw Self.unknown }
      replace(start + 4, [UInt8](repeating: 0, count: 16))
      let duration = UInt64(bigEndianBytes: content[place...])
      let (all, overflow) = duration.multipliedReportingOverflow(by: UInt64(plays))
      replace(start + UInt64(place), (plays == 0 || overflow ? .max : all).bigEndianBytes)
      return duration
    }

    private mutating func moveNumbers(_ places: [UInt64], by count: UInt64) throws(ImageError) {
      for place in places {
        let number = UInt64(bigEndianBytes: try bytes(at: place, count: 4)) + count
        guard let moved = UInt32(exactly: number) else { throw Self.unknown }
        replace(place, moved.bigEndianBytes)
      }
    }

    /// Moves what `iloc` of version 0 points to (8.11.3). It has a number, the file, and parts with offset and length
    /// for each item.
    mutating func move(_ meta: ISOBox, by count: UInt64) throws(ImageError) {
      for box in try reader.boxes(in: meta.content.lowerBound + 4..<meta.content.upperBound) where box.type == "iloc" {
        let head = try bytes(at: box.content.lowerBound, count: 8)
        guard head.starts(with: [0, 0, 0, 0, 0x44, 0]) else { throw Self.unknown }
        var place = box.content.lowerBound + 8
        for _ in 0..<Int(bigEndianBytes: head[6...]) {
          let parts = UInt64(bigEndianBytes: try bytes(at: place + 4, count: 2))
          try moveNumbers((0..<parts).map { place + 6 + 8 * $0 }, by: count)
          place += 6 + 8 * parts
        }
      }
    }

    /// Moves what `stco` points to, and sets the times of `mdhd`.
    mutating func moveSamples(_ box: ISOBox, by count: UInt64) throws(ImageError) {
      for part in try reader.boxes(in: box.content) {
        switch part.type {
        case "minf", "stbl": try moveSamples(part, by: count)
        case "mdhd":
          guard try bytes(at: part.content.lowerBound, count: 1) == [1] else { throw Self.unknown }
          replace(part.content.lowerBound + 4, [UInt8](repeating: 0, count: 16))
        case "co64": throw Self.unknown
        case "stco":
          let chunks = UInt64(bigEndianBytes: try bytes(at: part.content.lowerBound + 4, count: 4))
          try moveNumbers((0..<chunks).map { part.content.lowerBound + 8 + 4 * $0 }, by: count)
        default: break
        }
      }
    }

    func patch(_ size: UInt64) -> FilePatch {
      var patch = FilePatch()
      var position: UInt64 = 0
      for piece in pieces.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
        patch.copy(position..<piece.range.lowerBound)
        patch.append(piece.bytes)
        position = piece.range.upperBound
      }
      patch.copy(position..<size)
      return patch
    }
  }
}
