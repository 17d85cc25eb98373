internal import ImageModel

/// Samples that are delivered as the file stores them, for a copy that changes nothing: bilevel pixels, palettes, and
/// depths that `PixelFormat` lacks.
///
/// All samples of a pixel lie together. Samples of 8, 16, 24, 32 and 64 bits have the machine's byte order; others
/// follow each other with the highest bit first. Rows begin at a byte.
package struct StoredSamples: Hashable, Sendable {
  package enum Kind: UInt16, Hashable, Sendable {
    case unsigned = 1
    case signed = 2
    case float = 3
  }

  /// The bits of a sample.
  package var bits: Int
  package var kind: Kind
  package var samplesPerPixel: Int
  /// TIFF's PhotometricInterpretation.
  package var interpretation: UInt16
  /// TIFF's ExtraSamples.
  package var extraSamples: [UInt16]
  /// For palettes: 2^bits values of 16 bits for red, then for green, then for blue.
  package var palette: [UInt16]

  package init(
    bits: Int, kind: Kind, samplesPerPixel: Int, interpretation: UInt16, extraSamples: [UInt16], palette: [UInt16]
  ) {
    self.bits = bits
    self.kind = kind
    self.samplesPerPixel = samplesPerPixel
    self.interpretation = interpretation
    self.extraSamples = extraSamples
    self.palette = palette
  }

  /// One bit a pixel, 0 for white or for black.
  package var isBilevel: Bool { bits == 1 && samplesPerPixel == 1 && interpretation < 2 }

  package var bitsPerPixel: Int { bits * samplesPerPixel }
}
