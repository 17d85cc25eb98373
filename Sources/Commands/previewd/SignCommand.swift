internal import ArgumentParser
internal import CommandKit
internal import Glibc
internal import PreviewService

/// Makes an address that carries its own permission.
struct SignCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign", abstract: "Sign an address, so that it works without a token for a while.")

  @Option(help: ArgumentHelp("The file of keys; the first one signs.", valueName: "FILE"))
  var keys: String

  @Option(help: ArgumentHelp("How long the address is valid.", valueName: "SECONDS"))
  var expiresIn = 3_600

  @Option(help: ArgumentHelp("What to put before the address, such as http://127.0.0.1:8880.", valueName: "URL"))
  var base = ""

  @Argument(help: ArgumentHelp("Path and query, such as '/v1/thumbnail?path=a.jpg&size=256'.", valueName: "ADDRESS"))
  var address: String

  func run() throws {
    guard (1...31_622_400).contains(expiresIn) else {
      throw ValidationError("--expires-in: expected a number from 1 to 31622400")
    }
    var known: [SigningKey] = []
    for line in try SecretFile.lines(keys) { known.append(try SigningKey(line: line)) }
    let signed = try SignedAddress(keys: known, longest: expiresIn).sign(address, expires: time(nil) + expiresIn)
    let console = Console(program: "previewd")
    try console.print("\(base)\(signed)\n")
    try console.flush()
  }
}
