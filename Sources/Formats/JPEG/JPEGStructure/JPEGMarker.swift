/// The second byte of a marker: ITU-T T.81, table B.1.
package struct JPEGMarker: Hashable, Sendable {
  package let code: UInt8

  package init(_ code: UInt8) {
    self.code = code
  }

  package static let temporary = JPEGMarker(0x01)
  package static let startOfImage = JPEGMarker(0xD8)
  package static let endOfImage = JPEGMarker(0xD9)
  package static let startOfScan = JPEGMarker(0xDA)
  package static let quantizationTables = JPEGMarker(0xDB)
  package static let numberOfLines = JPEGMarker(0xDC)
  package static let restartInterval = JPEGMarker(0xDD)
  package static let huffmanTables = JPEGMarker(0xC4)
  package static let arithmeticConditioning = JPEGMarker(0xCC)
  /// The frame header of JPEG-LS (ITU-T T.87), another format under the same first bytes.
  package static let jpegLSFrame = JPEGMarker(0xF7)
  package static let comment = JPEGMarker(0xFE)

  /// The marker of application segment `number` (0...15).
  package static func application(_ number: UInt8) -> JPEGMarker { JPEGMarker(0xE0 | number & 15) }

  /// The number n of APPn.
  package var applicationNumber: Int? { (0xE0...0xEF).contains(code) ? Int(code) - 0xE0 : nil }

  /// RST0 to RST7, which occur inside the data of a scan.
  package var isRestart: Bool { (0xD0...0xD7).contains(code) }

  /// SOF0 to SOF15, except the three codes in this range that mean something else.
  package var isFrameHeader: Bool {
    (0xC0...0xCF).contains(code) && ![0xC4, 0xC8, 0xCC].contains(code)
  }

  /// RES: no writer uses these codes. A 0xFF in garbage comes before one, and no valid length follows.
  var isReserved: Bool { (0x02...0xBF).contains(code) }

  /// Whether the marker has neither a length nor content.
  package var standsAlone: Bool { self == .temporary || (0xD0...0xD9).contains(code) }

  /// APPn or COM. A decoder of pixels needs none of them but APP0 and APP14.
  package var isMetadata: Bool { applicationNumber != nil || self == .comment }
}

extension JPEGMarker: CustomStringConvertible {
  /// The name in the standard (`SOF2`, `APP13`, `DHT`), else the code.
  package var description: String {
    if let applicationNumber { return "APP\(applicationNumber)" }
    if isFrameHeader { return "SOF\(code - 0xC0)" }
    if isRestart { return "RST\(code - 0xD0)" }
    switch self {
    case .temporary: return "TEM"
    case .startOfImage: return "SOI"
    case .endOfImage: return "EOI"
    case .startOfScan: return "SOS"
    case .quantizationTables: return "DQT"
    case .numberOfLines: return "DNL"
    case .restartInterval: return "DRI"
    case .huffmanTables: return "DHT"
    case .arithmeticConditioning: return "DAC"
    case .comment: return "COM"
    default: return "0x" + String(code, radix: 16, uppercase: true)
    }
  }
}

/// A marker and what follows it, up to the next marker or the data of a scan.
package struct JPEGSegment: Hashable, Sendable {
  package var marker: JPEGMarker
  /// The offset of the marker's 0xFF in the file.
  package var offset: UInt64
  /// The bytes of content that exist, without marker and length field.
  package var contentLength: Int
  /// Whether the length field promises more than the file has.
  package var isCutShort = false

  /// Where the content begins.
  package var contentOffset: UInt64 { offset + (marker.standsAlone ? 2 : 4) }
  /// Where the next marker is expected.
  package var end: UInt64 { contentOffset + UInt64(contentLength) }
}
