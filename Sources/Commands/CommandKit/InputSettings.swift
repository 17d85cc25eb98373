internal import ArgumentParser
package import ImageModel

/// Which files a command reads: what `InputOptions` reads from the command line.
package struct InputSettings: Hashable, Sendable {
  /// Paths, or `-` for standard input.
  package var files: [String] = []
  /// A file with more names, or `-`.
  package var filesFrom: String?
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
}
