internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import MetadataWriting
internal import TIFFStructure

/// Checks the directories of an Exif block or of a TIFF file. Directories and values that cannot be read are left out:
/// their reader warns about them.
struct ExifValidator {
  enum Kind {
    /// The Exif block of a JPEG file, in which some tags are mandatory.
    case jpeg
    /// That of another file.
    case block
    /// A TIFF file.
    case tiff
    /// A camera's file of the same structure, with further tags.
    case raw
  }

  private let kind: Kind
  private let limits: Limits
  private var reader: IFDReader
  private var findings: [Finding] = []
  /// What lies where, to find what overlaps.
  private var ranges: [(range: Range<UInt64>, name: String)] = []
  private let size: UInt64
  /// How many directories below SubIFDs were found. They are as many as pages at most.
  private var partCount = 0
  /// As in `0232`; nil if the block does not say.
  private var version: Int?

  /// - Parameter base: where the TIFF header begins.
  /// - Throws: `io`. No finding for data without a TIFF header.
  static func findings(
    _ source: any ByteSource, base: UInt64, _ kind: Kind, limits: Limits
  ) throws(ImageError) -> [Finding] {
    do throws(ImageError) {
      let reader = try IFDReader(source, base: base, limits: limits)
      var validator = ExifValidator(kind: kind, limits: limits, reader: reader, size: source.size)
      try validator.checkChain()
      validator.checkOverlaps()
      return validator.findings
    } catch {
      if error.kind == .io { throw error }
      return []
    }
  }

  private init(kind: Kind, limits: Limits, reader: IFDReader, size: UInt64) {
    self.kind = kind
    self.limits = limits
    self.reader = reader
    self.size = size
  }

  // MARK: Directories

  private mutating func checkChain() throws(ImageError) {
    let isFile = kind == .tiff || kind == .raw
    let most = isFile ? limits.maxImages : limits.maxExifChain
    var next = reader.firstOffset
    var index = 0
    while next != 0, index < most, findings.count <= limits.maxWarnings, let ifd = try directory(next) {
      if index == 0 { version = try statedVersion(ifd) }
      let role: TagRule.Role = index == 0 || isFile ? .main : .thumbnail
      try check(ifd, "IFD\(index)", role, position: next)
      for (tag, role) in [(IFDPointerTag.exif, TagRule.Role.exif), (IFDPointerTag.gps, .gps)] {
        try checkChild(tag, of: ifd, role)
      }
      if isFile { try checkParts(of: ifd, "IFD\(index)", depth: 1) }
      (next, index) = (ifd.next, index + 1)
    }
  }

  private mutating func checkChild(_ tag: UInt16, of ifd: IFD, _ role: TagRule.Role) throws(ImageError) {
    guard let entry = ifd[tag], let offset = try integer(entry), let child = try directory(UInt64(max(0, offset)))
    else { return }
    try check(child, role.name, role, position: UInt64(max(0, offset)))
    if role == .exif { try checkChild(IFDPointerTag.interoperability, of: child, .interoperability) }
  }

  /// Checks the directories that SubIFDs points to, those chained to them and those below.
  private mutating func checkParts(of ifd: IFD, _ name: String, depth: Int) throws(ImageError) {
    guard depth < limits.maxDirectoryDepth, let entry = ifd[IFDPointerTag.subIFDs],
      let offsets = try value(of: entry)?.integers
    else { return }
    var number = 0
    // Many directories may share one long list of offsets.
    for offset in offsets.prefix(limits.maxImages) {
      var next = UInt64(max(0, offset))
      while next != 0, partCount < limits.maxImages, findings.count <= limits.maxWarnings,
        let part = try directory(next)
      {
        (number, partCount) = (number + 1, partCount + 1)
        let own = "\(name)/SubIFD\(number)"
        try check(part, own, .part, position: next)
        try checkParts(of: part, own, depth: depth + 1)
        next = part.next
      }
    }
  }

  /// nil for a directory that cannot be read, or that has been checked.
  private mutating func directory(_ offset: UInt64) throws(ImageError) -> IFD? {
    do throws(ImageError) { return try reader.directory(at: offset) } catch {
      if error.kind == .io { throw error }
      return nil
    }
  }

