internal import ByteStreams
internal import ContentTypes
internal import Glibc
internal import ImageModel
internal import MetadataModel
internal import MetadataReports
internal import StructuredText

/// The group File: the file's status, its type and the header of a JPEG file.
struct FileTags {
  private let file: FileMetadata
  /// The first four bytes of the TIFF stream; empty if there is none.
  private let firstBytes: [UInt8]

  init(_ file: FileMetadata) {
    self.file = file
    firstBytes = Self.firstBytes(file)
  }

  func add(to record: inout TagRecord) {
    addSensorSize(to: &record)
    if let path = file.path { addStatus(of: path, to: &record) }
    let type = type
    record.add("File", "FileType", .string(type.name))
    record.add("File", "FileTypeExtension", .string(type.fileExtension))
    record.add("File", "MIMEType", .string(type.mime))
    if let order = byteOrder { record.add("File", "ExifByteOrder", .string(order)) }
    if case .array(let size)? = quickTime?["ImageSpatialExtent"], size.count == 2 {
      record.add("File", "ImageWidth", TagValue.json(size[0]) ?? .null)
      record.add("File", "ImageHeight", TagValue.json(size[1]) ?? .null)
    }
    // RAF and RW2 show the header of the JPEG file in them.
    guard ["jpeg", "jpegxl"].contains(file.metadata.format) || isCodestream || ["RAF", "RW2"].contains(type.name),
      let info = file.metadata.images.first?.info
    else {
      return
    }
    record.add("File", "ImageWidth", .int(Int64(info.size.width)))
    record.add("File", "ImageHeight", .int(Int64(info.size.height)))
    if isCodestream || file.metadata.format == "jpegxl" { return }
    if let process = Self.process(info) { record.add("File", "EncodingProcess", .int(process)) }
    record.add("File", "BitsPerSample", .int(Int64(info.bitsPerSample)))
    record.add("File", "ColorComponents", .int(Int64(info.samplesPerPixel)))
    if info.samplesPerPixel == 3, let factors = info.chromaSubsampling.flatMap({ Self.samplings[$0] }) {
      record.add("File", "YCbCrSubSampling", .string(factors))
    }
  }

  /// The size of the data of a sensor. In most raw files it is that of the picture.
  private func addSensorSize(to record: inout TagRecord) {
    let group = file.metadata.images.first?.properties["Image"]
    guard let width = group?["SensorWidth"].flatMap({ TagValue.json($0) }),
      let height = group?["SensorHeight"].flatMap({ TagValue.json($0) })
    else { return }
    switch type.name {
    // Exif or the preview has it.
    case "CR2", "CR3", "RAF": break
    case "RW2":
      record.add("EXIF", "SensorWidth", width)
      record.add("EXIF", "SensorHeight", height)
    default:
      record.add("EXIF", "ImageWidth", width)
      record.add("EXIF", "ImageHeight", height)
    }
  }

  private struct FileType {
    var name: String
    var fileExtension: String
    var mime: String
  }

  /// ExifTool's names of types, if they differ from those of `ImageFormat` in capitals.
  private static let names = ["jpeg2000": "JP2", "jpegxl": "JXL"]
  /// ExifTool's MIME types, where they are not the first ones of `ImageFormat`.
  private static let mimeTypes = ["ico": "image/x-icon", "xmp": "application/rdf+xml"]

  /// A format in which ExifTool knows one type.
  private static func type(ofFormat name: String) -> FileType {
    let type = ImageFormat.named(name)?.type
    return FileType(
      name: names[name] ?? type?.name.uppercased() ?? name.uppercased(),
      fileExtension: type?.fileExtensions.first?.uppercased() ?? name.uppercased(),
      mime: mimeTypes[name] ?? type?.mimeTypes.first ?? "image/\(name)")
  }

  /// The kinds of raw files, by their types.
  private static let rawTypes: [String: (name: String, mime: String)] = [
    "com.adobe.raw-image": ("DNG", "image/x-adobe-dng"), "com.canon.cr2-raw-image": ("CR2", "image/x-canon-cr2"),
    "com.canon.cr3-raw-image": ("CR3", "image/x-canon-cr3"), "com.nikon.raw-image": ("NEF", "image/x-nikon-nef"),
    "com.nikon.nrw-raw-image": ("NRW", "image/x-nikon-nrw"), "com.sony.arw-raw-image": ("ARW", "image/x-sony-arw"),
    "com.sony.sr2-raw-image": ("SR2", "image/x-sony-sr2"), "com.pentax.raw-image": ("PEF", "image/x-pentax-pef"),
    "com.samsung.raw-image": ("SRW", "image/x-samsung-srw"), "com.olympus.raw-image": ("ORF", "image/x-olympus-orf"),
    "com.panasonic.rw2-raw-image": ("RW2", "image/x-panasonic-rw2"),
    "com.fuji.raw-image": ("RAF", "image/x-fujifilm-raf"),
  ]

