internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

/// Applies edits to one main directory and the Exif directories below it: an Exif block, or a page of a TIFF file.
struct ExifRevision {
  /// Facts about the file around the directories, for fields that a new block must have.
  struct Container {
    var size: PixelSize?
    var resolution: Resolution?
    /// Whether this is a page of a TIFF file: the directory also describes how the pixels are stored.
    var isPage = false
    /// Whether this is a sub-directory of a page: unknown fields may describe how a camera's raw pixels are stored.
    var isPart = false
    /// Whether this is an Exif block of a JPEG file, for which the standard demands more.
    var isJPEG = false
    /// Whether Exif is the only place for a resolution.
    var holdsResolution = false
    /// Whether the picture's orientation is that of Exif. If it is not, one in Exif is kept equal, and none is added.
    var holdsOrientation = true
    /// Whether an Exif directory that cannot be read is left out if it may hold what is to be removed. Else the edit is
    /// refused.
    var leavesOutUnread = false
  }

  /// The beginning of the report of a thumbnail that was removed for the metadata in it.
  static let thumbnailChange = "deleted thumbnail, which has metadata of its own: "

  private let edits: MetadataEdits
  private let container: Container
  /// The number of the main directory.
  private let main: Int
  /// The changes, in the words of reports.
  private(set) var changes: [String] = []
  private(set) var diagnostics: [Diagnostic] = []

  init(_ edits: MetadataEdits, _ container: Container, main: Int) {
    self.edits = edits
    self.container = container
    self.main = main
  }

  /// Makes all changes, in this order: kinds, copied fields, deletions, dates, values.
  ///
  /// - Throws: `invalidData` for a directory that is needed and cannot be read.
  mutating func apply(to editor: inout IFDEditor, copied: ExifCopy?) throws(ImageError) {
    let filled = [IFDPointerTag.exif, IFDPointerTag.gps].filter { tag in
      editor.child(tag, of: main).map { !editor.fields(of: $0).isEmpty } ?? false
    }
    try removeUnread(&editor)
    try cleanMakerNotes(&editor)
    strip(&editor)
    if !container.isPage {
      try stripThumbnail(&editor)
      reviseIPTC(&editor)
    }
    if let copied {
      let (maker, hasNote) = (Self.make(editor, main: main), Self.hasMakerNote(editor, main: main))
      changes += try copied.apply(to: &editor, main: main, isPage: container.isPage)
      let newMaker = Self.make(editor, main: main)
      if hasNote, newMaker != maker {
        diagnostics.append(
          .note("the maker note of '\(maker)' is lost: readers take it for one of '\(newMaker)', and cannot read it"))
      }
      if copied.leavesMakerNote {
        diagnostics.append(.note("the maker note is not copied: its offsets would be wrong"))
      }
    }
    delete(&editor)
    if let shift = edits.shift { try shiftDates(by: shift, &editor) }
    try set(&editor)
    // Directories in which nothing is left are removed.
    for tag in filled where !editor.hasUnreadChild(tag, of: main) {
      let children = editor.children(tag, of: main)
      if children.allSatisfy({ editor.fields(of: $0).isEmpty }) { editor.remove(tag, from: main) }
    }
  }

  /// The camera's maker; empty if Exif does not name it.
  static func make(_ editor: borrowing IFDEditor, main: Int) -> String {
    let bytes = editor.field(0x010F, in: main).flatMap { try? editor.value(of: $0) } ?? []
    return ExifText.text(bytes.prefix { $0 != 0 }).trimmingTrailingSpaces
  }

  static func hasMakerNote(_ editor: borrowing IFDEditor, main: Int) -> Bool {
    editor.children(IFDPointerTag.exif, of: main).contains { editor.field(OffsetTag.makerNote, in: $0) != nil }
  }

  // MARK: Kinds

  /// Removes an Exif directory that cannot be searched for the kinds that are to be removed.
  ///
  /// - Throws: `invalidData` if it must not be left out.
  private mutating func removeUnread(_ editor: inout IFDEditor) throws(ImageError) {
    let kept = edits.selection
    guard kept.contains(.exif), !kept.isSuperset(of: [.gps, .serialNumbers, .makerNotes]),
      editor.hasUnreadChild(IFDPointerTag.exif, of: main)
    else { return }
    guard container.leavesOutUnread else {
      throw ImageError(
        .invalidData,
        "the Exif directory cannot be read, and may hold what is to be removed; --delete exif removes it",
        format: "TIFF")
    }
    editor.remove(IFDPointerTag.exif, from: main)
    diagnostics.append(
      .note("the Exif directory is left out: it cannot be read, and may hold what is to be removed"))
  }

