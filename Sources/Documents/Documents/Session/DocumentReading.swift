internal import ByteStreams
internal import ContentTypes
internal import Glibc

/// A document and what it was read from or written to.
struct StoredDocument<Document: FileDocument>: Sendable {
  var document: Document
  var file: FileWrapper
  var state: DiskState

  /// Reads a document.
  ///
  /// - Throws: `DocumentError` with the path.
  init(at location: DocumentLocation, _ type: ContentType?, _ limits: FileWrapper.Limits) throws(DocumentError) {
    let path = location.path
    for _ in 0..<5 {
      var (file, state) = try FileWrapper.read(location, limits)
      let outcome = Result { try Self.document(of: file, path, type) }
      if !state.isDirectory, let whole = try DiskState.read(path), whole.root == state.root { state = whole }
      // A program that does not use locks may be writing at this moment.
      guard try state.isCurrent(path) else { continue }
      do {
        document = try outcome.get()
      } catch {
        throw DocumentError.any(error, path: path)
      }
      (self.file, self.state) = (file, state)
      return
    }
    throw DocumentError(.changed, "another program changes it again and again", path: path)
  }

  init(_ document: Document, _ file: FileWrapper, _ state: DiskState) {
    (self.document, self.file, self.state) = (document, file, state)
  }

  /// - Throws: what the document throws; `unsupportedType`.
  static func document(of file: FileWrapper, _ path: String, _ type: ContentType?) throws -> Document {
    let type =
      try type ?? DocumentType.find(for: path, isDirectory: file.isDirectory, among: Document.readableContentTypes)
    return try Document(configuration: .init(contentType: type, file: file))
  }

  /// The contents of a document.
  ///
  /// - Throws: what the document throws.
  static func contents(
    of document: Document, _ type: ContentType, existing: FileWrapper?, path: String
  ) throws(DocumentError) -> FileWrapper {
    let file: FileWrapper
    do {
      file = try document.fileWrapper(configuration: .init(contentType: type, existingFile: existing))
    } catch {
      throw DocumentError.any(error, path: path)
    }
    guard file.isDirectory == DocumentType.isPackage(type) else {
      let kind = file.isDirectory ? "a directory" : "a file"
      throw DocumentError(.invalidContents, "the document made \(kind), which its type is not", path: path)
    }
    return file
  }

  /// The contents of a document, if it could be opened again with them.
  ///
  /// - Throws: what the document throws when it makes them, or when it reads them; `limitExceeded`.
  static func contentsToSave(
    of document: Document, _ type: ContentType, existing: FileWrapper?, path: String, _ options: DocumentOptions
  ) throws(DocumentError) -> FileWrapper {
    let file = try contents(of: document, type, existing: existing, path: path)
    do throws(DocumentError) {
      try file.check(options.limits)
      let isReadable = Document.readableContentTypes.contains { $0.identifier == type.identifier }
      guard options.checksContents, isReadable else { return file }
      do {
        _ = try Document(configuration: .init(contentType: type, file: file))
      } catch {
        throw DocumentError.any(error, path: path)
      }
    } catch {
      // What another program does to files of a package is noticed when it is written.
      guard [.invalidContents, .limitExceeded, .unsupportedType].contains(error.kind) else { return file }
      throw DocumentError(
        error.kind, "is not saved, because it could not be opened again: \(error.message)", path: path)
    }
    return file
  }
}
