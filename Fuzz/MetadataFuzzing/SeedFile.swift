package import ImageModel
internal import MetadataModel

/// A file that provides initial inputs, and its metadata.
package struct SeedFile {
  private let bytes: [UInt8]
  private let name: String
  private let metadata: ImageMetadata?

  package init(_ bytes: [UInt8], name: String) {
    self.bytes = bytes
    self.name = name
    metadata = try? read(bytes, fileName: name)
  }

  /// The initial inputs of a target.
  package func seeds(for target: FuzzTarget) -> [[UInt8]] {
    target.seeds(self).filter { $0.count <= target.maxLength }
  }

  /// The file itself, if it has the format; also a broken file, if any of it can be read.
  package func whole(_ format: String) -> [[UInt8]] { metadata?.format == format ? [bytes] : [] }

  /// The file itself, if it is a PDF.
  package var pdf: [[UInt8]] { bytes.starts(with: Array("%PDF-".utf8)) ? [bytes] : [] }

  /// The file itself, if its name is that of a page description or of its data.
  package var descriptions: [[UInt8]] { whole(ifNamed: [".json", ".jsonl", ".plist"]) }

  /// The file itself, if its name ends in one of these ways.
  package func whole(ifNamed suffixes: [String]) -> [[UInt8]] {
    suffixes.contains { name.hasSuffix($0) } ? [bytes] : []
  }

  /// The first bytes of the file, if its name ends in one of these ways.
  package func beginning(_ count: Int, ifNamed suffixes: [String]) -> [[UInt8]] {
    whole(ifNamed: suffixes).map { Array($0.prefix(count)) }
  }

  /// Its uncompressed blocks of one kind.
  package func blocks(_ kind: MetadataBlock.Kind) -> [[UInt8]] {
    guard let metadata else { return [] }
    return (metadata.blocks + metadata.images.flatMap(\.blocks)).filter { $0.kind == kind }.map(\.bytes)
  }

  /// IPTC datasets, also those within Photoshop resources.
  package var iptc: [[UInt8]] {
    let head = Array("8BIM".utf8) + [0x04, 0x04, 0, 0]
    return blocks(.iptc)
      + blocks(.photoshop).compactMap { block in
        guard block.count >= 12,
          let start = (0...block.count - 12).first(where: { block[$0..<$0 + 8].elementsEqual(head) })
        else { return nil }
        let length = block[start + 8..<start + 12].reduce(0) { $0 << 8 | Int($1) }
        return Array(block[(start + 12)...].prefix(length))
      }
  }
}
