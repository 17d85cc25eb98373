internal import ByteStreams
internal import CommandKit
internal import ImageModel
internal import PageDescriptions
internal import StructuredText

/// A file with a value that page descriptions or outlines are made of.
enum DataFile {
  /// - Parameter option: names the file, for messages.
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
        return try DescriptionSyntax.parse(try source.bytes(at: 0, count: Int(source.size)), limits: bounds)
      } catch {
        throw error.at(path: path)
      }
    }
  }
}
