internal import ImageModel
internal import TIFFStructure

/// Moves the dates of Exif and of GPS; fractions of seconds and zones have tags of their own and stay.
struct ExifDateShift {
  private let shift: DateShift
  private let main: Int
  private let isPage: Bool
  private(set) var changes: [String] = []
  private(set) var diagnostics: [Diagnostic] = []

  /// - Parameter isPage: of a TIFF file, whose further directories are other pages.
  init(_ shift: DateShift, main: Int, isPage: Bool) {
    self.isPage = isPage
    self.shift = shift
    self.main = main
  }

  mutating func apply(to editor: inout DirectoryEditor) throws(ImageError) {
    // DateTime, DNG's PreviewDateTime; DateTimeOriginal, DateTimeDigitized.
    for tag in [UInt16(0x0132), 0xC71B] { try move(tag, in: main, &editor) }
    if !isPage { for directory in editor.chain.dropFirst() { try move(0x0132, in: directory, &editor) } }
    if let exif = editor.child(IFDPointerTag.exif, of: main) {
      for tag in [UInt16(0x9003), 0x9004] { try move(tag, in: exif, &editor) }
    }
    if let gps = editor.child(IFDPointerTag.gps, of: main) { try moveGPS(in: gps, &editor) }
  }

  private mutating func move(_ tag: UInt16, in directory: Int, _ editor: inout DirectoryEditor) throws(ImageError) {
    guard let field = editor.field(tag, in: directory), field.type == .ascii else { return }
    let name = MetadataDeletion.name(of: tag, in: .exif)
    let bytes = try editor.value(of: field)
    let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    // Clocks that were never set leave blanks or zeros.
    guard text.contains(where: { $0.isNumber && $0 != "0" }) else { return }
    guard let moved = DateText(text)?.shifted(by: shift) else {
      diagnostics.append(.note("exif.\(name) is not moved: '\(text)' is no full date, or leaves the calendar"))
      return
    }
    editor.set(tag, .ascii, Array(moved.utf8) + bytes.dropFirst(moved.utf8.count), in: directory)
    changes.append("shifted exif.\(name)")
  }

  /// The date and the time of day are two tags (Exif 2.32, 4.6.6): text, and three fractions.
  private mutating func moveGPS(in gps: Int, _ editor: inout DirectoryEditor) throws(ImageError) {
    let dateField = editor.field(0x1D, in: gps)
    let timeField = editor.field(7, in: gps)
    guard dateField != nil || timeField != nil else { return }
    var date: (text: String, length: Int)?
    if let dateField, dateField.type == .ascii {
      let bytes = try editor.value(of: dateField)
      date = (String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self), bytes.count)
    }
    var clock: [(numerator: UInt32, denominator: UInt32)] = []
    if let timeField, timeField.type == .rational, timeField.count == 3 {
      let bytes = try editor.value(of: timeField)
      clock = (0..<3).map { index in
        (number(bytes, 8 * index, editor), number(bytes, 8 * index + 4, editor))
      }
    }
    let hasClock = clock.count == 3 && clock.allSatisfy { $0.denominator > 0 }
    func whole(_ index: Int) -> Int { Int(clock[index].numerator / clock[index].denominator) }
    let time =
      hasClock
      ? CivilTime.digits(whole(0), 2) + ":" + CivilTime.digits(whole(1), 2) + ":" + CivilTime.digits(whole(2), 2) : ""
    // Without a date the time of day goes round the clock.
    let day = date?.text ?? "2000:01:01"
    guard date != nil || shift.months == 0, hasClock || shift.isWholeDays,
      let parsed = DateText(day + (time.isEmpty ? "" : " " + time)), let moved = parsed.time.shifted(by: shift)
    else {
      diagnostics.append(.note("the date and time of GPS are not moved: they are not whole"))
      return
    }
    let values = [moved.hour, moved.minute, moved.second]
    var bytes: [UInt8] = []
    for (index, value) in values.enumerated() where hasClock {
      // What is smaller than the unit stays.
      let unit = clock[index].denominator
      let rest = clock[index].numerator % unit
      let (product, overflow) = UInt32(value).multipliedReportingOverflow(by: unit)
      let (sum, carry) = product.addingReportingOverflow(rest)
      guard !overflow, !carry else {
        // Neither of the two without the other.
        diagnostics.append(.note("the date and time of GPS are not moved: the fractions have no room"))
        return
      }
      bytes += editor.bytes(sum) + editor.bytes(unit)
    }
    if let date {
      let bytes = Array(moved.exifDate.utf8) + [UInt8](repeating: 0, count: max(1, date.length - 10))
      editor.set(0x1D, .ascii, bytes, in: gps)
      changes.append("shifted gps.GPSDateStamp")
    }
    guard hasClock else { return }
    editor.set(7, .rational, bytes, in: gps)
    changes.append("shifted gps.GPSTimeStamp")
  }

  private func number(_ bytes: [UInt8], _ place: Int, _ editor: borrowing DirectoryEditor) -> UInt32 {
    let part = bytes[place..<place + 4]
    return (editor.isBigEndian ? Array(part) : part.reversed()).reduce(0) { $0 << 8 | UInt32($1) }
  }
}
