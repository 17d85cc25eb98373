internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import MetadataWriting
internal import TIFFStructure

extension FuzzTarget {
  /// The editors of blocks that a conversion passes on.
  static let editors = [
    FuzzTarget(name: "edit-exif", run: { try editExif($0) }, seeds: { $0.blocks(.exif) }),
    FuzzTarget(
      name: "edit-xmp", dictionary: "xmp", run: { try editXMP($0) },
      seeds: { $0.blocks(.xmp) + $0.blocks(.extendedXMP) }),
  ]

  private static func editExif(_ block: [UInt8]) throws {
    let cases: [(MetadataSelection, PixelSize?)] = [
      (.exif, PixelSize(width: 70_000, height: 1)), (MetadataSelection.all.subtracting([.gps, .makerNotes]), nil),
    ]
    for (selection, size) in cases {
      guard let edited = carried(block, selection, size) else { continue }
      let editor: IFDEditor
      do {
        editor = try IFDEditor(MemoryByteSource(edited), isFile: false, limits: .standard)
      } catch {
        throw BrokenPromise("the edited block cannot be read: \(error)")
      }
      let directories = [0] + editor.children(IFDPointerTag.exif, of: 0)
      for directory in directories {
        guard editor.field(IFDPointerTag.gps, in: directory) == nil else {
          throw BrokenPromise("the position is still there")
        }
        guard editor.field(0x927C, in: directory) == nil else { throw BrokenPromise("the maker note is still there") }
      }
    }
  }

  /// The block as a conversion passes it on.
  private static func carried(_ block: [UInt8], _ selection: MetadataSelection, _ resized: PixelSize?) -> [UInt8]? {
    var metadata = ImageMetadata(format: "jpeg", contentType: "public.jpeg", byteCount: 0)
    metadata.images = [ImageMetadata.Image(info: nil)]
    metadata.blocks = [MetadataBlock(.exif, offset: 0, bytes: block)]
    return MetadataCarrier.carry(
      metadata: metadata, imageIndex: 0, selection: selection, orientationApplied: true,
      change: resized.map { PictureChange(source: PixelSize(width: 640, height: 480), size: $0) },
      limits: .standard
    ).exif
  }

  private static func editXMP(_ packet: [UInt8]) throws {
    var changes = XMPEditor.Changes()
    changes.orientation = .right
    changes.removesLocation = true
    changes.removesSerialNumbers = true
    changes.removesThumbnails = true
    changes.removesExtension = true
    changes.lost = .all
    var picture = PictureChange(
      source: PixelSize(width: 640, height: 480), stored: .right, size: PixelSize(width: 120, height: 160))
    picture.turn = .right
    picture.part = Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    changes.picture = picture
    guard let edited = XMPEditor.edited(packet, changes) else { return }
    changes.picture = nil
    guard let second = XMPEditor.edited(edited, changes) else {
      throw BrokenPromise("the edited packet is not well-formed")
    }
    guard second == edited else { throw BrokenPromise("editing again finds something that should be gone") }
    try read(edited, fileName: "sidecar.xmp")
  }
}
