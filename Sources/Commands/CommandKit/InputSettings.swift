internal import ArgumentParser
internal import ByteStreams
internal import Glibc
package import ImageModel

/// Which files a command reads: the values of `InputOptions`, or of the similar options of mkpdf and preview.
package struct InputSettings: Hashable, Sendable {
  /// Paths, or `-` for standard input.
  package var files: [String] = []
  /// A file with more names, or `-`.
  package var filesFrom: String?
  package var recursive = false
  /// Which files in directories are read.
  package var filter = WalkFilter()

  package init(
    files: [String] = [], filesFrom: String? = nil, recursive: Bool = false, filter: WalkFilter = WalkFilter()
  ) {
    self.files = files
    self.filesFrom = filesFrom
    self.recursive = recursive
    self.filter = filter
  }

  /// All inputs in their order: the arguments, then the names of `--files-from`. A directory is replaced by its files.
  ///
  /// - Parameters:
  ///   - once: whether a file that is named twice is one input. With `-r` it always is.
  ///   - documents: for a command that reads more than images, the files that it reads.
  /// - Throws: `ValidationError` if there is no name or standard input is named twice; `ImageError` of kind `usage` for
  ///   a list that cannot be read.
  package func expand(
    limits: Limits, once: Bool = false, documents: WalkDocuments? = nil
  ) throws -> [InputFile] {
    let streams = files.count { $0 == "-" } + (filesFrom == "-" ? 1 : 0)
    guard streams <= 1 else { throw ValidationError("standard input (-) can be read only once") }
    guard !files.isEmpty || filesFrom != nil else { throw ValidationError("no input files") }
    guard recursive || filter == WalkFilter() else { throw ValidationError("--ext and --exclude need -r") }
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
    guard recursive || once, inputs.count > 1, files.count > 1 || filesFrom != nil else { return inputs }
    return Self.withoutRepeats(inputs)
  }

  /// The inputs with each file once, where it comes first.
  ///
  /// The shortest of its paths is kept, and the outermost of the directories where a walk found it. So the names of the
  /// outputs do not depend on the order of the arguments.
  private static func withoutRepeats(_ inputs: [InputFile]) -> [InputFile] {
    var places = CanonicalPaths()
    var positions: [[UInt8]: Int] = [:]
    var result: [InputFile] = []
    for input in inputs {
      guard case .path(let path, let below) = input else {
        result.append(input)
        continue
      }
      let place = places.name(path)
      if let position = positions[place], case .path(let known, let knownBelow) = result[position] {
        result[position] = .path(
          precedes(path, known) ? path : known, below: precedes(below, knownBelow) ? knownBelow : below)
      } else {
        positions[place] = result.count
        result.append(input)
      }
    }
    return result
  }

  /// Whether a path comes before another one: the shorter one does, and of two with equal length the first by their
  /// bytes.
  private static func precedes(_ path: String, _ other: String) -> Bool {
    path.utf8.count == other.utf8.count
      ? path.utf8.lexicographicallyPrecedes(other.utf8) : path.utf8.count < other.utf8.count
  }
}

/// Which files `-r` reads: those with one of the suffixes, except the excluded ones.
package struct WalkFilter: Hashable, Sendable {
  /// Suffixes without the dot, in lower case; empty for those of the formats that the command reads.
  package var extensions: [String] = []
  /// Patterns of fnmatch(3) for names, and for paths below the directory where a walk starts.
  package var excluded: [String] = []

  package init() {}

  /// Whether a walk reads an image file, or enters a folder.
  ///
  /// - Parameter path: below the directory where the walk started.
  package func includes(_ name: String, path: String, isFolder: Bool) -> Bool {
    !excludes(name, path: path) && (isFolder || reads(name, .images))
  }

  /// Whether a file is read, by the suffix of its name.
  func reads(_ name: String, _ documents: WalkDocuments, isPackage: Bool = false) -> Bool {
    if !extensions.isEmpty {
      let lower = name.lowercased()
      return extensions.contains { lower.hasSuffix("." + $0) }
    }
    return documents.isRead(name, isPackage)
  }

  /// Whether a file is left out, or a directory with everything in it.
  ///
  /// - Parameter path: below the directory where the walk started.
  func excludes(_ name: String, path: String) -> Bool {
    excluded.contains { pattern in Self.matches(pattern, name) || Self.matches(pattern, path) }
  }

  /// fnmatch(3) without flags: `*` matches slashes, too.
  private static func matches(_ pattern: String, _ text: String) -> Bool {
    PathText.withCString(pattern) { pattern in PathText.withCString(text) { fnmatch(pattern, $0, 0) == 0 } }
  }
}

/// A list of file names, as find(1) or ls(1) print it.
package enum FileList {
  /// Reads a list from a file, or from standard input for `-`.
  ///
  /// - Throws: `ImageError` with the list's name.
  static func read(_ path: String, limits: Limits) throws(ImageError) -> [[UInt8]] {
    var limits = limits
    // A list is held in memory.
    limits.maxInputBytes = min(limits.maxInputBytes, limits.maxMemory)
    let source =
      path == "-"
      ? try InputOpening.openStandardInput(name: path, limits: limits)
      : try InputOpening.open(path: path, limits: limits)
    guard source.size <= UInt64(limits.maxMemory) else {
      throw limits.exceeded("the list of files is too large", name: "max-memory", value: limits.maxMemory)
        .at(path: path)
    }
    let bytes = try source.bytes(at: 0, count: Int(source.size))
    let names = names(in: bytes)
    // Of a picture, each of thousands of names would be an error. A list of strange names begins with one that exists.
    if isBinary(bytes), let first = names.first, SystemCall.linkStatus(of: PathText.text(first)) == nil {
      throw ImageError(.usage, "is not a list of file names", path: path)
    }
    return names
  }

  /// Whether there are control characters that texts do not have, or UTF-16: names of one byte, with or without a mark.
  private static func isBinary(_ bytes: [UInt8]) -> Bool {
    if bytes.contains(where: { (0x01...0x08).contains($0) || (0x0E...0x1F).contains($0) }) { return true }
    let starts: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]
    return starts.contains { bytes.starts(with: $0) } || bytes.count > 3 && bytes[1] == 0 && bytes[3] == 0
  }

  /// The names in a list. If it contains a NUL byte, each name ends with one. Otherwise each line is a name, with or
  /// without a carriage return at its end. Empty names are left out.
  package static func names(in bytes: [UInt8]) -> [[UInt8]] {
    if bytes.contains(0) { return bytes.split(separator: 0).map(Array.init) }
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let name = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      return name.isEmpty ? nil : Array(name)
    }
  }
}
