internal import CodecKit
internal import ImageModel
internal import TestKit

/// Pictures for tests, and functions that examine the output of a stage.
enum Pictures {
  /// A picture with everything that resampling can get wrong: gradients, edges and noise. The samples
  /// are those of a generator with fixed parameters, in a range of 8 bits.
  static func busy(
    _ size: PixelSize, _ format: PixelFormat, in range: ClosedRange<Int> = 0...255
  ) throws -> PixelBuffer {
    var state: UInt32 = 2_463_534_242
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size.pixelCount * format.bytesPerPixel)
    for y in 0..<size.height {
      for x in 0..<size.width {
        for channel in 0..<format.channelCount {
          state ^= state << 13
          state ^= state >> 17
          state ^= state << 5
          let ramp = (x * 255 / max(1, size.width - 1) + y * (channel + 1)) % 256
          let edge = (x / 7 + y / 5 + channel) % 3 == 0 ? 255 : ramp
          let value = range.lowerBound + (edge * 3 + Int(state >> 24)) / 4 * range.count / 256
          append(value, to: &bytes, format.component)
        }
      }
    }
    return try PixelBuffer(size: size, format: format, bytes: bytes)
  }

  /// A picture of one pixel value, given in 8 bits.
  static func constant(_ value: [Int], _ size: PixelSize, _ format: PixelFormat) throws -> PixelBuffer {
    var bytes: [UInt8] = []
    for _ in 0..<size.pixelCount { for sample in value { append(sample, to: &bytes, format.component) } }
    return try PixelBuffer(size: size, format: format, bytes: bytes)
  }

  /// A picture of floats.
  static func floats(_ samples: [Float], _ size: PixelSize, _ format: PixelFormat) throws -> PixelBuffer {
    try PixelBuffer(size: size, format: format, bytes: samples.withUnsafeBytes { Array($0) })
  }

  private static func append(_ value: Int, to bytes: inout [UInt8], _ component: PixelFormat.Component) {
    switch component {
    case .uint8: bytes.append(UInt8(value))
    case .uint16: withUnsafeBytes(of: UInt16(value * 257)) { bytes.append(contentsOf: $0) }
    case .float32: withUnsafeBytes(of: Float(value) / 255) { bytes.append(contentsOf: $0) }
    }
  }
}

extension RowSource {
  /// All rows.
  func pixels() throws -> PixelBuffer { try readAll(limits: .standard).0 }
}

extension PixelBuffer {
  /// The samples as floats: 0...1 for integers.
  var samples: [Float] {
    bytes.withUnsafeBytes { raw in
      switch format.component {
      case .uint8: raw.map { Float($0) / 255 }
      case .uint16: raw.bindMemory(to: UInt16.self).map { Float($0) / 65_535 }
      case .float32: Array(raw.bindMemory(to: Float.self))
      }
    }
  }

  /// Columns or rows in the opposite order.
  func flipped(horizontally: Bool) throws -> PixelBuffer {
    let pixel = format.bytesPerPixel
    var result: [UInt8] = []
    for y in 0..<size.height {
      let row = Array(self.row(horizontally ? y : size.height - 1 - y))
      if !horizontally {
        result += row
        continue
      }
      for x in (0..<size.width).reversed() { result += row[x * pixel..<(x + 1) * pixel] }
    }
    return try PixelBuffer(size: size, format: format, profile: profile, bytes: result)
  }
}

/// The largest difference between two pictures' samples, in steps of 8 bits.
func largestDifference(_ a: [Float], _ b: [Float]) -> Float {
  guard a.count == b.count else { return .infinity }
  return zip(a, b).map { abs($0 - $1) * 255 }.max() ?? 0
}

/// The largest difference between two pictures of bytes; huge where their sizes differ.
func largestDifference(_ a: [UInt8], _ b: [UInt8]) -> Int {
  guard a.count == b.count else { return .max }
  return zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? 0
}

/// Runs Pillow on pictures that are passed as raw samples.
enum Pillow {
  /// Runs a piece of Python on an image `im` of 8-bit samples, or floats in mode F; it leaves the result in `im`.
  static func run(_ picture: PixelBuffer, mode: String, _ program: String, _ arguments: [String] = []) async throws
    -> [UInt8]
  {
    let folder = try TemporaryDirectory()
    let input = try folder.write(picture.bytes, to: "in")
    let script = """
      import sys
      from PIL import Image, ImageOps, ImageCms
      im = Image.frombytes('\(mode)', (\(picture.size.width), \(picture.size.height)), open(sys.argv[1], 'rb').read())
      args = sys.argv[2:]
      \(program)
      sys.stdout.buffer.write(im.tobytes())
      """
    let result = try await Tool.python(script, [input] + arguments)
    guard result.status == 0 else { throw TestFailure(result.errors) }
    return result.output
  }
}
