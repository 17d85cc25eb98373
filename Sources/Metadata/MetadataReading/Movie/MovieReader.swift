internal import ByteStreams
internal import ImageModel
internal import MakerNotes
internal import MetadataModel

/// Reads the boxes of a movie that say something of it as a whole: MP4 (ISO/IEC 14496-12 and 14496-14) and QuickTime
/// (QuickTime File Format Specification, chapter 2). Names are ExifTool's. No sample is read.
struct MovieReader {
  private var boxes: ISOBoxReader
  private let limits: Limits
  private(set) var group = PropertyGroup("QuickTime")
  /// Latitude and longitude in degrees, and the altitude in metres.
  private(set) var position: [Double]?
  private(set) var xmp: MetadataBlock?

  private static let maxTracks = 64
  private static let maxKeys = 1_000
  private static let longestText = 64 << 10

  init(_ source: any ByteSource, limits: Limits) {
    boxes = ISOBoxReader(source)
    self.limits = limits
  }

  var diagnostics: [Diagnostic] { boxes.diagnostics }

  /// - Throws: `invalidData` for a file without a movie header; `io`.
  mutating func read() throws(ImageError) {
    let top = try boxes.boxes(in: 0..<boxes.size)
    if let box = top.first(where: { $0.type == "ftyp" }) { try readBrands(box) }
    guard let movie = top.first(where: { $0.type == "moov" }) else {
      throw ImageError(.invalidData, "there is no movie header (moov); the recording may not have been ended")
    }
    for box in try boxes.boxes(in: movie.content) {
      switch box.type {
      case "mvhd": try readHeader(box)
      case "meta": try readMetadata(box)
      case "udta": try readUserData(box)
      default: break
      }
    }
    for box in try boxes.boxes(in: movie.content).filter({ $0.type == "trak" }).prefix(Self.maxTracks) {
      try readTrack(box)
    }
    if let box = top.first(where: { $0.type == "uuid" && $0.uuid == Self.xmpUUID }) { try readXMP(box) }
  }

