package import ByteStreams
internal import ContentTypes
package import ImageModel

/// A file that is being written.
///
/// Order of calls: `(begin write* end)+ finish`. Encoders of one image refuse a second `begin` with `usage`, unless
/// both images are frames of an animation.
package protocol ImageEncoder: AnyObject {
  /// Begins an image.
  ///
  /// - Throws: `usage` for options that the format does not know, `unsupported` for a pixel format that the descriptor
  ///   does not accept, `io`.
  func begin(_ image: EncodeImage) throws(ImageError)

  /// Writes rows, packed without padding, of the format that `begin` was given.
  func write(rows: UnsafeRawBufferPointer, count: Int) throws(ImageError)

  /// Ends the image; all its rows must have been written.
  func end() throws(ImageError)

  /// Ends the file.
  ///
  /// - Returns: notes on what the format could not hold.
  func finish() throws(ImageError) -> [Diagnostic]
}

/// One image to be encoded: the layout of its rows, its metadata and the options.
package struct EncodeImage: Sendable {
  package var size: PixelSize
  /// A format that the descriptor's `accepts` returns unchanged.
  package var format: PixelFormat
  package var profile: ColorProfile?
  package var metadata: EncodeMetadata
  package var options: EncodeOptions
  /// If given, rows hold samples that are written as they are, and `format` is not used.
  package var stored: StoredSamples?
  /// If given, the picture of another file is moved without loss, and no rows are written.
  package var turn: BlockTurn?
  /// Bytes of working memory that the source of the rows holds.
  package var heldMemory = 0
  /// For a frame of an animation; nil for a still picture or a page.
  package var frame: EncodeFrame?

  package init(
    size: PixelSize, format: PixelFormat, profile: ColorProfile? = nil, metadata: EncodeMetadata = EncodeMetadata(),
    options: EncodeOptions = EncodeOptions()
  ) {
    self.size = size
    self.format = format
    self.profile = profile
    self.metadata = metadata
    self.options = options
  }
}

extension EncoderDescriptor {
  /// The working memory that an encoder will hold for an image.
  ///
  /// - Throws: `limitExceeded` for more than there may be.
  @discardableResult
  package func memory(for image: EncodeImage, _ limits: Limits) throws(ImageError) -> Int {
    let left = limits.encoding.holding(image.heldMemory)
    let bytes = memory(image, left.freeMemory)
    try left.check(memory: bytes, for: "writing a picture of \(image.size)", format: name)
    return bytes
  }
}

extension EncodeImage {
  /// The bytes of all pixels.
  package var pixelBytes: Int { size.pixelCount * format.bytesPerPixel }

  /// Appends rows to the pixels of a picture that a library needs as a whole.
  ///
  /// - Parameter name: the file's format, for errors.
  /// - Throws: `usage` for more rows than the picture has.
  package func append(
    _ rows: UnsafeRawBufferPointer, count: Int, to pixels: inout [UInt8], _ name: String
  ) throws(ImageError) {
    let bytes = count * size.width * format.bytesPerPixel
    guard rows.count >= bytes, pixels.count + bytes <= pixelBytes else {
      throw ImageError(.usage, "\(count) rows are more than the picture has", format: name)
    }
    pixels.append(contentsOf: UnsafeRawBufferPointer(rebasing: rows[..<bytes]))
  }
}

/// A frame of an animation. All frames of a file have the same size and format.
package struct EncodeFrame: Hashable, Sendable {
  /// How long it is shown, in seconds.
  package var duration: Double
  /// How often all frames are shown; 0 is for ever.
  package var loopCount: Int
  /// The number of all frames.
  package var count: Int

  package init(duration: Double, loopCount: Int, count: Int) {
    self.duration = duration
    self.loopCount = loopCount
    self.count = count
  }
}

/// Metadata for an encoder. Blocks are complete and uncompressed; encoders wrap, split and compress them as needed.
package struct EncodeMetadata: Sendable {
  /// A TIFF stream with Exif directories, without the `Exif\0\0` prefix.
  package var exif: [UInt8]?
  /// An XMP packet in UTF-8.
  package var xmp: [UInt8]?
  /// Photoshop image resources (`8BIM` records) with IPTC in them.
  package var photoshop: [UInt8]?
  package var comments: [String] = []
  /// Texts with keywords (PNG's tEXt and iTXt).
  package var texts: [(keyword: String, text: String)] = []
  package var resolution: Resolution?
  /// The orientation that a format with a field of its own (TIFF) stores; Exif carries its own.
  package var orientation: Orientation = .up

  package init() {}
}

