internal import ImageModel
internal import PDFDocuments
internal import PageDescriptions

/// An outline in a JSON file.
enum OutlineFile {
  /// - Throws: `usage` with the file's path and the place of what is wrong.
  static func read(_ path: String, limits: Limits) throws(ImageError) -> [OutlineEntry] {
    do throws(ImageError) {
      return try OutlineDescription.entries(try DataFile.read(path, option: "--outline", limits: limits))
    } catch {
      throw error.at(path: path)
    }
  }
}
