internal import ImageModel
internal import MetadataModel

extension MetadataCollector {
  /// Reads an MP4 or QuickTime movie, which is a file without images.
  ///
  /// - Throws: `invalidData` for a file without a movie header; `io`. All other damage is a warning.
  mutating func readMovie() throws(ImageError) {
    var reader = MovieReader(source, limits: limits)
    try reader.read()
    metadata.blocks = [reader.xmp].compactMap { $0 }
    if detail > .essentials {
      metadata.properties.groups.append(reader.group)
      if let position = reader.position {
        let names = ["Latitude", "Longitude", "Altitude"]
        metadata.properties.groups.append(
          PropertyGroup("GPS", zip(names, position).map { Property($0, .decimal($1)) }))
      }
      metadata.properties.groups += groups(of: metadata.blocks)
    }
    note(reader.diagnostics)
  }
}
