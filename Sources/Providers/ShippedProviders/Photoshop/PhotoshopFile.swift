internal import ByteStreams
internal import Glibc
internal import ImageModel
internal import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport

/// The picture of all layers together that a Photoshop file carries (Adobe Photoshop File Formats Specification, "Image
/// Data Section"), and the small JPEG file in it.
struct PhotoshopFile {
  private enum Mode: Int {
    case bitmap = 0, gray = 1, indexed = 2, rgb = 3, cmyk = 4, duotone = 8, lab = 9

    /// The channels that make the picture. Others are selections.
    var channels: Int {
      switch self {
      case .bitmap, .gray, .indexed, .duotone: 1
      case .rgb, .lab: 3
      case .cmyk: 4
      }
    }
  }

  let size: PixelSize
  private let mode: Mode?
  private let channels: Int
  private let depth: Int
  private let isLarge: Bool
  private let palette: [UInt8]
  /// Where the data of the picture begins, with its compression.
  private let dataOffset: Int
  /// The resource with a JPEG file of about 160 pixels.
  private let small: Range<Int>?
  /// Whether the channel after those of the colours says where the picture of all layers is transparent.
  private let hasAlpha: Bool
  private let file: FileByteSource

  private static let maxSide = 300_000
  private static let maxPixels = 400_000_000

  /// - Throws: `corruptInput` for a file of another kind, `limitExceeded`, and what reading throws.
  init(path: String) throws {
    let head = try DocumentFile.beginning(of: path, atMost: 26).bytes
    let version = head.bigEndian(4, 2)
    guard head.count == 26, head.starts(with: "8BPS".utf8), version == 1 || version == 2 else {
      throw ProviderError(.corruptInput, "the file is not a Photoshop document")
    }
    file = try FileByteSource(path: path)
    isLarge = version == 2
    channels = head.bigEndian(12, 2)
    size = PixelSize(width: head.bigEndian(18, 4), height: head.bigEndian(14, 4))
    depth = head.bigEndian(22, 2)
    mode = Mode(rawValue: head.bigEndian(24, 2))
    guard (1...Self.maxSide).contains(size.width), (1...Self.maxSide).contains(size.height), (1...56).contains(channels)
    else { throw ProviderError(.corruptInput, "the document is damaged: it has \(size) pixels") }
    guard size.width * size.height <= Self.maxPixels else {
      throw ProviderError(.limitExceeded, "the document has \(size) pixels")
    }
    let file = file
    func number(_ offset: Int, _ count: Int) throws -> Int { try Self.bytes(file, offset, count).bigEndian(0, count) }
    let colors = try number(26, 4)
    palette = try Self.bytes(file, 30, min(colors, 768))
    let resources = 30 + colors
    let resourcesEnd = resources + 4 + (try number(resources, 4))
    small = try Self.thumbnail(file, (resources + 4)..<max(resources + 4, resourcesEnd))
    // In large documents the length of the layers has eight bytes, of which seven are enough.
    let layers = isLarge ? try number(resourcesEnd + 1, 7) : try number(resourcesEnd, 4)
    let layersStart = resourcesEnd + (isLarge ? 8 : 4)
    dataOffset = layersStart + layers
    // A negative number of layers says so. It is after the length of the layers' own part.
    let count = layers > 8 ? Int16(truncatingIfNeeded: try number(layersStart + (isLarge ? 8 : 4), 2)) : 0
    hasAlpha = count < 0
  }

  private static func bytes(_ file: FileByteSource, _ offset: Int, _ count: Int) throws -> [UInt8] {
    guard offset >= 0, count > 0, offset < Int(clamping: file.size) else { return [] }
    return try file.bytes(at: UInt64(offset), count: count)
  }

  /// The JPEG file in resource 1036, after a header of 28 bytes.
  private static func thumbnail(_ file: FileByteSource, _ range: Range<Int>) throws -> Range<Int>? {
    var place = range.lowerBound
    for _ in 0..<2_000 where place + 12 <= range.upperBound {
      let head = try bytes(file, place, 7)
      guard head.starts(with: "8BIM".utf8), head.count == 7 else { return nil }
      let name = (Int(head[6]) + 2) / 2 * 2
      let size = try bytes(file, place + 6 + name, 4).bigEndian(0, 4)
      let start = place + 10 + name
      if head.bigEndian(4, 2) == 1_036, size > 28 { return (start + 28)..<(start + size) }
      place = start + size + size % 2
    }
    return nil
  }

  // MARK: The picture

  /// The picture in about the size of a box: whole numbers of pixels become one, so that it may be up to twice as
  /// large.
  ///
  /// - Throws: `corruptInput` where there is none that can be read.
  func pixels(fitting box: PixelSize) throws -> PixelBuffer {
    do {
      return try composite(fitting: box)
    } catch let error as ProviderError where error.code == .corruptInput || error.code == .unsupportedType {
      let jpeg = try small.map { try Self.bytes(file, $0.lowerBound, min($0.count, 4 << 20)) }
      guard let picture = jpeg.flatMap({ DocumentPicture.pixels($0, fitting: box, background: .white) }) else {
        throw error
      }
      return picture
    }
  }

