/// The inner loops of `BoxReducer`.
enum BoxSums {
  /// Adds a row of bytes to the sums of its columns, or begins new sums with it.
  static func add(
    _ row: UnsafePointer<UInt8>, to sums: UnsafeMutablePointer<UInt16>, count: Int, isFirst: Bool
  ) {
    if isFirst {
      for i in 0..<count { sums[i] = UInt16(row[i]) }
    } else {
      for i in 0..<count { sums[i] &+= UInt16(row[i]) }
    }
  }

  /// Adds a row of floats to the sums of its columns, or begins new sums with it.
  static func add(_ row: UnsafePointer<Float>, to sums: UnsafeMutablePointer<Float>, count: Int, isFirst: Bool) {
    if isFirst {
      UnsafeMutableRawPointer(sums).copyMemory(from: row, byteCount: count * 4)
    } else {
      for i in 0..<count { sums[i] += row[i] }
    }
  }

  /// Sums the columns of blocks and scales the result.
  ///
  /// Up to four lanes past a block's last sample are read, and up to three past the last mean are written.
  static func average(
    _ sums: UnsafePointer<UInt16>, to target: UnsafeMutablePointer<Float>, blocks: Int, width: Int, channels: Int,
    scale: Float
  ) {
    if channels == 1 {
      for block in 0..<blocks {
        let columns = sums + block &* width
        var sum: UInt32 = 0
        for i in 0..<width { sum &+= UInt32(columns[i]) }
        target[block] = Float(sum) * scale
      }
      return
    }
    var pixel = UnsafeRawPointer(sums)
    let stride = channels &* 2
    for block in 0..<blocks {
      var sum = SIMD4<UInt32>.zero
      for _ in 0..<width {
        sum &+= SIMD4<UInt32>(truncatingIfNeeded: pixel.loadUnaligned(as: SIMD4<UInt16>.self))
        pixel += stride
      }
      // Sums are below 2^24, so the processor's signed conversion is exact.
      let mean = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: sum)) * scale
      UnsafeMutableRawPointer(target).storeBytes(
        of: mean, toByteOffset: block &* channels &* 4, as: SIMD4<Float>.self)
    }
  }

  /// Variant for floats and any number of channels up to 8.
  static func average(
    _ sums: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, blocks: Int, width: Int, channels: Int,
    scale: Float
  ) {
    var pixel = UnsafeRawPointer(sums)
    let stride = channels &* 4
    if channels <= 4 {
      for block in 0..<blocks {
        var sum = SIMD4<Float>.zero
        for _ in 0..<width {
          sum += pixel.loadUnaligned(as: SIMD4<Float>.self)
          pixel += stride
        }
        UnsafeMutableRawPointer(target).storeBytes(
          of: sum * scale, toByteOffset: block &* stride, as: SIMD4<Float>.self)
      }
    } else {
      for block in 0..<blocks {
        var sum = SIMD8<Float>.zero
        for _ in 0..<width {
          sum += pixel.loadUnaligned(as: SIMD8<Float>.self)
          pixel += stride
        }
        UnsafeMutableRawPointer(target).storeBytes(
          of: sum * scale, toByteOffset: block &* stride, as: SIMD8<Float>.self)
      }
    }
  }
}
