internal import ByteStreams
internal import ImageModel

/// A list of file names, as `find` or `ls` print it.
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
      throw limits.exceeded("is too long a list of files", name: "max-memory", value: limits.maxMemory).at(path: path)
    }
    return names(in: try source.bytes(at: 0, count: Int(source.size)))
  }

  /// The names in a list: with a NUL byte in it each name ends at one, else each line is a name, with or without a carriage
  /// return at its end. Empty names are left out.
  package static func names(in bytes: [UInt8]) -> [[UInt8]] {
    if bytes.contains(0) { return bytes.split(separator: 0).map(Array.init) }
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let name = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      return name.isEmpty ? nil : Array(name)
    }
  }
}