  private func composite(fitting box: PixelSize) throws -> PixelBuffer {
    guard let mode, channels >= mode.channels, depth == 8 || depth == 16 || depth == 1 && mode == .bitmap
    else { throw ProviderError(.unsupportedType, "documents in this mode of colours are not shown") }
    let factor = max(1, max(size.width / max(1, box.width), size.height / max(1, box.height)))
    // A narrow picture may have fewer pixels along one axis.
    let (columns, lines) = (min(factor, size.width), min(factor, size.height))
    let (width, height) = (size.width / columns, size.height / lines)
    // Selections and the like follow the colours.
    let isTransparent = hasAlpha && channels > mode.channels
    let read = mode.channels + (isTransparent ? 1 : 0)
    var planes = [[UInt8]](repeating: [UInt8](repeating: 0, count: width * height), count: read)
    if isTransparent { planes[read - 1] = [UInt8](repeating: 255, count: width * height) }
    var rows = try PhotoshopRows(
      file, offset: dataOffset, size: size, channels: channels, depth: depth, isLarge: isLarge)
    let area = columns * lines
    let isIndexed = mode == .indexed
    for channel in 0..<read {
      try Task.checkCancellation()
      var sums = [Int](repeating: 0, count: width)
      for y in 0..<height * lines {
        guard try rows.next() else {
          // The rest of a file that is cut stays black, if there was anything.
          guard channel > 0 || y > 0 else { throw DocumentArchive.damaged("it has no picture of all layers") }
          break
        }
        // Colours of a palette have no mean.
        if isIndexed {
          if y % lines == 0 { for x in 0..<width { planes[channel][y / lines * width + x] = rows.row[x * columns] } }
          continue
        }
        rows.add(to: &sums, factor: columns)
        guard (y + 1) % lines == 0 else { continue }
        let start = y / lines * width
        for x in 0..<width {
          planes[channel][start + x] = UInt8(min(255, sums[x] / area))
          sums[x] = 0
        }
      }
      for _ in height * lines..<size.height { _ = try rows.next() }
    }
    let colors = mixed(planes, mode)
    let size = PixelSize(width: width, height: height)
    guard isTransparent else {
      return try PixelBuffer(size: size, format: PixelFormat(.uint8, .rgb), bytes: colors)
    }
    return try PixelBuffer(size: size, format: .rgba8, bytes: Self.unmixed(colors, alpha: planes[read - 1]))
  }

  /// Pixels with transparency. The file has them mixed with white.
  private static func unmixed(_ colors: [UInt8], alpha: [UInt8]) -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: 4 * alpha.count)
    for (index, alpha) in alpha.enumerated() where alpha > 0 {
      for part in 0..<3 {
        let color = Int(colors[3 * index + part]) - (255 - Int(alpha))
        pixels[4 * index + part] = UInt8(min(255, max(0, color * 255 / Int(alpha))))
      }
      pixels[4 * index + 3] = alpha
    }
    return pixels
  }

  /// Red, green and blue of a colour in CIE L*a*b* with the white point D50, as ICC.1 (6.3.4.2) writes it in bytes.
  private static func color(lab: (UInt8, UInt8, UInt8)) -> (UInt8, UInt8, UInt8) {
    func cube(_ value: Double) -> Double { value > 6.0 / 29 ? value * value * value : (value - 4.0 / 29) * 108 / 841 }
    let y = (Double(lab.0) * 100 / 255 + 16) / 116
    let x = y + (Double(lab.1) - 128) / 500
    let z = y - (Double(lab.2) - 128) / 200
    let (xx, yy, zz) = (0.964_2 * cube(x), cube(y), 0.824_9 * cube(z))
    // From D50 to the primaries of sRGB (Bradford), then the transfer of IEC 61966-2-1.
    func byte(_ light: Double) -> UInt8 {
      let value = light <= 0.003_130_8 ? 12.92 * max(0, light) : 1.055 * pow(light, 1 / 2.4) - 0.055
      return UInt8(min(255, (value * 255).rounded()))
    }
    return (
      byte(3.133_9 * xx - 1.616_9 * yy - 0.490_6 * zz), byte(-0.978_5 * xx + 1.916 * yy + 0.033_3 * zz),
      byte(0.072 * xx - 0.229 * yy + 1.405_7 * zz)
    )
  }

  /// Red, green and blue for each pixel.
  private func mixed(_ planes: [[UInt8]], _ mode: Mode) -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: 3 * planes[0].count)
    for index in planes[0].indices {
      let first = planes[0][index]
      let (red, green, blue): (UInt8, UInt8, UInt8)
      switch mode {
      case .rgb: (red, green, blue) = (first, planes[1][index], planes[2][index])
      case .lab: (red, green, blue) = Self.color(lab: (first, planes[1][index], planes[2][index]))
      case .gray, .duotone, .bitmap: (red, green, blue) = (first, first, first)
      case .indexed:
        // The palette has all reds, then all greens, then all blues.
        let place = Int(first)
        guard palette.count == 768 else { return pixels }
        (red, green, blue) = (palette[place], palette[256 + place], palette[512 + place])
      case .cmyk:
        // 255 is no ink.
        let black = UInt16(planes[3][index])
        func mix(_ ink: UInt8) -> UInt8 { UInt8(UInt16(ink) * black / 255) }
        (red, green, blue) = (mix(first), mix(planes[1][index]), mix(planes[2][index]))
      }
      (pixels[3 * index], pixels[3 * index + 1], pixels[3 * index + 2]) = (red, green, blue)
    }
    return pixels
  }
}

