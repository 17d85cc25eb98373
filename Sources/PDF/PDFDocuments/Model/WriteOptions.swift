public import ImageModel
public import PDFWriting

/// How a document is written.
public struct WriteOptions: Sendable {
  /// The version that the file says; encryption needs 1.7 or 2.0.
  public var version: PDFVersion = .v1_7
  /// Passwords and what they permit; nil writes a file that everybody can read.
  public var encryption: PDFEncryption?
  /// Whether what the first page needs comes first, so that it can be shown while the rest is on its way.
  public var isLinearized = false
  /// Whether metadata inside of JPEG pictures are kept: Exif with its position, XMP, comments.
  public var keepsPictureMetadata = false
  /// Leaves an existing file alone, and fails.
  public var noClobber = false
  /// Flushes the file to the disk.
  public var sync = false
  public var limits: Limits = .standard

  public init() {}

  /// Whether the file is written twice: the second time by libqpdf.
  package var needsFinishing: Bool { encryption != nil || isLinearized }
}

/// What came of writing a document.
public struct WriteReport: Hashable, Sendable {
  public var pageCount: Int
  public var byteCount: UInt64
  public var diagnostics: [Diagnostic] = []
}
