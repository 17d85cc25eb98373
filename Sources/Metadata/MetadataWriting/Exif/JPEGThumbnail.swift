internal import ByteStreams
package import ImageModel
internal import JPEGStructure
internal import MetadataModel

/// A thumbnail of an Exif block, and the metadata in it.
package enum JPEGThumbnail {
  /// A JPEG file without its metadata, also between scans, and what follows the picture, as a thumbnail has to be (Exif
  /// 2.32, 4.5.5). The marks of JFIF and Adobe stay.
  ///
  /// - Throws: `invalidData` for bytes that are not a whole JPEG file; `limitExceeded` for too many scans.
  package static func plain(_ picture: [UInt8]) throws(ImageError) -> [UInt8] {
    guard picture.starts(with: [0xFF, JPEGMarker.startOfImage.code]) else {
      throw ImageError(.invalidData, "is not a JPEG file")
    }
    let cutShort = ImageError(.invalidData, "is not a whole JPEG file")
    var plain = Array(picture[..<2])
    var (hasFrame, hasScan) = (false, false)
    var walker = JPEGScanWalker(MemoryByteSource(picture), from: 2, limits: Limits())
    while let element = try walker.next() {
      switch element {
      case .scan(let scan):
        guard hasFrame, scan.isComplete else { throw cutShort }
        hasScan = true
        plain += picture[Int(scan.segment.offset)..<Int(scan.end)]
      case .segment(let segment):
        let marker = segment.marker
        let content = picture[Int(segment.offset)..<Int(segment.end)]
        if marker == .endOfImage, hasScan { return plain + content }
        guard !segment.isCutShort, !marker.standsAlone else { throw cutShort }
        if marker.isFrameHeader { hasFrame = true }
        let isMark = marker == .application(0) || marker == .application(14)
        if !marker.isMetadata || isMark { plain += content }
      }
    }
    throw cutShort
  }

  /// The kinds that are looked for.
  static let searched: MetadataSelection = [.exif, .gps, .serialNumbers, .xmp, .iptc]

  /// What edits would remove from the segments before the first scan, as reports word it. Nothing for a picture that is
  /// not a JPEG stream: its bytes are pixels.
  static func removals(from picture: [UInt8], _ edits: MetadataEdits, limits: Limits) -> [String] {
    guard picture.starts(with: [0xFF, JPEGMarker.startOfImage.code]) else { return [] }
    var found: [String] = []
    var position = 2
    while position + 3 < picture.count, picture[position] == 0xFF {
      let marker = JPEGMarker(picture[position + 1])
      // Fill bytes may precede a marker (ITU-T T.81, B.1.1.2).
      if marker.code == 0xFF {
        position += 1
        continue
      }
      if marker == .startOfScan || marker == .endOfImage { break }
      if marker.standsAlone {
        position += 2
        continue
      }
      let end = position + 2 + Int(picture[position + 2]) << 8 + Int(picture[position + 3])
      if marker == .application(1) || marker == .application(13) {
        let content = Array(picture[min(position + 4, picture.count)..<min(max(end, position + 4), picture.count)])
        for name in removals(fromSegment: content, edits, limits: limits) where !found.contains(name) {
          found.append(name)
        }
      }
      position = end
    }
    return found
  }

  private static func removals(fromSegment content: [UInt8], _ edits: MetadataEdits, limits: Limits) -> [String] {
    var strict = MetadataEdits()
    strict.selection = edits.selection
    // A thumbnail in a thumbnail is not searched, so it counts as private.
    strict.selection.remove(.thumbnail)
    var revision = BlockRevision(strict, nil, limits: limits)
    // Smaller gaps are padding, for which no thumbnail is removed.
    revision.leastLeftover = 16
    /// The segment's bytes after the name with which it begins.
    func block(_ name: String) -> [UInt8]? {
      content.starts(with: name.utf8) ? Array(content.dropFirst(name.utf8.count)) : nil
    }
    do throws(ImageError) {
      if let exif = block("Exif\0\0") {
        _ = try revision.exif(exif, ExifRevision.Container())
      } else if let packet = block("http://ns.adobe.com/xap/1.0/\0") {
        _ = try revision.xmp(packet, extended: nil, orientation: nil)
      } else if let resources = block("Photoshop 3.0\0") {
        _ = try revision.photoshop(resources)
      } else if block("Adobe_CM\0") == nil {
        // An unknown segment may hold anything. Adobe's is the number of a way to convert colours.
        return ["unknown metadata"]
      }
    } catch {
      return ["metadata that cannot be read"]
    }
    // A maker note in an unknown layout is mentioned only in notes.
    let names = revision.changes.map { $0.hasPrefix("deleted ") ? String($0.dropFirst(8)) : $0 }
    return names + (revision.diagnostics.isEmpty ? [] : ["metadata that cannot be searched"])
  }
}
