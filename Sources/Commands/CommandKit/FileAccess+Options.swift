internal import ByteStreams
package import Confinement
internal import ImageModel
internal import Templates

/// The files of a command line, by the options that all commands share.
extension FileAccess {
  /// The inputs: files and directories that are named, and the files of a list.
  package init(_ settings: InputSettings, _ inputs: [InputFile]) {
    self.init()
    read(settings.files.filter { $0 != "-" })
    if settings.filesFrom != nil { read(inputs.compactMap(\.path)) }
  }

  /// Adds the directories of the inputs, for files beside them.
  package mutating func readBeside(_ inputs: [InputFile]) {
    read(inputs.compactMap { $0.path.map { PathText.split($0).directory } })
  }

  /// Adds the directories of the inputs, for outputs beside them.
  package mutating func writeBeside(_ inputs: [InputFile]) {
    for path in inputs.compactMap(\.path) { write(folder: PathText.split(path).directory) }
  }

  /// Adds the places of the outputs for these inputs, as far as they are known before the inputs are opened.
  ///
  /// - Throws: `ValidationError` if the user has to say where outputs go.
  package mutating func write(_ output: OutputSettings, _ naming: OutputNaming, for inputs: [InputFile]) throws {
    if output.output == "-" || output.files.dryRun { return }
    if let directory = output.directory { return write(folder: directory) }
    let template = try naming.template(output)
    if let path = template.literalPath { return write(file: path) }
    let named = try template.fillingProperties { _ in Self.unknown }
    for input in inputs {
      let (path, isWhole) = Self.beginning(of: named, for: input)
      if isWhole { write(file: path) } else { write(folder: PathText.split(path).directory) }
    }
  }

  /// What is not known yet of an output's path. No path holds this character.
  private static let unknown = "\u{0}"

  /// The path of an output up to what is not known yet: its format, sizes, pages, and its number, because inputs may
  /// still be left out.
  private static func beginning(of template: OutputTemplate, for input: InputFile) -> (path: String, isWhole: Bool) {
    func path(_ number: Int) -> String { template.path(for: InputName(input, number: number)) { _ in unknown } ?? "" }
    let first = path(1)
    var known = first.utf8.prefix { $0 != 0 }
    if template.fields.contains(.n) {
      let count = zip(known, path(2).utf8).prefix { $0 == $1 }.count
      known = known.prefix(count)
    }
    let isWhole = known.count == first.utf8.count
    // Cut where a character begins: only what is before the last slash counts.
    return (isWhole ? first : String(decoding: known, as: UTF8.self), isWhole)
  }

  /// The files of directories that are watched, and the places of their outputs.
  ///
  /// - Parameter output: nil if outputs have other places.
  /// - Throws: `ValidationError`.
  package init(watching folders: [String], _ output: OutputSettings?, _ naming: OutputNaming) throws {
    self.init()
    let folders = folders.map { Self.watched($0) }
    read(folders)
    // Files whose names are not known yet.
    if let output { try write(output, naming, for: folders.map { .path($0 + "/\u{0}") }) }
  }
}
