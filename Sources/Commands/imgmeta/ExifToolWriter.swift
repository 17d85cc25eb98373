internal import ByteStreams
internal import CommandKit
internal import ImageModel
internal import MetadataCommands
internal import MetadataModel
internal import StructuredText

/// The form of `exiftool -json -G -n`: an array with an object for each file, a member `GROUP:NAME` for each tag.
///
/// docs/exiftool.md says which tags differ or are missing.
struct ExifToolWriter: MetadataWriter {
  /// Whether only some properties were asked for: what the form adds by itself is left out then.
  var isSelection = false

  var opening: String { "[" }
  var separator: String { ",\n" }
  func closing() -> String { "]\n" }

  func text(of file: FileMetadata) -> String {
    var record = ExifToolRecord(sourceFile: file.input.name)
    if let warning = file.messages(.warning).first {
      record.add("ExifTool", "Warning", .path(warning))
    }
    if !isSelection { ExifToolFileTags(file).add(to: &record) }
    for (index, tree) in ([file.container] + file.images).enumerated() {
      let blocks = index == 0 ? file.metadata.blocks : file.metadata.blocks(ofImage: index - 1)
      for group in tree.groups { add(group, blocks, file, &record) }
    }
    if !isSelection {
      ExifToolHeaderTags(file).add(to: &record)
      ExifToolComposite.add(to: &record)
    }
    return record.text
  }

  /// A file that cannot be understood has a record with the reason; of one that cannot be opened there is none, as there.
  func text(of error: ImageError, input: InputFile) -> String {
    guard error.kind != .io else { return "" }
    var record = ExifToolRecord(sourceFile: input.name)
    record.add("ExifTool", "Error", .path(error.reason))
    return record.text
  }

  private func add(
    _ group: PropertyGroup, _ blocks: [MetadataBlock], _ file: FileMetadata, _ record: inout ExifToolRecord
  ) {
    switch group.name {
    case "IFD0", "Exif", "GPS", "Interop":
      ExifToolExifTags(group).add(to: &record)
    case let name where name.hasPrefix("IFD"):
      ExifToolExifTags(group).add(to: &record)
      if !isSelection, name == "IFD1", let thumbnail = file.metadata.embeddedThumbnail {
        record.add("EXIF", "ThumbnailImage", ExifToolValue.binary(thumbnail.count))
      }
    case "XMP":
      var tags = ExifToolXMPTags()
      for property in group.properties { tags.take(property) }
      tags.add(to: &record)
    case "ICC":
      let profile = isSelection ? nil : blocks.first { $0.kind == .icc }
      ExifToolProfileTags(group, profile?.bytes).add(to: &record)
    case "JFIF", "JFXX", "Adobe", "Ducky", "IPTC", "Photoshop", "MPF", "PNG", "Text", "Comment":
      ExifToolBlockTags(group).add(to: &record)
    default: break
    }
  }
}