  private mutating func strip(_ editor: inout IFDEditor) {
    guard edits.selection != .all else { return }
    let kept = edits.selection
    let exif = editor.children(IFDPointerTag.exif, of: main)
    var gone: MetadataSelection = []
    func stays(_ kind: MetadataSelection) -> Bool {
      kept.contains(kind) && (kind != .serialNumbers || kept.contains(.exif))
    }
    var leaving: Set<UInt16> = []
    for field in editor.fields(of: main) where field.tag != IFDPointerTag.exif {
      if container.isPage, ExifKind.isStorage(field.tag) { continue }
      let kind = ExifKind.of(field.tag, in: .main)
      if container.isPart, kind == .resolution || kind == .orientation || !ExifKind.isKnown(field.tag) { continue }
      if !stays(kind) {
        leaving.insert(field.tag)
        gone.formUnion(kind)
      } else if !container.isPage, Self.isForeign(field.tag, kept), leaving.insert(field.tag).inserted {
        changes.append("deleted \(MetadataDeletion.name(of: field.tag, in: .main)) in exif")
      }
    }
    editor.remove(leaving, from: main)
    func stripExif(_ directory: Int) {
      let leaving = editor.fields(of: directory).map(\.tag).filter { !stays(ExifKind.of($0, in: .exif)) }
      for tag in leaving { gone.formUnion(ExifKind.of(tag, in: .exif)) }
      editor.remove(Set(leaving), from: directory)
    }
    if !container.isPage {
      for directory in editor.chain.dropFirst() {
        var leaving: Set<UInt16> = []
        for field in editor.fields(of: directory)
        where !TIFFTag.isStructural(field.tag) || Self.isForeign(field.tag, kept) {
          let kind = ExifKind.of(field.tag, in: .main)
          // Its own orientation and resolution describe the thumbnail.
          guard kind != .orientation, kind != .resolution else { continue }
          guard !stays(kind) || Self.isForeign(field.tag, kept) else { continue }
          leaving.insert(field.tag)
          gone.formUnion(kind)
        }
        editor.remove(leaving, from: directory)
        for child in editor.children(IFDPointerTag.exif, of: directory) { stripExif(child) }
      }
    }
    for directory in exif { stripExif(directory) }
    let isUnread = exif.isEmpty || editor.hasUnreadChild(IFDPointerTag.exif, of: main)
    if isUnread, !kept.contains(.exif), editor.remove(IFDPointerTag.exif, from: main) { gone.formUnion(.exif) }
    if !kept.contains(.thumbnail), !container.isPage, editor.removeChain() { gone.formUnion(.thumbnail) }
    for (name, kind) in MetadataSelection.names where kind != .all && gone.contains(kind) {
      changes.append("deleted \(name)")
    }
  }

  /// Overwrites private values in the maker notes that stay.
  private mutating func cleanMakerNotes(_ editor: inout IFDEditor) throws(ImageError) {
    let kept = edits.selection
    guard kept.contains(.makerNotes), !kept.isSuperset(of: [.gps, .serialNumbers]) else { return }
    let homes = container.isPage ? [main] : editor.chain
    for directory in homes + homes.flatMap({ editor.children(IFDPointerTag.exif, of: $0) }) {
      var note = MakerNoteRevision(removing: MetadataSelection([.gps, .serialNumbers]).subtracting(kept))
      if let field = editor.field(OffsetTag.makerNote, in: directory) {
        try note.apply(to: &editor, field, main: main)
      }
      if editor.field(OffsetTag.dngPrivateData, in: directory) != nil { note.reportUnknown("DNGPrivateData") }
      changes += note.changes
      diagnostics += note.diagnostics
    }
  }

  /// Whether a field is a block (XMP, IPTC data, Photoshop resources) that may hold what is to be removed. Such a block
  /// belongs in a TIFF page, but some writers put it into Exif.
  private static func isForeign(_ tag: UInt16, _ kept: MetadataSelection) -> Bool {
    switch tag {
    case TIFFTag.xmp: !kept.isSuperset(of: [.xmp, .gps, .serialNumbers])
    case TIFFTag.photoshop: !kept.isSuperset(of: [.iptc, .gps])
    case TIFFTag.iptc: !kept.contains(.iptc)
    default: false
    }
  }

