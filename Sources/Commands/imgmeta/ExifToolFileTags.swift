internal import ByteStreams
internal import CommandKit
internal import Glibc
internal import ImageModel
internal import MetadataCommands
internal import MetadataModel
internal import StructuredText

/// The group File: what the file system says, and the type.
struct ExifToolFileTags {
  private let file: FileMetadata
  /// The first four bytes of the TIFF stream; empty where there is none.
  private let start: [UInt8]

  init(_ file: FileMetadata) {
    self.file = file
    start = Self.start(file)
  }

  func add(to record: inout ExifToolRecord) {
    if case .path(let path) = file.input { addStatus(of: path, to: &record) }
    let type = type
    record.add("File", "FileType", .string(type.name))
    record.add("File", "FileTypeExtension", .string(type.fileExtension))
    record.add("File", "MIMEType", .string(type.mime))
    if let order = byteOrder { record.add("File", "ExifByteOrder", .string(order)) }
    guard file.metadata.format == "jpeg", let info = file.metadata.images.first?.info else { return }
    record.add("File", "ImageWidth", .int(Int64(info.size.width)))
    record.add("File", "ImageHeight", .int(Int64(info.size.height)))
    if let process = Self.process(info) { record.add("File", "EncodingProcess", .int(process)) }
    record.add("File", "BitsPerSample", .int(Int64(info.bitsPerSample)))
    record.add("File", "ColorComponents", .int(Int64(info.samplesPerPixel)))
    if info.samplesPerPixel == 3, let factors = info.chromaSubsampling.flatMap({ Self.samplings[$0] }) {
      record.add("File", "YCbCrSubSampling", .string(factors))
    }
  }

  private struct FileType {
    var name: String
    var fileExtension: String
    var mime: String
  }

  private static let types: [String: FileType] = [
    "jpeg": FileType(name: "JPEG", fileExtension: "JPG", mime: "image/jpeg"),
    "png": FileType(name: "PNG", fileExtension: "PNG", mime: "image/png"),
    "tiff": FileType(name: "TIFF", fileExtension: "TIF", mime: "image/tiff"),
    "xmp": FileType(name: "XMP", fileExtension: "XMP", mime: "application/rdf+xml"),
  ]

  /// The type; of PNG and TIFF there are kinds with names of their own.
  private var type: FileType {
    let format = file.metadata.format
    let tree = file.metadata.images.first?.properties
    switch format {
    case "png" where tree?["PNG"]?["AnimationFrames"] != nil:
      return FileType(name: "APNG", fileExtension: "PNG", mime: "image/apng")
    case "tiff" where tree?["IFD0"]?.properties.contains { $0.tag == Self.dngVersion } ?? false:
      return FileType(name: "DNG", fileExtension: "DNG", mime: "image/x-adobe-dng")
    case "tiff" where isBigTIFF:
      return FileType(name: "BTF", fileExtension: "BTF", mime: "image/x-tiff-big")
    default:
      return Self.types[format]
        ?? FileType(name: format.uppercased(), fileExtension: format.uppercased(), mime: "image/\(format)")
    }
  }

  private static let dngVersion = 0xC612

  /// The number behind the byte order: 43 instead of 42.
  private var isBigTIFF: Bool { start.dropFirst(2).contains(43) }

  /// The number of the marker SOFn.
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

  /// `II` or `MM`, with which a TIFF stream begins: the file itself, or the Exif block in it.
  ///
  /// ExifTool does not tell it of BigTIFF.
  private var byteOrder: String? {
    if isBigTIFF { return nil }
    if start.starts(with: "II".utf8) { return "II" }
    return start.starts(with: "MM".utf8) ? "MM" : nil
  }

  private static func start(_ file: FileMetadata) -> [UInt8] {
    let blocks = file.metadata.blocks + file.metadata.images.flatMap(\.blocks)
    let block = blocks.first { $0.kind == .exif }.map { Array($0.bytes.prefix(4)) } ?? []
    // What is read twice must be a file that can be: a fifo would wait for ever.
    guard file.metadata.format == "tiff", case .path(let path) = file.input,
      SystemCall.status(of: path)?.isRegularFile ?? false
    else { return block }
    do throws(ImageError) {
      return try FileByteSource(path: path).exactBytes(at: 0, count: 4) ?? block
    } catch {
      // The file has gone meanwhile; what was read of it is still told.
      return block
    }
  }

  private func addStatus(of path: String, to record: inout ExifToolRecord) {
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
    // As digits of base 8.
    record.add("File", "FilePermissions", .int(Int64(String(status.st_mode, radix: 8)) ?? 0))
  }

  /// `2024:05:06 07:08:09+02:00` in the time zone of the user: `localtime_r`.
  private static func localTime(_ seconds: time_t) -> String? {
    var (seconds, parts) = (seconds, tm())
    guard localtime_r(&seconds, &parts) != nil else { return nil }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)].map(two).joined(separator: ":")
    let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { two(Int($0)) }.joined(separator: ":")
    let minutes = abs(Int(parts.tm_gmtoff)) / 60
    return "\(day) \(time)\(parts.tm_gmtoff < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
  }
}