  private mutating func integer(_ entry: IFDEntry) throws(ImageError) -> Int? {
    try value(of: entry)?.firstInteger
  }

  /// nil for a value that cannot be read, and for one that is too long to be checked.
  private mutating func value(of entry: IFDEntry) throws(ImageError) -> IFDValue? {
    do throws(ImageError) { return try reader.value(of: entry, maxBytes: Self.longestValue) } catch {
      if error.kind == .io { throw error }
      return nil
    }
  }

  private static let longestValue = 1 << 16

  private mutating func statedVersion(_ ifd: IFD) throws(ImageError) -> Int? {
    // By a reader of its own: each directory is read once.
    var other = reader
    guard let entry = ifd[IFDPointerTag.exif], let offset = try integer(entry),
      let exif = try? other.directory(at: UInt64(max(0, offset))), let field = exif[0x9000],
      case .bytes(let digits)? = try value(of: field), digits.count == 4
    else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  private mutating func check(
    _ ifd: IFD, _ name: String, _ role: TagRule.Role, position: UInt64
  ) throws(ImageError) {
    let entrySize: UInt64 = reader.isBigTIFF ? 20 : 12
    let length = (reader.isBigTIFF ? 16 : 6) + entrySize * UInt64(ifd.entries.count)
    ranges.append((ifd.offset..<ifd.offset &+ length, name))
    if position % 2 == 1 { note(.alignment, name, "the directory begins at an odd offset, \(position)") }
    var last: UInt16?
    for entry in ifd.entries {
      if let last, entry.tag < last {
        note(.entryOrder, place(entry, name, role), "the tag follows a tag with a larger number", .warning)
      }
      last = entry.tag
      guard findings.count <= limits.maxWarnings else { return }
      try check(entry, name, role)
    }
    checkMissing(ifd, name, role)
    guard let start = ifd[TIFFTag.jpegInterchangeFormat], let count = ifd[TIFFTag.jpegInterchangeFormatLength],
      let offset = try integer(start), let length = try integer(count), offset > 0, length > 0,
      case let first = reader.base &+ UInt64(offset), first < size
    else { return }
    ranges.append(
      (first..<min(size, first &+ UInt64(length)), "\(name): the \(role == .part ? "picture" : "thumbnail")"))
  }

  private mutating func checkMissing(_ ifd: IFD, _ name: String, _ role: TagRule.Role) {
    let tags = Set(ifd.entries.map(\.tag))
    var missing = TagRule.mandatory(role, kind, version).filter { !tags.contains($0) }
    let isJPEG = role == .part && tags.contains(TIFFTag.jpegInterchangeFormat)
    if kind == .tiff, role == .main || role == .part, !isJPEG, !tags.contains(TIFFTag.tileOffsets) {
      missing += [TIFFTag.stripOffsets, TIFFTag.stripByteCounts].filter { !tags.contains($0) }
    }
    for tag in missing {
      note(.missingTag, name, "the mandatory tag \(role.label(of: tag)) is missing", .warning)
    }
  }

  private mutating func checkOverlaps() {
    var end: (position: UInt64, name: String)?
    for (range, name) in ranges.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) where !range.isEmpty {
      if let end, range.lowerBound < end.position {
        note(.overlap, name, "its data overlaps \(end.name)", .warning)
      }
      if range.upperBound > end?.position ?? 0 { end = (range.upperBound, name) }
    }
  }

  // MARK: Fields

  private func place(_ entry: IFDEntry, _ name: String, _ role: TagRule.Role) -> String {
    "\(name): \(role.label(of: entry.tag))"
  }

  private mutating func note(
    _ rule: ValidationRule, _ place: String, _ message: String, _ severity: Diagnostic.Severity = .note
  ) {
    findings.append(Finding(rule, place, message, severity))
  }

