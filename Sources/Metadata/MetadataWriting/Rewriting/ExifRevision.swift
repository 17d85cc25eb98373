internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

/// Makes the changes that a user asks for in one directory of Exif and those below it: a block, or a page of a TIFF file.
struct ExifRevision {
  /// What the container says, for tags that a new block must have.
  struct Container {
    var size: PixelSize?
    var resolution: Resolution?
    /// A page of a TIFF file: the directory also says how the pixels are stored.
    var isPage = false
    /// A sub-directory of a page: the fields that nobody knows may say how a camera's raw pixels are stored.
    var isPart = false
    /// An Exif block of a JPEG file, for which the standard demands more.
    var isJPEG = false
    /// Whether a resolution has no other place than Exif.
    var holdsResolution = false
  }

  private let edits: MetadataEdits
  private let container: Container
  private let main: Int
  private(set) var changes: [String] = []
  private(set) var diagnostics: [Diagnostic] = []

  init(_ edits: MetadataEdits, _ container: Container, main: Int) {
    self.edits = edits
    self.container = container
    self.main = main
  }

  /// - Throws: `invalidData` for a directory that is needed and cannot be read.
  mutating func apply(to editor: inout DirectoryEditor, copied: ExifCopy?) throws(ImageError) {
    let filled = [IFDPointerTag.exif, IFDPointerTag.gps].filter { tag in
      editor.child(tag, of: main).map { !editor.fields(of: $0).isEmpty } ?? false
    }
    try checkUnread(editor)
    strip(&editor)
    if !container.isPage { try stripThumbnail(&editor) }
    if let copied {
      changes += try copied.apply(to: &editor, main: main, isPage: container.isPage)
      if copied.leavesMakerNote {
        diagnostics.append(.note("the maker note is not copied: its offsets would be wrong"))
      }
    }
    delete(&editor)
    if let shift = edits.shift {
      var dates = ExifDateShift(shift, main: main, isPage: container.isPage)
      try dates.apply(to: &editor)
      changes += dates.changes
      diagnostics += dates.diagnostics
    }
    try set(&editor)
    // Directories in which nothing is left go.
    for tag in filled where !editor.hasUnreadChild(tag, of: main) {
      let children = editor.children(tag, of: main)
      if children.allSatisfy({ editor.fields(of: $0).isEmpty }) { editor.remove(tag, from: main) }
    }
  }

  // MARK: Kinds

  /// Refuses to take single things out where a part of Exif cannot be searched for them.
  private func checkUnread(_ editor: borrowing DirectoryEditor) throws(ImageError) {
    let kept = edits.selection
    guard kept.contains(.exif), !kept.isSuperset(of: [.gps, .serialNumbers, .makerNotes]),
      editor.hasUnreadChild(IFDPointerTag.exif, of: main)
    else { return }
    throw ImageError(
      .invalidData,
      "the Exif directory cannot be read, and may say what is to be removed; --delete exif removes it all",
      format: "TIFF")
  }

  private mutating func strip(_ editor: inout DirectoryEditor) {
    guard edits.selection != .all else { return }
    let kept = edits.selection
    let exif = editor.children(IFDPointerTag.exif, of: main)
    let hadMakerNote = exif.contains { editor.field(ExifPrivateTag.makerNote, in: $0) != nil }
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
          // Its own orientation and resolution describe the small picture.
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
    guard hadMakerNote, kept.contains(.makerNotes) else { return }
    if !kept.contains(.gps) { diagnostics.append(.note("the maker note is kept and may hold a location")) }
    if !kept.contains(.serialNumbers) {
      diagnostics.append(.note("the maker note is kept and may hold serial numbers"))
    }
  }

  /// Blocks that belong into a TIFF page and not into Exif, where some writers leave them: XMP, IPTC, Photoshop's resources.
  private static func isForeign(_ tag: UInt16, _ kept: MetadataSelection) -> Bool {
    switch tag {
    case TIFFTag.xmp: !kept.isSuperset(of: [.xmp, .gps, .serialNumbers])
    case TIFFTag.iptc, TIFFTag.photoshop: !kept.isSuperset(of: [.iptc, .gps])
    default: false
    }
  }

