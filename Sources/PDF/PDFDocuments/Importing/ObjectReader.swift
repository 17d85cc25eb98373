internal import ByteStreams
internal import CQPDFShims
internal import ImageModel
internal import PDFReading
internal import PDFWriting

/// Reads the objects of one PDF file on demand with libqpdf (`qpdf_shim_document`), which keeps them.
///
/// The limits: qpdf's objects take at most `maxMemory`, and a decoded stream an eighth of it. At most 32 times the size
/// of the file plus a quarter of a gigabyte is read. There may be a hundred times `maxWarnings` damaged places, because
/// recovery warns about each one.
final class ObjectReader: ObjectSource {
  private var document: OpaquePointer
  private let input: Input
  private let limits: Limits
  private let password: String?
  /// The limits of what qpdf may still use.
  private var bounds: qpdf_shim_limits
  /// The objects that were read since the document was opened or renewed.
  private var objectCount = 0
  /// Objects in place of those of the file.
  var edits = ObjectEdits()
  /// Warnings of the document before it was renewed.
  private var earlierWarnings: [String] = []

  /// The source that qpdf reads, and the error of reading it.
  private final class Input {
    let source: any ByteSource
    var failure: ImageError?
    init(_ source: any ByteSource) { self.source = source }
  }

  /// The consumer of the bytes that qpdf writes, and the error of the consumer.
  private final class Output {
    let take: (UnsafeRawBufferPointer) throws(ImageError) -> Void
    var failure: ImageError?
    init(_ take: @escaping (UnsafeRawBufferPointer) throws(ImageError) -> Void) { self.take = take }
  }

  /// Opens a file.
  ///
  /// - Parameter isOurs: whether this program wrote the file. Then only its memory is limited: to five quarters of
  ///   `maxMemory`, of which the shim allows half in one call.
  /// - Throws: `invalidData` where the file is not a PDF or damaged beyond repair, `unsupported` where the password is
  ///   missing or wrong and for unknown kinds of encryption, `limitExceeded`, `io`.
  init(_ source: any ByteSource, password: String?, limits: Limits, isOurs: Bool = false) throws(ImageError) {
    input = Input(source)
    self.limits = limits
    self.password = password
    bounds =
      isOurs
      ? qpdf_shim_limits(
        memory: UInt64(min(limits.maxMemory, 1 << 60)) * 5 / 4, inflated: .max, read: .max, warnings: .max)
      : qpdf_shim_limits(
        memory: UInt64(limits.maxMemory), inflated: UInt64(max(limits.maxMemory / 8, 1 << 20)),
        read: min(source.size, 1 << 48) * 32 + 256 << 20, warnings: UInt64(min(limits.maxWarnings, 1 << 48)) * 100)
    document = try Self.create(input, bounds)
    try check(qpdf_shim_open(document, password))
  }

  private static func create(_ input: Input, _ bounds: qpdf_shim_limits) throws(ImageError) -> OpaquePointer {
    let created = qpdf_shim_create(
      Unmanaged.passUnretained(input).toOpaque(),
      { context, offset, buffer, count in
        guard let context else { return -1 }
        let input = Unmanaged<Input>.fromOpaque(context).takeUnretainedValue()
        do throws(ImageError) {
          let target = UnsafeMutableRawBufferPointer(start: buffer, count: count)
          return Int64(try input.source.read(into: target, at: offset))
        } catch {
          input.failure = error
          return -1
        }
      }, input.source.size, bounds)
    guard let created else { throw ImageError(.limitExceeded, "there is not enough memory to read a PDF") }
    return created
  }

  /// Opens the file anew where qpdf keeps many objects, so that memory does not grow with the pages. The limit on the
  /// bytes that are read stays that of the whole file.
  private func renewIfLarge() throws(ImageError) {
    objectCount += 1
    guard objectCount >= Self.objectsBeforeRenewal else { return }
    var (memory, read): (UInt64, UInt64) = (0, 0)
    qpdf_shim_get_usage(document, &memory, &read)
    guard memory > bounds.memory / 4 else { return }
    earlierWarnings = takeWarnings()
    bounds.read -= min(read, bounds.read)
    objectCount = 0
    let renewed = try Self.create(input, bounds)
    qpdf_shim_free(document)
    document = renewed
    try check(qpdf_shim_open(document, password))
  }

