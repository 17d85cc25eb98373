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
