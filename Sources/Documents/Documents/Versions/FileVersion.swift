/// An earlier state of a document, one side of a conflict, or unsaved changes of a program that was killed.
///
/// Versions are in `$XDG_DATA_HOME/cameo/versions`, unsaved changes in `$XDG_STATE_HOME/cameo/documents`. They are
/// copies, by content: the same file in two versions is there once.
public struct FileVersion: Hashable, Sendable, Identifiable {
  public enum Kind: Hashable, Sendable {
    /// A state that was saved.
    case version
    /// What this session had changed when another program saved, and nobody has decided yet.
    case ours
    /// What the other program had saved then.
    case theirs
    /// A copy beside the document that a program for synchronisation has made; its name: `Syncthing`.
    case copy(by: String)
    /// Changes that a program had not saved when it ended.
    case recovery
  }

  /// Unique among all versions of all documents.
  public let id: String
  public let kind: Kind
  /// The document's path when the version was made.
  public let documentPath: String
  /// Seconds since 1970.
  public let date: Double
  /// Who made it, and where; nil where that is not known.
  public let user: String?
  public let host: String?
  /// The number of bytes of all its files.
  public let byteCount: UInt64
  /// The file or folder with the record of the version.
  let record: String

  /// All versions of a document, the newest first.
  public static func versions(of path: String) throws(DocumentError) -> [FileVersion] { [] }

  /// The conflicts of a document that nobody has resolved yet: both sides of those that a session found, and the copies
  /// that Syncthing, Nextcloud, Dropbox and Seafile leave beside a document.
  public static func unresolvedConflicts(of path: String) throws(DocumentError) -> [FileVersion] { [] }

  /// Keeps the present state of a document as a version.
  ///
  /// - Returns: nil if the newest version is the same.
  @discardableResult
  public static func add(of path: String, limits: FileWrapper.Limits = FileWrapper.Limits()) async throws(DocumentError)
    -> FileVersion?
  { nil }

  /// The contents, which are read when they are asked for.
  public func fileWrapper() throws(DocumentError) -> FileWrapper {
    throw DocumentError(.missing, "not there yet", path: documentPath)
  }

  /// Puts the version in the place of its document. The present state is kept as a version before.
  ///
  /// - Parameter path: where the document is now; nil for where it was.
  public func restore(to path: String? = nil) async throws(DocumentError) {}

  /// Removes the version; of a conflict, marks this side as resolved. A copy beside the document is deleted.
  public func remove() throws(DocumentError) {}
}
