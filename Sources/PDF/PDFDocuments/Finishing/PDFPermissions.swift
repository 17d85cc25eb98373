/// What a reader may do who opens a document with the user password (ISO 32000-2, table 22).
///
/// Programs that honour them honour them; they protect nothing by themselves.
public struct PDFPermissions: OptionSet, Hashable, Sendable {
  public var rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Printing, perhaps in a low resolution only.
  public static let lowQualityPrinting = PDFPermissions(rawValue: 1 << 0)
  /// Printing as well as the document allows.
  public static let highQualityPrinting = PDFPermissions(rawValue: 1 << 1)
  /// Changing what is on the pages.
  public static let documentChanges = PDFPermissions(rawValue: 1 << 2)
  /// Inserting, turning and deleting pages, and making bookmarks.
  public static let documentAssembly = PDFPermissions(rawValue: 1 << 3)
  /// Copying text and pictures.
  public static let contentCopying = PDFPermissions(rawValue: 1 << 4)
  /// Reading text out for those who cannot see it.
  public static let contentAccessibility = PDFPermissions(rawValue: 1 << 5)
  /// Adding notes.
  public static let commenting = PDFPermissions(rawValue: 1 << 6)
  /// Filling in forms.
  public static let formFieldEntry = PDFPermissions(rawValue: 1 << 7)

  public static let all: PDFPermissions = [
    .lowQualityPrinting, .highQualityPrinting, .documentChanges, .documentAssembly, .contentCopying,
    .contentAccessibility, .commenting, .formFieldEntry,
  ]

  /// The permissions in the integer /P, whose bits are counted from 1.
  init(bits: Int32) {
    func has(_ bit: Int32) -> Bool { bits & (1 << (bit - 1)) != 0 }
    self = []
    if has(3) { insert(.lowQualityPrinting) }
    if has(3), has(12) { insert(.highQualityPrinting) }
    if has(4) { insert(.documentChanges) }
    if has(4) || has(11) { insert(.documentAssembly) }
    if has(5) { insert(.contentCopying) }
    if has(5) || has(10) { insert(.contentAccessibility) }
    if has(6) { insert(.commenting) }
    if has(6) || has(9) { insert(.formFieldEntry) }
  }
}
