internal import ByteStreams
public import ContentTypes

/// A document that is open: it reads, saves, autosaves, watches and closes the file or package that a `FileDocument`
/// lives in.
///
///     let session = try await DocumentSession<Team>.open(at: "chess.team")
///     await session.update("Rename") { $0.name = "Chess club" }
///     try await session.close()
///
/// Order of calls: `create | open`, then anything, then `close`. All functions may be called from any task. A session
/// with unsaved changes that autosaves stays until these are saved, even if nobody else has it.
public actor DocumentSession<Document: FileDocument>: FilePresenter {
  /// The value, with all changes.
  public internal(set) var document: Document
  public let contentType: ContentType
  public let options: DocumentOptions
  public internal(set) var state: DocumentState = .normal {
    didSet { if state != oldValue { hub.send(.stateChanged(state)) } }
  }

  /// Unsaved changes of a program that ended without saving, as of the time when the document was opened; nil without.
  public internal(set) var recovery: FileVersion?

  var location: DocumentLocation
  /// The document as it was last read or saved.
  var stored: StoredDocument<Document>
  var history: UndoHistory<Document>
  /// The number of changes, and of those that are saved.
  var changeCount = 0
  var savedCount = 0

  let hub = EventHub()
  var presentation: FilePresentation?
  var watch: DocumentWatch?
  var mark: DocumentMark
  /// The document's folder, which is another one after an unmount.
  var folder: FileIdentity?
  var isCheckPending = false
  /// Whether files that the value or an earlier one has may be lost, because another program has changed the package.
  var mayHaveLostFiles = false

  /// Saving and everything else that must not happen twice at a time.
  private var isBusy = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  var autosaveTask: Task<Void, Never>?
  var lastChange = ContinuousClock.now
  var firstChange = ContinuousClock.now
  /// The pause after a save that failed.
  var retryPause: Duration = .zero
  var retryAt = ContinuousClock.now
  var recoveryCopies = RecoveryCopies()
  var drawing: (sizes: [Int], draw: @Sendable (Document, Int) throws -> [UInt8])?
  /// Whether the document was made just now, so that it has no thumbnails yet.
  var isNew = false

  private init(
    _ stored: StoredDocument<Document>, _ location: DocumentLocation, _ type: ContentType, _ options: DocumentOptions
  ) {
    document = stored.document
    self.stored = stored
    self.location = location
    contentType = type
    self.options = options
    history = UndoHistory(levels: options.undoLevels)
    mark = DocumentMark(location.path)
  }

  /// Where the document is: an absolute path without links.
  public var path: String { location.path }

  /// Whether there are changes that are not saved.
  public var hasUnsavedChanges: Bool { changeCount != savedCount }

  /// What happens from now on. Each call begins a sequence of its own, which ends when the session is closed.
  public nonisolated var events: AsyncStream<DocumentEvent> { hub.stream }

  // MARK: Beginning

  /// Writes a new document and opens it.
  ///
  /// - Parameter contentType: nil for the one of the name's extension.
  /// - Throws: `exists` if there is something under the name; as `save`.
  public static func create(
    _ document: Document, at path: String, contentType: ContentType? = nil, options: DocumentOptions = DocumentOptions()
  ) async throws(DocumentError) -> DocumentSession {
    let location = DocumentLocation(try DocumentStorage.resolve(path))
    let type: ContentType
    if let contentType {
      type = contentType
    } else {
      type = try DocumentType.ofNewFile(location.path, among: Document.writableContentTypes)
    }
    let stored = try await DocumentLock.holding([(location.path, true)], within: options.deadline) {
      () throws(DocumentError) in
      let file = try StoredDocument.contentsToSave(of: document, type, existing: nil, path: location.path, options)
      let state = try DocumentStorage.write(file, to: location, replacing: .nothing, syncs: options.syncs)
      return StoredDocument(document, file, state)
    }
    let session = DocumentSession(stored, location, type, options)
    await session.begin()
    await session.afterSave(stored)
    await session.noteNew()
    return session
  }

  /// Opens a document. Programs that have unsaved changes of it are asked to save first.
  ///
  /// - Throws: `missing`, `unsupportedType`, `invalidContents`, `unsafePackage`, `limitExceeded`, `notPermitted`,
  ///   `timedOut`, `io`, with the path.
  public static func open(
    at path: String, options: DocumentOptions = DocumentOptions()
  ) async throws(DocumentError) -> DocumentSession {
    let location = DocumentLocation(try DocumentStorage.resolve(path))
    let rest = await FileCoordinator(deadline: options.deadline).ask(.save, location.path).deadline
    let (stored, type) = try await DocumentLock.holding([(location.path, false)], within: rest) {
      () throws(DocumentError) in
      let stored = try StoredDocument<Document>(at: location, nil, options.limits)
      let type = try DocumentType.find(
        for: location.path, isDirectory: stored.state.isDirectory, among: Document.readableContentTypes)
      return (stored, type)
    }
    let session = DocumentSession(stored, location, type, options)
    await session.findRecovery()
    await session.begin()
    return session
  }

  private func noteNew() { isNew = true }

  private func begin() {
    if !DocumentStorage.canReplace(location.path) { state.insert(.editingDisabled) }
    listen()
  }

  /// Looks at and listens for what others do with the document where it is now.
  func listen() {
    mark = DocumentMark(location.path)
    folder = FileIdentity(path: PathText.split(location.path).directory)
    // Without a socket, others do not wait for this session; its changes are noticed all the same.
    presentation = try? FilePresentation(of: location.path, to: self)
    guard options.watches else { return }
    watch = DocumentWatch(location.path) { [weak self] in
      guard let self else { return }
      Task { await self.documentMayHaveChanged() }
    }
  }

  // MARK: One after the other

  /// Waits until nothing else is being done with the file.
  func enter() async {
    if isBusy {
      await withCheckedContinuation { waiting.append($0) }
    } else {
      isBusy = true
    }
    state.insert(.progressAvailable)
  }

  func leave() {
    state.remove(.progressAvailable)
    if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() }
  }

  func requireOpen() throws(DocumentError) {
    if state.contains(.closed) { throw DocumentError(.closed, "the document is closed", path: path) }
  }
}
