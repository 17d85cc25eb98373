internal import ByteStreams
internal import CommandKit
internal import Glibc
internal import ImageModel
internal import PDFDocuments
internal import PDFJobs
internal import PageDescriptions
internal import StructuredFiles
internal import StructuredText

/// A JSON file or property list that an option names.
enum DataFile {
  /// - Parameter option: the option, for messages.
  /// - Throws: `usage` with the file's path.
  static func read(
    _ path: String, option: String = "--data", limits: Limits
  ) throws(ImageError) -> StructuredValue {
    try OptionFile.read(option) { () throws(ImageError) in
      do throws(ImageError) {
        let bounds = DescriptionLimits(files: limits)
        let source = try InputOpening.open(path: path, limits: limits)
        guard source.size <= UInt64(bounds.maxBytes) else {
          throw ImageError(.limitExceeded, "is larger than the \(bounds.maxBytes) bytes that are allowed")
        }
        return try StructuredSyntax.parse(try source.bytes(at: 0, count: Int(source.size)), limits: bounds.structure)
      } catch {
        throw error.at(path: path)
      }
    }
  }
}

/// The JSON file of `--outline`.
enum OutlineFile {
  /// - Throws: `usage` with the path of the file and the place of the fault.
  static func read(_ path: String, limits: Limits) throws(ImageError) -> [OutlineEntry] {
    do throws(ImageError) {
      return try OutlineDescription.entries(try DataFile.read(path, option: "--outline", limits: limits))
    } catch {
      throw error.at(path: path)
    }
  }
}

/// Reads passwords from the sources that options name.
struct SecretReader: Sendable {
  var limits: Limits

  /// The file that holds the password; nil for other sources.
  static func path(_ text: String) -> String? {
    text.hasPrefix("file:") ? String(text.dropFirst(5)) : nil
  }

  /// The password: given as it is, as `env:NAME`, as `file:PATH`, or after `pass:` where it begins like one of these.
  ///
  /// - Throws: `usage` where the variable or the file does not exist.
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

  /// Reads the password of a file when the file is opened.
  func reading(_ text: String?) -> PDFInput.Password? {
    guard let text else { return nil }
    return { () throws(ImageError) -> String in try read(text, "--password") }
  }
}
