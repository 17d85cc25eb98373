internal import ByteStreams
internal import ContentTypes
internal import Glibc
internal import ImageModel

/// Turns names into inputs: directories become the images in them.
struct InputExpansion {
  let recursive: Bool
  private let types = ContentTypeRegistry()

  init(recursive: Bool) { self.recursive = recursive }

  /// The inputs that a name stands for.
  func inputs(_ name: [UInt8]) -> [InputFile] {
    guard let path = String(validating: name, as: UTF8.self) else { return [unreadable(name)] }
    // An argument that was no UTF-8 has been repaired on its way here; the repaired name leads nowhere.
    let status = SystemCall.status(of: path)
    if status == nil, path.unicodeScalars.contains("\u{FFFD}") { return [unreadable(name)] }
    guard let status, status.isDirectory else { return [.path(path)] }
    guard recursive else {
      return [.unusable(name: path, ImageError(.io, "is a directory (-r reads what is in it)", systemError: EISDIR))]
    }
    var found: [InputFile] = []
    walk(path, into: &found)
    return found
  }

  /// Collects the images of a directory and the directories in it, sorted by name; links to directories are not
  /// followed, so that no walk can run in circles.
  private func walk(_ directory: String, into found: inout [InputFile]) {
    guard let stream = opendir(directory) else {
      found.append(.unusable(name: directory, SystemCall.error("read the directory", path: nil)))
      return
    }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
    }
    closedir(stream)
    names.sort { $0.lexicographicallyPrecedes($1) }
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    for name in names {
      guard let text = String(validating: name, as: UTF8.self) else {
        if isImage(PrintableText.readable(name)) { found.append(unreadable(Array(prefix.utf8) + name)) }
        continue
      }
      let path = prefix + text
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      if status.isDirectory {
        walk(path, into: &found)
      } else if isImage(text), SystemCall.status(of: path)?.isRegularFile ?? false {
        found.append(.path(path))
      }
    }
  }

  private func isImage(_ name: String) -> Bool {
    guard let type = types.type(header: [], fileName: name) else { return false }
    return FormatOptions.names.contains(type.name.lowercased())
  }

  private func unreadable(_ name: [UInt8]) -> InputFile {
    .unusable(
      name: PrintableText.readable(name), ImageError(.unsupported, "the file's name is not valid UTF-8; rename it"))
  }
}
