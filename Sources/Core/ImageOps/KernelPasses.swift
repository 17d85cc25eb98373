/// The two passes of a separable kernel over interleaved floats.
enum KernelPasses {
  /// Computes one output row from one input row.
  ///
  /// Rows of 2 to 8 channels are processed one pixel at a time as a vector whose last lanes may reach into the next
  /// pixel. The next pixel overwrites these lanes, or they lie in the slack after the row.
  static func horizontal(
    _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, channels: Int,
    weights: borrowing KernelWeights
  ) {
    switch channels {
    case 1: horizontalGray(source, to: target, weights: weights)
    case 2...4: horizontal4(source, to: target, channels: channels, weights: weights)
    default: horizontal8(source, to: target, channels: channels, weights: weights)
    }
  }

  private static func horizontalGray(
    _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, weights: borrowing KernelWeights
  ) {
    for output in 0..<weights.count {
      let samples = UnsafeRawPointer(source + weights.first(output))
      let values = weights.values(output)
      let length = weights.length(output)
      var sums = SIMD4<Float>.zero
      var tap = 0
      while tap &+ 4 <= length {
        let weight = UnsafeRawPointer(values).loadUnaligned(fromByteOffset: tap &* 4, as: SIMD4<Float>.self)
        sums += weight * samples.loadUnaligned(fromByteOffset: tap &* 4, as: SIMD4<Float>.self)
        tap &+= 4
      }
      var sum = (sums[0] + sums[1]) + (sums[2] + sums[3])
      while tap < length {
        sum += values[tap] * samples.loadUnaligned(fromByteOffset: tap &* 4, as: Float.self)
        tap &+= 1
      }
      target[output] = sum
    }
  }

  private static func horizontal4(
    _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, channels: Int,
    weights: borrowing KernelWeights
  ) {
    let stride = channels &* 4
    for output in 0..<weights.count {
      var pixel = UnsafeRawPointer(source) + weights.first(output) &* stride
      let values = weights.values(output)
      let length = weights.length(output)
      // Two sums, so that one addition need not wait for the other.
      var even = SIMD4<Float>.zero
      var odd = SIMD4<Float>.zero
      var tap = 0
      while tap &+ 2 <= length {
        even += pixel.loadUnaligned(as: SIMD4<Float>.self) * values[tap]
        odd += pixel.loadUnaligned(fromByteOffset: stride, as: SIMD4<Float>.self) * values[tap &+ 1]
        pixel += 2 &* stride
        tap &+= 2
      }
      if tap < length { even += pixel.loadUnaligned(as: SIMD4<Float>.self) * values[tap] }
      UnsafeMutableRawPointer(target).storeBytes(
        of: even + odd, toByteOffset: output &* stride, as: SIMD4<Float>.self)
    }
  }

  private static func horizontal8(
    _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, channels: Int,
    weights: borrowing KernelWeights
  ) {
    let stride = channels &* 4
    for output in 0..<weights.count {
      var pixel = UnsafeRawPointer(source) + weights.first(output) &* stride
      let values = weights.values(output)
      var sum = SIMD8<Float>.zero
      for tap in 0..<weights.length(output) {
        sum += pixel.loadUnaligned(as: SIMD8<Float>.self) * values[tap]
        pixel += stride
      }
      UnsafeMutableRawPointer(target).storeBytes(of: sum, toByteOffset: output &* stride, as: SIMD8<Float>.self)
    }
  }

  /// Computes one output row as the weighted sum of rows in a ring buffer.
  ///
  /// - Parameters:
  ///   - ring: `ringRows` rows of `stride` floats; row `y` of the picture lies at `y % ringRows`.
  ///   - count: floats of a row; up to 15 more are written.
  static func vertical(
    ring: UnsafePointer<Float>, ringRows: Int, stride: Int, first: Int, weights: UnsafePointer<Float>, length: Int,
    to target: UnsafeMutablePointer<Float>, count: Int
  ) {
    let firstSlot = first % ringRows
    var sample = 0
    while sample < count {
      var slot = firstSlot
      var a = SIMD8<Float>.zero
      var b = SIMD8<Float>.zero
      for tap in 0..<length {
        let row = UnsafeRawPointer(ring + (slot &* stride &+ sample))
        let weight = weights[tap]
        a += row.loadUnaligned(as: SIMD8<Float>.self) * weight
        b += row.loadUnaligned(fromByteOffset: 32, as: SIMD8<Float>.self) * weight
        slot &+= 1
        if slot == ringRows { slot = 0 }
      }
      let place = UnsafeMutableRawPointer(target + sample)
      place.storeBytes(of: a, as: SIMD8<Float>.self)
      place.storeBytes(of: b, toByteOffset: 32, as: SIMD8<Float>.self)
      sample &+= 16
    }
  }
}
