internal import ImageModel

/// The box `ftyp` of JPEG 2000 (ISO/IEC 15444-1, I.5.2), which JPEG XL has, too.
package enum FileTypeBox {
  /// Its properties, under ExifTool's names. Empty for a box that is too short.
  package static func properties(_ content: [UInt8]) -> [Property] {
    guard content.count >= 8 else { return [] }
    let brands = stride(from: 8, through: content.count - 4, by: 4).map { Latin1.text(content[$0..<$0 + 4]) }
    return [
      Property("MajorBrand", .text(Latin1.text(content[..<4]))),
      Property("MinorVersion", .text("\(Int(bigEndianBytes: content[4..<6])).\(content[6]).\(content[7])")),
      Property("CompatibleBrands", .array(brands.map { .text($0) })),
    ]
  }
}
