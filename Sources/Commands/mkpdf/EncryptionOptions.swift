internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import PDFDocuments

/// Encryption, passwords and permissions.
struct EncryptionOptions: ParsableArguments {
  @Flag(help: "Encrypt with AES-256. The keys are random, so each run gives different bytes.")
  var encrypt = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --encrypt: the password that opens the document. env:NAME takes it from the environment, file:PATH from "
        + "the first line of a file.", valueName: "PASSWORD"))
  var userPassword: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --encrypt: the password that opens the document without restrictions.", valueName: "PASSWORD"))
  var ownerPassword: String?

  @Option(
    help: ArgumentHelp(
      "With --encrypt: what the user password permits: all, none, or a list of print, print-low, copy, modify, "
        + "assemble, annotate, forms, separated by commas. (default: all)", valueName: "LIST"),
    transform: { try Self.permissions($0) })
  var permissions: PDFPermissions?

  private static let names: KeyValuePairs<String, PDFPermissions> = [
    "print": [.lowQualityPrinting, .highQualityPrinting], "print-low": .lowQualityPrinting, "copy": .contentCopying,
    "modify": .documentChanges, "assemble": .documentAssembly, "annotate": .commenting, "forms": .formFieldEntry,
  ]

  private static func permissions(_ text: String) throws -> PDFPermissions {
    // Extracting text for screen readers is always permitted (ISO 32000-2, table 22).
    if text == "none" { return .contentAccessibility }
    if text == "all" { return .all }
    return try text.split(separator: ",", omittingEmptySubsequences: false).reduce(.contentAccessibility) { all, word in
      guard let known = names.first(where: { $0.key == word }) else {
        throw ValidationError("expected all, none, or a list of \(OptionText.list(names.map(\.key)))")
      }
      return all.union(known.value)
    }
  }

  func validate() throws {
    try OptionRules.need(
      "--encrypt", encrypt,
      for: ["--user-password": userPassword, "--owner-password": ownerPassword, "--permissions": permissions])
    if encrypt, userPassword == nil, ownerPassword == nil {
      throw ValidationError("--encrypt needs --user-password, --owner-password or both")
    }
  }

  /// - Throws: `usage` for passwords that cannot be read or are not valid.
  func encryption(_ secrets: SecretReader) throws(ImageError) -> PDFEncryption? {
    guard encrypt else { return nil }
    var encryption = PDFEncryption()
    if let userPassword { encryption.userPassword = try secrets.read(userPassword, "--user-password") }
    if let ownerPassword { encryption.ownerPassword = try secrets.read(ownerPassword, "--owner-password") }
    if let permissions { encryption.permissions = permissions }
    try encryption.check()
    return encryption
  }
}
