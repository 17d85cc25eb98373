internal import ByteStreams

/// Gives paths that lead to one file one name, whether or not the file exists.
///
/// The names are bytes: two names that are the same text to Unicode (é in one code point and in two) are two files.
struct PlaceNames {
  private var folders: [[UInt8]: String] = [:]

  /// The path without links in its folder, or in itself where it is a link.
  mutating func place(_ path: String) -> [UInt8] {
    if let status = SystemCall.linkStatus(of: path), status.isLink, let real = SystemCall.resolved(path) {
      return PathText.bytes(real)
    }
    return name(path)
  }

  /// The path without links in its folder.
  mutating func name(_ path: String) -> [UInt8] {
    let (folder, name) = PathText.split(path)
    return PathText.bytes(real(folder) + "/" + name)
  }

  /// A folder without links in it, as far as it exists.
  private mutating func real(_ folder: String) -> String {
    let key = PathText.bytes(folder)
    if let known = folders[key] { return known }
    let (parent, name) = PathText.split(folder)
    let real = SystemCall.resolved(folder) ?? (parent == folder ? folder : real(parent) + "/" + name)
    folders[key] = real
    return real
  }
}
