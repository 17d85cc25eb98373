internal import Glibc
package import ImageModel

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
      // Half open, so that a pixel that lies on the border of two output pixels counts for one of them.
      return distance > -0.5 && distance <= 0.5 ? 1 : 0
    case .triangle:
      return x < 1 ? 1 - x : 0
    case .catmullRom:
      if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
      return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
    case .lanczos3:
      return x < 3 ? Self.sinc(x) * Self.sinc(x / 3) : 0
    }
  }

  private static func sinc(_ x: Double) -> Double {
    guard x != 0 else { return 1 }
    return sin(.pi * x) / (.pi * x)
  }
}
