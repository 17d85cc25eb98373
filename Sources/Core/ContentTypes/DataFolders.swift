internal import Glibc

/// The folders where programs and users leave data for others (XDG Base Directory Specification).
package enum DataFolders {
  /// `$XDG_DATA_HOME` and `$XDG_DATA_DIRS`, or what the specification has in their place; the one that counts most first.
  /// Relative paths are left out, as the specification asks.
  package static func all(environment: [String: String]) -> [String] {
    let home =
      environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : $0 }
      ?? environment["HOME"].flatMap { $0.isEmpty ? nil : $0 + "/.local/share" }
    let others = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
    var folders: [String] = []
    for text in [home].compactMap({ $0 }) + others.utf8.split(separator: UInt8(ascii: ":")).map({ String($0) ?? "" }) {
      var folder = text
      while folder.utf8.count > 1, folder.utf8.last == UInt8(ascii: "/") { folder.removeLast() }
      if folder.utf8.first == UInt8(ascii: "/"), !folders.contains(folder) { folders.append(folder) }
    }
    return folders
  }

  /// The variables of this process that say where data lies.
  package static var environment: [String: String] {
    var values: [String: String] = [:]
    for name in ["XDG_DATA_HOME", "XDG_DATA_DIRS", "HOME", "PATH"] {
      if let value = getenv(name) { values[name] = String(cString: value) }
    }
    return values
  }
}
