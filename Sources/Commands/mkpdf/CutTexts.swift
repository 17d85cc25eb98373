internal import ImageModel

/// Counts the texts that end in an ellipsis because they had no room. Pages are drawn later than they are made, so it is shared.
final class CutTexts {
  private var captions = 0
  private var edges = 0
  private var first: String?

  /// Counts the caption of an input.
  func add(captionOf name: String) {
    captions += 1
    if first == nil { first = name }
  }

  /// Counts headers and footers.
  func add(edges count: Int) { edges += count }

  /// What a user should know, in one note for all pages.
  var diagnostics: [Diagnostic] {
    var notes: [Diagnostic] = []
    if captions > 0, let first {
      notes.append(
        .note(
          captions == 1
            ? "the caption of \(first) had no room and is cut"
            : "\(captions) captions had no room and are cut, the first that of \(first)"))
    }
    if edges > 0 {
      notes.append(
        .note(
          edges == 1
            ? "a header or footer had no room and is cut" : "\(edges) headers and footers had no room and are cut"))
    }
    return notes
  }
}
