package import ImageModel

/// The passwords and permissions of a document that is written encrypted, with AES-256 (revision 6, ISO 32000-2, 7.6).
public struct PDFEncryption: Hashable, Sendable {
  /// Opens the document; empty: anybody may open it, within the permissions.
  public var userPassword: String
  /// Opens the document without restrictions; empty: the user's password does.
  public var ownerPassword: String
  /// What may be done with the user password.
  public var permissions: PDFPermissions

  public init(userPassword: String = "", ownerPassword: String = "", permissions: PDFPermissions = .all) {
    (self.userPassword, self.ownerPassword, self.permissions) = (userPassword, ownerPassword, permissions)
  }

  /// Says what is wrong with the passwords, before any work is done.
  ///
  /// - Throws: `usage` where both are empty, one is longer than 127 bytes, of which the rest would be ignored (7.6.4.3.3), or
  ///   permissions are to be withheld from those who know the only password.
  package func check() throws(ImageError) {
    guard !userPassword.isEmpty || !ownerPassword.isEmpty else {
      throw ImageError(.usage, "encryption needs a password")
    }
    for password in [userPassword, ownerPassword] {
      guard password.utf8.count <= 127 else { throw ImageError(.usage, "a password of a PDF has at most 127 bytes") }
      guard !password.utf8.contains(0) else { throw ImageError(.usage, "a password cannot have a NUL in it") }
    }
    guard permissions == .all || (!ownerPassword.isEmpty && ownerPassword != userPassword) else {
      throw ImageError(.usage, "permissions need an owner password that is not the user's")
    }
  }
}
