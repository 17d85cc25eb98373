internal import ImageModel
internal import MetadataWriting

extension FuzzTarget {
  /// What changes blocks on their way into another file.
  static let editors = [
    FuzzTarget(name: "edit-exif", run: { try editExif($0) }, seeds: { $0.blocks(.exif) }),
    FuzzTarget(name: "edit-xmp", run: { try editXMP($0) }, seeds: { $0.blocks(.xmp) + $0.blocks(.extendedXMP) }),
  ]

  private static func editExif(_ block: [UInt8]) throws {
    var all = try ExifEditor(block, limits: .standard)
    try all.setOrientation(.right)
    try all.setPixelSize(PixelSize(width: 70_000, height: 1))
    try all.removeResolution()
    try all.removeSerialNumbers()
    try all.removeMakerNote()
    try all.removeGPS()
    try all.removeThumbnail()
    let edited = try again(all.finish())
    guard !edited.hasGPS, !edited.hasMakerNote else {
      throw BrokenPromise("the position or the maker note is still there")
    }
    var location = try ExifEditor(block, limits: .standard)
    try location.removeGPS()
    guard try !again(location.finish()).hasGPS else { throw BrokenPromise("the position is still there") }
  }

  private static func again(_ block: [UInt8]) throws -> ExifEditor {
    do {
      return try ExifEditor(block, limits: .standard)
    } catch {
      throw BrokenPromise("the edited block cannot be read: \(error)")
    }
  }

  private static func editXMP(_ packet: [UInt8]) throws {
    var changes = XMPEditor.Changes()
    changes.orientation = .right
    changes.removesLocation = true
    changes.removesSerialNumbers = true
    changes.removesThumbnails = true
    changes.removesExtension = true
    guard let edited = XMPEditor.edited(packet, changes) else { return }
    guard let second = XMPEditor.edited(edited, changes) else {
      throw BrokenPromise("the edited packet is not well-formed")
    }
    guard second == edited else { throw BrokenPromise("editing again finds something that should be gone") }
    try read(edited, fileName: "sidecar.xmp")
  }
}
