internal import ArgumentParser
internal import CommandKit
internal import PreviewService

/// Prints the description of the interface; docs/openapi.json is made so.
struct InterfaceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "openapi", abstract: "Print the description of the HTTP interface (OpenAPI 3.1).")

  func run() throws {
    let console = Console(program: "previewd")
    try console.print(InterfaceDescription.text)
    try console.flush()
  }
}
