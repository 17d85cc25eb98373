internal import ContentTypes
internal import Documents
package import ImageModel
internal import Imaging

/// A picture file that may become a portrait, in any format that the suite reads.
package struct Portrait: Sendable {
  package static let maxBytes = 16 << 20

  package let bytes: [UInt8]
  /// `jpg`.
  package let fileExtension: String

  /// - Throws: `unusablePortrait` for bytes that are no picture, and for pictures that are too large or damaged.
  package init(_ bytes: [UInt8]) throws(PeopleGroupError) {
    guard bytes.count <= Self.maxBytes else { throw .unusablePortrait("it has more than \(Self.maxBytes >> 20) MiB") }
    do throws(ImageError) {
      let source = try ImageSource(bytes: bytes, name: "portrait")
      _ = try source.thumbnail(at: source.primaryIndex, RenderOptions(size: .longSide(32)))
      fileExtension = ContentTypeRegistry.format(named: source.format)?.fileExtensions.first ?? source.format
    } catch {
      throw .unusablePortrait(error.reason)
    }
    self.bytes = bytes
  }
}

extension PeopleGroup {
  /// The portrait of a person, upright and as small as is enough to cover a square; nil where there is none, or where
  /// it cannot be read: people are shown without it.
  ///
  /// - Parameter side: of the square, in pixels.
  package func picture(of person: Person, side: Int) -> PixelBuffer? {
    guard let file = portrait(of: person),
      let bytes = try? file.regularFileContents(atMost: Portrait.maxBytes),
      let source = try? ImageSource(bytes: bytes, name: "portrait"),
      let info = try? source.info(at: source.primaryIndex)
    else { return nil }
    let (long, short) = (max(info.size.width, info.size.height), max(1, min(info.size.width, info.size.height)))
    var options = RenderOptions(size: .longSide(max(1, min(long, side * long / short))))
    options.applyOrientation = true
    return try? source.thumbnail(at: source.primaryIndex, options).pixels
  }

  /// The portrait as a JPEG file for a page; nil as `picture`.
  package func portraitFile(of person: Person, side: Int) -> [UInt8]? {
    guard let pixels = picture(of: person, side: side) else { return nil }
    return try? Self.file("jpeg", pixels)
  }

  /// The thumbnail of the group as a PNG file, drawn by what the provider draws with.
  ///
  /// - Parameter pixels: its width and height.
  package func thumbnailFile(pixels: Int) throws -> [UInt8] {
    try Self.file("png", try thumbnail(pixels: pixels))
  }

  private static func file(_ format: String, _ pixels: PixelBuffer) throws(ImageError) -> [UInt8] {
    let picture = try ImageDestination(format: format)
    try picture.add(pixels)
    try picture.finish()
    return picture.finishedBytes
  }
}
