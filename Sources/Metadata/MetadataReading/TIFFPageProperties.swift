internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

/// What stands beside a TIFF page and belongs to it, in brief.
enum TIFFPageProperties {
  /// Smaller versions, masks, and other pictures of SubIFDs, each list with the sizes and the way of compression.
  static func properties(_ page: TIFFStructure.Page) -> [Property] {
    [("PyramidLevels", page.reduced), ("Masks", page.masks), ("OtherImages", page.others)].compactMap {
      name, directories in
      directories.isEmpty ? nil : Property(name, .array(directories.map(summary)), readable: words(directories))
    }
  }

  private static func summary(_ directory: TIFFDirectory) -> PropertyValue {
    guard case .success(let info) = directory.header else { return .structure([]) }
    var parts = [
      Property("Width", .integer(Int64(info.size.width))), Property("Height", .integer(Int64(info.size.height))),
    ]
    if let compression = info.compression { parts.append(Property("Compression", .text(compression))) }
    return .structure(parts)
  }

  private static func words(_ directories: [TIFFDirectory]) -> String {
    let sizes = directories.prefix(16).map { directory in
      guard case .success(let info) = directory.header else { return "unreadable" }
      return "\(info.size)"
    }
    return sizes.joined(separator: ", ") + (directories.count > 16 ? ", ... (\(directories.count))" : "")
  }
}
