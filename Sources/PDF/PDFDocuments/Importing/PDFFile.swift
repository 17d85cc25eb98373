package import ByteStreams
internal import CQPDFShims
package import ImageModel
internal import PDFReading
package import PDFWriting
internal import Synchronization

/// An existing PDF file that is read.
///
/// Opening reads only the structure. Objects are read on demand. `suspend` releases the file descriptor and the memory
/// of libqpdf: call it when a file of many is not needed for a while. The next access opens the file again.
package final class PDFFile {
  /// The name of the file in messages.
  package let name: String
  /// 1.4 to 2.0; for another version the nearest of these.
  package let version: PDFVersion
  package let isEncrypted: Bool
  /// The permissions that the given password grants. All are granted without encryption or with the owner password.
  package let permissions: PDFPermissions
  /// The damage that was found so far, each message once.
  private var found: [Diagnostic] = []
  /// The parts of the document that are not kept.
  private var lost: [String] = []

  let limits: Limits
  let tree: PageTree
  let catalogNumber: ObjectNumber?
  /// The bytes of the file, rebuilt where its cross-references are lost.
  let source: any ByteSource
  private let reopenable: ReopenableSource?
  private let password: String?
  private var reader: ObjectReader?
  private var reported: Set<String> = []
  /// Objects in place of those of the file: what was changed since it was opened.
  var edits = ObjectEdits() { didSet { reader?.edits = edits } }
  /// The words of pages, once they were asked for.
  var texts: [Int: PageText] = [:]
  private var programs: PopplerProgram?
  /// The named destinations and the outline, once they were read.
  var destinations: [String: PDFDestination]?
  var outlineEntries: [OutlineEntry]?
  /// Whether pages of it go to several documents, one after the other. `suspend` then keeps it open for a while.
  package var servesSeveralDocuments = false

  /// Opens a file.
  ///
  /// - Throws: with the path: `io`; `invalidData` where the file is not a PDF or damaged beyond repair; `unsupported`
  ///   where the password is missing or wrong; `limitExceeded`.
  package convenience init(path: String, password: String? = nil, limits: Limits) throws(ImageError) {
    do throws(ImageError) {
      try self.init(source: ReopenableSource(path: path), name: path, password: password, limits: limits)
    } catch {
      throw error.at(path: path)
    }
  }

  /// Opens a PDF in memory.
  package convenience init(
    bytes: [UInt8], name: String, password: String? = nil, limits: Limits
  ) throws(ImageError) {
    try self.init(source: MemoryByteSource(bytes), name: name, password: password, limits: limits)
  }

  /// Opens a PDF from any source.
  package init(
    source: any ByteSource, name: String, password: String? = nil, limits: Limits
  ) throws(ImageError) {
    reopenable = source as? ReopenableSource
    var source = source
    let structure: Structure
    var isRebuilt = false
    do throws(ImageError) {
      structure = try Structure(source, password: password, limits: limits)
    } catch {
      guard error.kind == .invalidData, let rebuilt = try RebuiltFile.source(for: source, limits: limits) else {
        throw error
      }
      (source, isRebuilt) = (rebuilt, true)
      structure = try Structure(source, password: password, limits: limits)
      guard !structure.tree.pages.isEmpty else { throw error }
    }
    (self.source, self.name, self.password, self.limits, reader) = (source, name, password, limits, structure.reader)
    (version, catalogNumber, tree) = (structure.version, structure.catalogNumber, structure.tree)
    (isEncrypted, permissions) = (structure.isEncrypted, structure.permissions)
    if isRebuilt {
      warn("its cross-references are lost; a search found \(tree.pages.count) page\(tree.pages.count == 1 ? "" : "s")")
    }
    for warning in tree.warnings { warn(warning) }
    takeWarnings()
  }

  /// The parts of a file that are read when it is opened.
  private struct Structure {
    let reader: ObjectReader
    let version: PDFVersion
    let isEncrypted: Bool
    let permissions: PDFPermissions
    let catalogNumber: ObjectNumber?
    let tree: PageTree

    init(_ source: any ByteSource, password: String?, limits: Limits) throws(ImageError) {
      reader = try ObjectReader(source, password: password, limits: limits)
      let facts = try reader.facts()
      version = PDFFile.version(major: Int(facts.major), minor: Int(facts.minor))
      isEncrypted = facts.is_encrypted != 0
      permissions = isEncrypted && facts.is_owner == 0 ? PDFPermissions(bits: facts.permissions) : .all
      let root = try reader.trailer()["Root"]
      catalogNumber = root?.reference
      guard let catalog = try reader.resolve(root).dictionary else {
        throw ImageError(.invalidData, "there is no catalog", format: "PDF")
      }
      tree = try PageTree(catalog: catalog, reader)
    }
  }

  package var pageCount: Int { tree.pages.count }

  /// Releases the file descriptor and the memory for objects.
  package func suspend() {
    takeWarnings()
    if servesSeveralDocuments, reader?.isFresh ?? false { return }
    reader = nil
    reopenable?.close()
  }

  /// Forgets what was reported for one document, before the file is used for the next one. Damage is reported once.
  package func beginNextDocument() {
    for diagnostic in found where diagnostic.severity == .note { reported.remove(diagnostic.message) }
    (found, lost) = ([], [])
  }

  /// Calls a function with the reader of the file, which is opened where necessary, and adds the file name to errors.
  func read<Result>(_ body: (ObjectReader) throws(ImageError) -> Result) throws(ImageError) -> Result {
    do throws(ImageError) {
      let reader = try opened()
      defer { takeWarnings() }
      return try body(reader)
    } catch {
      throw error.at(path: name)
    }
  }

  private func opened() throws(ImageError) -> ObjectReader {
    if let reader { return reader }
    let opened = try ObjectReader(source, password: password, limits: limits)
    opened.edits = edits
    reader = opened
    return opened
  }

  /// What runs poppler's programs on this file.
  func poppler() throws(ImageError) -> PopplerProgram {
    if let programs { return programs }
    let made = try PopplerProgram(self)
    programs = made
    return made
  }

  func catalog(_ reader: ObjectReader) throws(ImageError) -> FileDictionary {
    try reader.resolve(try reader.trailer()["Root"]).dictionary ?? FileDictionary()
  }

  /// Adds a warning, unless it was added before or there are too many.
  func warn(_ message: String) { report(.warning(message)) }

  func note(_ message: String) { report(.note(message)) }

  /// Names a part of the document that is not kept.
  func lose(_ part: String) {
    if !lost.contains(part) { lost.append(part) }
  }

  /// The damage that was found so far, and one note that names all parts that are not kept.
  package var diagnostics: [Diagnostic] {
    found + (lost.isEmpty ? [] : [.note("not kept: \(lost.joined(separator: ", "))")])
  }

  private func report(_ diagnostic: Diagnostic) {
    guard reported.count <= limits.maxWarnings, reported.insert(diagnostic.message).inserted else { return }
    found.append(
      reported.count <= limits.maxWarnings ? diagnostic : .warning("there is more damage than is reported here"))
  }

  private func takeWarnings() {
    guard let reader else { return }
    for warning in reader.takeWarnings() {
      // Every reader ignores a wrong /Size in the trailer.
      if warning.hasPrefix("reported number of objects") { note(warning) } else { warn(warning) }
    }
  }

  /// The destination with a name; nil for an undefined name.
  func destination(named name: String) throws(ImageError) -> PDFDestination? {
    try namedDestinations()[name]
  }

  private static func version(major: Int, minor: Int) -> PDFVersion {
    if major >= 2 { return .v2_0 }
    guard major == 1, minor >= 4 else { return .v1_4 }
    return PDFVersion(rawValue: "1.\(minor)") ?? .v1_7
  }
}

