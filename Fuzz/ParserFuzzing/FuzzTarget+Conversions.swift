internal import ContentTypes
internal import ImageModel
internal import Imaging
internal import MetadataFuzzing

extension FuzzTarget {
  /// Writes pictures: of pixels, and of files with their metadata. What was written can be read.
  static let conversions =
    written.map { format in
      FuzzTarget(
        name: "encode-\(format)", maxLength: 4_096, run: { try encode($0, format) },
        made: { (0..<8).map { kind in [9, 7, UInt8(kind), 0] + (0..<200).map { UInt8($0) } } })
    }
    + written.map { format in
      FuzzTarget(
        name: "convert-\(format)", maxLength: 32_768, run: { try convert($0, format) },
        seeds: { file in ImageFormat.all.flatMap { file.whole($0.name) }.map { [0] + $0 } })
    } + [
      FuzzTarget(
        name: "arriving-picture", maxLength: 16_384, run: { try arrive($0) },
        seeds: { file in ImageFormat.all.flatMap { file.whole($0.name) } })
    ]

  private static let written = ImageFormat.all.filter { $0.traits.contains(.isWritten) }.map(\.name)

  private static var limits: Limits {
    var limits = Limits.standard
    limits.maxPixels = 1 << 16
    limits.maxMemory = 64 << 20
    return limits
  }

  private static let pixelFormats: [PixelFormat] = [
    .gray8, .rgb8, .rgba8, PixelFormat(.uint16, .gray, alpha: .straight), PixelFormat(.uint16, .rgb),
    PixelFormat(.float32, .rgb, alpha: .straight), PixelFormat(.uint8, .cmyk), PixelFormat(.uint8, .lab),
  ]

  /// The first bytes are width, height, format and options; the others are samples, again and again.
  private static func encode(_ input: [UInt8], _ format: String) throws {
    guard input.count > 4 else { return }
    let size = PixelSize(width: Int(input[0] % 40) + 1, height: Int(input[1] % 40) + 1)
    let pixelFormat = pixelFormats[Int(input[2]) % pixelFormats.count]
    let samples = input[4...]
    let count = size.pixelCount * pixelFormat.bytesPerPixel
    let bytes = (0..<count).map { samples[4 + $0 % samples.count] }
    let destination = try ImageDestination(format: format, limits: limits)
    try destination.add(
      try PixelBuffer(size: size, format: pixelFormat, bytes: bytes), options(input[3], format))
    try destination.finish()
    try check(destination)
  }

  /// Options by the bits of a byte, as far as the format takes them.
  private static func options(_ bits: UInt8, _ format: String) -> ImageDestination.ImageOptions {
    var options = ImageDestination.ImageOptions()
    if bits & 1 != 0 { options.turn = .right }
    if bits & 2 != 0 { options.maximumSize = SizeRequest(width: 9, height: 9) }
    if bits & 4 != 0 { options.orientation = .apply }
    if bits & 8 != 0 { options.embedThumbnail = true }
    if bits & 16 != 0 { options.background = .white }
    if bits & 32 != 0, format == "jpeg" { options.lossless = true }
    if bits & 64 != 0, format == "jpeg" { options.progressive = true }
    if bits & 128 != 0, format == "png" { options.interlace = true }
    return options
  }

  private static func convert(_ input: [UInt8], _ format: String) throws {
    guard let bits = input.first else { return }
    let source = try ImageSource(bytes: Array(input.dropFirst()), name: "input", .init(limits: limits))
    let destination = try ImageDestination(format: format, limits: limits)
    try destination.add(from: source, index: source.primaryIndex, options(bits, format))
    try destination.finish()
    try check(destination)
  }

  private static func check(_ destination: ImageDestination) throws {
    do {
      let source = try ImageSource(bytes: destination.finishedBytes, name: "output", .init(limits: limits))
      let image = try source.image(at: 0)
      guard let size = destination.lastSize,
        Set([size.width, size.height]) == Set([image.pixels.size.width, image.pixels.size.height])
      else { throw BrokenPromise("the picture has another size") }
      if let warning = (source.diagnostics + image.diagnostics).first(where: { $0.severity == .warning }) {
        throw BrokenPromise("what we wrote is damaged: \(warning.message)")
      }
      _ = try source.properties(at: 0)
    } catch let error as ImageError {
      throw BrokenPromise("what we wrote cannot be read: \(error)")
    }
  }

  /// A picture that arrives in two pieces. The first byte says how much comes first.
  private static func arrive(_ input: [UInt8]) throws {
    guard let first = input.first else { return }
    let picture = IncrementalImageSource(name: "input", .init(limits: limits))
    let part = input.count * Int(first) / 256
    try picture.append(input[..<part])
    _ = picture.status
    _ = try? picture.image()
    try picture.append(input[part...], isFinal: true)
    if case .complete = picture.status { _ = try picture.image() }
  }
}
