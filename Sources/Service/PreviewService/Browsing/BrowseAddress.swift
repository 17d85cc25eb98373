internal import ByteStreams
internal import ImageModel

/// What a path below `/browse/` names: a root, and a file or folder below it.
struct BrowseAddress {
  static let prefix = "/browse/"
  /// The name that stands for no root, but for what belongs to the pages themselves: assets, login, undo.
  static let own = "-"
  private static let longestName = 255
  private static let mostNames = 256

  /// The root's name, then the names of folders and of the file, as `PathText` writes them.
  let names: [String]
  /// Whether the path ends with a slash.
  let isFolder: Bool

  /// - Parameter path: as the request has it, with escapes.
  /// - Throws: `notFound` for hidden names, `.`, `..`, empty names, and names that no file has.
  init(_ path: String) throws(ServiceProblem) {
    var parts = path.utf8.dropFirst(Self.prefix.utf8.count)
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)[...]
    isFolder = parts.last?.isEmpty ?? true
    if isFolder { parts = parts.dropLast() }
    guard parts.count <= Self.mostNames else { throw Self.missing }
    names = try parts.map { part throws(ServiceProblem) in
      guard let bytes = PercentEncoding.decoded(part), Self.isAllowed(bytes) else { throw Self.missing }
      // A name that is not UTF-8 may come as it is, or as the code points by which `PathText` represents it.
      return String(validating: bytes, as: UTF8.self) ?? PathText.text(bytes)
    }
  }

  /// The path below the root, with a slash at the end of a folder's.
  var path: String { names.dropFirst().joined(separator: "/") + (isFolder ? "/" : "") }

  /// Whether a name may be that of a file or folder: not hidden, no folder's own (`.`, `..`), without slash and NUL.
  static func isAllowed(_ name: [UInt8]) -> Bool {
    !name.isEmpty && name.count <= longestName && name[0] != UInt8(ascii: ".") && !name.contains(0)
      && !name.contains(UInt8(ascii: "/"))
  }

  /// The same message for all reasons: a difference would reveal what is hidden or elsewhere.
  static var missing: ServiceProblem { ServiceProblem(.notFound, "there is no such file or folder here") }

  /// A name or relative path in an address: `Gr%C3%BC%C3%9Fe/a.pdf`.
  static func encoded(_ path: String) -> String {
    PathText.bytes(path).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { RequestQuery.encoded($0) }.joined(separator: "/")
  }
}
