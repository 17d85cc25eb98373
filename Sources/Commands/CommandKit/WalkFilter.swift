internal import ByteStreams
internal import Glibc

/// Which files `-r` reads: by the suffix of their names, and but for those that are excluded.
package struct WalkFilter: Hashable, Sendable {
  /// Suffixes without the dot, in lower case; empty for those of the formats that are read.
  package var extensions: [String] = []
  /// Patterns of fnmatch(3) for names, and for paths below the directory where a walk begins.
  package var excluded: [String] = []

  package init() {}

  /// Whether a file's name has a suffix that is read.
  func reads(_ name: String, _ documents: WalkDocuments, isPackage: Bool = false) -> Bool {
    if !extensions.isEmpty {
      let lower = name.lowercased()
      return extensions.contains { lower.hasSuffix("." + $0) }
    }
    return documents.isRead(name, isPackage)
  }

  /// Whether a file or directory is left out, with everything in it.
  ///
  /// - Parameter path: below the directory where the walk began.
  func excludes(_ name: String, path: String) -> Bool {
    excluded.contains { pattern in Self.matches(pattern, name) || Self.matches(pattern, path) }
  }

  /// fnmatch(3) without flags: `*` matches slashes, too.
  private static func matches(_ pattern: String, _ text: String) -> Bool {
    PathText.withCString(pattern) { pattern in PathText.withCString(text) { fnmatch(pattern, $0, 0) == 0 } }
  }
}
