public import ContentTypes

/// A document that is open: it reads, saves, autosaves, watches and closes the file or package that a `FileDocument`
/// lives in.
///
///     let session = try await DocumentSession<Team>.open(at: "chess.team")
///     await session.update("Rename") { $0.name = "Chess club" }
///     try await session.close()
///
/// Order of calls: `create | open`, then anything, then `close`. All functions may be called from any task.
public actor DocumentSession<Document: FileDocument> {
  /// The value, with all changes.
  public private(set) var document: Document
  /// Where the document is: an absolute path without links.
  public private(set) var path: String
  public let contentType: ContentType
  public let options: DocumentOptions
  public private(set) var state: DocumentState = .normal
  /// Whether there are changes that are not saved.
  public private(set) var hasUnsavedChanges = false

  init(document: Document, path: String, contentType: ContentType, options: DocumentOptions) {
    self.document = document
    self.path = path
    self.contentType = contentType
    self.options = options
  }

  // MARK: Beginning

  /// Writes a new document and opens it.
  ///
  /// - Parameter contentType: nil for the one of the name's extension.
  /// - Throws: `exists` if there is something under the name; as `save`.
  public static func create(
    _ document: Document, at path: String, contentType: ContentType? = nil, options: DocumentOptions = DocumentOptions()
  ) async throws(DocumentError) -> DocumentSession {
    throw DocumentError(.io, "not there yet")
  }

  /// Opens a document. Programs that have unsaved changes of it are asked to save first.
  ///
  /// - Throws: `DocumentError` with the path.
  public static func open(
    at path: String, options: DocumentOptions = DocumentOptions()
  ) async throws(DocumentError) -> DocumentSession {
    throw DocumentError(.io, "not there yet")
  }

  // MARK: Changing

  /// Changes the value. The change can be undone.
  ///
  /// - Parameters:
  ///   - name: what the user did, for the menu: `Rename`. Changes with the same name in a group are one.
  ///   - change: changes the value. If it throws, nothing has changed.
  @discardableResult
  public func update<Result: Sendable, Failure: Error>(
    _ name: String? = nil, _ change: @Sendable (inout Document) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try change(&document)
  }

  public var canUndo: Bool { false }
  public var canRedo: Bool { false }
  /// The name of the change that `undo` would take back; nil without one.
  public var undoActionName: String? { nil }
  /// The name of the change that `redo` would make again; nil without one.
  public var redoActionName: String? { nil }

  /// Takes the last change, or group of changes, back.
  ///
  /// - Returns: false if there is none.
  @discardableResult
  public func undo() -> Bool { false }

  /// Makes the change again that was taken back last.
  ///
  /// - Returns: false if there is none.
  @discardableResult
  public func redo() -> Bool { false }

  /// All changes up to `endUndoGrouping` are undone in one step. Groups may lie in each other.
  public func beginUndoGrouping(_ name: String? = nil) {}
  public func endUndoGrouping() {}

  // MARK: Saving and closing

  /// Saves the changes; nothing happens without any.
  ///
  /// - Throws: `conflict` if another program has saved changes and they cannot be merged; `timedOut`, `diskFull`,
  ///   `notPermitted`, `missing`, `io`. The document on the disk is as it was then, and the changes are kept.
  public func save() async throws(DocumentError) {}

  /// How `save(to:as:)` writes.
  public enum SaveOperation: Sendable {
    /// The session goes on with the new file.
    case saveAs
    /// The session stays with its file.
    case copy
  }

  /// Saves the document under another name, which must be free.
  ///
  /// - Throws: `exists`; as `save`.
  public func save(to path: String, as operation: SaveOperation) async throws(DocumentError) {}

  /// Saves the changes now, if autosaving has not yet: for the end of a program (SIGTERM) or of work in a window. Where
  /// the document cannot be saved, the recovery copy is written.
  public func autosave() async throws(DocumentError) {}

  /// Reads the document again and drops all unsaved changes, which can be undone.
  public func revert() async throws(DocumentError) {}

  /// Takes the contents of a version as a change, which can be undone and is saved like any other.
  public func revert(to version: FileVersion) async throws(DocumentError) {}

  /// Saves the changes and ends the session.
  ///
  /// - Throws: as `save`; the session stays open then. `close(discardingChanges: true)` always ends it.
  public func close(discardingChanges: Bool = false) async throws(DocumentError) {}

  /// Saves the changes and gives the document another name or folder, which must be free. Other sessions follow.
  public func move(to path: String) async throws(DocumentError) {}

  /// Saves the changes and copies the document, as a reflink where the file system has them.
  ///
  /// - Parameter path: nil for a name beside the document: `chess 2.team`.
  /// - Returns: the path of the copy.
  @discardableResult
  public func duplicate(to path: String? = nil) async throws(DocumentError) -> String { "" }

  // MARK: What others do

  /// What happens from now on. Each call begins a sequence of its own, which ends when the session is closed.
  public nonisolated var events: AsyncStream<DocumentEvent> { AsyncStream { $0.finish() } }

  /// Who wins.
  public enum Resolution: Sendable {
    /// The unsaved changes of this session.
    case ours
    /// What the other program saved.
    case theirs
    /// Another value, such as one that a user put together.
    case document(Document)
  }

  /// Ends a conflict. What did not win stays as a version.
  ///
  /// - Throws: as `save`.
  public func resolveConflict(_ resolution: Resolution) async throws(DocumentError) {}

  /// Unsaved changes of a program that ended without saving, as of the time when the document was opened; nil without.
  public private(set) var recovery: FileVersion?

  /// Takes the unsaved changes of the other program as a change, which can be undone and is saved like any other.
  public func restoreRecovery() async throws(DocumentError) {}

  /// Removes the unsaved changes of the other program.
  public func discardRecovery() async throws(DocumentError) {}
}
