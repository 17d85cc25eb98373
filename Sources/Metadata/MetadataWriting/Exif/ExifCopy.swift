internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

/// Copies fields of another Exif block into a directory, in place of its own.
struct ExifCopy {
  let block: [UInt8]
  /// The kinds that are copied.
  let kinds: MetadataSelection
  /// Whether fields that describe the pixels are copied.
  var pixels = false
  let limits: Limits

  /// Copies the fields. The directory's own fields of these kinds are removed first.
  ///
  /// - Returns: the changes, in the words of reports.
  /// - Throws: `ImageError` if the block cannot be read.
  func apply(to editor: inout IFDEditor, main: Int, isPage: Bool) throws(ImageError) -> [String] {
    let source = try IFDEditor(MemoryByteSource(block), isFile: false, limits: limits)
    clear(&editor, main: main, isPage: isPage)
    var copied = false
    for field in source.fields(of: 0) where takes(field.tag, .main, isPage: isPage) {
      copied = try copy(field, of: source, to: main, &editor) || copied
    }
    for (pointer, home) in [(IFDPointerTag.exif, ExifTag.Home.exif), (IFDPointerTag.gps, .gps)] {
      guard let child = source.child(pointer, of: 0) else { continue }
      let fields = source.fields(of: child).filter { takes($0.tag, home, isPage: isPage) }
      guard !fields.isEmpty else { continue }
      let target = try editor.makeChild(pointer, of: main)
      for field in fields { copied = try copy(field, of: source, to: target, &editor) || copied }
    }
    return copied ? ["copied exif"] : []
  }

  /// Whether the block has a maker note that was requested. It is not copied.
  var leavesMakerNote: Bool {
    guard kinds.contains(.makerNotes),
      let source = try? IFDEditor(MemoryByteSource(block), isFile: false, limits: limits),
      let exif = source.child(IFDPointerTag.exif, of: 0)
    else { return false }
    return source.field(OffsetTag.makerNote, in: exif) != nil
  }

  /// Whether a field is copied. A maker note is not: its offsets count from the beginning of its block.
  private func takes(_ tag: UInt16, _ home: ExifTag.Home, isPage: Bool) -> Bool {
    let pointers = [IFDPointerTag.exif, IFDPointerTag.gps, IFDPointerTag.interoperability]
    if home != .gps, pointers.contains(tag) { return false }
    return isMeant(tag, home) && ExifKind.of(tag, in: home) != .makerNotes
  }

  private func isMeant(_ tag: UInt16, _ home: ExifTag.Home) -> Bool {
    ExifKind.describesPixels(tag, in: home) ? pixels : kinds.contains(ExifKind.of(tag, in: home))
  }

  private func clear(_ editor: inout IFDEditor, main: Int, isPage: Bool) {
    let own = editor.fields(of: main).map(\.tag).filter { tag in
      tag != IFDPointerTag.exif && !(isPage && ExifKind.isStorage(tag)) && isReplaced(tag, .main)
    }
    editor.remove(Set(own), from: main)
    for exif in editor.children(IFDPointerTag.exif, of: main) {
      editor.remove(Set(editor.fields(of: exif).map(\.tag).filter { isReplaced($0, .exif) }), from: exif)
    }
  }

  private func isReplaced(_ tag: UInt16, _ home: ExifTag.Home) -> Bool {
    ExifKind.of(tag, in: home) != .makerNotes && isMeant(tag, home)
  }

  private func copy(
    _ field: IFDEditor.Field, of source: borrowing IFDEditor, to directory: Int,
    _ editor: inout IFDEditor
  ) throws(ImageError) -> Bool {
    guard let type = field.type, let bytes = try? source.value(of: field) else { return false }
    var value = bytes
    if source.isBigEndian != editor.isBigEndian {
      // UserComment in UTF-16 has the byte order of its block (Exif 2.32, 4.6.5, UserComment).
      let isWide = type == .undefined && bytes.starts(with: Array("UNICODE\0".utf8))
      value =
        isWide ? Array(bytes.prefix(8)) + Self.swapped(Array(bytes.dropFirst(8)), .short) : Self.swapped(bytes, type)
    }
    editor.set(field.tag, type, value, in: directory)
    return true
  }

  /// The bytes of values in the other byte order.
  private static func swapped(_ bytes: [UInt8], _ type: IFDFieldType) -> [UInt8] {
    let size: Int
    switch type {
    case .rational, .signedRational: size = 4
    default: size = type.byteCount
    }
    guard size > 1 else { return bytes }
    return stride(from: 0, to: bytes.count, by: size).flatMap { bytes[$0..<min($0 + size, bytes.count)].reversed() }
  }
}