  /// Removes names of places, and fields by their names, from the IPTC data that some writers put into Exif.
  private mutating func reviseIPTC(_ editor: inout IFDEditor) {
    let deletions = edits.deletions.filter { $0.group == .iptc }
    let removesPlaces = !edits.selection.contains(.gps)
    guard removesPlaces || !deletions.isEmpty else { return }
    for directory in editor.chain {
      guard let field = editor.field(TIFFTag.iptc, in: directory) else { continue }
      guard let bytes = try? editor.value(of: field), var records = IPTCRecords(IPTCByteOrder.restored(bytes)) else {
        editor.remove(TIFFTag.iptc, from: directory)
        changes.append("deleted IPTC-NAA in exif, which cannot be read")
        continue
      }
      if removesPlaces { records.removeLocation() }
      for deletion in deletions { records.delete(deletion.pattern) }
      guard !records.changes.isEmpty else { continue }
      changes += records.changes.map { "\($0) in exif" }
      if records.isEmpty {
        editor.remove(TIFFTag.iptc, from: directory)
      } else {
        editor.set(TIFFTag.iptc, .undefined, records.bytes, in: directory)
      }
    }
  }

  /// Removes a thumbnail that has metadata of its own which is to be removed.
  private mutating func stripThumbnail(_ editor: inout IFDEditor) throws(ImageError) {
    guard !edits.selection.isSuperset(of: JPEGThumbnail.searched) else { return }
    for directory in editor.chain.dropFirst() {
      guard let picture = try editor.picture(of: directory) else { continue }
      let found = JPEGThumbnail.removals(from: picture, edits, limits: editor.limits)
      if found.isEmpty { continue }
      editor.removeChain()
      changes.append(Self.thumbnailChange + found.joined(separator: ", "))
      return
    }
  }

  // MARK: Names

  private mutating func delete(_ editor: inout IFDEditor) {
    for (directory, home) in homes(editor) {
      var leaving: Set<UInt16> = []
      for field in editor.fields(of: directory)
      where edits.deletions.contains(where: { $0.matches(field.tag, in: home) }) && leaving.insert(field.tag).inserted {
        changes.append("deleted \(home == .gps ? "gps" : "exif").\(MetadataDeletion.name(of: field.tag, in: home))")
      }
      editor.remove(leaving, from: directory)
    }
  }

  /// The directories that exist, with the kind of tags in each.
  private func homes(_ editor: borrowing IFDEditor) -> [(Int, ExifTag.Home)] {
    let exif = editor.children(IFDPointerTag.exif, of: main)
    // Some writers put the GPS directory below Exif.
    let gps = ([main] + exif).flatMap { editor.children(IFDPointerTag.gps, of: $0) }
    // The directory of the thumbnail may repeat fields of the first one.
    let further = container.isPage ? [] : editor.chain.dropFirst().map { ($0, ExifTag.Home.main) }
    return [(main, .main)] + further + exif.map { ($0, .exif) } + gps.map { ($0, .gps) }
  }

  // MARK: Dates

  private mutating func shiftDates(by shift: DateShift, _ editor: inout IFDEditor) throws(ImageError) {
    // DateTime, DNG's PreviewDateTime; DateTimeOriginal, DateTimeDigitized.
    for tag in [UInt16(0x0132), 0xC71B] { try move(tag, in: main, by: shift, &editor) }
    // The further directories of a TIFF file are other pages.
    if !container.isPage {
      for directory in editor.chain.dropFirst() { try move(0x0132, in: directory, by: shift, &editor) }
    }
    if let exif = editor.child(IFDPointerTag.exif, of: main) {
      for tag in [UInt16(0x9003), 0x9004] { try move(tag, in: exif, by: shift, &editor) }
    }
  }

  private mutating func move(
    _ tag: UInt16, in directory: Int, by shift: DateShift, _ editor: inout IFDEditor
  ) throws(ImageError) {
    guard let field = editor.field(tag, in: directory), field.type == .ascii else { return }
    let name = MetadataDeletion.name(of: tag, in: .exif)
    let bytes = try editor.value(of: field)
    let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    // Clocks that were never set write blanks or zeros.
    guard text.contains(where: { $0.isNumber && $0 != "0" }) else { return }
    guard let moved = DateText(text)?.shifted(by: shift) else {
      diagnostics.append(.note("exif.\(name) is not moved: '\(text)' is not a full date, or would leave the calendar"))
      return
    }
    editor.set(tag, .ascii, Array(moved.utf8) + bytes.dropFirst(moved.utf8.count), in: directory)
    changes.append("shifted exif.\(name)")
  }

