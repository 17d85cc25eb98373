internal import Glibc
internal import ImageModel
internal import ImageOps

/// A text of about 28 characters that stands for a blurred picture, until the picture has loaded: BlurHash
/// (https://blurha.sh, "Algorithm.md" in its repository).
///
/// The picture is described by cosines: their means of linear light are quantised and written in base 83.
enum BlurHash {
  private static let digits = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~")

  /// - Parameters:
  ///   - pixels: `rgb8`; 32 by 32 are enough.
  ///   - columns, rows: the numbers of cosines along both axes, 1 to 9 each.
  static func text(_ pixels: PixelBuffer, columns: Int, rows: Int) -> String {
    let light = (0...255).map { Double(SRGBCurve.linear(Float($0) / 255)) }
    let means = (0..<rows).flatMap { row in
      (0..<columns).map { column in mean(pixels, light, column: column, row: row) }
    }
    var text = encoded((columns - 1) + (rows - 1) * 9, length: 1)
    let largest = means.dropFirst().flatMap { [$0.x, $0.y, $0.z] }.map(abs).max() ?? 0
    let step = min(max(Int(largest * 166 - 0.5), 0), 82)
    text += encoded(means.count > 1 ? step : 0, length: 1)
    let average = means[0]
    func sample(_ light: Double) -> Int { Int(SRGBCurve.encoded(Float(min(max(light, 0), 1))) * 255 + 0.5) }
    text += encoded(sample(average.x) << 16 + sample(average.y) << 8 + sample(average.z), length: 4)
    let range = means.count > 1 ? Double(step + 1) / 166 : 1
    for value in means.dropFirst() {
      func level(_ value: Double) -> Int {
        let root = (abs(value) / range).squareRoot()
        return min(max(Int(((value < 0 ? -root : root) * 9 + 9.5).rounded(.down)), 0), 18)
      }
      text += encoded((level(value.x) * 19 + level(value.y)) * 19 + level(value.z), length: 2)
    }
    return text
  }

  /// The mean of the picture's light, weighted with a cosine.
  private static func mean(_ pixels: PixelBuffer, _ light: [Double], column: Int, row: Int) -> SIMD3<Double> {
    let size = pixels.size
    func cosines(_ number: Int, _ count: Int) -> [Double] {
      (0..<count).map { cos(.pi * Double(number) * Double($0) / Double(count)) }
    }
    let (across, down) = (cosines(column, size.width), cosines(row, size.height))
    var sum = SIMD3<Double>.zero
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place = 3 * (y * size.width + x)
        let color = SIMD3(
          light[Int(pixels.bytes[place])], light[Int(pixels.bytes[place + 1])], light[Int(pixels.bytes[place + 2])])
        sum += across[x] * down[y] * color
      }
    }
    return sum * ((column + row == 0 ? 1 : 2) / Double(size.pixelCount))
  }

  private static func encoded(_ value: Int, length: Int) -> String {
    var (rest, text) = (value, [Character]())
    for _ in 0..<length {
      text.append(digits[rest % 83])
      rest /= 83
    }
    return String(text.reversed())
  }
}

extension ImageSource {
  /// A text for the blurred picture, for the part of it that options select.
  ///
  /// - Throws: as `image`.
  func placeholder(at index: Int, _ options: ImageDestination.ImageOptions) throws(ImageError) -> String {
    let (pixels, size) = try smallPicture(at: index, options, longSide: 32, .rgb8, keepsTone: false)
    let isWide = size.width >= size.height
    return BlurHash.text(pixels, columns: isWide ? 4 : 3, rows: isWide ? 3 : 4)
  }

  /// A small version of the part of a picture that options select, in sRGB, averaged in linear light. What is around
  /// the picture and over it is left out.
  ///
  /// - Parameters:
  ///   - longSide: the most pixels of the long side.
  ///   - format: of the result.
  ///   - keepsTone: whether changes of tone are made, except for a blur.
  /// - Returns: the pixels, and the size that the picture has with these options.
  /// - Throws: as `image`.
  func smallPicture(
    at index: Int, _ options: ImageDestination.ImageOptions, longSide: Int, _ format: PixelFormat, keepsTone: Bool
  ) throws(ImageError) -> (pixels: PixelBuffer, size: PixelSize) {
    let info = try info(at: index)
    var small = options.pipeline(info.size, info.resolution, info.orientation)
    var tone = small.render.finish.tone
    tone.blur = 0
    small.render.removeFinish()
    if keepsTone { small.render.finish.tone = tone }
    let size = try small.outputSize(for: info.size)
    let scale = min(1, Double(longSide) / Double(size.longSide))
    func side(_ length: Int) -> Int { max(1, Int((Double(length) * scale).rounded())) }
    small.render.size = SizeRequest(width: side(size.width), height: side(size.height))
    if small.render.fit == .inside { small.render.fit = .stretch }
    (small.render.linear, small.render.embedded) = (true, .never)
    if small.render.profile != .gray { small.render.profile = .sRGB }
    small.outputFormat = { _ in format }
    return (try collect(Renderer.render(self, index: index, small)).pixels, size)
  }
}
