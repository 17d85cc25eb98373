internal import ArgumentParser
internal import CommandKit

@main
struct Mkpdf: CameoCommand {
  static let configuration = CommandConfiguration(
    commandName: "mkpdf", abstract: "Make PDF pages from images, text, page descriptions and existing PDFs.",
    version: Version.line("mkpdf"))

  func perform() throws -> ExitStatus {
    throw ValidationError("nothing to do yet")
  }
}