/// Options of encoders. A format ignores the options that it does not have, because one set of options serves a batch
/// with several formats. An impossible value is a `usage` error that lists the possible ones.
package struct EncodeOptions: Sendable {
  /// 1...100 for lossy compression; nil is the format's default (JPEG: `coding`, else 90).
  package var quality: Int?
  /// The coding of the source, if it has the same format. Used if `quality` is nil.
  package var coding: (any BlockCoding)?
  /// JPEG: `4:4:4`, `4:2:2`, `4:2:0`, `4:4:0`, `4:1:1`, `auto` (4:2:0 below quality 90, else 4:4:4).
  package var subsampling: String?
  /// PNG: a level 0...9; TIFF: `none`, `lzw`, `deflate`, `zstd`, `packbits`, `jpeg`, `g4`, ...; nil is the default.
  package var compression: String?
  /// JPEG: progressive scans.
  package var progressive = false
  /// JPEG: optimised Huffman tables where the coefficients take at most 16 MiB (2.8 million pixels in colour); larger
  /// baseline pictures are streamed with the standard tables, and progressive files always have optimised ones.
  package var optimizeTables = true
  /// PNG: Adam7.
  package var interlace = false
  /// PNG: the colour type and depth are those of the pixels, and not the smallest that lose nothing.
  package var keepsPixelFormat = false
  /// TIFF: tiles of this size (multiples of 16) instead of strips.
  package var tileSize: PixelSize?
  /// TIFF: true for BigTIFF; nil chooses it when the file may exceed 4 GiB.
  package var bigTIFF: Bool?
  /// TIFF: horizontal (2) or floating-point (3) differencing for LZW, deflate and zstd; nil chooses.
  package var predictor: Int?
  /// Whether the file has several pages. A compression that suits only some of the pages is then replaced on the
  /// others. A compression for black and white is replaced on all pages of 8 bits.
  package var isOneOfSeveral = false
  /// ICO: a cursor, and not an icon.
  package var isCursor = false

  package init() {}
}

/// A picture of the same format (`BlockDecoder`) whose blocks are moved without being decoded. A unit is the block that
/// all components share.
package struct BlockTurn: Sendable {
  package var source: any ByteSource
  package var orientation: Orientation
  /// Units of the turned picture that are left out. Along a mirrored axis, an incomplete unit at the end of the stored
  /// picture does not count: it cannot be moved.
  package var left: Int
  package var top: Int

  package init(source: any ByteSource, orientation: Orientation, left: Int, top: Int) {
    self.source = source
    self.orientation = orientation
    self.left = left
    self.top = top
  }
}

/// Turns a file of one format into one of another with the same compressed data. Nothing is lost, and nothing decoded.
/// A row of `BuiltInCodecs`.
package struct Repacker: Sendable {
  /// The formats' names.
  package var from: String
  package var to: String
  /// Bytes of working memory for each pixel.
  package var bytesPerPixel: Int
  /// Whether a file has such data.
  package var applies: @Sendable (_ source: any ByteSource, _ limits: Limits) throws(ImageError) -> Bool
  /// - Throws: `unsupported` for a file that the library cannot repack.
  package var run:
    @Sendable (_ source: any ByteSource, _ sink: any ByteSink, _ limits: Limits) throws(ImageError) -> Void

  package init(
    from: String, to: String, bytesPerPixel: Int,
    applies: @escaping @Sendable (_ source: any ByteSource, _ limits: Limits) throws(ImageError) -> Bool,
    run:
      @escaping @Sendable (_ source: any ByteSource, _ sink: any ByteSink, _ limits: Limits) throws(ImageError) -> Void
  ) {
    (self.from, self.to, self.bytesPerPixel, self.applies, self.run) = (from, to, bytesPerPixel, applies, run)
  }
}

