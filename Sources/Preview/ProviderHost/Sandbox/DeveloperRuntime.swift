internal import ByteStreams
internal import Glibc

/// The Swift runtime of a build for development: its programs load it from the toolchain, which no sandbox shows. Release builds have
/// it inside.
package enum DeveloperRuntime {
  /// The folder that this program loaded libswiftCore.so from; nil where it has the runtime inside, or where the system's folders
  /// hold it, which every sandbox shows.
  package static let folder: String? = {
    guard let file = fopen("/proc/self/maps", "re") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 8_192)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = PathText.text(line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
      guard text.hasSuffix("/libswiftCore.so\n"), let start = text.firstIndex(of: "/") else { continue }
      let folder = PathText.split(String(text[start...].dropLast())).directory
      return folder.hasPrefix("/usr/") ? nil : folder
    }
    return nil
  }()
}
