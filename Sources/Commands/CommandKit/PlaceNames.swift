internal import Glibc

/// Gives paths that lead to one file one name, whether or not the file exists.
struct PlaceNames {
  private var folders: [String: String] = [:]

  /// The path without links in its folder, or in itself where it is a link.
  mutating func place(_ path: String) -> String {
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, let real = Self.real(path) { return real }
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    if let known = folders[folder] { return known + "/" + name }
    let real = Self.real(folder) ?? folder
    folders[folder] = real
    return real + "/" + name
  }

  /// The path without links (`realpath`).
  private static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
