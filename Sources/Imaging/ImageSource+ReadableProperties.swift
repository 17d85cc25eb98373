package import ImageModel
package import MetadataModel
internal import MetadataReading

extension ImageSource {
  /// The properties of the container and of an image, with their readable words.
  ///
  /// - Throws: as `properties(at:)`.
  package func readableProperties(
    at index: Int
  ) throws(ImageError) -> (container: PropertyTree, image: PropertyTree) {
    try check(index)
    let metadata = try metadata(.readable)
    return (
      metadata.properties, metadata.images.indices.contains(index) ? metadata.images[index].properties : PropertyTree()
    )
  }
}
