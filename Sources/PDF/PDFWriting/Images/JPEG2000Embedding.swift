internal import ByteStreams
internal import ImageModel
internal import JPEG2000Structure

/// Embeds JPEG 2000 files as they are, for the filter JPXDecode (ISO 32000-1, 7.4.9). It needs the boxes of JP2,
/// which a codestream alone gets here.
enum JPEG2000Embedding {
  static func plan(_ input: EmbeddingInput, _ spaces: inout ColorSpaces) throws(ImageError) -> ImagePlan {
    if let plan = try passing(input) { return plan }
    return try RowPacking.plan(
      input, &spaces, handling: .transcoded, reason: "PDF readers do not support this kind of JPEG 2000")
  }

  /// nil if PDF readers may not understand the data, or if it does not say what its components mean.
  private static func passing(_ input: EmbeddingInput) throws(ImageError) -> ImagePlan? {
    let structure = try JPEG2000Structure.read(input.bytes, limits: input.limits)
    let bits = structure.components.map(\.bits).max() ?? 0
    // PDF readers support 16 bits, but not all of them support components of different resolutions.
    guard bits <= 16, !structure.isSubsampled else { return nil }
    // They know an alpha channel only by its definition.
    guard structure.alpha == .none || structure.opacity != .none else { return nil }
    var diagnostics: [Diagnostic] = []
    var image = ImagePlan.Stored(size: structure.size, bits: bits, filter: "JPXDecode", content: [])
    let channels = structure.colorChannels
    if let known = channelCount(structure.colorSpace), known <= channels {
      if known < channels {
        diagnostics.append(.note("PDF viewers ignore the components after the first \(known)"))
      }
    } else if channels == 1 || channels == 3 {
      image.colorSpace = .name(channels == 1 ? "DeviceGray" : "DeviceRGB")
    } else {
      return nil
    }
    if structure.boxes.isEmpty {
      image.content = [.bytes(header(structure, bits)), .range(input.bytes, structure.codestream)]
    } else {
      let metadata: Set<String> = input.options.keepsMetadata ? [] : ["uuid", "xml ", "uinf", "jp2i"]
      for box in structure.boxes where !metadata.contains(box.type) {
        image.content.append(.range(input.bytes, box.range))
      }
    }
    if structure.colorSpace == .enumerated(18) {
      diagnostics.append(.note("the colours are sYCC, which some PDF viewers do not convert"))
    }
    if structure.opacity != .none {
      image.maskInData = structure.opacity == .straight ? 1 : 2
      diagnostics.append(.note("some PDF viewers ignore transparency in JPEG 2000 data"))
    }
    return ImagePlan(
      image: image, handling: .passed, reason: "JPEG 2000 data is embedded as it is", diagnostics: diagnostics)
  }

  /// The number of channels of a colour space that PDF readers know; nil for others.
  private static func channelCount(_ space: JPEG2000Structure.ColorSpace?) -> Int? {
    switch space {
    case .enumerated(12): 4
    case .enumerated(16), .enumerated(18): 3
    case .enumerated(17): 1
    case .icc(let bytes): ICCHeader(bytes)?.colorModel?.channelCount
    case .enumerated, nil: nil
    }
  }

  /// The boxes before a codestream (ISO/IEC 15444-1, annex I): signature, file type, header. Its own box is open to the
  /// end.
  private static func header(_ structure: JPEG2000Structure, _ bits: Int) -> [UInt8] {
    let (size, count) = (structure.size, UInt16(structure.components.count))
    let depths = structure.components.map { UInt8($0.bits - 1) | ($0.isSigned ? 0x80 : 0) }
    let isUniform = Set(depths).count == 1
    let image =
      UInt32(size.height).bigEndianBytes + UInt32(size.width).bigEndianBytes + count.bigEndianBytes
      + [isUniform ? depths[0] : 255, 7, 0, 0]
    let color = [1, 0, 0] + UInt32(count == 1 ? 17 : 16).bigEndianBytes
    let parts =
      ISOBox.bytes("ihdr", image) + (isUniform ? [] : ISOBox.bytes("bpcc", depths)) + ISOBox.bytes("colr", color)
    return ISOBox.bytes("jP  ", [0x0D, 0x0A, 0x87, 0x0A]) + ISOBox.bytes("ftyp", Array("jp2 \0\0\0\0jp2 ".utf8))
      + ISOBox.bytes("jp2h", parts)
      + [0, 0, 0, 0] + Array("jp2c".utf8)
  }
}
