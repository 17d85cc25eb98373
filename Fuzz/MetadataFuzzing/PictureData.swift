internal import ByteStreams
internal import GIFStructure
internal import HEIFStructure
internal import ImageModel
internal import JPEGStructure
internal import JPEGXLStructure
internal import TIFFStructure
internal import WebPStructure

/// The compressed pixels of a file, which no rewrite of its metadata may change.
enum PictureData {
  /// The limit for all strips: they may share bytes, so that a small file can list gigabytes.
  private static let maxBytes = 8 << 20

  /// All compressed pixels in order; nil if they cannot be found, or are too many.
  static func of(_ file: [UInt8], format: String) -> [UInt8]? {
    let source = MemoryByteSource(file)
    switch format {
    case "jpeg":
      guard let start = (try? JPEGStructure.read(source, limits: .standard))?.firstScanOffset else { return nil }
      return Array(file[Int(start)...])
    case "png": return SmallPNG.contents(of: "IDAT", in: file)
    case "webp":
      let chunks = (try? WebPStructure.read(source, limits: .standard))?.chunks.filter(\.isPicture) ?? []
      return chunks.flatMap { file[Int($0.content.lowerBound)..<Int($0.content.upperBound)] }
    case "gif":
      let frames = (try? GIFStructure.read(source, limits: .standard))?.frames ?? []
      return frames.flatMap { file[Int($0.data.lowerBound)..<Int($0.data.upperBound)] }
    case "heic", "avif":
      let items = (try? HEIFStructure.read(source, limits: .standard))?.items.filter(\.isImage) ?? []
      let parts = items.flatMap(\.extents)
      guard parts.reduce(0, { $0 + $1.count }) <= maxBytes else { return nil }
      return parts.flatMap { file[Int($0.lowerBound)..<Int($0.upperBound)] }
    case "jpegxl":
      guard let structure = try? JPEGXLStructure.read(source, limits: .standard) else { return nil }
      let boxes = structure.boxes.filter { $0.type == "jxlc" || $0.type == "jxlp" }
      if boxes.isEmpty { return file }
      return boxes.flatMap { file[Int($0.content.lowerBound)..<Int($0.content.upperBound)] }
    default: return try? strips(source)
    }
  }

  private static func strips(_ source: MemoryByteSource) throws(ImageError) -> [UInt8]? {
    var data: [UInt8] = []
    for page in try TIFFStructure.read(source, limits: .standard).pages {
      let segments = try TIFFStructure.segments(of: page.directory, in: source, limits: .standard)
      for (offset, count) in zip(segments.offsets, segments.byteCounts) {
        guard data.count + Int(count) <= maxBytes else { return nil }
        data += try source.bytes(at: offset, count: Int(count))
      }
    }
    return data
  }
}