  // MARK: Values

  private mutating func set(_ editor: inout IFDEditor) throws(ImageError) {
    if let orientation = edits.orientation {
      let isThere = editor.field(TIFFTag.orientation, in: main) != nil
      if isThere || orientation != .up && container.holdsOrientation {
        try set(.short(.main, TIFFTag.orientation, UInt16(orientation.rawValue)), &editor)
        changes.append("set orientation")
      }
    }
    if let (x, y) = edits.dotsPerInch, let horizontal = DecimalFraction(x, signed: false),
      let vertical = DecimalFraction(y, signed: false)
    {
      for (tag, value) in [(TIFFTag.xResolution, horizontal), (TIFFTag.yResolution, vertical)] {
        try set(ExifSetting(home: .main, tag: tag, payload: .fractions(signed: false, [value])), &editor)
      }
      try set(.short(.main, TIFFTag.resolutionUnit, 2), &editor)
    }
    if let change = edits.picture, change.resizes { describe(change, &editor) }
    if edits.picture?.becomesSRGB == true, let exif = editor.child(IFDPointerTag.exif, of: main),
      editor.field(0xA001, in: exif) != nil
    {
      editor.set(0xA001, .short, editor.bytes(UInt16(1)), in: exif)
      // The index R03 stands for Adobe RGB, and R98 for sRGB (JEITA CP-3461B).
      if let directory = editor.child(IFDPointerTag.interoperability, of: exif), editor.field(1, in: directory) != nil {
        editor.set(1, .ascii, Array("R98\0".utf8), in: directory)
      }
    }
    // Removals come first: a date removes its old fraction of a second, and a new fraction may be set by itself.
    for setting in edits.exif where setting.payload == .none {
      if let exif = editor.child(IFDPointerTag.exif, of: main), editor.remove(setting.tag, from: exif) {
        changes.append("deleted exif.\(MetadataDeletion.name(of: setting.tag, in: setting.home))")
      }
    }
    if let thumbnail = edits.thumbnail {
      guard !container.isPage else {
        throw ImageError(
          .unsupported, "a TIFF file has no thumbnail in Exif; its smaller pictures are pages of their own")
      }
      try addRequired(to: main, .main, &editor)
      // A directory has at least one field (TIFF 6.0, section 2).
      if editor.fields(of: main).isEmpty {
        try addRequired(to: try editor.makeChild(IFDPointerTag.exif, of: main), .exif, &editor)
      }
      editor.setThumbnail(thumbnail)
      changes.append("set thumbnail")
    }
    for setting in edits.exif where setting.payload != .none {
      try set(setting, &editor)
      let group = setting.home == .gps ? "gps" : "exif"
      changes.append("set \(group).\(MetadataDeletion.name(of: setting.tag, in: setting.home))")
    }
  }

  private func set(_ setting: ExifSetting, _ editor: inout IFDEditor) throws(ImageError) {
    var directory = main
    switch setting.home {
    case .main: try addRequired(to: main, .main, &editor)
    case .exif, .gps:
      try addRequired(to: main, .main, &editor)
      let pointer = setting.home == .exif ? IFDPointerTag.exif : IFDPointerTag.gps
      directory = try editor.makeChild(pointer, of: main)
      try addRequired(to: directory, setting.home, &editor)
    }
    let (type, bytes) = setting.encoded(bigEndian: editor.isBigEndian)
    editor.set(setting.tag, type, bytes, in: directory)
  }

  /// Writes the size of the picture, and the place of its subject, into the fields for them that exist.
  private mutating func describe(_ change: PictureChange, _ editor: inout IFDEditor) {
    let size = change.size
    if let exif = editor.child(IFDPointerTag.exif, of: main) { moveSubject(change, in: exif, &editor) }
    guard let width = UInt32(exactly: size.width), let height = UInt32(exactly: size.height) else { return }
    var places = [(main, TIFFTag.imageWidth, width), (main, TIFFTag.imageLength, height)]
    if let exif = editor.child(IFDPointerTag.exif, of: main) {
      places += [(exif, ExifPrivateTag.pixelXDimension, width), (exif, ExifPrivateTag.pixelYDimension, height)]
    }
    for (directory, tag, value) in places {
      guard let field = editor.field(tag, in: directory) else { continue }
      if let short = UInt16(exactly: value), field.type != .long {
        editor.set(tag, .short, editor.bytes(short), in: directory)
      } else {
        editor.set(tag, .long, editor.bytes(value), in: directory)
      }
    }
  }

