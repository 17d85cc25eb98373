/// How pages of existing PDFs are made smaller.
package struct ShrinkOptions: Hashable, Sendable {
  /// Pictures with more dots per inch than this, as they are drawn, are reduced to it.
  package var resolution = 150.0
  /// The quality of JPEG, 1 to 100.
  package var quality = 75

  /// Whether pictures and colours become grey.
  package var makesGray = false

  package init() {}

  /// A new picture that is not smaller than this part of the old one is not used: it would lose quality for nothing.
  static let worthwhile = 0.9
  /// A picture is reduced if the new one has less than this part of its pixels.
  static let reduction = 0.8
}
