internal import Glibc
package import ImageModel

/// The weights of the input samples in each output sample, along one axis.
///
/// As in Pillow, a kernel that reduces is widened by the factor. Samples outside the picture are left out and the other
/// weights are normalised to a sum of 1, so a constant stays constant up to the border.
struct KernelWeights: ~Copyable {
  /// The number of output samples.
  let count: Int
  /// The maximum number of input samples of an output sample, which is the stride between two outputs in `values`.
  let taps: Int
  /// The first input sample of each output sample.
  private let starts: RowBuffer
  /// The number of input samples of each output sample.
  private let lengths: RowBuffer
  private let weights: RowBuffer

  /// The description of one axis.
  struct Axis {
    /// The number of input samples.
    var input: Int
    /// The number of output samples.
    var output: Int
    /// The part of the input that is mapped to the output.
    var start: Double
    var length: Double
    /// The part of the input that the picture covers. A partly covered sample has a proportionally smaller weight.
    var extent: (lower: Double, upper: Double)

    /// An upper bound of the input samples that one output sample needs.
    func taps(_ kernel: ResamplingFilter) -> Int {
      let width = 2 * kernel.support * max(length / Double(output), 1)
      return min(input, Int(min(width.rounded(.up), 1e9)) + 2)
    }
  }

  init(_ axis: Axis, _ kernel: ResamplingFilter) {
    count = axis.output
    taps = axis.taps(kernel)
    starts = RowBuffer(byteCount: axis.output * 8)
    lengths = RowBuffer(byteCount: axis.output * 8)
    weights = RowBuffer(floats: axis.output * taps)
    let scale = axis.length / Double(axis.output)
    let widening = max(scale, 1)
    let support = kernel.support * widening
    let lowest = min(max(0, Int(axis.extent.lower.rounded(.down))), axis.input - 1)
    let highest = min(axis.input, max(lowest + 1, Int((axis.extent.upper - 1e-9).rounded(.up))))
    for output in 0..<axis.output {
      let center = axis.start + (Double(output) + 0.5) * scale
      let nearest = min(max(lowest, Int(center.rounded(.down))), highest - 1)
      var first = min(max(lowest, Int((center - support + 0.5).rounded(.down))), nearest)
      var end = max(min(highest, Int((center + support + 0.5).rounded(.down))), nearest + 1)
      if end - first > taps {
        first = max(first, nearest - taps / 2)
        end = min(end, first + taps)
      }
      Self.fill(
        weights.floats + output * taps, from: first, to: end, nearest: nearest, axis.extent
      ) { kernel.value(at: ($0 - center) / widening) }
      starts.start.storeBytes(of: first, toByteOffset: output * 8, as: Int.self)
      lengths.start.storeBytes(of: end - first, toByteOffset: output * 8, as: Int.self)
    }
  }

  /// Writes the weights of the samples in `first..<end`, with a sum of 1.
  private static func fill(
    _ target: UnsafeMutablePointer<Float>, from first: Int, to end: Int, nearest: Int,
    _ extent: (lower: Double, upper: Double), kernel: (Double) -> Double
  ) {
    func weight(_ sample: Int) -> Double {
      let lower = max(Double(sample), extent.lower)
      let upper = min(Double(sample) + 1, extent.upper)
      return upper > lower ? kernel((lower + upper) / 2) * (upper - lower) : 0
    }
    var sum = 0.0
    for sample in first..<end { sum += weight(sample) }
    guard abs(sum) > 1e-9 else {
      for sample in first..<end { target[sample - first] = sample == nearest ? 1 : 0 }
      return
    }
    for sample in first..<end { target[sample - first] = Float(weight(sample) / sum) }
  }

  /// The memory in bytes for the weights of an axis.
  static func memory(_ axis: Axis, _ kernel: ResamplingFilter) -> Int {
    let (floats, overflow) = axis.output.multipliedReportingOverflow(by: axis.taps(kernel) + 4)
    return overflow || floats > .max / 8 ? .max : floats * 4
  }

  @inline(__always)
  func first(_ output: Int) -> Int { starts.start.load(fromByteOffset: output &* 8, as: Int.self) }

  @inline(__always)
  func length(_ output: Int) -> Int { lengths.start.load(fromByteOffset: output &* 8, as: Int.self) }

  @inline(__always)
  func values(_ output: Int) -> UnsafePointer<Float> { UnsafePointer(weights.floats + output &* taps) }
}

/// What samples are weighted by.
enum ResamplingFilter {
  case kernel(ResamplingKernel)
  /// A normal distribution with a standard deviation in pixels, cut off at three of them.
  case gaussian(Double)

  /// The distance from which on the filter is 0.
  var support: Double {
    switch self {
    case .kernel(let kernel): kernel.support
    case .gaussian(let deviation): (3 * deviation).rounded(.up) + 0.5
    }
  }

  func value(at distance: Double) -> Double {
    switch self {
    case .kernel(let kernel): return kernel.value(at: distance)
    case .gaussian(let deviation):
      let x = distance / deviation
      return exp(-0.5 * x * x)
    }
  }
}

/// The kernels as functions; the argument is a distance in output pixels (in input pixels when enlarging).
extension ResamplingKernel {
  /// The distance from which on the kernel is 0.
  package var support: Double {
    switch self {
    case .box: 0.5
    case .triangle: 1
    case .catmullRom: 2
    case .lanczos3: 3
    }
  }

  /// The kernel's value at a distance.
  package func value(at distance: Double) -> Double {
    let x = abs(distance)
    switch self {
    case .box:
      // Half open, so that a pixel on the border of two output pixels belongs to only one of them.
      return distance > -0.5 && distance <= 0.5 ? 1 : 0
    case .triangle:
      return x < 1 ? 1 - x : 0
    case .catmullRom:
      if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
      return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
    case .lanczos3:
      return x < 3 ? Self.lanczos3(x) : 0
    }
  }

  /// `sinc(x) * sinc(x / 3)` with one sine, by `sin 3y = 3 sin y - 4 sin³ y`.
  private static func lanczos3(_ x: Double) -> Double {
    let y = .pi * x / 3
    guard y > 1e-9 else { return 1 }
    let sine = sin(y)
    let square = sine * sine
    return square * (3 - 4 * square) / (3 * y * y)
  }
}