/// The rows of all channels, one channel after the other, each with a byte for a pixel.
private struct PhotoshopRows {
  /// The row that `next` read.
  private(set) var row: [UInt8]

  private let file: FileByteSource
  private let rowBytes: Int
  private let depth: Int
  private var place: Int
  /// The sizes of compressed rows; nil for rows that are not compressed.
  private let sizes: [UInt8]?
  private let sizeLength: Int
  private var number = 0
  /// What was read ahead, and where it begins in the file.
  private var buffer: [UInt8] = []
  private var bufferStart = 0

  private static let bufferBytes = 1 << 20

  init(
    _ file: FileByteSource, offset: Int, size: PixelSize, channels: Int, depth: Int, isLarge: Bool
  ) throws {
    self.file = file
    self.depth = depth
    row = [UInt8](repeating: 0, count: size.width)
    rowBytes = depth == 1 ? (size.width + 7) / 8 : size.width * depth / 8
    sizeLength = isLarge ? 4 : 2
    guard offset >= 0, offset < Int(clamping: file.size) else {
      throw DocumentArchive.damaged("it has no picture of all layers")
    }
    let compression = try file.bytes(at: UInt64(offset), count: 2).bigEndian(0, 2)
    place = offset + 2
    switch compression {
    case 0: sizes = nil
    case 1:
      let count = channels * size.height * sizeLength
      guard count <= Int(clamping: file.size) - place else { throw DocumentArchive.damaged("its picture is cut") }
      let found = try file.bytes(at: UInt64(place), count: count)
      guard found.count == count else { throw DocumentArchive.damaged("its picture is cut") }
      sizes = found
      place += count
    default: throw ProviderError(.unsupportedType, "the picture is compressed in an unknown way")
    }
  }

  /// Reads the next row; false at the end of the file.
  mutating func next() throws -> Bool {
    let count = sizes.map { $0.bigEndian(number * sizeLength, sizeLength) } ?? rowBytes
    number += 1
    // PackBits makes a row at most a little longer.
    guard count <= 2 * rowBytes + 1_024 else { return false }
    if place < bufferStart || place + count > bufferStart + buffer.count {
      guard place < Int(clamping: file.size) else { return false }
      buffer = try file.bytes(at: UInt64(place), count: max(count, Self.bufferBytes))
      bufferStart = place
    }
    let start = place - bufferStart
    guard start + count <= buffer.count else { return false }
    let data = buffer[start..<(start + count)]
    place += count
    expand(sizes == nil ? data : Self.unpacked(data, rowBytes)[...])
    return true
  }

  private mutating func expand(_ data: ArraySlice<UInt8>) {
    let first = data.startIndex
    switch depth {
    case 1:
      // A one is black.
      for x in row.indices where x / 8 < data.count { row[x] = data[first + x / 8] >> (7 - x % 8) & 1 == 0 ? 255 : 0 }
    case 16: for x in row.indices where 2 * x < data.count { row[x] = data[first + 2 * x] }
    default: for x in row.indices where x < data.count { row[x] = data[first + x] }
    }
  }

  /// Data without PackBits (TIFF 6.0, section 9).
  private static func unpacked(_ data: ArraySlice<UInt8>, _ count: Int) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var place = data.startIndex
    while place < data.endIndex, result.count < count {
      let length = Int(Int8(bitPattern: data[place]))
      place += 1
      if length >= 0 {
        let end = min(place + length + 1, data.endIndex)
        result += data[place..<end]
        place = end
      } else if length > -128, place < data.endIndex {
        result.append(contentsOf: repeatElement(data[place], count: 1 - length))
        place += 1
      }
    }
    return result
  }

  /// Adds the values of each `factor` pixels to one sum.
  func add(to sums: inout [Int], factor: Int) {
    for x in sums.indices {
      var sum = 0
      for step in 0..<factor { sum += Int(row[x * factor + step]) }
      sums[x] += sum
    }
  }
}
