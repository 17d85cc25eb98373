internal import CommandKit
internal import ImageModel
internal import MetadataModel

/// Turns the metadata of a file into what the command prints for it.
struct MetadataReport: Sendable {
  /// Only these properties are shown; all where empty.
  var tags: [String]
  var isJSON: Bool
  /// With one input its name is not repeated on each line.
  var inputCount: Int

  func record(_ metadata: ImageMetadata, of input: InputFile, number: Int) -> BatchRecord {
    var record = BatchRecord()
    record.diagnostics = metadata.diagnostics
    let container = selected(metadata.properties)
    let images = metadata.images.map { selected($0.properties) }
    if isJSON {
      record.members = MetadataJSON.members(metadata, container: container, images: images)
    } else if tags.isEmpty {
      let text = MetadataText.text(container: container, images: images)
      record.text = (number > 0 ? "\n" : "") + PrintableText.escaped(input.name) + "\n" + text
    } else {
      let name = inputCount > 1 ? PrintableText.escaped(input.name) : nil
      record.text = MetadataText.lines(container: container, images: images, name: name)
    }
    return record
  }

  /// The properties that were asked for, in the order of the file.
  private func selected(_ tree: PropertyTree) -> PropertyTree {
    guard !tags.isEmpty else { return tree }
    var found: [String: Set<String>] = [:]
    for tag in tags {
      for (group, property) in tree.properties(matching: tag) { found[group.name, default: []].insert(property.name) }
    }
    return PropertyTree(
      tree.groups.compactMap { group in
        guard let names = found[group.name] else { return nil }
        return PropertyGroup(group.name, group.properties.filter { names.contains($0.name) })
      })
  }
}
