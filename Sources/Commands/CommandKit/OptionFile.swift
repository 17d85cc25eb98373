package import ImageModel

/// Files that are named in options, not as inputs.
package enum OptionFile {
  /// Reads such a file before any work. Whatever is wrong with it is wrong use, for nothing was done.
  ///
  /// - Throws: `usage` with the file's path, the reason and the option.
  package static func read<Content>(
    _ option: String, _ read: () throws(ImageError) -> Content
  ) throws(ImageError) -> Content {
    do throws(ImageError) {
      return try read()
    } catch {
      throw ImageError(.usage, "\(error.reason) (\(option))", path: error.path, systemError: error.systemError)
    }
  }
}