  private static let objectsBeforeRenewal = 1_000

  /// Whether only a small part of the bytes was read that may be read.
  var isFresh: Bool {
    var (memory, read): (UInt64, UInt64) = (0, 0)
    qpdf_shim_get_usage(document, &memory, &read)
    return read < bounds.read / 8
  }

  deinit { qpdf_shim_free(document) }

  func facts() throws(ImageError) -> qpdf_shim_facts {
    var facts = qpdf_shim_facts()
    try check(qpdf_shim_get_facts(document, &facts))
    return facts
  }

  func trailer() throws(ImageError) -> FileDictionary {
    try object(ObjectNumber(number: 0, generation: 0)).dictionary ?? FileDictionary()
  }

  /// The value of an object; null for an object that does not exist.
  ///
  /// - Throws: `limitExceeded` where it is nested more than a hundred levels deep.
  func object(_ number: ObjectNumber) throws(ImageError) -> FileObject {
    if let edited = edits.values[number] { return edited }
    try renewIfLarge()
    let builder = FileObjectBuilder()
    try check(
      qpdf_shim_walk(document, number.number, number.generation, Unmanaged.passUnretained(builder).toOpaque()) {
        context, part, bytes, count, number, generation in
        guard let context else { return }
        Unmanaged<FileObjectBuilder>.fromOpaque(context).takeUnretainedValue()
          .add(part, UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count), number, generation)
      })
    return builder.object
  }

  /// Reads the bytes of a stream: as they are stored, or with all filters decoded except those for pictures.
  ///
  /// - Throws: `unsupported` for filters that cannot be decoded; `limitExceeded` for more than `limit` bytes; the
  ///   errors of `take`.
  func readStream(
    _ number: ObjectNumber, decoded: Bool, limit: UInt64 = .max,
    _ take: @escaping (UnsafeRawBufferPointer) throws(ImageError) -> Void
  ) throws(ImageError) {
    if let content = edits.streams[number] {
      return try content.withRawBytes { bytes throws(ImageError) in try take(bytes) }
    }
    let output = Output(take)
    let status = qpdf_shim_read_stream(
      document, number.number, number.generation, decoded ? 1 : 0, limit, Unmanaged.passUnretained(output).toOpaque(),
      Self.write)
    if let failure = output.failure { throw failure }
    try check(status)
  }

  /// The bytes of a stream with all filters decoded except those for pictures.
  ///
  /// - Throws: as `readStream`; `io`.
  func decodedBytes(of number: ObjectNumber, limit: Int) throws(ImageError) -> [UInt8] {
    let content = StreamContent()
    try readStream(number, decoded: true, limit: UInt64(limit)) { piece throws(ImageError) in
      try content.append(piece)
    }
    return try content.allBytes()
  }

  /// The names of the filters of a stream, in the order of decoding.
  func filterNames(of dictionary: FileDictionary) throws(ImageError) -> [String] {
    let filter = try resolve(dictionary["Filter"])
    return filter.name.map { [$0] } ?? (filter.array ?? []).compactMap(\.name)
  }

  /// Rewrites the whole document without encryption.
  func writePlain(_ take: @escaping (UnsafeRawBufferPointer) throws(ImageError) -> Void) throws(ImageError) {
    try write(qpdf_shim_writing(), take)
  }

  /// Rewrites the whole document.
  func write(
    _ writing: qpdf_shim_writing, _ take: @escaping (UnsafeRawBufferPointer) throws(ImageError) -> Void
  ) throws(ImageError) {
    let output = Output(take)
    var writing = writing
    let status = qpdf_shim_write_document(
      document, &writing, Unmanaged.passUnretained(output).toOpaque(), Self.write)
    if let failure = output.failure { throw failure }
    try check(status)
  }

  private static let write: qpdf_shim_write = { context, bytes, count in
    guard let context else { return 0 }
    let output = Unmanaged<Output>.fromOpaque(context).takeUnretainedValue()
    do throws(ImageError) {
      try output.take(UnsafeRawBufferPointer(start: bytes, count: count))
      return 1
    } catch {
      output.failure = error
      return 0
    }
  }

  /// The damage that qpdf has found since the last call, in the order of detection.
  func takeWarnings() -> [String] {
    var warnings = earlierWarnings
    earlierWarnings = []
    var (message, object): (UnsafePointer<CChar>?, UnsafePointer<CChar>?)
    var offset: Int64 = -1
    while qpdf_shim_take_warning(document, &message, &object, &offset) != 0 {
      guard let message else { continue }
      var text = String(cString: message)
      if let object, object.pointee != 0 { text = "\(String(cString: object)): \(text)" }
      warnings.append(text + Self.place(offset))
    }
    return warnings
  }

  private static func place(_ offset: Int64) -> String { offset < 0 ? "" : " (at byte \(offset))" }

  private func check(_ status: qpdf_shim_status) throws(ImageError) {
    guard status != qpdf_shim_ok else { return }
    let message = String(cString: qpdf_shim_message(document)) + Self.place(qpdf_shim_offset(document))
    switch status {
    case qpdf_shim_damaged: throw ImageError(.invalidData, message, format: "PDF")
    case qpdf_shim_password:
      throw ImageError(
        .unsupported,
        password != nil ? "is encrypted, and the password does not open it" : "is encrypted and needs a password")
    case qpdf_shim_unsupported: throw ImageError(.unsupported, message, format: "PDF")
    case qpdf_shim_memory:
      throw limits.exceeded(message, name: "max-memory", value: limits.maxMemory, format: "PDF")
    case qpdf_shim_limit: throw ImageError(.limitExceeded, message, format: "PDF")
    case qpdf_shim_io: throw input.failure ?? ImageError(.io, message)
    default: throw ImageError(.invalidData, message, format: "PDF")
    }
  }
}

