/// Whether a preview that is embedded in the file may stand in for the picture.
public enum EmbeddedPreviewUse: String, Hashable, Sendable, CaseIterable {
  /// If it is large enough, has the same aspect and is sound.
  case auto
  case never
  /// Only it: a file without one is an error.
  case only
}