  /// ISO 16684-3, 2.2.6: BE7ACFCB-97A9-42E8-9C71-999491E3AFAC.
  private static let xmpUUID: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]

  /// Of two properties with one name the first counts.
  private mutating func add(_ name: String, _ value: PropertyValue) {
    if group[name] == nil { group.properties.append(Property(name, value)) }
  }

  private mutating func readXMP(_ box: ISOBox) throws(ImageError) {
    guard xmp == nil, let bytes = try boxes.content(of: box, limit: limits.maxMetadataBlockBytes) else { return }
    xmp = MetadataBlock(.xmp, offset: box.content.lowerBound, bytes: bytes)
  }

  private mutating func readBrands(_ box: ISOBox) throws(ImageError) {
    guard let bytes = try boxes.content(of: box, limit: 4_096), bytes.count >= 8 else { return }
    add("MajorBrand", .text(Latin1.text(bytes[..<4])))
    let version = bytes[4..<8].map { Int($0) }
    // As ExifTool shows it: two bytes, and one each.
    let number = version[0] << 8 | version[1]
    add("MinorVersion", .text([number, version[2], version[3]].map { String($0, radix: 16) }.joined(separator: ".")))
    let brands = stride(from: 8, to: bytes.count - 3, by: 4).map { Latin1.text(bytes[$0..<$0 + 4]) }
    if !brands.isEmpty { add("CompatibleBrands", .array(brands.map { .text($0) })) }
  }

  // MARK: Headers

  /// A number of four or eight bytes, by the version of the box.
  private static func number(_ bytes: [UInt8], _ offset: Int, isLong: Bool) -> UInt64? {
    let count = isLong ? 8 : 4
    guard offset + count <= bytes.count else { return nil }
    return bytes[offset..<offset + count].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func readHeader(_ box: ISOBox) throws(ImageError) {
    guard let bytes = try boxes.content(of: box, limit: 4_096), let version = bytes.first else { return }
    let isLong = version == 1
    let step = isLong ? 8 : 4
    if let date = Self.date(Self.number(bytes, 4, isLong: isLong)) { add("CreateDate", .text(date)) }
    if let date = Self.date(Self.number(bytes, 4 + step, isLong: isLong)) { add("ModifyDate", .text(date)) }
    guard let scale = Self.number(bytes, 4 + 2 * step, isLong: false), scale > 0 else { return }
    add("TimeScale", .integer(Int64(scale)))
    // All ones mean that the duration is not known.
    if let duration = Self.number(bytes, 8 + 2 * step, isLong: isLong), duration != (isLong ? .max : 0xFFFF_FFFF) {
      add("Duration", .decimal(Double(duration) / Double(scale)))
    }
  }

  /// The seconds from 1904 to 1970.
  private static let epoch: UInt64 = 2_082_844_800

  /// A date in UTC, in Exif's format; nil for 0, which means that it is not known. Some writers count from 1970, as
  /// ExifTool assumes for numbers that would be dates before 1970.
  private static func date(_ seconds: UInt64?) -> String? {
    guard let seconds, seconds > 0, let number = Int(exactly: seconds >= epoch ? seconds - epoch : seconds),
      CivilTime.secondsOfYears.contains(number)
    else { return nil }
    let time = CivilTime(secondsSince1970: number)
    func padded(_ numbers: [Int]) -> String { numbers.map { DecimalText.padded($0) }.joined(separator: ":") }
    return "\(time.year):\(padded([time.month, time.day])) \(padded([time.hour, time.minute, time.second]))"
  }

  // MARK: Tracks

  private mutating func readTrack(_ track: ISOBox) throws(ImageError) {
    let parts = try boxes.boxes(in: track.content)
    guard let media = parts.first(where: { $0.type == "mdia" }) else { return }
    let mediaParts = try boxes.boxes(in: media.content)
    guard let handler = mediaParts.first(where: { $0.type == "hdlr" }),
      let kind = try boxes.bytes(at: handler.content.lowerBound + 8, count: 4)
    else { return }
    let isVideo = Latin1.text(kind[...]) == "vide"
    guard isVideo || Latin1.text(kind[...]) == "soun" else { return }
    if isVideo, let header = parts.first(where: { $0.type == "tkhd" }) { try readTrackHeader(header) }
    guard let information = mediaParts.first(where: { $0.type == "minf" }),
      let table = try boxes.boxes(in: information.content).first(where: { $0.type == "stbl" }),
      let descriptions = try boxes.boxes(in: table.content).first(where: { $0.type == "stsd" }),
      let bytes = try boxes.bytes(at: descriptions.content.lowerBound, count: 44), descriptions.content.count >= 44
    else { return }
    // Version, number of entries, the length of the first entry, then its format.
    let codec = Latin1.text(bytes[12..<16])
    if isVideo {
      add("CompressorID", .text(codec))
    } else {
      add("AudioFormat", .text(codec))
      if let channels = Self.number(bytes, 30, isLong: false).map({ $0 & 0xFFFF }), channels > 0 {
        add("AudioChannels", .integer(Int64(channels)))
      }
      if let rate = Self.number(bytes, 40, isLong: false), rate > 0 {
        add("AudioSampleRate", .integer(Int64(rate >> 16)))
      }
    }
  }

  /// The size and the rotation of the first video track (ISO/IEC 14496-12, 8.3.2).
  private mutating func readTrackHeader(_ box: ISOBox) throws(ImageError) {
    guard let bytes = try boxes.content(of: box, limit: 4_096), let version = bytes.first else { return }
    let matrix = version == 1 ? 52 : 40
    guard bytes.count >= matrix + 44 else { return }
    /// A number with 16 bits after the point.
    func fixed(_ offset: Int) -> Double {
      Double(Int32(bitPattern: UInt32(bigEndianBytes: bytes[offset..<offset + 4]))) / 65_536
    }
    let size = (fixed(matrix + 36), fixed(matrix + 40))
    guard size.0 > 0, size.1 > 0, group["ImageWidth"] == nil else { return }
    add("ImageWidth", .plainNumber(size.0))
    add("ImageHeight", .plainNumber(size.1))
    guard let degrees = Self.rotation(fixed(matrix), fixed(matrix + 4)) else { return }
    add("Rotation", .integer(Int64(degrees)))
  }

  /// The degrees clockwise by which the picture is turned for display, from 0 to 359, where the matrix turns it by a
  /// multiple of 90; nil for any other matrix. `cosine` and `sine` are its first two numbers.
  private static func rotation(_ cosine: Double, _ sine: Double) -> Int? {
    switch (cosine, sine) {
    case (let x, 0) where x > 0: 0
    case (0, let y) where y > 0: 90
    case (let x, 0) where x < 0: 180
    case (0, let y) where y < 0: 270
    default: nil
    }
  }

  // MARK: Texts

  /// QuickTime's user data: the length of a text, its language, the text. MP4 also has iTunes's list in it.
  private mutating func readUserData(_ box: ISOBox) throws(ImageError) {
    for item in try boxes.boxes(in: box.content) {
      if item.type == "meta" {
        try readMetadata(item)
      } else if item.type == "XMP_" {
        try readXMP(item)
      } else if item.type == "loci" {
        if let bytes = try boxes.content(of: item, limit: Self.longestText) { readLocation(bytes[...]) }
      } else if let name = Self.userDataNames[item.type],
        let bytes = try boxes.content(of: item, limit: Self.longestText), bytes.count > 4
      {
        let length = Int(bytes[0]) << 8 | Int(bytes[1])
        take(name, bytes[4...].prefix(length))
      }
    }
  }

  /// The place where the movie was taken (3GPP TS 26.244, 8.3): version, language, name, role, longitude, latitude,
  /// altitude, body and notes.
  private mutating func readLocation(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes.dropFirst(6)
    let name = Self.text(&rest)
    guard rest.count >= 13, let role = rest.popFirst() else { return }
    func fixed(_ index: Int) -> Double {
      Double(Int32(bitPattern: UInt32(bigEndianBytes: rest.dropFirst(4 * index).prefix(4)))) / 65_536
    }
    let (longitude, latitude, altitude) = (fixed(0), fixed(1), fixed(2))
    rest = rest.dropFirst(12)
    let (body, notes) = (Self.text(&rest), Self.text(&rest))
    let roles = ["shooting", "real", "fictional"]
    /// With this many decimals, as ExifTool writes it.
    func decimals(_ value: Double, _ count: Int) -> String {
      let text = DecimalText.text(value, places: count)
      let digits = text.split(separator: ".").dropFirst().first?.count ?? 0
      return text + (digits == 0 ? "." : "") + String(repeating: "0", count: max(0, count - digits))
    }
    let parts = [
      name.isEmpty ? "(none)" : name, "Role=\(Int(role) < roles.count ? roles[Int(role)] : "unknown(\(role))")",
      "Lat=\(decimals(latitude, 5))", "Lon=\(decimals(longitude, 5))",
      "Alt=\(decimals(altitude, 2))", "Body=\(body)", "Notes=\(notes)",
    ]
    add("LocationInformation", .text(parts.joined(separator: " ")))
    // Other roles are places that are shown or meant.
    guard role == 0, abs(latitude) <= 90, abs(longitude) <= 180, body.isEmpty || body.lowercased() == "earth" else {
      return
    }
    if position == nil { position = [latitude, longitude, altitude] }
  }

  /// Takes a text that a NUL ends: UTF-8, or UTF-16 after a byte-order mark.
  private static func text(_ rest: inout ArraySlice<UInt8>) -> String {
    guard rest.starts(with: [0xFE, 0xFF]) else {
      let bytes = rest.prefix { $0 != 0 }
      rest = rest.dropFirst(bytes.count + 1)
      return String(decoding: bytes, as: UTF8.self)
    }
    var units: [UInt16] = []
    rest = rest.dropFirst(2)
    while let high = rest.popFirst(), let low = rest.popFirst(), high != 0 || low != 0 {
      units.append(UInt16(high) << 8 | UInt16(low))
    }
    return String(decoding: units, as: UTF16.self)
  }

  private static let userDataNames = [
    "\u{A9}nam": "Title", "\u{A9}mak": "Make", "\u{A9}mod": "Model", "\u{A9}swr": "SoftwareVersion",
    "\u{A9}day": "ContentCreateDate", "\u{A9}xyz": "GPSCoordinates", "\u{A9}ART": "Artist", "\u{A9}cmt": "Comment",
    "\u{A9}cpy": "Copyright", "\u{A9}too": "Encoder", "\u{A9}alb": "Album", "\u{A9}gen": "Genre",
    "\u{A9}des": "Description", "desc": "Description", "cprt": "Copyright",
  ]

  /// Keys of Apple's metadata, without `com.apple.quicktime.`.
  private static let keyNames = [
    "make": "Make", "model": "Model", "software": "Software", "creationdate": "CreationDate",
    "location.ISO6709": "GPSCoordinates", "title": "Title", "displayname": "DisplayName", "description": "Description",
    "author": "Author", "artist": "Artist", "comment": "Comment", "copyright": "Copyright", "keywords": "Keywords",
    "content.identifier": "ContentIdentifier", "year": "Year",
  ]

  /// A list of items (`ilst`), whose names are four characters, or positions in a list of keys (`keys`).
  private mutating func readMetadata(_ box: ISOBox) throws(ImageError) {
    var start = box.content.lowerBound
    guard let head = try boxes.bytes(at: start, count: 8) else { return }
    // In MP4 the box has a version before its parts, in QuickTime it has none.
    if Latin1.text(head[4...]) != "hdlr" { start += 4 }
    guard start < box.content.upperBound else { return }
    let parts = try boxes.boxes(in: start..<box.content.upperBound)
    var keys: [String] = []
    if let list = parts.first(where: { $0.type == "keys" }) { keys = try readKeys(list) }
    guard let list = parts.first(where: { $0.type == "ilst" }) else { return }
    for item in try boxes.boxes(in: list.content).prefix(Self.maxKeys) {
      var name = Self.userDataNames[item.type]
      if !keys.isEmpty, let bytes = try boxes.bytes(at: item.range.lowerBound + 4, count: 4) {
        let position = Int(UInt32(bigEndianBytes: bytes[...]))
        name = keys.indices.contains(position - 1) ? Self.keyNames[keys[position - 1]] : nil
      }
      guard let name, let data = try boxes.boxes(in: item.content).first(where: { $0.type == "data" }),
        let bytes = try boxes.content(of: data, limit: Self.longestText), bytes.count > 8,
        // The type of the value: UTF-8.
        UInt32(bigEndianBytes: bytes[..<4]) == 1
      else { continue }
      take(name, bytes[8...])
    }
  }

  /// The names of the keys, each without its beginning.
  private mutating func readKeys(_ box: ISOBox) throws(ImageError) -> [String] {
    guard let bytes = try boxes.content(of: box, limit: 1 << 20) else { return [] }
    let beginning = "com.apple.quicktime."
    var keys: [String] = []
    var rest = bytes.dropFirst(8)
    while rest.count >= 8, keys.count < Self.maxKeys {
      let length = Int(UInt32(bigEndianBytes: rest.prefix(4)))
      guard length >= 8, length <= rest.count else { break }
      let key = String(decoding: rest.prefix(length).dropFirst(8), as: UTF8.self)
      keys.append(key.hasPrefix(beginning) ? String(key.dropFirst(beginning.count)) : key)
      rest = rest.dropFirst(length)
    }
    return keys
  }

  private mutating func take(_ name: String, _ bytes: ArraySlice<UInt8>) {
    let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    guard !text.isEmpty else { return }
    guard name == "GPSCoordinates" else { return add(name, .text(text)) }
    guard let numbers = Self.position(text) else { return add(name, .text(text)) }
    if position == nil { position = numbers }
    add(name, .array(numbers.map { .decimal($0) }))
  }

  /// Latitude and longitude in degrees, and perhaps the altitude in metres, of a text of ISO 6709: `+48.1-011.5+500/`,
  /// also with degrees and minutes (`+4806.0-01130.0/`) or with seconds; nil for other texts.
  static func position(_ text: String) -> [Double]? {
    var parts: [String] = []
    for character in text.prefix(64) {
      if character == "+" || character == "-" {
        parts.append(String(character))
      } else if parts.isEmpty || !(character.isASCII && (character.isNumber || character == ".")) {
        break
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    guard (2...3).contains(parts.count), let latitude = degrees(parts[0], 2), abs(latitude) <= 90,
      let longitude = degrees(parts[1], 3), abs(longitude) <= 180
    else { return nil }
    return [latitude, longitude] + (parts.count == 3 ? [Double(parts[2])].compactMap { $0 } : [])
  }

  /// - Parameter count: the digits of whole degrees. Two more are minutes, four more minutes and seconds.
  private static func degrees(_ text: String, _ count: Int) -> Double? {
    guard let number = Double(text) else { return nil }
    let digits = text.dropFirst().prefix { $0 != "." }.count
    let value = abs(number)
    let degrees: Double
    if digits <= count {
      degrees = value
    } else if digits == count + 2 {
      degrees = (value / 100).rounded(.down) + value.truncatingRemainder(dividingBy: 100) / 60
    } else if digits == count + 4 {
      let minutes = (value / 100).rounded(.down).truncatingRemainder(dividingBy: 100)
      degrees =
        (value / 10_000).rounded(.down) + minutes / 60 + value.truncatingRemainder(dividingBy: 100) / 3_600
    } else {
      return nil
    }
    return text.hasPrefix("-") ? -degrees : degrees
  }
}
