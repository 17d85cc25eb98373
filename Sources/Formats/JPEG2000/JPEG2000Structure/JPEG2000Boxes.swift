internal import ByteStreams
internal import ImageModel

/// Reads the boxes of JP2 and JPX (ISO/IEC 15444-1, annex I).
extension JPEG2000Structure {
  private static let maxBoxes = 1_000

  /// Reads the boxes of the file, and finds the first codestream.
  mutating func readBoxes(_ source: any ByteSource, _ limits: Limits) throws(ImageError) {
    var reader = ISOBoxReader(source, maxBoxes: Self.maxBoxes)
    defer { diagnostics += reader.diagnostics }
    boxes = try reader.boxes(in: 0..<source.size)
    guard let data = boxes.first(where: { $0.type == "jp2c" }) else { throw Self.error("there is no codestream") }
    codestream = data.content
    guard let header = boxes.first(where: { $0.type == "jp2h" }) else { throw Self.error("there is no header") }
    for box in try reader.boxes(in: header.content) {
      guard let content = try reader.content(of: box, limit: limits.maxMetadataBlockBytes) else {
        diagnostics.append(.warning("the header box '\(box.type)' is too long; it is skipped"))
        continue
      }
      switch box.type {
      case "colr": if colorSpace == nil { colorSpace = Self.colorSpace(content) }
      case "pclr": if content.count >= 3 { paletteChannels = Int(content[2]) }
      case "cdef": opacity = Self.opacity(content)
      case "res ": resolution = try Self.resolution(box.content, &reader)
      default: break
      }
    }
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
  private static func resolution(
    _ range: Range<UInt64>, _ reader: inout ISOBoxReader
  ) throws(ImageError) -> Resolution? {
    let found = try reader.boxes(in: range)
    for type in ["resc", "resd"] {
      guard let box = found.first(where: { $0.type == type }),
        let fields = try reader.bytes(at: box.content.lowerBound, count: 10)
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
