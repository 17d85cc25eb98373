internal import ByteStreams
internal import ImageModel
internal import MetadataModel

/// Reads the header of one picture, byte by byte.
struct PNMHeaderReader {
  private static let newline = UInt8(ascii: "\n")
  private static let hash = UInt8(ascii: "#")
  /// The bytes that a header with its comments may have.
  private static let maxLength: UInt64 = 64 << 10
  /// Larger numbers have no meaning in a header.
  private static let maxNumber = Int(Int32.max)

  private var reader: WindowedReader
  private var offset: UInt64 = 0
  private var header = PNMHeader(title: "PNM")

  init(_ source: any ByteSource) { reader = WindowedReader(source, windowSize: 4_096) }

  mutating func read(_ limits: Limits) throws(ImageError) -> PNMHeader {
    let head = try reader.bytes(at: 0, count: 2) ?? []
    if head == Array("fa".utf8) { return try farbfeld() }
    guard head.count == 2, head[0] == UInt8(ascii: "P"), (UInt8(ascii: "1")...UInt8(ascii: "7")).contains(head[1])
    else { throw invalid("the signature is wrong or damaged") }
    let kind = Int(head[1] - UInt8(ascii: "0"))
    header = PNMHeader(title: ["PBM", "PGM", "PPM"][(kind + 2) % 3])
    offset = 2
    if kind == 7 {
      header = PNMHeader(title: "PAM")
      try readLines(limits)
    } else {
      header.isText = kind < 4
      header.isBitmap = kind % 3 == 1
      if kind % 3 == 0 { (header.colorModel, header.depth) = (.rgb, 3) }
      header.size.width = try number()
      header.size.height = try number()
      if !header.isBitmap { header.maxValue = try number() }
      // One white space, or a comment with the end of its line, stands before the samples.
      guard let byte = try next() else { throw invalid("the header is cut") }
      if byte == Self.hash { try skipComment() } else if !Self.isSpace(byte) { throw invalid("a number is damaged") }
    }
    guard (1...65_535).contains(header.maxValue) else {
      throw invalid("declares a largest sample of \(header.maxValue)")
    }
    header.dataOffset = offset
    return header
  }

  /// Eight letters, then the width and the height in 32 bits. A pixel is red, green, blue and alpha in 16 bits.
  private mutating func farbfeld() throws(ImageError) -> PNMHeader {
    header = PNMHeader(title: "Farbfeld")
    guard try reader.bytes(at: 0, count: 8) == Array("farbfeld".utf8) else {
      throw invalid("the signature is wrong or damaged")
    }
    guard let width = try reader.uint32(at: 8, bigEndian: true), let height = try reader.uint32(at: 12, bigEndian: true)
    else { throw invalid("the header is cut") }
    header.size = PixelSize(width: Int(width), height: Int(height))
    (header.maxValue, header.depth, header.colorModel, header.hasAlpha) = (65_535, 4, .rgb, true)
    header.dataOffset = 16
    return header
  }

  // MARK: P1 to P6

