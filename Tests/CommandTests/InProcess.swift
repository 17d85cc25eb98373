@testable internal import imgconv
@testable internal import imgmeta
@testable internal import mkpdf
@testable internal import preview
@testable internal import thumb
internal import ArgumentParser
@testable internal import CommandKit
internal import TestKit

/// How a command ends in the process of the tests, by the function that `main` calls. It is for command lines that are
/// refused. Tests with processes prove that `main` prints the line and returns the status.
struct InProcess {
  static let commands: [String: any CameoCommand.Type] = [
    "imgconv": Imgconv.self, "imgmeta": Imgmeta.self, "mkpdf": Mkpdf.self, "preview": Preview.self, "thumb": Thumb.self,
  ]

  let status: Int
  /// What the process would print on standard error.
  let errors: String

  /// - Parameters:
  ///   - arguments: paths are absolute, or of files that do not exist.
  ///   - folder: where a name after `-o` is, so that nothing is written elsewhere if the command line is not refused.
  init(_ name: String, _ arguments: [String], outputs folder: TemporaryDirectory? = nil) throws {
    guard let command = Self.commands[name] else { throw TestFailure("there is no command \(name)") }
    var arguments = arguments
    if let folder {
      for index in arguments.indices.dropFirst() where arguments[index - 1] == "-o" && arguments[index] != "-" {
        arguments[index] = folder.file(arguments[index])
      }
    }
    let ending = command.ending(of: arguments)
    status = Int(ending.status.rawValue)
    errors = ending.line.map { Console.line($0, of: name) } ?? ""
  }
}
