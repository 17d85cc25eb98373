internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import Imaging
internal import ImagingCommands

/// How files are encoded.
struct EncodingOptions: ParsableArguments {
  @Option(
    name: [.customShort("f", allowingJoined: true), .long],
    help: ArgumentHelp(
      "\(OptionText.list(FormatOptions.writableNames)). (default: by the output's suffix, else the input's format)",
      valueName: "FORMAT"),
    completion: .list(FormatOptions.writableNames), transform: { try FormatOptions.writableFormat($0) })
  var format: String?

  @Option(
    name: [.customShort("q", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "Quality of \(OutputFormat.titles(taking: .quality)) from 1 to 100, or keep: that of a JPEG input, with its "
        + "subsampling. (default: keep, and 90 for other inputs, 80 for WebP, 60 for HEIC and AVIF; without an option "
        + "that changes it, a JPEG is copied and not encoded)",
      valueName: "N|keep"),
    completion: .list(["keep"]), transform: { try Self.quality($0) })
  var quality: Quality?

  @Option(
    help: ArgumentHelp(
      "Chroma of \(OutputFormat.titles(taking: .subsampling)): 4:4:4, 4:2:2, 4:2:0, 4:4:0, 4:1:1, or auto by the "
        + "quality. (default: auto)",
      valueName: "S"),
    completion: .list(Self.subsamplings), transform: { try Self.subsampling($0) })
  var subsampling: String?

  @Option(
    help: ArgumentHelp(
      "PNG: a level from 0 to 9; WebP: lossy, lossless, near-lossless; JPEG XL: lossy, lossless; TIFF: none, lzw, "
        + "deflate, zstd, packbits, jpeg, g4, ...", valueName: "C"),
    completion: .list(ImageDestination.compressions(format: "tiff")),
    transform: { $0.lowercased() })
  var compression: String?

  @Flag(
    help: ArgumentHelp(
      "Compress without loss. JPEG files are turned and cropped by whole blocks: a part begins on the border of a "
        + "block at its left and above it, and an edge of less than a block that would come to the left or the top is "
        + "left out; notes say so."))
  var lossless = false

  @Flag(help: "PNG: interlaced (Adam7).")
  var interlace = false

  @Flag(help: "JPEG: progressive.")
  var progressive = false

  @Option(
    help: ArgumentHelp("TIFF: tiles of this size, multiples of 16, instead of strips.", valueName: "WxH"),
    transform: { try Self.tile($0) })
  var tile: PixelSize?

  @Flag(name: .customLong("bigtiff"), help: "TIFF: always BigTIFF. (default: where the file may exceed 4 GiB)")
  var bigTIFF = false

  enum Quality: Hashable {
    case number(Int)
    /// That of the input.
    case keep
  }

  private static func quality(_ text: String) throws -> Quality {
    if text == "keep" { return .keep }
    do {
      return .number(try OptionText.number(text, in: 1...100))
    } catch {
      throw ValidationError("expected a number from 1 to 100, or keep")
    }
  }

  private static let subsamplings = ["auto", "4:4:4", "4:2:2", "4:2:0", "4:4:0", "4:1:1"]

  /// A subsampling, with or without its colons.
  private static func subsampling(_ text: String) throws -> String {
    let known = subsamplings.first { $0 == text.lowercased() || $0.split(separator: ":").joined() == text.lowercased() }
    return try OptionText.word(known ?? text, of: subsamplings)
  }

  private static func tile(_ text: String) throws -> PixelSize {
    let size = try OptionText.exactSize(text)
    guard size.width % 16 == 0, size.height % 16 == 0 else { throw ValidationError("expected multiples of 16") }
    return size
  }

  func validate() throws {
    try OptionRules.clash(
      "--lossless", lossless,
      with: [
        "--quality": quality, "--subsampling": subsampling,
        "--compression \(compression ?? "")": ["lossy", "near-lossless", "jpeg"].contains(compression),
      ])
  }

  /// The options that not all formats have; nil for that of compressions.
  private var uses: [(name: String, isGiven: Bool, option: EncodingOption?)] {
    [
      ("--quality", quality != nil, .quality), ("--quality keep", quality == .keep, .blocks),
      ("--subsampling", subsampling != nil, .subsampling), ("--compression", compression != nil, nil),
      ("--progressive", progressive, .progressive), ("--interlace", interlace, .interlace),
      ("--tile", tile != nil, .tiles), ("--bigtiff", bigTIFF, .bigTIFF),
    ]
  }

  /// Checks the options for several formats, of which each takes those that it has.
  ///
  /// - Throws: `ValidationError` for an option or a compression that none of them has.
  func check(anyOf formats: [String]) throws {
    for (title, isGiven, option) in uses where isGiven {
      let isTaken = formats.contains { format in
        option.map { ImageDestination.takes($0, format: format) }
          ?? ImageDestination.compressions(format: format).contains(compression ?? "")
      }
      if isTaken { continue }
      let value = option == nil ? " \(compression ?? "")" : ""
      throw ValidationError("\(title)\(value) applies to none of the formats \(OptionText.list(formats, "and"))")
    }
  }

  /// Checks the options for a format, if it is known before any work.
  ///
  /// - Throws: `ValidationError` for an option or a compression that the format does not have; `ImageError` for a
  ///   compression that the installed C library cannot write.
  func check(format: String?) throws {
    guard let format else { return }
    let name = FormatOptions.title(of: format)
    let compressions = ImageDestination.compressions(format: format)
    for (title, isGiven, option) in uses where isGiven {
      func isTaken(with compression: String?) -> Bool {
        option.map { ImageDestination.takes($0, format: format, compression: compression) } ?? !compressions.isEmpty
      }
      if isTaken(with: compression) { continue }
      let isLossless = option == .quality && compressions.contains("lossless")
      let others = isLossless ? [] : compressions.filter { isTaken(with: $0) }.sorted()
      let hint = others.isEmpty ? "" : " without --compression \(OptionText.list(others))"
      let kind = isLossless ? "lossless \(name)" : name
      throw ValidationError("\(title) does not apply to \(kind)\(hint)")
    }
    guard let compression else { return }
    guard compressions.contains(compression) else {
      let areLevels = compressions.allSatisfy { Int($0) != nil }
      let ends = [compressions.first, compressions.last].compactMap { $0 }.joined(separator: " to ")
      let expected = areLevels ? "a level from \(ends)" : OptionText.list(compressions)
      throw ValidationError("--compression \(compression): \(name) takes \(expected)")
    }
    try ImageDestination.check(compression: compression, format: format)
  }

  func apply(to job: inout ConversionJob) {
    switch quality {
    case .number(let number)?: job.options.quality = number
    case .keep?: job.encodesAgain = true
    case nil: break
    }
    job.options.subsampling = subsampling
    job.options.compression = compression
    job.options.lossless = lossless
    job.options.interlace = interlace
    job.options.progressive = progressive
    job.options.tileSize = tile
    job.options.bigTIFF = bigTIFF ? true : nil
  }
}
