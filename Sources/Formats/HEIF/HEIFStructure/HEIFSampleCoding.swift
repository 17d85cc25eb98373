package import ImageModel

/// What the samples of a picture mean.
package struct HEIFSampleCoding: Hashable, Sendable {
  /// By `nclx`, or else by the header of the bitstream, where 2 is unspecified and the range is limited by default.
  package var points: CodePoints
  /// Whether the range of `points` was declared, and is not the default.
  package var declaresRange = false
  package var chroma: ChromaPosition

  package init(
    points: CodePoints = CodePoints(primaries: 2, transfer: 2, matrix: 2, isFullRange: false),
    chroma: ChromaPosition = .center
  ) {
    (self.points, self.chroma) = (points, chroma)
  }

  /// Where the samples of chroma lie if there are fewer of them than of luma: half samples of luma to the right of the
  /// first one, and below it.
  package struct ChromaPosition: Hashable, Sendable {
    package var right: Int
    package var down: Int

    /// In the middle of four samples of luma, as in JPEG. It is taken for a bitstream of AV1 that does not say it.
    package static let center = Self(right: 1, down: 1)
    package static let left = Self(right: 0, down: 1)
    package static let topLeft = Self(right: 0, down: 0)
    package static let top = Self(right: 1, down: 0)
    package static let bottomLeft = Self(right: 0, down: 2)
    package static let bottom = Self(right: 1, down: 2)
  }
}
