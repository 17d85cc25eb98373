internal import ByteStreams
internal import CTIFFShims
internal import ImageModel
internal import TIFFStructure

/// The parts of an Exif block that are copied into a page: descriptive texts as fields of its own, and the Exif and GPS
/// directories.
struct ExifTransfer {
  /// Texts by tag.
  private(set) var texts: [(tag: UInt16, text: [UInt8])] = []
  private(set) var exif: IFDTree?
  private(set) var gps: IFDTree?
  private(set) var diagnostics: [Diagnostic] = []

  /// ImageDescription, Make, Model, Software, DateTime, Artist, HostComputer, Copyright.
  private static let textTags: [UInt16] = [270, 271, 272, 305, 306, 315, 316, 33432]

  /// ComponentsConfiguration, CompressedBitsPerPixel, PixelXDimension, PixelYDimension and the Interoperability
  /// directory are for compressed data only (Exif 2.32, 4.6.8): a TIFF page has fields of its own for them.
  private static let compressedOnly: Set<UInt16> = [0x9101, 0x9102, 0xA002, 0xA003, IFDPointerTag.interoperability]

  /// Reads an Exif block: a TIFF stream.
  ///
  /// Fields that cannot be read are left out with a note; so is a block that is not a TIFF stream.
  ///
  /// - Throws: `io`.
  init(_ block: [UInt8], limits: Limits) throws(ImageError) {
    do throws(ImageError) {
      var reader = try IFDReader(MemoryByteSource(block), limits: limits)
      let main = try reader.directory(at: reader.firstOffset)
      for tag in Self.textTags {
        guard let entry = main[tag], case .text(let text)? = try value(of: entry, &reader) else { continue }
        texts.append((tag, text))
      }
      exif = try tree(at: IFDPointerTag.exif, of: main, &reader)
      if main.next != 0 {
        diagnostics.append(.note("the thumbnail in Exif is left out: in a TIFF file it would be a page"))
      }
      gps = try tree(at: IFDPointerTag.gps, of: main, &reader)
    } catch {
      if error.kind == .io { throw error }
      diagnostics.append(.note("Exif could not be kept: \(error.message)"))
    }
  }

  private mutating func value(of entry: IFDEntry, _ reader: inout IFDReader) throws(ImageError) -> IFDValue? {
    do throws(ImageError) {
      return try reader.value(of: entry)
    } catch {
      if error.kind == .io { throw error }
      diagnostics.append(.note("a field of Exif could not be kept: \(error.message)"))
      return nil
    }
  }

  private mutating func tree(
    at tag: UInt16, of directory: IFD, _ reader: inout IFDReader
  ) throws(ImageError) -> IFDTree? {
    guard let entry = directory[tag], let offset = try value(of: entry, &reader)?.firstInteger, offset > 0 else {
      return nil
    }
    let below: IFD
    do throws(ImageError) {
      below = try reader.directory(at: UInt64(offset))
    } catch {
      if error.kind == .io { throw error }
      diagnostics.append(.note("a directory of Exif could not be kept: \(error.message)"))
      return nil
    }
    var tree = IFDTree()
    for entry in below.entries {
      if entry.tag == IFDPointerTag.interoperability {
        diagnostics.append(.note("the Interoperability directory of Exif is left out: it is for JPEG files only"))
      }
      if !Self.compressedOnly.contains(entry.tag), let type = entry.type, type != .ifd, type != .ifd8,
        let value = try value(of: entry, &reader)
      {
        if entry.tag == OffsetTag.makerNote, case .bytes(let note) = value, !MakerNotePlacement.canMove(note) {
          diagnostics.append(.note("the maker note is left out: its offsets would be wrong in another file"))
          continue
        }
        tree.set(IFDField(entry.tag, .values(type, value)))
      }
    }
    return tree.fields.isEmpty ? nil : tree
  }

  /// Sets the texts, appends the directories to the sink, and sets the fields that lead to them.
  ///
  /// libtiff seeks to the end of the file before it writes, so bytes that are appended without it are kept.
  ///
  /// - Throws: `io`; `limitExceeded` for a place that 32-bit offsets cannot reach.
  func write(to sink: any ByteSink, _ handle: borrowing TIFFHandle, isBigTIFF: Bool) throws(ImageError) {
    for (tag, text) in texts {
      let isSet = (text + [0]).withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { tiff_shim_set_text(handle.shim, UInt32(tag), $0.baseAddress) }
      }
      guard isSet == 1 else { throw handle.error("libtiff refuses tag \(tag)") }
    }
    for (tag, tree) in [(IFDPointerTag.exif, exif), (IFDPointerTag.gps, gps)] {
      guard let tree else { continue }
      let offset = (sink.size + 1) & ~1
      let placed = try IFDWriter(bigTIFF: isBigTIFF).directory(tree, at: offset)
      try placed.bytes.withRawBytes { bytes throws(ImageError) in try sink.write(bytes, at: offset) }
      guard tiff_shim_set_offset(handle.shim, UInt32(tag), offset) == 1 else {
        throw handle.error("libtiff refuses tag \(tag)")
      }
    }
  }
}
