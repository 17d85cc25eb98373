internal import ByteStreams
internal import CTIFFShims
internal import ImageModel

/// Loads libtiff and knows the abilities of its codecs.
enum LibTIFF {
  /// Throws `unsupported` where libtiff cannot be loaded. Call it before any other call of the library.
  static func load() throws(ImageError) {
    guard let problem = tiff_shim_load() else { return }
    throw ImageError(.unsupported, "libtiff cannot be loaded: \(String(cString: problem))")
  }

  /// Whether libtiff was built with a compression (`TIFFIsCODECConfigured`).
  ///
  /// - Throws: `unsupported` where libtiff cannot be loaded.
  static func supports(_ compression: UInt16) throws(ImageError) -> Bool {
    try load()
    return tiff_shim_has_codec(compression) == 1
  }

  /// Old JPEG, JBIG, LERC and WebP decode whole strips only.
  private static let wholeStrip: Set<UInt16> = [6, 34661, 34887, 50001]

  /// Whether strips can be decoded row by row, with one row of pixels per row of the file.
  static func deliversRows(_ page: tiff_shim_page) -> Bool {
    let isSubsampled = page.photometric == 6 && page.is_upsampled == 0
    return !wholeStrip.contains(page.compression) && !isSubsampled
  }

  /// Strips of up to this many bytes are decoded at once, which is faster: libtiff takes libdeflate then, for instance.
  static let smallStrip = 1 << 20
}

/// A handle of libtiff over a source or a sink. It is closed with its owner.
///
/// Messages are kept in the handle; nothing is printed.
struct TIFFHandle: ~Copyable {
  let shim: OpaquePointer
  private let bridge: ByteBridge

  /// Opens a file for reading without reading a directory: `TIFFClientOpenExt` with `rmCh`.
  ///
  /// The file is not memory-mapped (a file that shrinks would end the process), and a single strip with the whole
  /// picture is split.
  init(reading source: any ByteSource, limits: Limits) throws(ImageError) {
    try self.init(ByteBridge(source), mode: "rmCh", limits: limits)
  }

  /// Opens a new file for writing in little-endian order.
  init(writing sink: any ByteSink, bigTIFF: Bool, limits: Limits) throws(ImageError) {
    try self.init(ByteBridge(sink), mode: bigTIFF ? "wl8" : "wl", limits: limits)
  }

  private init(_ bridge: ByteBridge, mode: String, limits: Limits) throws(ImageError) {
    try LibTIFF.load()
    var functions = bridge.functions
    var opened: Int32 = 0
    guard let shim = tiff_shim_open(&functions, mode, Int64(limits.maxMemory), &opened) else {
      throw ImageError(.io, "there is no memory for libtiff")
    }
    guard opened == 1 else {
      tiff_shim_close(shim)
      throw bridge.failure ?? ImageError(.invalidData, "libtiff refuses the header", format: "TIFF")
    }
    self.shim = shim
    self.bridge = bridge
  }

  deinit {
    tiff_shim_close(shim)
  }

  /// Reads the directory at an offset: `TIFFSetSubDirectory`.
  func select(directory offset: UInt64) throws(ImageError) -> tiff_shim_page {
    var page = tiff_shim_page()
    guard tiff_shim_select(shim, offset) == 1, tiff_shim_read_page(shim, &page) == 1 else {
      throw error("the directory cannot be read")
    }
    // Fields that libtiff could do without.
    clearErrors()
    return page
  }

  /// Ends the page that is being written: `TIFFWriteDirectory`.
  ///
  /// - Returns: false where libtiff failed.
  func writeDirectory() -> Bool { tiff_shim_write_directory(shim) == 1 }

  /// The error of the last failed step: the system's if there was one.
  func error(_ words: String, kind: ImageError.Kind = .invalidData) -> ImageError {
    bridge.failure ?? ImageError(kind, words, format: "TIFF")
  }

  /// The system's error, if there was one.
  var systemFailure: ImageError? { bridge.failure }

