internal import ByteStreams
internal import ImageModel
internal import TIFFStructure

/// JPEG files that only the fields of a maker lead to.
enum MakerPreviews {
  /// Panasonic's JpgFromRaw, in the first directory.
  private static let panasonicJPEG: UInt16 = 0x2E
  /// Of Olympus: the directory of the camera's settings, and the place and the length of the preview in it.
  private static let olympusSettings: UInt16 = 0x2020
  private static let olympusPreview: (place: UInt16, length: UInt16) = (0x101, 0x102)

  /// - Throws: `io`. Previews that cannot be read are left out.
  static func read(
    _ source: any ByteSource, limits: Limits
  ) throws(ImageError) -> (panasonic: Range<UInt64>?, olympus: Range<UInt64>?) {
    do throws(ImageError) {
      var reader = try IFDReader(source, limits: limits)
      let main = try reader.directory(at: reader.firstOffset)
      if let jpeg = main[panasonicJPEG], jpeg.type == .undefined, jpeg.valueOffset <= source.size,
        jpeg.count <= source.size - jpeg.valueOffset
      {
        return (jpeg.valueOffset..<jpeg.valueOffset + jpeg.count, nil)
      }
      guard let exif = try offset(main[IFDPointerTag.exif], &reader),
        let note = try reader.directory(at: exif)[OffsetTag.makerNote]
      else { return (nil, nil) }
      return (nil, try olympus(source, at: note.valueOffset, limits))
    } catch  where error.kind != .io {
      return (nil, nil)
    }
  }

  /// The note of Olympus since 2007: `OLYMPUS`, a byte-order mark, a directory. Offsets count from the note.
  private static func olympus(
    _ source: any ByteSource, at note: UInt64, _ limits: Limits
  ) throws(ImageError) -> Range<UInt64>? {
    guard let head = try source.exactBytes(at: note, count: 12), head.starts(with: "OLYMPUS\0".utf8) else { return nil }
    var reader = IFDReader(
      source, bigEndian: head[8] == UInt8(ascii: "M"), base: note, limits: limits, maxFields: limits.maxExifFields)
    guard let settings = try offset(reader.directory(at: 12)[olympusSettings], &reader) else { return nil }
    let fields = try reader.directory(at: settings)
    guard let place = try offset(fields[olympusPreview.place], &reader),
      let length = try offset(fields[olympusPreview.length], &reader)
    else { return nil }
    guard note <= source.size, place <= source.size - note, length <= source.size - note - place else { return nil }
    return note + place..<note + place + length
  }

  /// The value of a 32-bit field with an offset or a length; nil if there is none.
  private static func offset(_ entry: IFDEntry?, _ reader: inout IFDReader) throws(ImageError) -> UInt64? {
    guard let entry, let value = try reader.value(of: entry, maxBytes: 64).firstInteger else { return nil }
    return UInt64(exactly: value)
  }
}
