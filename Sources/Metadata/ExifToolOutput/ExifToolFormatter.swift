internal import ByteStreams
package import ImageModel
internal import MetadataModel
package import MetadataReports
internal import StructuredText

/// The output of `exiftool -json -G -n`: an array with an object for each file, and a member `GROUP:NAME` for each tag.
///
/// docs/exiftool.md lists the tags that differ or are missing.
package struct ExifToolFormatter: MetadataFormatter {
  /// Whether only the file's selected properties are written: no tags of the file system, headers or composites.
  private let isSelection: Bool

  package init(isSelection: Bool) { self.isSelection = isSelection }

  package var opening: String { "[" }
  package var separator: String { ",\n" }
  package func closing() -> String { "]\n" }

  package func text(of file: FileMetadata) -> String {
    var record = TagRecord(sourceFile: file.name)
    if let warning = file.messages(.warning).first {
      record.add("ExifTool", "Warning", .path(warning))
    }
    if !isSelection { FileTags(file).add(to: &record) }
    for (index, tree) in ([file.container] + file.images).enumerated() {
      let blocks = index == 0 ? file.metadata.blocks : file.metadata.blocks(ofImage: index - 1)
      for group in tree.groups { add(group, blocks, file, &record) }
    }
    if !isSelection {
      HeaderTags(file).add(to: &record)
      CompositeTags.add(to: &record)
    }
    return record.text
  }

  /// As in ExifTool, a file that is not understood has a record with the reason, and a file that cannot be opened has
  /// none.
  package func text(of error: ImageError, file name: String) -> String {
    guard error.kind != .io else { return "" }
    var record = TagRecord(sourceFile: name)
    record.add("ExifTool", "Error", .path(error.reason))
    return record.text
  }

  private func add(
    _ group: PropertyGroup, _ blocks: [MetadataBlock], _ file: FileMetadata, _ record: inout TagRecord
  ) {
    switch group.name {
    case "IFD0", "Exif", "GPS", "Interop":
      ExifTags(group).add(to: &record)
    case let name where name.hasPrefix("IFD"):
      ExifTags(group).add(to: &record)
      if !isSelection, name == "IFD1", let thumbnail = file.metadata.embeddedThumbnail {
        record.add("EXIF", "ThumbnailImage", TagValue.binary(thumbnail.count))
      }
    case "MakerNotes":
      // Unknown tags have a number as their name.
      for property in group.properties where property.tag != nil && !property.name.hasPrefix("0x") {
        if let value = TagValue.json(property.value) { record.add("MakerNotes", property.name, value) }
      }
    case "XMP":
      var tags = XMPTags()
      for property in group.properties { tags.take(property) }
      tags.add(to: &record)
    case "ICC":
      let profile = isSelection ? nil : blocks.first { $0.kind == .icc }
      ProfileTags(group, profile?.bytes).add(to: &record)
    case "JFIF", "JFXX", "Adobe", "Ducky", "IPTC", "Photoshop", "MPF", "PNG", "RIFF", "GIF", "QuickTime", "BMP", "ICO",
      "Jpeg2000", "Text",
      "Comment", "AFCP", "FotoStation", "FLIR", "Samsung":
      BlockTags(group).add(to: &record)
    default: break
    }
  }
}

/// The tags of one file. If a tag occurs twice in a group, the first one is used, as in ExifTool without `-a`.
struct TagRecord {
  private var members: [JSONMember]
  private var indices: [String: Int] = [:]
  /// Fractions of EXIF whose parts have a meaning.
  var fractions: [String: PropertyValue.Rational] = [:]

  /// - Parameter sourceFile: the path as it was given.
  init(sourceFile: String) {
    members = [JSONMember("SourceFile", .path(sourceFile))]
  }

  mutating func add(_ group: String, _ name: String, _ value: JSONValue) {
    let key = group + ":" + name
    guard indices[key] == nil else { return }
    indices[key] = members.count
    members.append(JSONMember(key, value))
  }

  subscript(group: String, name: String) -> JSONValue? {
    indices[group + ":" + name].map { members[$0].value }
  }

  /// An object over several lines, with lists on one line.
  var text: String {
    "{\n"
      + members.map { "  " + JSONWriter.text(.string($0.name)) + ": " + Self.text($0.value) }.joined(separator: ",\n")
      + "\n}"
  }

  private static func text(_ value: JSONValue) -> String {
    guard case .array(let elements) = value else { return JSONWriter.text(value) }
    return "[" + elements.map { JSONWriter.text($0) }.joined(separator: ",") + "]"
  }
}