  /// The file's type. Some kinds of PNG and TIFF have names of their own.
  private var type: FileType {
    let format = file.metadata.format
    let tree = file.metadata.images.first?.properties
    switch format {
    case "png" where tree?["PNG"]?["AnimationFrames"] != nil:
      return FileType(name: "APNG", fileExtension: "PNG", mime: "image/apng")
    case "webp" where tree?["RIFF"]?["WebP_Flags"] != nil:
      return FileType(name: "Extended WEBP", fileExtension: "WEBP", mime: "image/webp")
    case "heic", "avif":
      let name = Self.brands[quickTime?["MajorBrand"]?.text ?? ""] ?? "AVIF"
      let isSequence = name.hasSuffix("S")
      let mime = (isSequence ? String(name.dropLast()) : name).lowercased()
      return FileType(
        name: name, fileExtension: name, mime: "image/" + mime + (isSequence ? "-sequence" : ""))
    case "ico" where tree?["ICO"]?["HotspotX"] != nil:
      return FileType(name: "CUR", fileExtension: "CUR", mime: "image/x-cursor")
    case "jpegxl" where tree?["JXL"]?["HasContainer"] == .boolean(false):
      return FileType(name: "JXL Codestream", fileExtension: "JXL", mime: "image/jxl")
    case "jpeg2000" where isCodestream: return FileType(name: "J2C", fileExtension: "J2C", mime: "image/x-j2c")
    case "jpeg2000" where tree?["Jpeg2000"]?["MajorBrand"] == .text("jpx "):
      return FileType(name: "JPX", fileExtension: "JPX", mime: "image/jpx")
    case "raw":
      let kind = Self.rawTypes[file.metadata.contentType] ?? ("RAW", "image/x-raw")
      return FileType(name: kind.name, fileExtension: kind.name, mime: kind.mime)
    case "tiff" where tree?["IFD0"]?.properties.contains { $0.tag == Self.dngVersion } ?? false:
      return FileType(name: "DNG", fileExtension: "DNG", mime: "image/x-adobe-dng")
    case "tiff" where isBigTIFF:
      return FileType(name: "BTF", fileExtension: "BTF", mime: "image/x-tiff-big")
    case "mpeg-4", "3gpp", "3gpp2", "quicktime": return movieType
    case "pdf": return FileType(name: "PDF", fileExtension: "PDF", mime: "application/pdf")
    case "svg": return FileType(name: "SVG", fileExtension: "SVG", mime: "image/svg+xml")
    default: return Self.type(ofFormat: format)
    }
  }

  /// The type of a movie: by its main brand; MP4 with sound alone has a name of its own.
  private var movieType: FileType {
    let movie = file.container["QuickTime"]
    let brand = movie?["MajorBrand"]?.text ?? (file.metadata.format == "quicktime" ? "qt  " : "")
    let (name, mime) =
      switch brand {
      case "qt  ": ("MOV", "video/quicktime")
      case "M4V ": ("M4V", "video/x-m4v")
      case let brand where brand.hasPrefix("3g2"): ("3G2", "video/3gpp2")
      case let brand where brand.hasPrefix("3g"): ("3GP", "video/3gpp")
      default:
        movie?["AudioFormat"] != nil && movie?["CompressorID"] == nil ? ("M4A", "audio/mp4") : ("MP4", "video/mp4")
      }
    return FileType(name: name, fileExtension: name, mime: mime)
  }

  /// Whether it is JPEG 2000 without boxes.
  private var isCodestream: Bool {
    file.metadata.format == "jpeg2000" && file.metadata.images.first?.properties["Jpeg2000"]?["MajorBrand"] == nil
  }

  private static let dngVersion = 0xC612

  /// ExifTool's types of HEIF files by their main brand.
  private static let brands = ["heic": "HEIC", "hevc": "HEICS", "mif1": "HEIF", "heix": "HEIF", "msf1": "HEIFS"]

  /// The group of the boxes, of the primary image.
  private var quickTime: PropertyGroup? { file.metadata.images.lazy.compactMap { $0.properties["QuickTime"] }.first }

  /// The version after the byte order: 43 instead of 42.
  private var isBigTIFF: Bool { firstBytes.dropFirst(2).contains(43) }

  /// The n of the marker SOFn.
  private static func process(_ info: ImageInfo) -> Int64? {
    switch info.compression {
    case "baseline": 0
    case "extended sequential": 1
    case "progressive": 2
    case "lossless": 3
    case "arithmetic": info.isProgressive ? 10 : 9
    default: nil
    }
  }

  /// Horizontal and vertical factors of luma against chroma.
  private static let samplings = [
    "4:4:4": "1 1", "4:2:2": "2 1", "4:2:0": "2 2", "4:4:0": "1 2", "4:1:1": "4 1", "4:1:0": "4 2", "4:4:1": "1 4",
    "4:2:1": "2 4",
  ]

