internal import ArgumentParser
internal import ByteStreams
package import ImageModel

/// Which files a command reads: what `InputOptions` reads from the command line.
package struct InputSettings: Hashable, Sendable {
  /// Paths, or `-` for standard input.
  package var files: [String] = []
  /// A file with more names, or `-`.
  package var filesFrom: String?
  package var recursive = false
  /// What is read of the directories.
  package var filter = WalkFilter()

  package init() {}

  /// All inputs in order: the arguments, then the list of `--files-from`; directories are replaced by what is in them.
  ///
  /// - Parameter documents: what a command reads that reads more than images.
  /// - Throws: `ValidationError` where nothing is named or standard input is wanted twice; `ImageError` where the list
  ///   cannot be read (`usage`).
  package func expand(limits: Limits, documents: WalkDocuments? = nil) throws -> [InputFile] {
    let streams = files.count { $0 == "-" } + (filesFrom == "-" ? 1 : 0)
    guard streams <= 1 else { throw ValidationError("standard input (-) can be read only once") }
    guard !files.isEmpty || filesFrom != nil else { throw ValidationError("no input files") }
    guard recursive || filter == WalkFilter() else { throw ValidationError("--ext and --exclude choose what -r reads") }
    let expansion = InputExpansion(recursive: recursive, filter: filter, documents: documents)
    var inputs: [InputFile] = []
    for file in files {
      if file == "-" { inputs.append(.standardInput) } else { inputs += expansion.inputs(file) }
    }
    if let filesFrom {
      let names = try OptionFile.read("--files-from") { () throws(ImageError) in
        try FileList.read(filesFrom, limits: limits)
      }
      for name in names {
        inputs += expansion.inputs(PathText.text(name))
      }
    }
    // A file that is named may also be found in a directory; in a single directory each is found once.
    guard recursive, files.count > 1 || filesFrom != nil else { return inputs }
    var seen: Set<NameBytes> = []
    return inputs.filter { seen.insert(NameBytes(text: $0.name)).inserted }
  }
}

/// A name that equals another one only where all its bytes do: é may be written in two ways.
private struct NameBytes: Hashable {
  var text: String

  static func == (one: NameBytes, other: NameBytes) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
