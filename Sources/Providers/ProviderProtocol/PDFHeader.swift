/// How a PDF begins.
///
/// Bytes may precede the header: mail gateways and scanners leave some there, and readers accept it in the first 1,024
/// bytes (Adobe's PDF Reference 1.7, appendix H, note 13).
package enum PDFHeader {
  package static let searchedBytes = 1_024

  /// Whether the header is in the first bytes of a file.
  package static func isIn(_ start: [UInt8]) -> Bool {
    let header = Array("%PDF-".utf8)
    let start = start.prefix(searchedBytes)
    return start.indices.contains { start[$0...].starts(with: header) }
  }
}
