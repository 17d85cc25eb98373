internal import ByteStreams
internal import CodecKit
internal import ImageModel

/// How pictures are put into one: a grid of equal cells, each as large as the largest picture, in the order of the
/// inputs. A picture lies in the middle of its cell.
public struct PictureSheet: Hashable, Sendable {
  /// The greatest number of columns; nil: about as many as there are rows.
  public var columns: Int?
  /// The pixels between two cells.
  public var gap = 0

  public init() {}

  /// Where pictures of these sizes lie.
  ///
  /// - Throws: `limitExceeded` for too large a sheet.
  func layout(of sizes: [PixelSize], limits: Limits) throws(ImageError) -> SheetLayout {
    let cell = PixelSize(width: sizes.map(\.width).max() ?? 1, height: sizes.map(\.height).max() ?? 1)
    let gap = min(max(0, gap), 1_000_000)
    let square = Int(Double(sizes.count).squareRoot().rounded(.up))
    let columns = max(1, min(columns ?? square, sizes.count))
    let rows = (sizes.count + columns - 1) / columns
    func length(_ side: Int, _ count: Int) throws(ImageError) -> Int {
      let (sides, overflow) = side.multipliedReportingOverflow(by: count)
      let (length, overflows) = sides.addingReportingOverflow(gap * (count - 1))
      guard !overflow, !overflows, length <= Int(Int32.max) else {
        throw limits.exceeded("would be too large a sheet", name: "max-pixels", value: limits.maxPixels)
      }
      return length
    }
    let size = PixelSize(width: try length(cell.width, columns), height: try length(cell.height, rows))
    try limits.check(result: size)
    let places = sizes.enumerated().map { index, size in
      PixelRect(
        x: index % columns * (cell.width + gap) + (cell.width - size.width) / 2,
        y: index / columns * (cell.height + gap) + (cell.height - size.height) / 2, size: size)
    }
    return SheetLayout(size: size, places: places)
  }
}

/// Where the pictures of a sheet lie.
struct SheetLayout {
  var size: PixelSize
  var places: [PixelRect]
}

/// A sheet in memory.
struct DrawnSheet {
  var pixels: PixelBuffer
  var sprites: [JobReport.Sprite] = []
  var diagnostics: [Diagnostic] = []
}

extension ImageDestination.ImageOptions {
  /// The options of a sheet whose pictures have been changed as the options say: how it is encoded.
  var ofSheet: ImageDestination.ImageOptions {
    var options = ImageDestination.ImageOptions()
    (options.quality, options.subsampling, options.compression) = (quality, subsampling, compression)
    (options.progressive, options.interlace) = (progressive, interlace)
    (options.tileSize, options.bigTIFF, options.metadata) = (tileSize, bigTIFF, metadata)
    (options.finish.colors, options.finish.dithers) = (finish.colors, finish.dithers)
    return options
  }
}

extension JobWriter {
  /// Draws all images into one picture.
  ///
  /// - Throws: `limitExceeded`; errors of decoding.
  func drawing(
    _ images: [JobImage], _ options: ImageDestination.ImageOptions, _ layout: SheetLayout
  ) throws(ImageError) -> DrawnSheet {
    let format = options.sharedFormat ?? .rgb8
    let (count, overflow) = layout.size.pixelCount.multipliedReportingOverflow(by: format.bytesPerPixel)
    try environment.limits.check(memory: overflow ? .max : count, for: "a sheet of \(layout.size) pixels")
    let limits = environment.limits.holding(count)
    let color = options.background ?? .white
    var pixel = [color.red, color.green, color.blue]
    if format.hasAlpha { pixel = options.background == nil || color.alpha == 0 ? [0] : pixel + [color.alpha] }
    var bytes = [UInt8](repeating: pixel[0], count: count)
    if Set(pixel).count > 1 { for index in bytes.indices { bytes[index] = pixel[index % pixel.count] } }
    let stride = layout.size.width * format.bytesPerPixel
    var profile: ColorProfile?
    var sprites: [JobReport.Sprite] = []
    var diagnostics: [Diagnostic] = []
    var names = UniqueNames()
    // Colours are reduced when all pictures are there.
    var each = options
    each.finish.colors = nil
    for (number, image) in images.enumerated() {
      let (source, place) = (try source(of: image), layout.places[number])
      let prepared = try prepared(image, each, isLaterFrame: true, limits: limits)
      let rows = prepared.rendering.rows
      guard rows.layout.size == place.size, rows.layout.format == format else {
        throw ImageError(.io, "changed while it was read", path: source.name)
      }
      profile = profile ?? rows.layout.profile
      var y = place.y
      do throws(ImageError) {
        try RowCopy.copy(rows, limits: limits) { rows, count throws(ImageError) in
          let width = place.size.width * format.bytesPerPixel
          bytes.withUnsafeMutableBytes { bytes in
            for row in 0..<count {
              let start = (y + row) * stride + place.x * format.bytesPerPixel
              bytes[start..<start + width].copyBytes(from: rows[row * width..<(row + 1) * width])
            }
          }
          y += count
        }
      } catch {
        throw error.at(path: source.name)
      }
      var told = prepared.diagnostics + prepared.rendering.diagnostics + rows.diagnostics
      if number + 1 == images.count || images[number + 1].input != image.input {
        told = source.diagnostics + told
        if let note = try metadataNote(source, options) { told.append(note) }
      }
      diagnostics += told.map { named($0, image) }
      let name = spriteName(of: image, source, besides: &names)
      sprites.append(JobReport.Sprite(name: name, place: place))
    }
    let pixels = try PixelBuffer(size: layout.size, format: format, profile: profile, bytes: bytes)
    return DrawnSheet(pixels: pixels, sprites: sprites, diagnostics: diagnostics)
  }

  /// The name of an image's file, which no other picture has.
  private func spriteName(of image: JobImage, _ source: ImageSource, besides names: inout UniqueNames) -> String {
    let file = PathText.split(source.name).name
    let (stem, suffix) = (PathText.withoutSuffix(file), PathText.suffix(of: file))
    let own = source.count > 1 ? "\(stem)_\(image.index + 1)" : stem
    return names.add(file: own + suffix)
  }
}
