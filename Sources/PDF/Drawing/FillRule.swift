/// Which parts of the plane are inside of a path that crosses itself (ISO 32000-1, 8.5.3.3).
public enum FillRule: String, Hashable, Sendable {
  case nonZero
  case evenOdd
}
