internal import ByteStreams
internal import Glibc
package import ImageModel

/// Why a document could not be read, written or coordinated. One line that a user understands.
public struct DocumentError: Error, Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    /// The contents break the rules of the document's type. Document types throw it, too.
    case invalidContents
    /// The document's type is not one that the program reads or writes.
    case unsupportedType
    /// A package that may not be opened or written: a link that leads out of it, a name that is no file name, a fifo, a
    /// socket or a device in it.
    case unsafePackage
    /// More children, bytes or folders within folders than `FileWrapper.Limits` allow.
    case limitExceeded
    /// There is no such file or folder.
    case missing
    /// There is something under the name already.
    case exists
    /// The system does not let this user read or write here, or the file system is mounted for reading only.
    case notPermitted
    /// The disk or the user's quota is full.
    case diskFull
    /// Any other failure of the system.
    case io
    /// Another program has changed what was to be read, or what was to be replaced.
    case changed
    /// There are changes of both hands, and nobody has decided between them.
    case conflict
    /// Another program kept the document for longer than the deadline.
    case timedOut
    /// The session is closed.
    case closed
    /// The task was cancelled.
    case cancelled
  }

  public var kind: Kind
  public var message: String
  /// The file or folder at fault.
  public var path: String?
  /// `errno` of the system call that failed.
  public var systemError: Int32?

  public init(_ kind: Kind, _ message: String, path: String? = nil, systemError: Int32? = nil) {
    self.kind = kind
    self.message = message
    self.path = path
    self.systemError = systemError
  }

  /// The same error with a path, unless it has one already.
  public func at(path: String) -> DocumentError {
    var error = self
    if error.path == nil { error.path = path }
    return error
  }
}

extension DocumentError: CustomStringConvertible {
  /// The path and the reason: `team.notes: cannot write: No space left on device`.
  public var description: String { path.map { "\($0): \(message)" } ?? message }
}

extension DocumentError {
  /// The same failure of the modules below.
  package init(_ error: ImageError) {
    let kind: Kind =
      switch error.kind {
      case .invalidData: .invalidContents
      case .unsupported: .unsupportedType
      case .limitExceeded: .limitExceeded
      case .cancelled: .cancelled
      case .io, .usage: error.systemError.map(Self.kind(of:)) ?? .io
      }
    self.init(kind, error.reason, path: error.path, systemError: error.systemError)
  }

  /// The error for a failed system call; `action` reads as `cannot <action>`.
  static func system(_ action: String, path: String, number: Int32 = errno) -> DocumentError {
    DocumentError(
      kind(of: number), "cannot \(action): \(SystemCall.message(number))", path: path, systemError: number)
  }

  /// Any error as this type: those of document types, say.
  static func any(_ error: any Error, path: String) -> DocumentError {
    switch error {
    case let error as DocumentError: error.at(path: path)
    case let error as ImageError: DocumentError(error).at(path: path)
    case is CancellationError: DocumentError(.cancelled, "cancelled", path: path)
    default: DocumentError(.invalidContents, "\(error)", path: path)
    }
  }

  /// Whether what is under the document's name is at fault, not the way to it.
  var isAboutContents: Bool {
    [.invalidContents, .unsafePackage, .limitExceeded, .unsupportedType, .notPermitted].contains(kind)
  }

  private static func kind(of number: Int32) -> Kind {
    switch number {
    case ENOENT, ENOTDIR: .missing
    case EEXIST, ENOTEMPTY: .exists
    case EACCES, EPERM, EROFS: .notPermitted
    case ENOSPC, EDQUOT, EFBIG: .diskFull
    case ESTALE: .changed
    // Documents are opened without following links (`O_NOFOLLOW`).
    case ELOOP: .unsafePackage
    default: .io
    }
  }
}
