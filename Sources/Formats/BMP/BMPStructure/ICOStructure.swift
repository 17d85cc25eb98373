package import ByteStreams
package import ImageModel
internal import MetadataModel

/// The pictures of an icon or a cursor of Windows: ICO, CUR.
package struct ICOStructure: ImageStructure {
  package struct Picture: Sendable {
    package enum Content: Sendable {
      case bitmap(BMPHeader)
      /// A PNG file with its size.
      case png(PixelSize)
    }
    package let content: Content
    /// Where it lies in the file.
    package let range: Range<UInt64>

    package var size: PixelSize {
      switch content {
      case .bitmap(let header): header.size
      case .png(let size): size
      }
    }

    fileprivate var bitsPerPixel: Int {
      guard case .bitmap(let header) = content else { return 32 }
      return header.bitsPerPixel
    }
  }

  package let isCursor: Bool
  /// The number of pictures that the header declares.
  package let declaredCount: Int
  /// The first picture's entry in the directory, as it is stored.
  package let firstEntry: [UInt8]
  /// The largest picture is the first; of equally large ones, the one with the most colours.
  package private(set) var pictures: [Picture] = []
  package private(set) var diagnostics: [Diagnostic] = []

  /// Reads the directory and the headers of the pictures.
  ///
  /// - Throws: `invalidData` where there is no picture; `io`.
  package static func read(_ source: any ByteSource, limits: Limits) throws(ImageError) -> ICOStructure {
    guard let head = try source.exactBytes(at: 0, count: 22), head.starts(with: [0, 0]), (1...2).contains(head[2]),
      head[3] == 0
    else { throw ImageError(.invalidData, "the header is wrong or cut", format: "ICO") }
    var structure = ICOStructure(
      isCursor: head[2] == 2, declaredCount: Int(head[4]) | Int(head[5]) << 8, firstEntry: Array(head[6...]))
    var reader = WindowedReader(source)
    for index in 0..<min(structure.declaredCount, limits.maxImages) {
      do throws(ImageError) {
        structure.pictures.append(try picture(index, &reader))
      } catch  where error.kind != .io {
        structure.warn("picture \(index + 1) is left out: \(error.message)")
      }
    }
    if structure.declaredCount > limits.maxImages {
      structure.warn("of \(structure.declaredCount) pictures the first \(limits.maxImages) are read")
    }
    guard !structure.pictures.isEmpty else {
      let reason = structure.diagnostics.first.map { ": \($0.message)" } ?? ""
      throw ImageError(.invalidData, "there is no picture\(reason)", format: "ICO")
    }
    structure.pictures.sort {
      ($0.size.pixelCount, $0.bitsPerPixel) > ($1.size.pixelCount, $1.bitsPerPixel)
    }
    return structure
  }

  private init(isCursor: Bool, declaredCount: Int, firstEntry: [UInt8]) {
    self.isCursor = isCursor
    self.declaredCount = declaredCount
    self.firstEntry = firstEntry
  }

  private mutating func warn(_ message: String) {
    if diagnostics.count < 20 { diagnostics.append(.warning(message)) }
  }

  private static func picture(_ index: Int, _ reader: inout WindowedReader) throws(ImageError) -> Picture {
    let entry = UInt64(6 + 16 * index)
    guard let count = try reader.uint32(at: entry + 8, bigEndian: false),
      let start = try reader.uint32(at: entry + 12, bigEndian: false),
      let head = try reader.bytes(at: UInt64(start), count: 24)
    else { throw ImageError(.invalidData, "it lies outside the file") }
    let end = min(UInt64(start) + UInt64(count), reader.size)
    let content: Picture.Content
    if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      // IHDR comes first in each PNG (third edition, 11.2.1).
      content = .png(PixelSize(width: Int(bigEndianBytes: head[16..<20]), height: Int(bigEndianBytes: head[20..<24])))
    } else {
      content = .bitmap(try BMPHeader(reader.source, at: UInt64(start), isIcon: true))
    }
    return Picture(content: content, range: UInt64(start)..<max(end, UInt64(start)))
  }
}
