internal import CPangoShims
internal import ImageModel

/// Converts pixels from and to cairo's format: 32 bits, alpha in the highest byte, premultiplied, in native byte order.
enum CairoPixels {
  /// A surface with the pixels of a picture.
  static func surface(_ image: PixelBuffer) throws(ImageError) -> CairoSurface {
    let format = image.format
    guard format.colorModel == .gray || format.colorModel == .rgb else {
      throw ImageError(.unsupported, "a picture of \(format) cannot be drawn before it is converted to RGB")
    }
    let size = image.size
    guard size.longSide <= 32_767 else {
      throw ImageError(
        .limitExceeded, "a picture of \(size) pixels cannot be drawn: the maximum is 32,767 along an axis")
    }
    let surface = try CairoSurface(
      lib.cairo_image_surface_create(
        format.hasAlpha ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24, Int32(size.width), Int32(size.height)),
      for: "cannot draw a picture of \(size) pixels")
    guard let data = lib.cairo_image_surface_get_data(surface.pointer) else {
      throw ImageError(.limitExceeded, "cannot draw a picture of \(size) pixels: out of memory")
    }
    let stride = Int(lib.cairo_image_surface_get_stride(surface.pointer))
    image.bytes.withUnsafeBytes { bytes in
      for y in 0..<size.height {
        let source = UnsafeRawBufferPointer(rebasing: bytes[y * image.bytesPerRow..<(y + 1) * image.bytesPerRow])
        fill(UnsafeMutableRawPointer(data + y * stride), from: source, format, count: size.width)
      }
    }
    lib.cairo_surface_mark_dirty(surface.pointer)
    return surface
  }

  private static func fill(
    _ target: UnsafeMutableRawPointer, from source: UnsafeRawBufferPointer, _ format: PixelFormat, count: Int
  ) {
    let channels = format.channelCount
    let isGray = format.colorModel == .gray
    @inline(__always) func write(_ sample: (Int) -> UInt32) {
      for x in 0..<count {
        let base = x * channels
        var red = sample(base)
        var (green, blue, alpha): (UInt32, UInt32, UInt32) =
          isGray ? (red, red, 255) : (sample(base + 1), sample(base + 2), 255)
        if format.hasAlpha {
          alpha = sample(base + channels - 1)
          if format.alpha == .straight {
            (red, green, blue) = (times(red, alpha), times(green, alpha), times(blue, alpha))
          } else {
            (red, green, blue) = (min(red, alpha), min(green, alpha), min(blue, alpha))
          }
        }
        target.storeBytes(of: alpha << 24 | red << 16 | green << 8 | blue, toByteOffset: x * 4, as: UInt32.self)
      }
    }
    switch format.component {
    case .uint8: write { UInt32(source[$0]) }
    case .uint16:
      write { (UInt32(source.loadUnaligned(fromByteOffset: $0 * 2, as: UInt16.self)) * 255 + 32_767) / 65_535 }
    case .float32:
      write {
        let value = source.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self)
        return value > 0 ? UInt32(min(value, 1) * 255 + 0.5) : 0
      }
    }
  }

  @inline(__always) private static func times(_ sample: UInt32, _ alpha: UInt32) -> UInt32 {
    (sample * alpha + 127) / 255
  }

  /// A picture with the ARGB32 pixels of a surface.
  static func buffer(
    _ data: UnsafePointer<UInt8>, size: PixelSize, stride: Int, alpha: PixelFormat.Alpha
  ) throws(ImageError) -> PixelBuffer {
    let channels = alpha == .none ? 3 : 4
    let count = size.width * size.height * channels
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, filled in
      var position = 0
      for y in 0..<size.height {
        let row = UnsafeRawPointer(data + y * stride)
        for x in 0..<size.width {
          let pixel = row.load(fromByteOffset: x * 4, as: UInt32.self)
          let opacity = pixel >> 24
          for shift in [16, 8, 0] as [UInt32] {
            let sample = (pixel >> shift) & 255
            target[position] =
              alpha == .straight && opacity > 0
              ? UInt8(min(255, (sample * 255 + opacity / 2) / opacity)) : UInt8(sample)
            position += 1
          }
          if channels == 4 {
            target[position] = UInt8(opacity)
            position += 1
          }
        }
      }
      filled = position
    }
    return try PixelBuffer(
      size: size, format: PixelFormat(.uint8, .rgb, alpha: alpha), profile: .sRGB, bytes: bytes)
  }
}