/// How a format's encoder is found, and what it can write. A part of a row of `BuiltInCodecs`.
package struct EncoderDescriptor: Sendable {
  /// The name for `-f`: `jpeg`.
  package var name: String
  package var contentType: String
  /// The extension of new files, without the dot.
  package var fileExtension: String
  package var supportsSeveralImages: Bool
  /// Whether images may be the frames of an animation (`EncodeImage.frame`).
  package var holdsFrames: Bool
  /// Whether a picture of at most 256 colours is stored with a palette, in a fraction of the bytes. Formats that hold
  /// no more colours need not say so.
  package var holdsPalettes: Bool
  /// The number of colours that a picture can have; nil for all. Alpha is then 0 or 255. Tests of round trips allow for
  /// it.
  package var maxColors: Int?
  /// Whether the format always changes samples, even at the best quality. Tests of round trips allow for it.
  package var isLossy: Bool
  /// The options that have a meaning with a compression; nil is the format's usual one. With the option `blocks`, the
  /// encoder takes the blocks of a `BlockDecoder`: `EncodeOptions.coding` and `EncodeImage.turn`.
  package var options: @Sendable (_ compression: String?) -> Set<EncodingOption>
  /// The quality of thumbnails, from 1 to 100. The scales of two formats differ.
  package var thumbnailQuality: Int
  /// The values that `EncodeOptions.compression` may have; empty for a format without a choice.
  package var compressions: [String]
  /// Throws `usage` for a compression that the installed C library cannot write, and lists the possible ones. May load
  /// the library.
  package var checkCompression: @Sendable (_ name: String) throws(ImageError) -> Void
  /// Kinds of metadata that the format can hold.
  package var holds: MetadataSupport
  /// Whether rows must be written upright, because the format holds no Exif or its readers ignore the orientation
  /// there.
  package var needsUprightRows: Bool
  /// The pixel format for encoding pixels of a given one: the same if the file format can hold it, otherwise the
  /// nearest possible.
  package var accepts: @Sendable (PixelFormat) -> PixelFormat
  /// Whether `EncodeImage.stored` may be given with these options.
  package var keepsSamples: @Sendable (EncodeOptions) -> Bool
  /// Bytes of working memory that an encoder holds for an image, if they grow with its area: an estimate on the safe
  /// side. An encoder may hold less, and take longer, where fewer than `available` bytes would not suffice.
  package var memory: @Sendable (_ image: EncodeImage, _ available: Int) -> Int
  /// Prepares to write a file.
  package var open: @Sendable (_ sink: any ByteSink, _ limits: Limits) throws(ImageError) -> any ImageEncoder

  package struct MetadataSupport: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    package static let exif = MetadataSupport(rawValue: 1)
    package static let xmp = MetadataSupport(rawValue: 2)
    package static let photoshop = MetadataSupport(rawValue: 4)
    package static let icc = MetadataSupport(rawValue: 8)
    package static let comments = MetadataSupport(rawValue: 16)
    package static let texts = MetadataSupport(rawValue: 32)
    package static let resolution = MetadataSupport(rawValue: 64)
    /// A gamma and chromaticities in place of an ICC profile (PNG's gAMA and cHRM).
    package static let calibration = MetadataSupport(rawValue: 128)
    /// Code points of ITU-T H.273 in place of an ICC profile (PNG's cICP).
    package static let codePoints = MetadataSupport(rawValue: 256)
  }

  /// - Parameter name: that of a format of `ImageFormat`, whose type and extension it writes.
  package init(
    name: String, supportsSeveralImages: Bool = false, holdsFrames: Bool = false, holdsPalettes: Bool = false,
    maxColors: Int? = nil, isLossy: Bool = false,
    options: @escaping @Sendable (_ compression: String?) -> Set<EncodingOption> = { _ in [] },
    thumbnailQuality: Int = 80, compressions: [String] = [],
    checkCompression: @escaping @Sendable (_ name: String) throws(ImageError) -> Void = { _ in },
    holds: MetadataSupport, needsUprightRows: Bool = false,
    accepts: @escaping @Sendable (PixelFormat) -> PixelFormat,
    keepsSamples: @escaping @Sendable (EncodeOptions) -> Bool = { _ in false },
    memory: @escaping @Sendable (_ image: EncodeImage, _ available: Int) -> Int = { _, _ in 0 },
    open: @escaping @Sendable (_ sink: any ByteSink, _ limits: Limits) throws(ImageError) -> any ImageEncoder
  ) {
    self.name = name
    let type = ImageFormat.named(name)?.type
    contentType = type?.identifier ?? name
    fileExtension = type?.fileExtensions.first ?? name
    self.supportsSeveralImages = supportsSeveralImages
    self.holdsFrames = holdsFrames
    self.holdsPalettes = holdsPalettes
    self.maxColors = maxColors
    self.isLossy = isLossy
    self.options = options
    self.thumbnailQuality = thumbnailQuality
    self.compressions = compressions
    self.checkCompression = checkCompression
    self.holds = holds
    self.needsUprightRows = needsUprightRows || !holds.contains(.exif)
    self.accepts = accepts
    self.keepsSamples = keepsSamples
    self.memory = memory
    self.open = open
  }
}
