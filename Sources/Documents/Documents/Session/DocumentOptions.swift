/// How a `DocumentSession` works. The defaults are right for a program with windows or a service; a command that opens,
/// changes and saves sets `autosaves` to false.
public struct DocumentOptions: Sendable {
  /// Whether changes are saved without being asked to.
  public var autosaves = true
  /// How long nothing must have changed before changes are saved.
  public var autosaveDelay: Duration = .seconds(1)
  /// How long changes that go on are kept unsaved at most.
  public var autosaveInterval: Duration = .seconds(15)
  /// Whether autosaving replaces the document. Otherwise it writes only the recovery copy.
  public var autosavesInPlace = true
  /// Whether another program's changes are looked for while the document is open.
  public var watches = true
  /// How many steps can be undone.
  public var undoLevels = 100
  /// How long another program that reads or writes the document is waited for.
  public var deadline: Duration = .seconds(10)
  /// Whether each save leaves a version (`FileVersion`).
  public var keepsVersions = true
  /// Larger documents get no versions.
  public var maxVersionBytes: UInt64 = 256 << 20
  /// What is read of a document. More is not saved either.
  public var limits = FileWrapper.Limits()
  /// Whether the contents are read by the document's type before they are saved, in memory: what could not be opened
  /// again is not saved. Of a package, what the type asks for is read.
  public var checksContents = true
  /// Whether what is saved is on the disk when `save` returns (`fsync`), so that a power cut takes nothing away.
  public var syncs = true

  public init() {}
}

/// What a session's document is like. Several may be true at once; none in an ordinary session (`normal`).
public struct DocumentState: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Open, and everything is well.
  public static let normal: DocumentState = []
  /// The session is closed.
  public static let closed = DocumentState(rawValue: 1)
  /// Another program has saved changes while there were unsaved ones here. Until `resolveConflict` nothing is saved.
  public static let inConflict = DocumentState(rawValue: 2)
  /// The last save failed. The changes are kept and saved when that is possible.
  public static let savingError = DocumentState(rawValue: 4)
  /// The document cannot be saved where it is, so a user should not begin to edit it.
  public static let editingDisabled = DocumentState(rawValue: 8)
  /// The document is being read or written.
  public static let progressAvailable = DocumentState(rawValue: 16)
  /// Another program has deleted the document. The changes are kept; `save` makes it anew.
  public static let deleted = DocumentState(rawValue: 32)
}

/// What has happened to a session's document.
public enum DocumentEvent: Sendable {
  /// The value has changed: by `update`, undo, redo, a merge or because it was read again.
  case changed
  /// The document was saved.
  case saved
  /// Another program has changed the document, and it was read again.
  case reloaded
  /// Another program's changes and those of this session were combined (`FileDocument.merge`).
  case merged
  /// Both have changed, and somebody has to decide.
  case conflict
  /// The document has another path now.
  case moved(from: String, to: String)
  /// Another program has deleted the document.
  case deleted
  /// Saving failed; the session tries again.
  case saveFailed(DocumentError)
  /// Reading what another program has written failed. The session keeps the value that it has.
  case reloadFailed(DocumentError)
  /// There are unsaved changes of a program that ended without saving: see `DocumentSession.recovery`.
  case recoveryAvailable
  case stateChanged(DocumentState)
}
