package import ImageModel

/// The content of IHDR (PNG third edition, 11.2.1).
package struct PNGHeader: Hashable, Sendable {
  package enum ColorType: UInt8, Hashable, Sendable {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgba = 6

    /// The number of samples that are stored for a pixel.
    package var samplesPerPixel: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }

    package var isGray: Bool { self == .gray || self == .grayAlpha }

    func allows(bitDepth: Int) -> Bool {
      switch self {
      case .gray: [1, 2, 4, 8, 16].contains(bitDepth)
      case .palette: [1, 2, 4, 8].contains(bitDepth)
      case .rgb, .grayAlpha, .rgba: bitDepth == 8 || bitDepth == 16
      }
    }
  }

  package var size: PixelSize
  package var bitDepth: Int
  package var colorType: ColorType
  package var isInterlaced: Bool

  /// - Throws: `invalidData` for what the standard does not allow. The size is not yet held against any limit.
  init(_ content: [UInt8]) throws(ImageError) {
    guard content.count == 13 else { throw Self.invalid("IHDR has \(content.count) bytes instead of 13") }
    func uint32(_ at: Int) -> UInt32 { content[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) } }
    let (width, height) = (uint32(0), uint32(4))
    guard width > 0, height > 0, width <= Int32.max, height <= Int32.max else {
      throw Self.invalid("declares an impossible size of \(width)x\(height)")
    }
    size = PixelSize(width: Int(width), height: Int(height))
    bitDepth = Int(content[8])
    guard let type = ColorType(rawValue: content[9]), type.allows(bitDepth: bitDepth) else {
      throw Self.invalid("colour type \(content[9]) with \(content[8]) bits does not exist")
    }
    colorType = type
    guard content[10] == 0 else { throw Self.invalid("compression method \(content[10]) does not exist") }
    guard content[11] == 0 else { throw Self.invalid("filter method \(content[11]) does not exist") }
    guard content[12] < 2 else { throw Self.invalid("interlace method \(content[12]) does not exist") }
    isInterlaced = content[12] == 1
  }

  private static func invalid(_ message: String) -> ImageError {
    ImageError(.invalidData, message, format: "PNG")
  }
}
