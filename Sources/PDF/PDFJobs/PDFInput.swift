internal import ByteStreams
internal import ContentTypes
internal import Glibc
package import ImageModel
internal import Imaging
package import PDFDocuments

/// One input of a job, and which of its pages are used.
package struct PDFInput: Sendable {
  package enum Source: Hashable, Sendable {
    case path(String)
    case standardInput
    /// An input that cannot be read. The job reports the reason when it reaches the input.
    indirect case unusable(ImageError)

    /// The file's name without its extension; nil for standard input.
    var stem: String? {
      guard case .path(let path) = self else { return nil }
      return PathText.withoutSuffix(PathText.split(path).name)
    }
  }

  /// Finds a password when the input is opened.
  package typealias Password = @Sendable () throws(ImageError) -> String

  package var source: Source
  /// The name of the input in messages and reports.
  package var name: String
  /// nil for all pages.
  package var pages: PageRanges?
  package var password: Password?
  /// The clockwise rotation of pictures and pages of PDFs in degrees, in addition to their own.
  package var rotation = 0
  /// The text that stands for a picture; empty for a decoration, nil for a picture without tags.
  package var alternative: String?
  /// What is cut off the pages of PDFs, from their edges as viewers show them; nil for nothing.
  package var crop: PageMargins?

  package init(_ source: Source, name: String, pages: PageRanges? = nil, password: Password? = nil, rotation: Int = 0) {
    (self.source, self.name, self.pages, self.password) = (source, name, pages, password)
    self.rotation = rotation
  }

  /// The file's name without its extension; `stdin` for standard input.
  package var stem: String { source.stem ?? "stdin" }
}

/// An input that is open, and its kind.
struct OpenedInput {
  let input: PDFInput
  let source: any ByteSource
  let kind: InputKind
  private let limits: Limits
  private let password: String?

  /// - Throws: `ImageError` with the input's name.
  init(_ input: PDFInput, _ job: PDFJob) throws(ImageError) {
    self.input = input
    limits = job.environment.limits
    let name = input.name
    do throws(ImageError) {
      switch input.source {
      case .path(let path): source = try InputOpening.open(path: path, limits: limits)
      case .standardInput:
        source =
          if let given = job.environment.streams.input { given } else {
            try StreamingInput.open(name: name, limits: limits)
          }
      case .unusable(let error): throw error
      }
      let header = try source.bytes(at: 0, count: ContentTypeRegistry.headerLength)
      kind = try InputKind.find(header: header, name: name, allowed: job.allowed)
      password = try input.password?()
    } catch {
      throw error.at(path: name)
    }
    if input.pages != nil {
      switch kind {
      case .pdf, .image, .svg: break
      case .text, .json, .plist: throw ImageError(.usage, "pages can be chosen only of PDFs and pictures", path: name)
      }
    }
  }

  /// The directory of the file; empty for standard input.
  var folder: String {
    guard case .path(let path) = input.source else { return "" }
    let folder = PathText.split(path).directory
    return folder == "." ? "" : folder
  }

  /// The images in the file.
  func image(_ options: ImageSource.Options) throws(ImageError) -> ImageSource {
    try ImageSource(source, name: input.name, options)
  }

  /// The file as a PDF.
  ///
  /// - Parameter given: the password; nil for that of the input.
  func document(password given: String?) throws(ImageError) -> PDFFile {
    let password = given ?? password
    do throws(ImageError) {
      // A file with a path can be closed and opened again later.
      if case .path(let path) = input.source, source.identity != nil {
        return try PDFFile(path: path, password: password, limits: limits)
      }
      return try PDFFile(source: source, name: input.name, password: password, limits: limits)
    } catch {
      throw error.at(path: input.name)
    }
  }

  /// The indices of the requested pages, counted from 0.
  ///
  /// - Throws: `usage` for a page that is not in the file.
  func indices(of count: Int) throws(ImageError) -> [Int] {
    guard let pages = input.pages else { return Array(0..<count) }
    do {
      return try pages.indices(of: count)
    } catch {
      throw ImageError(
        .usage, "has no page \(error.page): there \(count == 1 ? "is 1 page" : "are \(count) pages")", path: input.name)
    }
  }
}

/// Standard input that is read while pages are made from it: JSON Lines may still be arriving.
///
/// Its bytes can be read once, in order. The beginning, by which the kind of content is detected, can be read again. It
/// belongs to the thread that makes the pages.
private final class StreamingInput: ByteSource, @unchecked Sendable {
  private let name: String
  private let limits: Limits
  private let beginning: [UInt8]
  private var reader: PipeReader
  /// The number of bytes that have arrived so far.
  private(set) var size: UInt64

  private init(_ reader: PipeReader, beginning: [UInt8], name: String, limits: Limits) {
    (self.reader, self.beginning, self.name, self.limits) = (reader, beginning, name, limits)
    size = UInt64(beginning.count)
  }

  /// Opens standard input: as a stream where it begins like JSON, otherwise spooled as a whole.
  ///
  /// - Throws: as `PipeByteSource.spool`.
  static func open(name: String, limits: Limits) throws(ImageError) -> any ByteSource {
    var reader = PipeReader(STDIN_FILENO, name: name, patience: 0)
    var beginning: [UInt8] = []
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { chunk.deallocate() }
    var first: UInt8?
    // White space and a byte order mark may precede the brace.
    while first == nil, beginning.count < 1 << 16 {
      let count = try reader.read(into: chunk)
      if count == 0 { break }
      beginning += chunk[..<count]
      first = PlainText.visible(beginning).first
    }
    if first == UInt8(ascii: "{") {
      return StreamingInput(reader, beginning: beginning, name: name, limits: limits)
    }
    return try PipeByteSource.spool(descriptor: STDIN_FILENO, name: name, limits: limits, beginning: beginning)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
    if offset < UInt64(beginning.count) {
      let piece = beginning[Int(offset)...].prefix(buffer.count)
      buffer.copyBytes(from: piece)
      return piece.count
    }
    guard offset == size else {
      throw ImageError(.io, "cannot be read twice", path: name)
    }
    let count = try reader.read(into: buffer)
    size += UInt64(count)
    guard size <= UInt64(limits.maxInputBytes) else {
      throw limits.exceeded(
        "sends more than \(limits.maxInputBytes) bytes", name: "max-input-bytes", value: limits.maxInputBytes
      ).at(path: name)
    }
    return count
  }
}
