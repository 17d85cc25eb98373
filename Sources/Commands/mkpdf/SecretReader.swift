internal import ByteStreams
internal import CommandKit
internal import Glibc
internal import ImageModel

/// Finds passwords where an option says that they are.
struct SecretReader: Sendable {
  var limits: Limits

  /// The file that holds the password; nil where it is somewhere else.
  static func path(_ text: String) -> String? {
    text.hasPrefix("file:") ? String(text.dropFirst(5)) : nil
  }

  /// The password itself, `env:NAME` or `file:PATH`; `pass:` before one that begins like these.
  ///
  /// - Throws: `usage` where there is no such thing.
  func read(_ text: String, _ option: String) throws(ImageError) -> String {
    if text.hasPrefix("pass:") { return String(text.dropFirst(5)) }
    if text.hasPrefix("env:") {
      let name = String(text.dropFirst(4))
      guard let value = name.withCString({ getenv($0) }) else {
        throw ImageError(.usage, "there is no environment variable '\(name)' (\(option))")
      }
      return String(cString: value)
    }
    guard let path = Self.path(text) else { return text }
    let bytes = try OptionFile.read(option) { () throws(ImageError) in
      do throws(ImageError) {
        return try InputOpening.open(path: path, limits: limits).bytes(at: 0, count: 4_096)
      } catch {
        throw error.at(path: path)
      }
    }
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    guard !line.isEmpty else { throw ImageError(.usage, "the first line is empty (\(option))", path: path) }
    return String(decoding: line, as: UTF8.self)
  }
}
