internal import ByteStreams
internal import CTIFFShims
internal import ImageModel

/// A handle of libtiff over a source or a sink, closed when it goes.
///
/// Messages are kept in the handle; nothing is printed.
struct TIFFHandle: ~Copyable {
  let shim: OpaquePointer
  private let bridge: ByteBridge

  /// Opens a file for reading without reading a directory: `TIFFClientOpenExt` with `rmCh`.
  ///
  /// There is no memory map (a file that shrinks would end the process), and one strip that is a whole picture is cut up.
  init(reading source: any ByteSource, limits: Limits) throws(ImageError) {
    try self.init(ByteBridge(source), mode: "rmCh", limits: limits)
  }

  /// Opens a new file for writing in little-endian order.
  init(writing sink: any ByteSink, bigTIFF: Bool, limits: Limits) throws(ImageError) {
    try self.init(ByteBridge(sink), mode: bigTIFF ? "wl8" : "wl", limits: limits)
  }

  private init(_ bridge: ByteBridge, mode: String, limits: Limits) throws(ImageError) {
    try Codec.load()
    var functions = bridge.functions
    var opened: Int32 = 0
    guard let shim = tiff_shim_open(&functions, mode, Int64(limits.maxMemory), &opened) else {
      throw ImageError(.io, "there is no memory for libtiff")
    }
    guard opened == 1 else {
      let message = String(cString: tiff_shim_error(shim))
      tiff_shim_close(shim)
      throw bridge.failure ?? ImageError(.invalidData, message.isEmpty ? "libtiff refuses it" : message, format: "TIFF")
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

  /// The error of the last failed step: the system's where there was one, else libtiff's words.
  func error(_ fallback: String, kind: ImageError.Kind = .invalidData) -> ImageError {
    if let failure = bridge.failure { return failure }
    let words = firstError
    return ImageError(kind, words.isEmpty ? fallback : words, format: "TIFF")
  }

  /// What the system refused, if it did.
  var systemFailure: ImageError? { bridge.failure }

  /// libtiff's words for the first error since the last `clearErrors`.
  var firstError: String { String(cString: tiff_shim_error(shim)) }
  var errorCount: UInt32 { tiff_shim_error_count(shim) }
  func clearErrors() { tiff_shim_clear_errors(shim) }

  /// The warnings since the last call, as far as libtiff's handle keeps them, and how many there were.
  func takeWarnings() -> (kept: [String], count: Int) {
    let count = Int(tiff_shim_warning_count(shim))
    guard count > 0 else { return ([], 0) }
    let kept = (0..<tiff_shim_kept_warnings(shim)).map { String(cString: tiff_shim_warning(shim, $0)) }
    tiff_shim_clear_warnings(shim)
    return (kept, count)
  }
}