extension PDFFile {
  /// The geometry of a page, counted from 0, including inherited entries.
  ///
  /// Invalid boxes and rotations are ignored, with a warning.
  ///
  /// - Throws: `usage` for a page that does not exist; the errors of reading.
  package func page(_ index: Int) throws(ImageError) -> PDFFilePage {
    try read { reader throws(ImageError) in
      let page = try dictionary(ofPage: index, reader)
      var boxes: [PageBox: Rect] = [:]
      for box in PageBox.allCases {
        guard let declared = page[box.key] else { continue }
        if let rect = try rectangle(declared, reader) {
          boxes[box] = rect
        } else {
          warn("page \(index + 1): the \(box.rawValue) box is not a rectangle")
        }
      }
      if boxes[.media] == nil {
        warn("page \(index + 1) has no media box; US Letter is assumed")
        boxes[.media] = PDFFilePage.letter
      }
      return PDFFilePage(
        boxes: boxes, rotation: try rotation(page, index, reader), userUnit: try userUnit(page, index, reader))
    }
  }

  /// The dictionary of a page, including inherited entries.
  func dictionary(ofPage index: Int, _ reader: ObjectReader) throws(ImageError) -> FileDictionary {
    guard tree.pages.indices.contains(index) else {
      throw ImageError(.usage, "has no page \(index + 1); there are \(pageCount)", path: name)
    }
    return try tree.dictionary(ofPage: index, reader) ?? FileDictionary()
  }

