package import ImageModel

/// A frame header (SOFn): the size, the components and the process. ITU-T T.81, B.2.2.
package struct JPEGFrame: Hashable, Sendable {
  /// How the coefficients are coded.
  package enum Process: Hashable, Sendable {
    case baseline, extendedSequential, progressive, lossless
    /// A hierarchical process, which refines a smaller picture. No decoder in use reads it.
    case hierarchical
  }

  package struct Component: Hashable, Sendable {
    package var identifier: UInt8
    package var horizontalSampling: Int
    package var verticalSampling: Int
    package var quantizationTable: Int
  }

  package var marker: JPEGMarker
  /// Where the header's content begins in the file.
  package var offset: UInt64
  /// Bits of a sample.
  package var precision: Int
  /// The size; a height of 0 was replaced by that of a DNL segment where there is one.
  package var size: PixelSize
  /// Whether the height in the header is 0. A DNL segment after the first scan then gives it.
  package var leavesHeightOpen = false
  package var components: [Component]

  /// A header from its content.
  ///
  /// - Throws: `invalidData` when it is cut short or its sampling factors are impossible.
  init(_ marker: JPEGMarker, offset: UInt64, content: [UInt8]) throws(ImageError) {
    guard content.count >= 6 else { throw ImageError(.invalidData, "the frame header is cut short", format: "JPEG") }
    let count = Int(content[5])
    guard count > 0, content.count >= 6 + 3 * count else {
      throw ImageError(.invalidData, "the frame header is cut short", format: "JPEG")
    }
    self.marker = marker
    self.offset = offset
    precision = Int(content[0])
    size = PixelSize(
      width: Int(content[3]) << 8 | Int(content[4]), height: Int(content[1]) << 8 | Int(content[2]))
    leavesHeightOpen = size.height == 0
    components = (0..<count).map { index in
      let start = 6 + 3 * index
      return Component(
        identifier: content[start], horizontalSampling: Int(content[start + 1] >> 4),
        verticalSampling: Int(content[start + 1] & 15), quantizationTable: Int(content[start + 2]))
    }
    let sampling = 1...4
    guard components.allSatisfy({ sampling ~= $0.horizontalSampling && sampling ~= $0.verticalSampling }) else {
      throw ImageError(.invalidData, "the frame header has impossible sampling factors", format: "JPEG")
    }
  }

  package var process: Process {
    switch marker.code {
    case 0xC0: .baseline
    case 0xC1, 0xC9: .extendedSequential
    case 0xC2, 0xCA: .progressive
    case 0xC3, 0xCB: .lossless
    default: .hierarchical
    }
  }

  /// Whether the entropy coding is arithmetic instead of Huffman's.
  package var isArithmetic: Bool { marker.code >= 0xC9 }

  package var maxHorizontalSampling: Int { components.reduce(1) { max($0, $1.horizontalSampling) } }
  package var maxVerticalSampling: Int { components.reduce(1) { max($0, $1.verticalSampling) } }

  /// The memory in bytes for all coefficients at two bytes each, including blocks at the borders.
  package var coefficientBytes: Int {
    // Every factor is bounded by its field: 16 bits for an axis, 4 for sampling, 8 for components.
    let (maxH, maxV) = (maxHorizontalSampling, maxVerticalSampling)
    let columns = (size.width + 8 * maxH - 1) / (8 * maxH)
    let rows = (size.height + 8 * maxV - 1) / (8 * maxV)
    return components.reduce(0) { sum, component in
      sum + columns * component.horizontalSampling * rows * component.verticalSampling * 128
    }
  }

  /// The chroma subsampling in the usual notation, or the sampling factors (`2x2,1x2,1x2`) if there is none for them.
  ///
  /// Meaningful for pictures with luma and chroma only.
  package var subsampling: String {
    let factors = components.map { "\($0.horizontalSampling)x\($0.verticalSampling)" }.joined(separator: ",")
    guard components.count >= 3 else { return factors }
    let (luma, chroma) = (components[0], components[1])
    guard chroma.horizontalSampling == components[2].horizontalSampling,
      chroma.verticalSampling == components[2].verticalSampling,
      luma.horizontalSampling % chroma.horizontalSampling == 0, luma.verticalSampling % chroma.verticalSampling == 0
    else { return factors }
    switch (
      luma.horizontalSampling / chroma.horizontalSampling, luma.verticalSampling / chroma.verticalSampling
    ) {
    case (1, 1): return "4:4:4"
    case (2, 1): return "4:2:2"
    case (2, 2): return "4:2:0"
    case (1, 2): return "4:4:0"
    case (4, 1): return "4:1:1"
    case (4, 2): return "4:1:0"
    case (1, 4): return "4:4:1"
    case (2, 4): return "4:2:1"
    default: return factors
    }
  }
}
