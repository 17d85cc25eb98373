package import ImageModel

/// Passwords and permissions for encryption with AES-256 (revision 6, ISO 32000-2, 7.6).
public struct PDFEncryption: Hashable, Sendable {
  /// Opens the document. If empty, everybody can open the document, with the permissions.
  public var userPassword: String
  /// Opens the document without restrictions. If empty, the user password does so.
  public var ownerPassword: String
  /// The permissions with the user password.
  public var permissions: PDFPermissions

  public init(userPassword: String = "", ownerPassword: String = "", permissions: PDFPermissions = .all) {
    (self.userPassword, self.ownerPassword, self.permissions) = (userPassword, ownerPassword, permissions)
  }

  /// Checks the passwords before any work is done.
  ///
  /// - Throws: `usage` where both are empty, where one is longer than 127 bytes (7.6.4.3.3: the rest would be ignored),
  ///   and where permissions are restricted but there is no separate owner password.
  package func check() throws(ImageError) {
    guard !userPassword.isEmpty || !ownerPassword.isEmpty else {
      throw ImageError(.usage, "encryption needs a password")
    }
    for password in [userPassword, ownerPassword] {
      guard password.utf8.count <= 127 else { throw ImageError(.usage, "a password of a PDF has at most 127 bytes") }
      guard !password.utf8.contains(0) else { throw ImageError(.usage, "a password cannot have a NUL in it") }
    }
    guard permissions == .all || (!ownerPassword.isEmpty && ownerPassword != userPassword) else {
      throw ImageError(.usage, "permissions need an owner password that differs from the user password")
    }
  }
}

/// The permissions of a document that is opened with the user password (ISO 32000-2, table 22).
///
/// Programs respect permissions voluntarily; they do not protect anything by themselves.
public struct PDFPermissions: OptionSet, Hashable, Sendable {
  public var rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Printing, possibly in a low resolution only.
  public static let lowQualityPrinting = PDFPermissions(rawValue: 1 << 0)
  /// Printing in full resolution.
  public static let highQualityPrinting = PDFPermissions(rawValue: 1 << 1)
  /// Changing the content of pages.
  public static let documentChanges = PDFPermissions(rawValue: 1 << 2)
  /// Inserting, rotating and deleting pages, and creating bookmarks.
  public static let documentAssembly = PDFPermissions(rawValue: 1 << 3)
  /// Copying text and pictures.
  public static let contentCopying = PDFPermissions(rawValue: 1 << 4)
  /// Extracting text for screen readers.
  public static let contentAccessibility = PDFPermissions(rawValue: 1 << 5)
  /// Adding annotations.
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
