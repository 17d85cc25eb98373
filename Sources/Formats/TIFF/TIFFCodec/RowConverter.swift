internal import CTIFFShims
internal import ImageModel

/// Converts parts of stored rows to delivered pixels.
final class RowConverter {
  let plan: PixelPlan
  private let unpacker: SampleUnpacker
  /// The handle whose tables convert YCbCr; it belongs to the owner of the converter.
  private let shim: OpaquePointer
  private let scratch: RawBuffer

  /// - Parameter maxCount: the maximum number of pixels that are converted at once.
  init(_ plan: PixelPlan, shim: OpaquePointer, maxCount: Int, limits: Limits) throws(ImageError) {
    self.plan = plan
    self.shim = shim
    unpacker = SampleUnpacker(plan.kind, to: plan.format.component)
    if case .palette = plan.mapping {
      scratch = try RawBuffer(count: product(maxCount, 2), for: "a row", limits: limits)
    } else {
      scratch = try RawBuffer(count: 0, for: "a row", limits: limits)
    }
    if case .ycbcr = plan.mapping {
      guard tiff_shim_prepare_ycbcr(shim) == 1 else {
        throw ImageError(.invalidData, "the YCbCr coefficients are invalid", format: "TIFF")
      }
    }
  }

  /// Converts `count` pixels.
  ///
  /// - Parameter planes: where the stretch begins: one place, or one for each of the plan's channels where planes are
  ///   separate.
  func convert(_ planes: UnsafePointer<UnsafeRawPointer>, count: Int, to target: UnsafeMutableRawPointer) {
    if plan.stored != nil {
      return target.copyMemory(from: planes[0], byteCount: plan.bytes(ofPixels: count))
    }
    if plan.isPacked {
      target.copyMemory(from: planes[0], byteCount: count * plan.format.bytesPerPixel)
    } else {
      unpack(planes, count, target)
    }
    finish(target, count: count)
  }

  private func unpack(_ planes: UnsafePointer<UnsafeRawPointer>, _ count: Int, _ target: UnsafeMutableRawPointer) {
    let step = plan.format.channelCount
    var channel = 0
    for (index, sample) in plan.channels.enumerated() {
      let run = SampleUnpacker.Run(
        first: plan.isSeparate ? 0 : sample, stride: plan.isSeparate ? 1 : plan.samples, count: count, step: step)
      let source = planes[plan.isSeparate ? index : 0]
      if index == 0, case .palette(let palette) = plan.mapping {
        var indices = run
        indices.step = 1
        let buffer = scratch.base.assumingMemoryBound(to: UInt16.self)
        unpacker.unpackIndices(source, indices, to: buffer)
        look(up: palette, buffer, count, step, target)
        channel += 3
        continue
      }
      switch plan.format.component {
      case .uint8: unpacker.unpack(source, run, to: target.assumingMemoryBound(to: UInt8.self) + channel)
      case .uint16: unpacker.unpack(source, run, to: target.assumingMemoryBound(to: UInt16.self) + channel)
      case .float32: unpacker.unpack(source, run, to: target.assumingMemoryBound(to: Float.self) + channel)
      }
      channel += 1
    }
  }

  private func look(
    up palette: ColorMap, _ indices: UnsafePointer<UInt16>, _ count: Int, _ step: Int, _ target: UnsafeMutableRawPointer
  ) {
    palette.samples.withUnsafeBufferPointer { samples in
      guard let samples = samples.baseAddress else { return }
      if palette.isWide {
        let pixels = target.assumingMemoryBound(to: UInt16.self)
        for i in 0..<count {
          for c in 0..<3 { pixels[i * step + c] = samples[Int(indices[i]) * 3 + c] }
        }
      } else {
        let pixels = target.assumingMemoryBound(to: UInt8.self)
        for i in 0..<count {
          for c in 0..<3 { pixels[i * step + c] = UInt8(truncatingIfNeeded: samples[Int(indices[i]) * 3 + c]) }
        }
      }
    }
  }

  /// Applies the plan's mapping to pixels that have their delivered type.
  func finish(_ target: UnsafeMutableRawPointer, count: Int) {
    switch plan.mapping {
    case .none, .palette: break
    case .ycbcr: tiff_shim_ycbcr_to_rgb(shim, target.assumingMemoryBound(to: UInt8.self), count)
    case .invertPlain(let largest):
      let values = target.assumingMemoryBound(to: Float.self)
      for i in 0..<count * plan.format.channelCount { values[i] = largest - values[i] }
    case .invert: PixelMapping.invert(target, count, plan.format)
    case .signedLab: PixelMapping.offsetLab(target, count, plan.format)
    case .iccLab16: PixelMapping.widenLab(target, count, step: plan.format.channelCount)
    case .ituLab: PixelMapping.ituLab(target, count, step: plan.format.channelCount)
    case .xyz: PixelMapping.xyzToRGB(target, count, step: plan.format.channelCount)
    }
  }
}
