internal import ImageModel
internal import TIFFStructure

/// Moves the dates of Exif that a camera's clock gave; fractions of seconds and zones have tags of their own and stay.
///
/// Date and time of GPS stay: they come from satellites, in UTC (Exif 2.32, 4.6.6, GPSTimeStamp), and are right however wrong
/// the camera's clock was.
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
}
