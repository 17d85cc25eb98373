internal import Testing
internal import Foundation
internal import TestKit
internal import Testing

/// A case in Cases/<command>/<name>: a `cmd` file that prepares a folder and runs the command in it, and what is
/// expected.
///
/// Lines of `cmd`: `# comment`, `fixture NAME FILE` (a copy), `part BYTES NAME FILE` (its beginning), `text FILE
/// WORDS`, `folder NAME`, `link TARGET NAME`, `stdin FIXTURE`, and one `run ARGUMENTS`, whose words are quoted as in a
/// shell; the word `PROVIDERS` is the folder of the shipped providers.
struct CommandCase: Sendable, CustomTestStringConvertible {
  let command: String
  let name: String

  var folder: String { "\(Self.root)/\(command)/\(name)" }
  var testDescription: String { "\(command)/\(name)" }

  static let root = "\(Fixtures.root)/Tests/CommandTests/Cases"

  /// All cases, sorted.
  static let all: [CommandCase] = {
    func folders(_ path: String) -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
    }
    return folders(root).flatMap { command in
      folders("\(root)/\(command)").map { CommandCase(command: command, name: $0) }
    }
  }()

  /// The outcome of a run: the golden files by name.
  typealias Outcome = [String: String]

  /// The names of the golden files.
  static let goldenNames = ["status", "stdout", "stderr", "files"]

  var expected: Outcome {
    Dictionary(
      uniqueKeysWithValues: Self.goldenNames.map { name in
        (name, String(decoding: Fixtures.bytes("\(folder)/\(name)"), as: UTF8.self))
      })
  }

  func record(_ outcome: Outcome) throws {
    for name in Self.goldenNames {
      let text = outcome[name] ?? ""
      if text.isEmpty {
        try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      } else {
        try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
      }
    }
  }

  /// Prepares a folder, runs the command in it and describes its files afterwards.
  func run() async throws -> Outcome {
    let place = try TemporaryDirectory()
    var input: [UInt8] = []
    var arguments: [String]?
    for line in String(decoding: Fixtures.bytes("\(folder)/cmd"), as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("#") { continue }
      let words = try ShellWords.split(String(line))
      guard let verb = words.first else { continue }
      if verb == "run" {
        arguments = Array(words.dropFirst())
      } else if verb == "stdin" {
        input = Fixtures.bytes(Fixtures.path(words.last ?? ""))
      } else {
        try prepare(verb, Array(words.dropFirst()), in: place)
      }
    }
    guard let arguments else { throw TestFailure("\(testDescription): cmd runs nothing") }
    let before = try files(in: place)
    let shipped = "\(Fixtures.root)/share/providers"
    let result = try await Tool.cameo(
      command, arguments.map { $0 == "PROVIDERS" ? shipped : $0 }, input: input, directory: place.path)
    return [
      "status": "\(result.status)\n",
      "stdout": Self.normalized(result.text, place),
      "stderr": Self.normalized(result.errors, place),
      "files": try await describe(try files(in: place), before: before, in: place),
    ]
  }

  private func prepare(_ verb: String, _ words: [String], in place: TemporaryDirectory) throws {
    switch (verb, words.count) {
    case ("fixture", 2): try place.write(bytes(words[0]), to: words[1])
    case ("part", 3): try place.write(Array(try bytes(words[1]).prefix(Int(words[0]) ?? 0)), to: words[2])
    case ("text", 2): try place.write(Array(words[1].utf8), to: words[0])
    case ("folder", 1):
      try FileManager.default.createDirectory(atPath: place.file(words[0]), withIntermediateDirectories: true)
    case ("link", 2):
      try FileManager.default.createSymbolicLink(atPath: place.file(words[1]), withDestinationPath: words[0])
    default: throw TestFailure("\(testDescription): unknown line in cmd: \(verb) \(words)")
    }
  }

  private func bytes(_ fixture: String) throws -> [UInt8] {
    let bytes = Fixtures.bytes(Fixtures.path(fixture))
    guard !bytes.isEmpty else { throw TestFailure("\(testDescription): no fixture \(fixture)") }
    return bytes
  }

  private func files(in place: TemporaryDirectory) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: place.path).sorted()
  }

  /// One line for each file; of new files with their properties by ImageMagick, or by qpdf and poppler for PDFs.
  private func describe(_ names: [String], before: [String], in place: TemporaryDirectory) async throws -> String {
    var lines: [String] = []
    for name in names {
      var isDirectory: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: place.file(name), isDirectory: &isDirectory)
      if isDirectory.boolValue {
        lines.append("\(name)/")
      } else if before.contains(name) {
        lines.append(name)
      } else if Fixtures.bytes(place.file(name)).starts(with: "%PDF-".utf8) {
        lines.append("\(name): \(try await describe(pdf: place.file(name)))")
      } else {
        let format = "%m %wx%h %[channels]\n"
        // From standard input, because ImageMagick gives some names a special meaning.
        let image = try await Tool.run(
          "identify", ["-quiet", "-format", format, "-"], input: Fixtures.bytes(place.file(name)))
        lines.append("\(name): \(image.text.split(separator: "\n").joined(separator: ", "))")
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Whether a PDF is sound, and how large its pages are: `PDF 1.7 sound 2: 100x50, 595.28x841.89 rotated 90`.
  private func describe(pdf path: String) async throws -> String {
    let check = try await Tool.run("qpdf", ["--check", path])
    let version = String(decoding: Fixtures.bytes(path).prefix(8).dropFirst(5), as: UTF8.self)
    if check.status == 2, check.errors.contains("invalid password") { return "PDF \(version) needs a password" }
    let info = try await Tool.run("pdfinfo", ["-f", "1", "-l", "1000", path]).text.split(separator: "\n")
    func words(_ line: Substring) -> [Substring] { line.split(separator: " ") }
    let turns = info.filter { $0.hasPrefix("Page ") && $0.contains(" rot:") }.map { words($0).last ?? "0" }
    let sizes = info.filter { $0.hasPrefix("Page ") && $0.contains(" size:") }.map(words).enumerated().map {
      index, line in
      let turn = turns.indices.contains(index) && turns[index] != "0" ? " rotated \(turns[index])" : ""
      return line.count > 5 ? "\(line[3])x\(line[5])\(turn)" : "?"
    }
    return "PDF \(version) \(check.status == 0 ? "sound" : "damaged") \(sizes.count): \(sizes.joined(separator: ", "))"
  }

  /// Sizes in bytes depend on the versions of the libraries.
  private static func normalized(_ text: String, _ place: TemporaryDirectory) -> String {
    text.replacingOccurrences(of: place.path, with: "FOLDER")
      .replacingOccurrences(of: #""bytes": [1-9][0-9]*"#, with: #""bytes": N"#, options: .regularExpression)
  }
}