  /// libtiff's message for the first error since the last `clearErrors`.
  var firstError: String { String(cString: tiff_shim_error(shim)) }
  var errorCount: UInt32 { tiff_shim_error_count(shim) }
  func clearErrors() { tiff_shim_clear_errors(shim) }

  /// The warnings since the last call that the handle kept, and the number of all warnings.
  func takeWarnings() -> (kept: [String], count: Int) {
    let count = Int(tiff_shim_warning_count(shim))
    guard count > 0 else { return ([], 0) }
    let kept = (0..<tiff_shim_kept_warnings(shim)).map { String(cString: tiff_shim_warning(shim, $0)) }
    tiff_shim_clear_warnings(shim)
    return (kept, count)
  }
}

/// Connects libtiff to a source or a sink, and keeps the first error, which libtiff cannot pass on.
final class ByteBridge {
  private enum Store {
    case source(any ByteSource)
    case sink(any ByteSink)
  }

  private let store: Store
  /// The error of the source or the sink. libtiff only learns that the call failed.
  private(set) var failure: ImageError?

  init(_ source: any ByteSource) { store = .source(source) }
  init(_ sink: any ByteSink) { store = .sink(sink) }

  /// The functions that libtiff calls. The bridge must outlive the handle that gets them.
  var functions: tiff_shim_io {
    tiff_shim_io(
      context: Unmanaged.passUnretained(self).toOpaque(),
      read: { context, buffer, count, offset in
        ByteBridge.from(context)?.read(buffer, count, offset) ?? -1
      },
      write: { context, buffer, count, offset in
        ByteBridge.from(context)?.write(buffer, count, offset) ?? -1
      },
      size: { context in
        ByteBridge.from(context)?.size ?? 0
      })
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> ByteBridge? {
    context.map { Unmanaged<ByteBridge>.fromOpaque($0).takeUnretainedValue() }
  }

  private var size: UInt64 {
    switch store {
    case .source(let source): source.size
    case .sink(let sink): sink.size
    }
  }

  private func read(_ buffer: UnsafeMutableRawPointer?, _ count: Int64, _ offset: UInt64) -> Int64 {
    guard let buffer, count > 0 else { return 0 }
    let target = UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))
    do throws(ImageError) {
      switch store {
      case .source(let source): return Int64(try source.read(into: target, at: offset))
      case .sink(let sink): return Int64(try sink.read(into: target, at: offset))
      }
    } catch {
      if failure == nil { failure = error }
      return -1
    }
  }

  private func write(_ buffer: UnsafeRawPointer?, _ count: Int64, _ offset: UInt64) -> Int64 {
    guard let buffer, count > 0, case .sink(let sink) = store else { return 0 }
    do throws(ImageError) {
      try sink.write(UnsafeRawBufferPointer(start: buffer, count: Int(count)), at: offset)
      return count
    } catch {
      if failure == nil { failure = error }
      return -1
    }
  }
}

/// libtiff's messages: which of its warnings a user should see, and what they say in our words.
enum LibraryMessages {
  /// Oddities of many correct files that change no pixel.
  private static let harmless = [
    "Unknown field with tag", "tags are not sorted", "Sum of Photometric type-related", "does not end in null byte",
    "contains null byte in value", "assuming data is YCbCr", "calculating from imagelength",
    "Defining non-color channels", "Deprecated and troublesome", "Old-style LZW codes", "ASCII value for tag",
  ]

  static func isHarmless(_ message: String) -> Bool {
    harmless.contains { message.contains($0) }
  }

  private static let known: [(words: String, messages: [String])] = [
    ("a part of the data is missing", ["Read error", "Not enough data", "Cannot read", "Premature EOF"]),
    ("a row of fax data is damaged", ["Bad code word", "Premature EOL", "Line length mismatch", "Uncompressed data"]),
    ("it needs more memory than --max-memory allows", ["byte limit"]),
  ]

  /// - Parameter other: for a message that is not known.
  static func words(for message: String, or other: String) -> String {
    // The shim's own words.
    if message.hasPrefix("JBIG: ") { return message }
    return known.first { $0.messages.contains { message.contains($0) } }?.words ?? other
  }
}
