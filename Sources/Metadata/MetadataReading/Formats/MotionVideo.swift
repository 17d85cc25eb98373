internal import ByteStreams
internal import ImageModel
internal import MetadataModel

/// The video of a motion photo by its XMP (Android, Motion photo format 1.0): at the end of the file.
enum MotionVideo {
  /// nil if XMP names no video, or if none begins where it should be.
  ///
  /// - Throws: `io`.
  static func range(_ xmp: PropertyGroup, in source: any ByteSource) throws(ImageError) -> Range<UInt64>? {
    guard let length = length(xmp), length > 8, length < source.size, case let start = source.size - length,
      // The box `ftyp` begins the video.
      try source.exactBytes(at: start + 4, count: 4)?.elementsEqual("ftyp".utf8) ?? false
    else { return nil }
    return start..<source.size
  }

  private static func length(_ xmp: PropertyGroup) -> UInt64? {
    let video = items(xmp["Container:Directory"]).first { $0["Item:Semantic"]?.text == "MotionPhoto" }
    let text = video?["Item:Length"]?.text ?? xmp["GCamera:MicroVideoOffset"]?.text
    return text.flatMap { UInt64($0) }
  }

  /// The parts of the file, by XMP's directory of them.
  static func items(_ directory: PropertyValue?) -> [PropertyGroup] {
    guard case .array(let items)? = directory else { return [] }
    return items.prefix(64).compactMap { item in
      guard case .structure(let fields) = item,
        case .structure(let parts)? = fields.first(where: { $0.name == "Container:Item" })?.value ?? Optional(item)
      else { return nil }
      return PropertyGroup("Item", parts)
    }
  }
}
