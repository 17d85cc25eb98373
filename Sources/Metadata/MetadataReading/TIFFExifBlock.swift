internal import ImageModel
internal import TIFFStructure

/// Makes an Exif block of a TIFF page's directories, so that what they say can travel to other formats.
///
/// Fields that describe how the pixels are stored are left out, and so is the maker note, whose offsets would be wrong in any
/// other place.
enum TIFFExifBlock {
  /// - Returns: nil where nothing is left that is worth a block.
  static func bytes(_ content: ExifContent, _ diagnostics: inout [Diagnostic]) -> [UInt8]? {
    var main = tree(content[.chain(0)])
    for tag in main.fields.map(\.tag) where TIFFTag.isStructural(tag) { main.remove(tag) }
    var exif = tree(content[.exif])
    if exif[ExifTag.makerNote] != nil {
      exif.remove(ExifTag.makerNote)
      diagnostics.append(.note("the maker note cannot leave its TIFF file: its offsets would be wrong"))
    }
    let interoperability = tree(content[.interoperability])
    if !interoperability.fields.isEmpty { exif.set(.directory(IFDPointerTag.interoperability, interoperability)) }
    let gps = tree(content[.gps])
    if !exif.fields.isEmpty { main.set(.directory(IFDPointerTag.exif, exif)) }
    if !gps.fields.isEmpty { main.set(.directory(IFDPointerTag.gps, gps)) }
    guard !main.fields.isEmpty else { return nil }
    do throws(ImageError) {
      return try IFDWriter(bigEndian: content.isBigEndian).stream([main])
    } catch {
      diagnostics.append(.warning("the page's Exif fields cannot travel: \(error.message)"))
      return nil
    }
  }

  private static func tree(_ directory: ExifDirectory?) -> IFDTree {
    var tree = IFDTree()
    for field in directory?.fields ?? [] {
      // BigTIFF's types are unknown to Exif readers; no field of Exif needs them.
      guard let type = field.entry.type, type.rawValue <= 12 || type == .utf8 else { continue }
      switch field.value {
      case .bytes(let bytes) where bytes.count % type.byteCount == 0:
        tree.fields.append(IFDField(field.entry.tag, .raw(type: type, bytes: bytes)))
      case .bytes: break
      default: tree.fields.append(IFDField(field.entry.tag, .values(type, field.value)))
      }
    }
    return tree
  }
}