  private mutating func check(_ entry: IFDEntry, _ name: String, _ role: TagRule.Role) throws(ImageError) {
    guard let type = entry.type else { return }
    let place = place(entry, name, role)
    let (byteCount, overflow) = entry.count.multipliedReportingOverflow(by: UInt64(type.byteCount))
    guard !overflow, entry.valueOffset <= size, byteCount <= size - entry.valueOffset else { return }
    if byteCount > (reader.isBigTIFF ? 8 : 4) {
      ranges.append((entry.valueOffset..<entry.valueOffset + byteCount, place))
      if (entry.valueOffset - reader.base) % 2 == 1 { note(.alignment, place, "its value is at an odd offset") }
    }
    if kind == .jpeg || kind == .block, let home = TagRule.otherHome(of: entry.tag, in: role) {
      note(.wrongDirectory, place, "the tag belongs to the directory \(home)", .warning)
    }
    let rule = TagRule(entry.tag, in: role)
    if let since = rule?.since, let version, version < since, kind != .raw {
      let needed = String(repeating: "0", count: 4 - String(since).count) + String(since)
      note(.exifVersion, place, "the tag needs an ExifVersion of \(needed) at least", .warning)
    }
    if let rule, !rule.types.isEmpty, !rule.types.contains(type) {
      let expected = rule.types.map(TagRule.name(of:)).joined(separator: " or ")
      note(.fieldType, place, "the type is \(TagRule.name(of: type)) instead of \(expected)", .warning)
    } else if let counts = rule?.counts, !counts.contains(Int(clamping: entry.count)) {
      let expected = counts.count == 1 ? "\(counts.lowerBound)" : "\(counts.lowerBound) to \(counts.upperBound)"
      note(.valueCount, place, "it has \(entry.count) values instead of \(expected)", .warning)
    }
    try checkValue(entry, type, rule, place)
  }

  private mutating func checkValue(
    _ entry: IFDEntry, _ type: IFDFieldType, _ rule: TagRule?, _ place: String
  ) throws(ImageError) {
    guard let value = try value(of: entry) else { return }
    switch value {
    case .text(let text):
      guard let bytes = try? reader.rawBytes(of: entry, maxBytes: Self.longestValue) else { return }
      if bytes.last != 0 { note(.textEnd, place, "the text does not end with a NUL byte", .warning) }
      if type == .ascii, text.contains(where: { $0 >= 0x80 }) {
        note(.textEncoding, place, "the text is not ASCII")
      }
      check(String(decoding: text, as: UTF8.self), rule, place)
    case .rationals(let values):
      for value in values where value.denominator == 0 {
        if value.numerator == 0 {
          if rule?.mayBeUnknown != true { note(.rational, place, "the fraction is 0/0, which is no number") }
        } else {
          note(.rational, place, "the fraction \(value.numerator)/0 has no value", .warning)
        }
        break
      }
      if let range = rule?.numbers, let first = values.first?.value, !range.contains(first) {
        note(
          .valueRange, place, "the value is outside of \(Int(range.lowerBound)) to \(Int(range.upperBound))", .warning)
      }
    case .unsigned, .signed, .bytes:
      guard let known = rule?.integers, let values = value.integers?.prefix(16),
        let other = values.first(where: { !known.contains($0) })
      else { return }
      note(.valueRange, place, "the value \(other) is not defined", .warning)
    case .floats: return
    }
  }

  private mutating func check(_ text: String, _ rule: TagRule?, _ place: String) {
    guard let rule, let form = rule.form else { return }
    let isBlank = text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x3A }
    switch form {
    case .date where isBlank, .day where isBlank, .zone where isBlank: return
    case .date:
      if text.utf8.count != 19 || text.contains("-") || DateText(text) == nil {
        note(.date, place, "'\(text)' is not a date such as 2024:05:06 07:08:09", .warning)
      }
    case .day:
      if text.utf8.count != 10 || text.contains("-") || DateText(text) == nil {
        note(.date, place, "'\(text)' is not a date such as 2024:05:06", .warning)
      }
    case .zone:
      if text.wholeMatch(of: /[+-][0-9]{2}:[0-9]{2}/) == nil {
        note(.date, place, "'\(text)' is not a time zone such as +01:00", .warning)
      }
    case .words(let words):
      if !words.contains(text) { note(.valueRange, place, "the value '\(text)' is not defined", .warning) }
    }
  }
}