  /// The next number, after white space and comments.
  private mutating func number() throws(ImageError) -> Int {
    var digits = 0
    var value = 0
    while let byte = try next() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits += 1
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
        guard value <= Self.maxNumber else { throw invalid("declares too large a number") }
      case _ where digits > 0:
        // What follows the number is read again.
        offset -= 1
        return value
      case Self.hash: try skipComment()
      case _ where Self.isSpace(byte): break
      default: throw invalid("a number is missing")
      }
    }
    throw invalid("the header is cut")
  }

  /// Reads a comment up to the end of its line.
  private mutating func skipComment() throws(ImageError) {
    let start = offset
    var text: [UInt8] = []
    while let byte = try next(), byte != Self.newline, byte != UInt8(ascii: "\r") { text.append(byte) }
    addComment(text[...], at: start)
  }

  private mutating func addComment(_ text: ArraySlice<UInt8>, at start: UInt64) {
    let blanks = UInt64(text.prefix { $0 == UInt8(ascii: " ") }.count)
    let trimmed = Self.trimmed(text)
    guard !trimmed.isEmpty else { return }
    header.comments.append(MetadataBlock(.comment, offset: start + blanks, bytes: Array(trimmed)))
  }

  // MARK: PAM

  /// Reads lines of a name and a value, up to `ENDHDR`.
  private mutating func readLines(_ limits: Limits) throws(ImageError) {
    guard try next() == Self.newline else { throw invalid("the signature is wrong or damaged") }
    var found: [String: Int] = [:]
    var types: [String] = []
    while true {
      let start = offset
      let line = try self.line()
      if line.first == Self.hash {
        addComment(line.dropFirst(), at: start + 1)
        continue
      }
      let name = line.prefix { !Self.isSpace($0) }
      let value = Self.trimmed(line[name.endIndex...])
      switch String(decoding: name, as: UTF8.self) {
      case "": continue
      case "ENDHDR":
        return try complete(found, type: types.joined(separator: " "), limits)
      case "TUPLTYPE": types.append(Latin1.text(value))
      case let name where ["WIDTH", "HEIGHT", "DEPTH", "MAXVAL"].contains(name):
        guard let number = Int(String(decoding: value, as: UTF8.self)), (0...Self.maxNumber).contains(number) else {
          throw invalid("\(name) has no number")
        }
        found[name] = number
      default: throw invalid("a line of the header is damaged")
      }
    }
  }

  private mutating func complete(_ found: [String: Int], type: String, _ limits: Limits) throws(ImageError) {
    guard let width = found["WIDTH"], let height = found["HEIGHT"], let depth = found["DEPTH"],
      let maxValue = found["MAXVAL"]
    else { throw invalid("WIDTH, HEIGHT, DEPTH or MAXVAL is missing") }
    guard depth <= limits.maxSamplesPerPixel else {
      throw limits.exceeded(
        "declares \(depth) samples a pixel", name: "max-samples-per-pixel", value: limits.maxSamplesPerPixel,
        format: header.title)
    }
    (header.size, header.depth, header.maxValue) = (PixelSize(width: width, height: height), depth, maxValue)
    let suffix = "_ALPHA"
    header.hasAlpha = type.hasSuffix(suffix)
    switch header.hasAlpha ? String(type.dropLast(suffix.count)) : type {
    case "BLACKANDWHITE", "GRAYSCALE": header.colorModel = .gray
    case "RGB": header.colorModel = .rgb
    // As Ghostscript and ImageMagick write it.
    case "CMYK": header.colorModel = .cmyk
    // Without a type the number of samples decides.
    case "" where type.isEmpty && (1...4).contains(depth):
      header.colorModel = depth < 3 ? .gray : .rgb
      header.hasAlpha = depth % 2 == 0
    default:
      throw ImageError(.unsupported, "\(depth) samples a pixel of the type \"\(type)\"", format: header.title)
    }
    guard depth >= header.channelCount else { throw invalid("declares \(depth) samples a pixel for \(type)") }
  }

  /// The bytes up to the end of the line.
  private mutating func line() throws(ImageError) -> ArraySlice<UInt8> {
    var bytes: [UInt8] = []
    while let byte = try next() {
      if byte == Self.newline { return Self.trimmed(bytes[...]) }
      bytes.append(byte)
    }
    throw invalid("the header is cut")
  }

  // MARK: Bytes

  /// - Throws: `invalidData` for a header that is too long.
  private mutating func next() throws(ImageError) -> UInt8? {
    guard offset < Self.maxLength else { throw invalid("the header is longer than \(Self.maxLength) bytes") }
    guard let byte = try reader.uint8(at: offset) else { return nil }
    offset += 1
    return byte
  }

  /// The white space of C's `isspace`.
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let rest = bytes.drop(while: isSpace)
    return rest.prefix(upTo: rest.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? rest.startIndex)
  }

  private func invalid(_ message: String) -> ImageError { ImageError(.invalidData, message, format: header.title) }
}
