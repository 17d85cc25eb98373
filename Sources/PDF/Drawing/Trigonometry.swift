internal import Glibc

enum Trigonometry {
  /// Exact for quarter turns, so that a page turned by 90 degrees has no coordinates such as 6e-17.
  static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    let turned = degrees.truncatingRemainder(dividingBy: 360)
    return switch turned < 0 ? turned + 360 : turned {
    case 0: (0, 1)
    case 90: (1, 0)
    case 180: (0, -1)
    case 270: (-1, 0)
    default: (sin(turned * .pi / 180), cos(turned * .pi / 180))
    }
  }
}