  /// Moves the place of the subject with the picture, or removes it.
  private mutating func moveSubject(_ change: PictureChange, in exif: Int, _ editor: inout IFDEditor) {
    func numbers(_ tag: UInt16) -> [Int]? {
      guard let field = editor.field(tag, in: exif), let bytes = try? editor.value(of: field),
        let size = [IFDFieldType.short: 2, .long: 4][field.type ?? .byte], bytes.count <= 16
      else { return nil }
      return stride(from: 0, to: bytes.count - size + 1, by: size).map { start in
        let part = bytes[start..<start + size]
        return editor.isBigEndian ? Int(bigEndianBytes: part) : Int(bigEndianBytes: part.reversed())
      }
    }
    // A raw file's preview has other pixels than the picture of which Exif speaks.
    var size = change.source
    if let width = numbers(ExifPrivateTag.pixelXDimension)?.first,
      let height = numbers(ExifPrivateTag.pixelYDimension)?.first,
      abs(width * size.height - height * size.width) <= max(width * 2, size.width * 2)
    {
      size = PixelSize(width: width, height: height)
    }
    for tag in PictureDescription.subjectTags where editor.field(tag, in: exif) != nil {
      if let moved = numbers(tag).flatMap({ PictureDescription.subject($0, in: size, change) }),
        moved.allSatisfy({ UInt16(exactly: $0) != nil })
      {
        editor.set(tag, .short, moved.flatMap { editor.bytes(UInt16(clamping: $0)) }, in: exif)
      } else {
        editor.remove(tag, from: exif)
        let name = MetadataDeletion.name(of: tag, in: .exif)
        diagnostics.append(.note("exif.\(name) is left out: what it names is no longer in the picture"))
      }
    }
  }

  /// Adds the fields that the standard demands of a new directory (Exif 2.32, tables 17 to 20).
  private func addRequired(
    to directory: Int, _ home: ExifTag.Home, _ editor: inout IFDEditor
  ) throws(ImageError) {
    guard editor.fields(of: directory).isEmpty else { return }
    for setting in Self.required(home, container) {
      let (type, bytes) = setting.encoded(bigEndian: editor.isBigEndian)
      editor.set(setting.tag, type, bytes, in: directory)
    }
  }

  private static func required(_ home: ExifTag.Home, _ container: Container) -> [ExifSetting] {
    func bytes(_ tag: UInt16, _ bytes: [UInt8]) -> ExifSetting {
      ExifSetting(home: home, tag: tag, payload: .bytes(.undefined, bytes))
    }
    switch home {
    case .gps: return [ExifSetting(home: .gps, tag: 0, payload: .bytes(.byte, [2, 3, 0, 0]))]
    case .exif:
      var settings = [bytes(0x9000, Array("0232".utf8)), bytes(0xA000, Array("0100".utf8))]
      if container.isJPEG {
        settings += [bytes(0x9101, [1, 2, 3, 0]), .short(.exif, 0xA001, 0xFFFF)]
        if let size = container.size, let width = UInt32(exactly: size.width), let height = UInt32(exactly: size.height)
        {
          settings.append(ExifSetting(home: .exif, tag: 0xA002, payload: .longs([width])))
          settings.append(ExifSetting(home: .exif, tag: 0xA003, payload: .longs([height])))
        }
      }
      return settings
    case .main:
      guard container.isJPEG else { return [] }
      let density = container.resolution?.dotsPerInch
      // If JFIF gives only the aspect ratio of a pixel, Exif must not turn it into a length: unit 1 means no unit (TIFF
      // 6.0, section 8). Without any resolution the default is 72 (Exif 2.32, 4.6.4).
      let aspect = density == nil ? container.resolution.flatMap { $0.x > 0 && $0.y > 0 ? $0 : nil } : nil
      let sides = [
        (TIFFTag.xResolution, density?.x ?? aspect?.x ?? 72), (TIFFTag.yResolution, density?.y ?? aspect?.y ?? 72),
      ]
      return sides.compactMap { tag, value in
        DecimalFraction(value, signed: false).map {
          ExifSetting(home: .main, tag: tag, payload: .fractions(signed: false, [$0]))
        }
      } + [.short(.main, TIFFTag.resolutionUnit, aspect == nil ? 2 : 1), .short(.main, 531, 1)]
    }
  }
}