  /// Takes a small picture out that has metadata of its own.
  private mutating func stripThumbnail(_ editor: inout DirectoryEditor) throws(ImageError) {
    guard !edits.selection.isSuperset(of: [.exif, .gps, .serialNumbers, .xmp, .iptc]) else { return }
    for directory in editor.chain.dropFirst() {
      guard let picture = try editor.picture(of: directory) else { continue }
      // Entropy-coded data has no such bytes: APP1, and APP13 (ITU-T T.81, B.1.1.5).
      let hasMetadata = zip(picture, picture.dropFirst()).contains { $0 == 0xFF && ($1 == 0xE1 || $1 == 0xED) }
      guard hasMetadata else { continue }
      editor.removeChain()
      changes.append("deleted thumbnail, which has metadata of its own")
      return
    }
  }

  // MARK: Names

  private mutating func delete(_ editor: inout DirectoryEditor) {
    for (directory, home) in homes(editor) {
      var leaving: Set<UInt16> = []
      for field in editor.fields(of: directory)
      where edits.deletions.contains(where: { $0.matches(field.tag, in: home) }) && leaving.insert(field.tag).inserted {
        changes.append("deleted \(home == .gps ? "gps" : "exif").\(MetadataDeletion.name(of: field.tag, in: home))")
      }
      editor.remove(leaving, from: directory)
    }
  }

  /// The directories that exist.
  private func homes(_ editor: borrowing DirectoryEditor) -> [(Int, ExifTag.Home)] {
    let exif = editor.children(IFDPointerTag.exif, of: main)
    // Some writers put the position below Exif.
    let gps = ([main] + exif).flatMap { editor.children(IFDPointerTag.gps, of: $0) }
    // The directory of the small picture may repeat what the first says.
    let further = container.isPage ? [] : editor.chain.dropFirst().map { ($0, ExifTag.Home.main) }
    return [(main, .main)] + further + exif.map { ($0, .exif) } + gps.map { ($0, .gps) }
  }

  // MARK: Values

  private mutating func set(_ editor: inout DirectoryEditor) throws(ImageError) {
    if let orientation = edits.orientation {
      let isThere = editor.field(TIFFTag.orientation, in: main) != nil
      if isThere || orientation != .up {
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
    // First what goes: a fraction of a second may be set by itself beside its date.
    for setting in edits.exif where setting.payload == .none {
      if let exif = editor.child(IFDPointerTag.exif, of: main), editor.remove(setting.tag, from: exif) {
        changes.append("deleted exif.\(MetadataDeletion.name(of: setting.tag, in: setting.home))")
      }
    }
    for setting in edits.exif where setting.payload != .none {
      try set(setting, &editor)
      let group = setting.home == .gps ? "gps" : "exif"
      changes.append("set \(group).\(MetadataDeletion.name(of: setting.tag, in: setting.home))")
    }
  }

  private func set(_ setting: ExifSetting, _ editor: inout DirectoryEditor) throws(ImageError) {
    var directory = main
    switch setting.home {
    case .main: try addRequired(to: main, .main, &editor)
    case .exif, .gps:
      try addRequired(to: main, .main, &editor)
      // A tag of TIFF that a writer has put below Exif, or the other way round, is changed where it is.
      let pointer = setting.home == .exif ? IFDPointerTag.exif : IFDPointerTag.gps
      directory = try editor.makeChild(pointer, of: main)
      try addRequired(to: directory, setting.home, &editor)
    }
    let (type, bytes) = setting.encoded(bigEndian: editor.isBigEndian)
    editor.set(setting.tag, type, bytes, in: directory)
  }

  /// What the standard demands of a new directory (Exif 2.32, tables 17 to 20).
  private func addRequired(
    to directory: Int, _ home: ExifTag.Home, _ editor: inout DirectoryEditor
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
      // Where JFIF gives the aspect of a pixel only, Exif must not make a length of it: the unit 1 is none (TIFF 6.0,
      // section 8). Where nobody says anything the default counts (Exif 2.32, 4.6.4).
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
