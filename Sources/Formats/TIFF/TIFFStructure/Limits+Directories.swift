package import ImageModel

/// How much the directories of one file or block may hold together. They may overlap in the file, so that each within its own
/// limit is not enough: a few kilobytes could unfold into gigabytes.
extension Limits {
  /// Directories in the chain of one Exif block: two have a meaning.
  package var maxExifChain: Int { 8 }

  /// Fields of all directories of one Exif block.
  package var maxExifFields: Int { Self.product(4, maxDirectoryEntries) }

  /// Fields of all directories of one TIFF file: 64 for each of the images, and some directories that are full.
  package var maxFileFields: Int {
    let (sum, overflow) = maxExifFields.addingReportingOverflow(Self.product(64, maxImages))
    return overflow ? .max : sum
  }

  private static func product(_ factor: Int, _ limit: Int) -> Int {
    let (product, overflow) = max(0, limit).multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }

  /// The error for a directory below too many others; the first is at depth 1.
  package func tooDeep() -> ImageError {
    exceeded(
      "directories are nested more deeply than \(maxDirectoryDepth)", name: "max-directory-depth",
      value: maxDirectoryDepth, format: "TIFF")
  }
}
