package import ByteStreams
internal import CQPDFShims
package import ImageModel
package import PDFWriting

/// An existing PDF that is read.
///
/// Nothing but the structure is read at first; each object when it is asked for. `suspend` gives back the descriptor and
/// libqpdf's memory: whoever works with many files calls it when a file is not needed for a while. Any later question
/// opens the file again.
package final class PDFFile {
  /// How messages call the file.
  package let name: String
  /// 1.4 to 2.0; other versions as the nearest of these.
  package let version: PDFVersion
  package let isEncrypted: Bool
  /// What the password that was given permits; everything without encryption and for the owner.
  package let permissions: PDFPermissions
  /// What is damaged, as far as it has been met. The same thing is told once.
  package private(set) var diagnostics: [Diagnostic] = []

  let limits: Limits
  let tree: FilePageTree
  let catalogNumber: ObjectNumber?
  private let source: any ByteSource
  private let password: String?
  private var reader: ObjectReader?
  private var told: Set<String> = []
  /// Read once, when the first name is looked up.
  private var destinations: [String: PDFDestination]?

  /// Opens a file.
  ///
  /// - Throws: with the path: `io`; `invalidData` for what is no PDF or damaged beyond repair; `unsupported` where a password
  ///   is needed, or the one that was given is wrong; `limitExceeded`.
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

  /// Opens any source.
  package init(
    source: any ByteSource, name: String, password: String? = nil, limits: Limits
  ) throws(ImageError) {
    let reader = try ObjectReader(source, password: password, limits: limits)
    (self.source, self.name, self.password, self.limits, self.reader) = (source, name, password, limits, reader)
    let facts = try reader.facts()
    version = Self.version(major: Int(facts.major), minor: Int(facts.minor))
    isEncrypted = facts.is_encrypted != 0
    permissions = isEncrypted && facts.is_owner == 0 ? PDFPermissions(bits: facts.permissions) : .all
    let root = try reader.trailer()["Root"]
    catalogNumber = root?.reference
    guard let catalog = try reader.resolve(root).dictionary else {
      throw ImageError(.invalidData, "there is no catalog", format: "PDF")
    }
    tree = try FilePageTree(catalog: catalog, reader)
    for warning in tree.warnings { warn(warning) }
    takeWarnings()
  }

  package var pageCount: Int { tree.pages.count }

  /// Gives back the descriptor and the memory for objects. What is known stays known.
  package func suspend() {
    takeWarnings()
    reader = nil
    (source as? ReopenableSource)?.close()
  }

  /// Whether the file holds a descriptor or libqpdf's memory.
  package var isSuspended: Bool { reader == nil }

  /// Runs a function over the file's objects, opens the file for it where need be, and adds the file's name to errors.
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
    reader = opened
    return opened
  }

  func catalog(_ reader: ObjectReader) throws(ImageError) -> FileDictionary {
    try reader.resolve(try reader.trailer()["Root"]).dictionary ?? FileDictionary()
  }

  /// Adds a warning, unless it was told before or there are many already.
  func warn(_ message: String) { tell(.warning(message)) }

  func note(_ message: String) { tell(.note(message)) }

  private func tell(_ diagnostic: Diagnostic) {
    guard told.count <= limits.maxWarnings, told.insert(diagnostic.message).inserted else { return }
    diagnostics.append(
      told.count <= limits.maxWarnings ? diagnostic : .warning("there is more damage than is told here"))
  }

  private func takeWarnings() {
    guard let reader else { return }
    for warning in reader.takeWarnings() { warn(warning) }
  }

  /// Where a name leads; nil for one that the file does not define.
  func destination(named name: String) throws(ImageError) -> PDFDestination? {
    if let destinations { return destinations[name] }
    let read = try namedDestinations()
    destinations = read
    return read[name]
  }

  private static func version(major: Int, minor: Int) -> PDFVersion {
    if major >= 2 { return .v2_0 }
    guard major == 1, minor >= 4 else { return .v1_4 }
    return PDFVersion(rawValue: "1.\(minor)") ?? .v1_7
  }
}