  /// `II` or `MM`, from the start of the TIFF stream: the file itself or its Exif block. ExifTool omits BigTIFF's.
  private var byteOrder: String? {
    if isBigTIFF { return nil }
    if firstBytes.starts(with: "II".utf8) { return "II" }
    return firstBytes.starts(with: "MM".utf8) ? "MM" : nil
  }

  private static func firstBytes(_ file: FileMetadata) -> [UInt8] {
    let blocks = file.metadata.blocks + file.metadata.images.flatMap(\.blocks)
    let block = blocks.first { $0.kind == .exif }.map { Array($0.bytes.prefix(4)) } ?? []
    // Only a regular file can be read twice: a fifo would block forever.
    guard ImageFormat.traits(of: file.metadata.format).contains(.isTIFFStream), let path = file.path,
      SystemCall.status(of: path)?.isRegularFile ?? false
    else { return block }
    do throws(ImageError) {
      return try FileByteSource(path: path).exactBytes(at: 0, count: 4) ?? block
    } catch {
      // The file has gone since it was read.
      return block
    }
  }

  private func addStatus(of path: String, to record: inout TagRecord) {
    let (directory, name) = PathText.split(path)
    record.add("File", "FileName", .path(name))
    record.add("File", "Directory", .path(directory))
    record.add("File", "FileSize", .uint(file.metadata.byteCount))
    guard let status = SystemCall.status(of: path) else { return }
    for (name, time) in [
      ("FileModifyDate", status.st_mtim), ("FileAccessDate", status.st_atim), ("FileInodeChangeDate", status.st_ctim),
    ] {
      if let text = Self.localTime(time.tv_sec) { record.add("File", name, .string(text)) }
    }
    // ExifTool writes the octal digits as a decimal number.
    record.add("File", "FilePermissions", .int(Int64(String(status.st_mode, radix: 8)) ?? 0))
  }

  /// `2024:05:06 07:08:09+02:00` in the user's time zone: `localtime_r`.
  private static func localTime(_ seconds: time_t) -> String? {
    var (seconds, parts) = (seconds, tm())
    guard localtime_r(&seconds, &parts) != nil else { return nil }
    let day = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)].map(DecimalText.padded).joined(
      separator: ":")
    let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { DecimalText.padded(Int($0)) }.joined(separator: ":")
    let minutes = abs(Int(parts.tm_gmtoff)) / 60
    let zone = [minutes / 60, minutes % 60].map(DecimalText.padded).joined(separator: ":")
    return "\(day) \(time)\(parts.tm_gmtoff < 0 ? "-" : "+")\(zone)"
  }
}

/// Tags of headers that have no group of properties: Adobe's marker segment and the PNG header.
struct HeaderTags {
  private let file: FileMetadata

  init(_ file: FileMetadata) { self.file = file }

  func add(to record: inout TagRecord) {
    if let block = file.metadata.blocks.first(where: { $0.kind == .adobe }) { Self.addAdobe(block.bytes, to: &record) }
    if file.metadata.format == "png", let info = file.metadata.images.first?.info { Self.addPNG(info, to: &record) }
  }

  /// Adobe Technical Note 5116, section 18: version, two 16-bit flags, colour transform.
  private static func addAdobe(_ bytes: [UInt8], to record: inout TagRecord) {
    guard bytes.count >= 7 else { return }
    func word(_ at: Int) -> JSONValue { .int(Int64(bytes[at]) << 8 | Int64(bytes[at + 1])) }
    record.add("APP14", "DCTEncodeVersion", word(0))
    record.add("APP14", "APP14Flags0", word(2))
    record.add("APP14", "APP14Flags1", word(4))
    record.add("APP14", "ColorTransform", .int(Int64(bytes[6])))
  }

  /// IHDR (PNG, third edition, 11.2.1).
  private static func addPNG(_ info: ImageInfo, to record: inout TagRecord) {
    record.add("PNG", "ImageWidth", .int(Int64(info.size.width)))
    record.add("PNG", "ImageHeight", .int(Int64(info.size.height)))
    record.add("PNG", "BitDepth", .int(Int64(info.bitsPerSample)))
    let colorType: Int64? =
      switch info.colorModel {
      case .palette: 3
      case .gray: info.samplesPerPixel == 2 ? 4 : 0
      case .rgb: info.samplesPerPixel == 4 ? 6 : 2
      default: nil
      }
    if let colorType { record.add("PNG", "ColorType", .int(colorType)) }
    // A file with another method is rejected.
    record.add("PNG", "Compression", .int(0))
    record.add("PNG", "Filter", .int(0))
    record.add("PNG", "Interlace", .int(info.isProgressive ? 1 : 0))
  }
}
