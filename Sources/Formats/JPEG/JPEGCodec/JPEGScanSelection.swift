internal import ByteStreams
internal import ImageModel
internal import JPEGStructure

/// Chooses the scans of a progressive file that matter at scale 1/8, where each block becomes one pixel: the DC scans.
///
/// libjpeg decodes chroma that is subsampled along both axes at a larger scale, so its AC scans are kept. The selection
/// gives the same pixels as the whole file.
struct JPEGScanSelection {
  /// The parts of the file to decode.
  var ranges: [Range<UInt64>]
  /// Bit n: of component n of the frame only the DC scans are decoded.
  var dcComponents: UInt32

  /// The selection for a file; nil if nothing can be left out or the file is too damaged to tell.
  static func select(
    from source: any ByteSource, _ structure: JPEGStructure, _ frame: JPEGFrame, limits: Limits
  ) throws(ImageError) -> JPEGScanSelection? {
    do throws(ImageError) {
      return try select(source, structure, frame, limits)
    } catch {
      if error.kind == .invalidData { return nil }
      throw error
    }
  }

  private static func select(
    _ source: any ByteSource, _ structure: JPEGStructure, _ frame: JPEGFrame, _ limits: Limits
  ) throws(ImageError) -> JPEGScanSelection? {
    guard let start = structure.firstScanOffset else { return nil }
    let detailed = Set(frame.components.filter { needsDetail($0, frame) }.map(\.identifier))
    var walker = JPEGScanWalker(source, from: start, limits: limits)
    var ranges = [0..<start]
    var skipped = false
    var hasDC = false
    while let element = try walker.next() {
      let range: Range<UInt64>
      switch element {
      case .segment(let segment): range = segment.offset..<segment.end
      case .scan(let scan):
        guard scan.header.spectralStart == 0 || scan.header.components.contains(where: detailed.contains) else {
          skipped = true
          continue
        }
        hasDC = hasDC || scan.header.spectralStart == 0
        range = scan.segment.offset..<scan.end
      }
      if ranges[ranges.count - 1].upperBound == range.lowerBound {
        ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }
    guard skipped, hasDC else { return nil }
    let dcComponents = frame.components.enumerated().reduce(0 as UInt32) { bits, component in
      detailed.contains(component.element.identifier) ? bits : bits | 1 << UInt32(component.offset)
    }
    return JPEGScanSelection(ranges: ranges, dcComponents: dcComponents)
  }

  /// Whether libjpeg decodes more than one sample a block of a component at 1/8: `jpeg_calc_output_dimensions`.
  private static func needsDetail(_ component: JPEGFrame.Component, _ frame: JPEGFrame) -> Bool {
    frame.maxHorizontalSampling % (component.horizontalSampling * 2) == 0
      && frame.maxVerticalSampling % (component.verticalSampling * 2) == 0
  }
}
