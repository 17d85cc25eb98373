/// An item of a HEIF file (ISO/IEC 14496-12, 8.11): an image, or a block of metadata.
package struct HEIFItem: Hashable, Sendable {
  package var id: UInt32
  /// Four characters: `hvc1`, `av01`, `grid`, `Exif`, `mime`.
  package var type: String
  /// The MIME type of an item of the type `mime`.
  package var contentType = ""
  package var isHidden = false
  /// The ranges of the data in the file; empty if the file does not have it.
  package var extents: [Range<UInt64>] = []
  /// Whether the file has the beginning of the data only.
  package var isCut = false
  /// Indices of `HEIFStructure.properties`, in the order of their application.
  package var properties: [Int] = []

  /// Whether the item is a picture, or makes one from others.
  package var isImage: Bool {
    ["hvc1", "av01", "grid", "iovl", "iden", "jpeg", "j2k1", "avc1", "vvc1", "unci", "tmap"].contains(type)
  }

  /// The MIME type of an XMP packet.
  package static let xmpContentType = "application/rdf+xml"

  /// Whether the item is an XMP packet.
  package var isXMP: Bool { type == "mime" && contentType == Self.xmpContentType }

  package var length: UInt64 { extents.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) } }
}

/// References of one type from an item to others (`iref`, 8.11.12).
package struct HEIFReference: Hashable, Sendable {
  /// `thmb`, `auxl`, `dimg`, `cdsc`, `prem`.
  package var type: String
  package var from: UInt32
  package var to: [UInt32]
}

/// One reference of an item to another.
struct HEIFLink: Hashable, Sendable {
  var type: String
  var from: UInt32
  var to: UInt32
}