/// The bytes of a stream that is being copied: in memory up to 4 MiB, otherwise in a temporary file.
final class StreamContent {
  private static let maxInMemory = 4 << 20

  /// The bytes that are in memory: all, or none.
  private(set) var bytes: [UInt8] = []
  private var file: TemporaryFile?
  private var count: UInt64 = 0

  /// - Throws: `io` when the temporary file cannot be written.
  func append(_ piece: UnsafeRawBufferPointer) throws(ImageError) {
    if file == nil, bytes.count + piece.count > Self.maxInMemory {
      let temporary = try TemporaryFile()
      try bytes.withRawBytes { all throws(ImageError) in try temporary.write(all, at: 0) }
      bytes = []
      file = temporary
    }
    if let file {
      try file.write(piece, at: count)
    } else {
      bytes.append(contentsOf: piece)
    }
    count += UInt64(piece.count)
  }

  /// Calls `body` with all bytes, piece by piece.
  func forEachPiece(_ body: (UnsafeRawBufferPointer) throws(ImageError) -> Void) throws(ImageError) {
    try bytes.withRawBytes { all throws(ImageError) in try body(all) }
    var place: UInt64 = 0
    while let file, place < count {
      let piece = try file.bytes(at: place, count: 1 << 18)
      guard !piece.isEmpty else { throw ImageError(.io, "a temporary file was truncated") }
      try piece.withRawBytes { all throws(ImageError) in try body(all) }
      place += UInt64(piece.count)
    }
  }

  /// All bytes, also those of a temporary file.
  func allBytes() throws(ImageError) -> [UInt8] {
    var all: [UInt8] = []
    try forEachPiece { piece throws(ImageError) in all += piece }
    return all
  }

  var pieces: [PDFStreamPiece] { file.map { [.range($0, 0..<count)] } ?? [.bytes(bytes)] }
}