  /// Four numbers as a rectangle with normalized corners; nil for an empty rectangle and for other values.
  func rectangle(_ object: FileObject?, _ reader: ObjectReader) throws(ImageError) -> Rect? {
    guard let elements = try reader.resolve(object).array, elements.count >= 4 else { return nil }
    var numbers: [Double] = []
    for element in elements.prefix(4) {
      guard let number = try reader.resolve(element).number, abs(number) < 1e7 else { return nil }
      numbers.append(number)
    }
    let (left, right) = (min(numbers[0], numbers[2]), max(numbers[0], numbers[2]))
    let (bottom, top) = (min(numbers[1], numbers[3]), max(numbers[1], numbers[3]))
    guard right - left > 1e-3, top - bottom > 1e-3 else { return nil }
    return Rect(x: left, y: bottom, width: right - left, height: top - bottom)
  }

  private func rotation(_ page: FileDictionary, _ index: Int, _ reader: ObjectReader) throws(ImageError) -> Int {
    guard let value = page["Rotate"] else { return 0 }
    guard let degrees = try reader.resolve(value).integer, degrees % 90 == 0 else {
      warn("page \(index + 1): a rotation that is not a multiple of 90 degrees is ignored")
      return 0
    }
    return (degrees % 360 + 360) % 360
  }

  private func userUnit(_ page: FileDictionary, _ index: Int, _ reader: ObjectReader) throws(ImageError) -> Double {
    guard let value = page["UserUnit"] else { return 1 }
    guard let unit = try reader.resolve(value).number, unit > 0, unit <= 75_000 else {
      warn("page \(index + 1): an invalid user unit is ignored")
      return 1
    }
    return unit
  }
}

/// A file that can be closed and is opened again by the next read, so that thousands of inputs need few file
/// descriptors.
private final class ReopenableSource: ByteSource {
  let size: UInt64
  let identity: FileIdentity?
  private let path: String
  private let file: Mutex<FileByteSource?>

  /// - Throws: `io` with the path.
  init(path: String) throws(ImageError) {
    let file = try FileByteSource(path: path)
    self.path = path
    size = file.size
    identity = file.identity
    self.file = Mutex(file)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
    try opened().read(into: buffer, at: offset)
  }

  /// Closes the file; the next read opens it again.
  func close() {
    file.withLock { $0 = nil }
  }

  private func opened() throws(ImageError) -> FileByteSource {
    if let open = file.withLock({ $0 }) { return open }
    let again = try FileByteSource(path: path)
    guard again.identity == identity, again.size == size else {
      throw ImageError(.io, "was changed while it was being read", path: path)
    }
    file.withLock { $0 = again }
    return again
  }
}

/// Limits the number of open files when many files are read in turn.
final class OpenFiles {
  /// Pages of up to this many files may alternate without opening the files again.
  private static let maxCount = 8

  /// The most recently used file is last.
  private var files: [PDFFile] = []

  /// Marks a file as used, and closes the least recently used one where there are too many.
  func use(_ file: PDFFile) {
    guard files.last !== file else { return }
    files.removeAll { $0 === file }
    files.append(file)
    if files.count > Self.maxCount { files.removeFirst().suspend() }
  }

  func suspendAll() {
    for file in files { file.suspend() }
    files = []
  }
}
