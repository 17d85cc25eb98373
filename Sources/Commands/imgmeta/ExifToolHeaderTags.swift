internal import CommandKit
internal import ImageModel
internal import MetadataCommands
internal import MetadataModel
internal import StructuredText

/// Tags that stand in headers and not in groups of properties: Adobe's marker, the header of PNG.
struct ExifToolHeaderTags {
  private let file: FileMetadata

  init(_ file: FileMetadata) { self.file = file }

  func add(to record: inout ExifToolRecord) {
    if let block = file.metadata.blocks.first(where: { $0.kind == .adobe }) { Self.addAdobe(block.bytes, to: &record) }
    if file.metadata.format == "png", let info = file.metadata.images.first?.info { Self.addPNG(info, to: &record) }
  }

  /// Adobe Technical Note 5116, section 18: version, two words of flags, the transform.
  private static func addAdobe(_ bytes: [UInt8], to record: inout ExifToolRecord) {
    guard bytes.count >= 7 else { return }
    func word(_ at: Int) -> JSONValue { .int(Int64(bytes[at]) << 8 | Int64(bytes[at + 1])) }
    record.add("APP14", "DCTEncodeVersion", word(0))
    record.add("APP14", "APP14Flags0", word(2))
    record.add("APP14", "APP14Flags1", word(4))
    record.add("APP14", "ColorTransform", .int(Int64(bytes[6])))
  }

  /// IHDR (PNG, third edition, 11.2.1), and pHYs where the group PNG has not told it.
  private static func addPNG(_ info: ImageInfo, to record: inout ExifToolRecord) {
    record.add("PNG", "ImageWidth", .int(Int64(info.size.width)))
    record.add("PNG", "ImageHeight", .int(Int64(info.size.height)))
    record.add("PNG", "BitDepth", .int(Int64(info.bitsPerSample)))
    let colorType: Int64? =
      switch info.colorModel {
      case .palette: 3
      case .gray: info.samplesPerPixel == 2 ? 4 : 0
      case .rgb: info.samplesPerPixel == 4 ? 6 : 2
      default: nil
      }
    if let colorType { record.add("PNG", "ColorType", .int(colorType)) }
    // Other methods do not exist; a file that names one is not read.
    record.add("PNG", "Compression", .int(0))
    record.add("PNG", "Filter", .int(0))
    record.add("PNG", "Interlace", .int(info.isProgressive ? 1 : 0))
  }
}
