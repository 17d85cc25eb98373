package import ArgumentParser
package import ImageModel

/// Which files a command reads.
package struct InputOptions: ParsableArguments {
  @Argument(help: "Image files, or - for standard input.", completion: .file())
  package var files: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Read more file names from FILE, or from standard input for -: one a line, or each ended by a NUL byte.",
      valueName: "FILE"),
    completion: .file())
  package var filesFrom: String?

  @Flag(name: .shortAndLong, help: "Read the images in directories and the directories in them.")
  package var recursive = false

  package init() {}

  /// All inputs in order: the arguments, then the list of `--files-from`; directories are replaced by what is in them.
  ///
  /// - Throws: `ValidationError` where nothing is named or standard input is wanted twice; `ImageError` where the list
  ///   cannot be read.
  package func expand(limits: Limits) throws -> [InputFile] {
    let streams = files.count { $0 == "-" } + (filesFrom == "-" ? 1 : 0)
    guard streams <= 1 else { throw ValidationError("standard input (-) can be read only once") }
    guard !files.isEmpty || filesFrom != nil else { throw ValidationError("no input files") }
    let expansion = InputExpansion(recursive: recursive)
    // Arguments that are no UTF-8 arrive with replacement characters in them, which no longer name the file.
    var inputs: [InputFile] = []
    for file in files {
      if file == "-" { inputs.append(.standardInput) } else { inputs += expansion.inputs(Array(file.utf8)) }
    }
    if let filesFrom {
      for name in try FileList.read(filesFrom, limits: limits) { inputs += expansion.inputs(name) }
    }
    // A file that is named may also be found in a directory.
    var seen: Set<InputFile> = []
    return recursive ? inputs.filter { seen.insert($0).inserted } : inputs
  }

  /// The inputs that names alone stand for, none of which is `-`.
  package static func expand(_ files: [String]) -> [InputFile] {
    let expansion = InputExpansion(recursive: false)
    return files.flatMap { expansion.inputs(Array($0.utf8)) }
  }
}
