/// The boxes of a page (ISO 32000-1, 14.11.2).
public enum PageBox: String, Hashable, Sendable, CaseIterable {
  /// The medium; every page has one.
  case media
  /// What is shown; the media box where the page does not say.
  case crop
  /// What is kept in production; the crop box where the page does not say.
  case bleed
  /// The finished page; the crop box where the page does not say.
  case trim
  /// The meaningful content; the crop box where the page does not say.
  case art
}
