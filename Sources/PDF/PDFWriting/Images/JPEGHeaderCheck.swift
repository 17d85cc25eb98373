internal import ByteStreams
internal import ImageModel
internal import JPEGStructure

/// Whether the segments before the first scan are such as every JPEG decoder reads.
///
/// Looks at headers only: damage inside the data shows when it is decoded, which would cost a hundred times the copying.
struct JPEGHeaderCheck {
  private let structure: JPEGStructure
  private let frame: JPEGFrame

  init(_ structure: JPEGStructure, _ frame: JPEGFrame) {
    self.structure = structure
    self.frame = frame
  }

  /// false asks for a look at the data: what is odd need not be damage.
  func isPlain(in source: any ByteSource) throws(ImageError) -> Bool {
    guard structure.diagnostics.allSatisfy({ $0.severity == .note }), let scan = structure.firstScan,
      structure.adobe.map({ $0.transform <= 2 }) ?? true, isPlain(frame), isPlain(scan)
    else { return false }
    var huffmanTables: Set<UInt8> = []
    var scanSelectors: [UInt8] = []
    for (index, segment) in structure.segments.enumerated() where !segment.marker.isMetadata {
      switch segment.marker {
      case .startOfImage: guard index == 0 else { return false }
      case .restartInterval: guard segment.contentLength == 2 else { return false }
      case .quantizationTables: break
      case .huffmanTables:
        let content = try source.bytes(at: segment.contentOffset, count: segment.contentLength)
        guard let numbers = Self.huffmanTables(content) else { return false }
        huffmanTables.formUnion(numbers)
      case .startOfScan:
        let content = try source.bytes(at: segment.contentOffset, count: segment.contentLength)
        guard content.count == 2 * scan.components.count + 4 else { return false }
        scanSelectors = (0..<scan.components.count).map { content[2 + 2 * $0] }
      default: guard segment.marker.isFrameHeader else { return false }
      }
    }
    // A progressive file begins with DC coefficients, which need no table for AC.
    return scanSelectors.allSatisfy { selector in
      huffmanTables.contains(selector >> 4)
        && (frame.process == .progressive || huffmanTables.contains(0x10 | selector & 15))
    }
  }

  private func isPlain(_ frame: JPEGFrame) -> Bool {
    let blocks = frame.components.reduce(0) { $0 + $1.horizontalSampling * $1.verticalSampling }
    let tablesExist = frame.components.allSatisfy { structure.quantizationTables[$0.quantizationTable] != nil }
    return tablesExist && (frame.components.count == 1 || blocks <= 10)
      && Set(frame.components.map(\.identifier)).count == frame.components.count
  }

  private func isPlain(_ scan: JPEGScanHeader) -> Bool {
    let identifiers = Set(frame.components.map(\.identifier))
    guard !scan.components.isEmpty, Set(scan.components).count == scan.components.count,
      scan.components.allSatisfy({ identifiers.contains($0) }), scan.approximationHigh == 0
    else { return false }
    return frame.process == .progressive
      ? scan.spectralStart == 0 && scan.spectralEnd == 0 && scan.approximationLow <= 13
      : scan.spectralStart == 0 && scan.spectralEnd == 63 && scan.approximationLow == 0
  }

  /// The numbers of the tables in a DHT segment, their class in the upper half; nil where one makes no sense
  /// (ITU-T T.81, B.2.4.2).
  private static func huffmanTables(_ content: [UInt8]) -> [UInt8]? {
    var numbers: [UInt8] = []
    var place = 0
    while place < content.count {
      guard place + 17 <= content.count, content[place] & 0xEC == 0 else { return nil }
      numbers.append(content[place])
      // Codes of a length use up room that longer ones can share; more than all is no code.
      var (count, room) = (0, 1)
      for length in 1...16 {
        let codes = Int(content[place + length])
        count += codes
        room = 2 * room - codes
        guard room >= 0 else { return nil }
      }
      guard count <= 256 else { return nil }
      place += 17 + count
    }
    return place == content.count ? numbers : nil
  }
}
