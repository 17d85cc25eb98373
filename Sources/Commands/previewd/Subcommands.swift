internal import ArgumentParser
internal import CommandKit
internal import Glibc
internal import ImageModel
internal import PreviewService

/// A subcommand of `previewd`. Its options follow its name; the service's own options have no meaning for it.
protocol Subcommand: CameoCommand {}

extension Subcommand {
  static var program: String? { "previewd" }
  static var takesDefaults: Bool { false }

  /// The argument library calls this where options of the service precede the name.
  func run() throws {
    throw ValidationError("'\(Self._commandName)' is the first word after 'previewd', without settings before it")
  }

  /// Prints a text, which ends its last line itself.
  func show(_ text: String) throws(ImageError) {
    let console = Console(program: "previewd")
    try console.print(text)
    try console.flush()
  }
}

/// Makes an address that needs no token.
struct SignCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "sign", _superCommandName: "previewd",
    abstract: "Sign an address, so that it works without a token until it expires.")

  static let shortHelp = (options: [String](), arguments: "ADDRESS")

  @Option(help: ArgumentHelp("The file of keys; the first one signs.", valueName: "FILE"))
  var keys: String

  @Option(help: ArgumentHelp("How long the address is valid.", valueName: "SECONDS"))
  var expiresIn = 3_600

  @Option(help: ArgumentHelp("Text to put before the address, such as http://127.0.0.1:8880.", valueName: "URL"))
  var base = ""

  @Argument(help: ArgumentHelp("Path and query, such as '/v1/thumbnail?path=a.jpg&size=256'.", valueName: "ADDRESS"))
  var address: String

  func perform() throws -> ExitStatus {
    guard (1...31_622_400).contains(expiresIn) else {
      throw ValidationError("--expires-in: expected a number from 1 to 31622400")
    }
    let base = try OptionText.unicode(base)
    guard base.isEmpty || Self.isBase(base) else {
      throw ValidationError(
        "--base: expected http:// or https:// with a host, without a query, as in http://127.0.0.1:8880")
    }
    let address = try OptionText.unicode(address)
    let known = try OptionFile.read("--keys") { () throws(ImageError) in try SigningKey.all(in: keys) }
    let signed = try SignedAddress(keys: known, maximumSeconds: expiresIn).sign(address, expires: time(nil) + expiresIn)
    // The address begins with a slash.
    try show("\(base.hasSuffix("/") ? String(base.dropLast()) : base)\(signed)\n")
    return .success
  }

  /// Whether a signed address can follow the text.
  private static func isBase(_ text: String) -> Bool {
    let schemes = ["http://", "https://"]
    guard let scheme = schemes.first(where: { text.lowercased().hasPrefix($0) }),
      let first = text.utf8.dropFirst(scheme.utf8.count).first, first != UInt8(ascii: "/")
    else { return false }
    return text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"?#\"<>\\^`{|}".utf8.contains($0) }
  }
}

/// Prints the OpenAPI description of the interface, from which docs/openapi.json is made.
struct InterfaceCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "openapi", _superCommandName: "previewd",
    abstract: "Print the description of the HTTP interface (OpenAPI 3.1).")

  func perform() throws -> ExitStatus {
    try show(InterfaceDescription.text)
    return .success
  }
}
