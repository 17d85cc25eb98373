/// How an image is enlarged.
public enum Interpolation: String, Hashable, Sendable {
  /// Between pixels (`CAIRO_FILTER_GOOD`; `/Interpolate true` in PDF, which a viewer may ignore).
  case smooth
  /// Each pixel a rectangle of one colour (`CAIRO_FILTER_NEAREST`).
  case none
}
