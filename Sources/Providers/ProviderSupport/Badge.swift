/// The short text that is laid over a thumbnail where it stands for a file.
package enum Badge {
  private static let longest = 5

  /// The end of a document's name in capitals: `MD`; nil for a name without an end, or with one that nobody would know.
  package static func text(fileName: String) -> String? {
    let parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, parts[0] != "" || parts.count > 2, let end = parts.last, !end.isEmpty,
      end.utf8.count <= longest, end.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    return end.uppercased()
  }
}
