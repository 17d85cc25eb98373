internal import ByteStreams
internal import Glibc

/// The folder of locks and sockets: `$XDG_RUNTIME_DIR/cameo/documents`, which only this user can write. Without that
/// variable, as in cron jobs, it is the same folder if the system has made it (`/run/user/UID`), or else one in the
/// temporary directory. A variable that names no folder of this user, as `su` leaves it, counts for nothing: what root
/// makes in there would lock the user out.
enum RuntimeFolder {
  /// - Throws: `notPermitted` where the folder belongs to somebody else or others can write it; `io`.
  static func path() throws(DocumentError) -> String {
    let user = geteuid()
    let bases = [Places.variable("XDG_RUNTIME_DIR"), "/run/user/\(user)"].compactMap { $0 }
    let own = bases.first { base in SystemCall.status(of: base).map { $0.isDirectory && $0.st_uid == user } ?? false }
    if let base = own {
      let folder = "\(base)/cameo"
      try make(folder, user)
      try make("\(folder)/documents", user)
      return "\(folder)/documents"
    }
    let temporary = Places.variable("TMPDIR") ?? "/tmp"
    let folder = "\(temporary)/cameo-documents-\(user)"
    try make(folder, user)
    return folder
  }

  private static func make(_ path: String, _ user: uid_t) throws(DocumentError) {
    guard SystemCall.makeDirectory(path, mode: 0o700) || errno == EEXIST else {
      throw DocumentError.system("make the folder", path: path)
    }
    guard let status = SystemCall.linkStatus(of: path), status.isDirectory, status.st_uid == user,
      status.st_mode & 0o022 == 0
    else {
      throw DocumentError(.notPermitted, "is no folder that only this user can write", path: path)
    }
  }

  /// The name that stands for a document in the folder: of what it is, so that all paths to it have the same.
  ///
  /// - Parameter path: without links, as `DocumentStorage.resolve` gives it.
  static func key(_ path: String) throws(DocumentError) -> String {
    let (folder, name) = PathText.split(path)
    guard let identity = FileIdentity(path: folder) else { throw DocumentError.system("open", path: path) }
    let hash = String(StableHash.fnv1a(PathText.bytes(name)), radix: 16)
    return "\(String(identity.device, radix: 16))-\(String(identity.inode, radix: 16))-\(hash)"
  }
}
