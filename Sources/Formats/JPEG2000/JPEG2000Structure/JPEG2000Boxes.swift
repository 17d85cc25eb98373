internal import ByteStreams
internal import ImageModel

/// Reads the boxes of JP2 and JPX (ISO/IEC 15444-1, annex I).
extension JPEG2000Structure {
  private static let maxBoxes = 1_000

  /// Reads the boxes of the file, and finds the first codestream.
  mutating func readBoxes(_ source: any ByteSource, _ limits: Limits) throws(ImageError) {
    boxes = try readBoxes(in: 0..<source.size, source)
    if let last = boxes.last, last.range.upperBound > source.size {
      boxes[boxes.count - 1].range = last.range.lowerBound..<source.size
      boxes[boxes.count - 1].content = min(last.content.lowerBound, source.size)..<source.size
    }
    guard let data = boxes.first(where: { $0.type == "jp2c" }) else { throw Self.error("there is no codestream") }
    codestream = data.content
    guard let header = boxes.first(where: { $0.type == "jp2h" }) else { throw Self.error("there is no header") }
    for box in try readBoxes(in: header.content, source) {
      let length = box.content.upperBound - box.content.lowerBound
      guard box.content.upperBound <= header.content.upperBound, length <= UInt64(limits.maxMetadataBlockBytes) else {
        diagnostics.append(.warning("the header box '\(box.type)' is too long; it is skipped"))
        continue
      }
      let content = try source.bytes(at: box.content.lowerBound, count: Int(length))
      switch box.type {
      case "colr": if colorSpace == nil { colorSpace = Self.colorSpace(content) }
      case "pclr": if content.count >= 3 { paletteChannels = Int(content[2]) }
      case "cdef": opacity = Self.opacity(content)
      case "res ": resolution = try readResolution(box.content, source)
      default: break
      }
    }
  }

  /// The boxes one after the other (I.4). The last one may be cut off.
  private mutating func readBoxes(
    in range: Range<UInt64>, _ source: any ByteSource
  ) throws(ImageError) -> [Box] {
    var boxes: [Box] = []
    var offset = range.lowerBound
    while offset < range.upperBound, range.upperBound - offset >= 8 {
      guard boxes.count < Self.maxBoxes else {
        diagnostics.append(.warning("there are more than \(Self.maxBoxes) boxes; those from \(offset) on are not read"))
        break
      }
      guard let head = try source.exactBytes(at: offset, count: 8) else { break }
      var length = UInt64(UInt32(bigEndianBytes: head[..<4]))
      var start = offset + 8
      if length == 0 {
        length = range.upperBound - offset
      } else if length == 1 {
        guard let long = try source.exactBytes(at: start, count: 8) else { break }
        length = UInt64(bigEndianBytes: long)
        start += 8
      }
      let (end, overflow) = offset.addingReportingOverflow(length)
      guard !overflow, end >= start else { break }
      boxes.append(Box(type: String(decoding: head[4...], as: UTF8.self), range: offset..<end, content: start..<end))
      offset = end
    }
    return boxes
  }

  /// A colour specification (I.5.3.3); nil for a method that is not known.
  private static func colorSpace(_ content: [UInt8]) -> ColorSpace? {
    switch content.first {
    case 1 where content.count >= 7: .enumerated(Int(bigEndianBytes: content[3..<7]))
    case 2, 3: .icc(Array(content.dropFirst(3)))
    default: nil
    }
  }

  /// The type of the opacity channel (I.5.3.6): pairs of channel, type and association.
  private static func opacity(_ content: [UInt8]) -> Opacity {
    for place in stride(from: 2, through: content.count - 6, by: 6) {
      switch Int(bigEndianBytes: content[place + 2..<place + 4]) {
      case 1: return .straight
      case 2: return .premultiplied
      default: break
      }
    }
    return .none
  }

  /// The resolution of capture, otherwise that of display (I.5.3.7), in points per metre.
  private mutating func readResolution(
    _ range: Range<UInt64>, _ source: any ByteSource
  ) throws(ImageError) -> Resolution? {
    let found = try readBoxes(in: range, source)
    for type in ["resc", "resd"] {
      guard let box = found.first(where: { $0.type == type }),
        let fields = try source.exactBytes(at: box.content.lowerBound, count: 10)
      else { continue }
      func value(_ place: Int, _ exponent: Int) -> Double {
        var result =
          Double(Int(bigEndianBytes: fields[place..<place + 2]))
          / Double(Int(bigEndianBytes: fields[place + 2..<place + 4]))
        let power = Int(Int8(bitPattern: fields[exponent]))
        for _ in 0..<abs(power) { result = power > 0 ? result * 10 : result / 10 }
        return result
      }
      let resolution = Resolution(x: value(4, 9), y: value(0, 8), unit: .meter)
      if resolution.dotsPerInch != nil { return resolution }
    }
    return nil
  }
}
