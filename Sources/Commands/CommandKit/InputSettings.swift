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
  /// - Throws: `ValidationError` where nothing is named or standard input is wanted twice; `ImageError` where the list
  ///   cannot be read (`usage`).
  package func expand(limits: Limits) throws -> [InputFile] {
    let streams = files.count { $0 == "-" } + (filesFrom == "-" ? 1 : 0)
    guard streams <= 1 else { throw ValidationError("standard input (-) can be read only once") }
    guard !files.isEmpty || filesFrom != nil else { throw ValidationError("no input files") }
    guard recursive || filter == WalkFilter() else { throw ValidationError("--ext and --exclude choose what -r reads") }
    let expansion = InputExpansion(recursive: recursive, filter: filter)
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
    guard recursive else { return inputs }
    // A file that is named may also be found in a directory. Names are compared as bytes: é may be written in two ways.
    var seen: Set<[UInt8]> = []
    return inputs.filter { seen.insert(PathText.bytes($0.name)).inserted }
  }
}
