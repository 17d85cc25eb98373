internal import ByteStreams
internal import Glibc
internal import ImageModel

/// The trash of a root: `$topdir/.Trash/$uid` or `$topdir/.Trash-$uid` of the FreeDesktop.org Trash specification 1.0,
/// with the root as `$topdir`.
struct Trash {
  private let files: OpenDescriptor
  private let info: OpenDescriptor
  private var filesPath: String { "/proc/self/fd/\(files.descriptor)" }
  private var infoPath: String { "/proc/self/fd/\(info.descriptor)" }

  /// Opens the trash, and makes it if need be.
  ///
  /// - Throws: `forbidden` where it cannot be made, or is a link or another user's.
  init(of root: ServedRoots.Root) throws(ServiceProblem) {
    let top = "/proc/self/fd/\(root.descriptor)"
    let own: OpenDescriptor
    if let folder = Self.shared(in: top) { own = folder } else { own = try Self.open("\(top)/.Trash-\(geteuid())") }
    let path = "/proc/self/fd/\(own.descriptor)"
    files = try Self.open("\(path)/files")
    info = try Self.open("\(path)/info")
  }

  /// The user's folder in the administrator's one for all users, which has to be a folder with the sticky bit, and no
  /// link.
  private static func shared(in top: String) -> OpenDescriptor? {
    let descriptor = SystemCall.open("\(top)/.Trash", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let folder = OpenDescriptor(descriptor)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_ISVTX != 0 else { return nil }
    return withExtendedLifetime(folder) { try? Self.open("/proc/self/fd/\(descriptor)/\(geteuid())") }
  }

  private static func open(_ path: String) throws(ServiceProblem) -> OpenDescriptor {
    guard SystemCall.makeDirectory(path, mode: 0o700) || errno == EEXIST else { throw CoordinatedChange.failure() }
    let descriptor = SystemCall.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw ServiceProblem(.forbidden, "the trash of this folder cannot be used") }
    let folder = OpenDescriptor(descriptor)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid() else {
      throw ServiceProblem(.forbidden, "the trash of this folder belongs to somebody else")
    }
    return folder
  }

  /// Moves an entry into the trash.
  ///
  /// - Parameter identity: what the entry has to be; nil for whatever it is.
  /// - Returns: its name there.
  /// - Throws: `notFound`, `conflict`, `forbidden`, `storageFull`.
  func put(_ entry: FolderEntry, _ identity: FileIdentity? = nil) throws(ServiceProblem) -> String {
    guard entry.status != nil else { throw BrowseAddress.missing }
    try entry.check(identity)
    let text = "[Trash Info]\nPath=\(BrowseAddress.encoded(entry.below))\nDeletionDate=\(Self.localTime)\n"
    // The name of the file about it is longer.
    let stem = PathText.text(PathText.bytes(entry.name).prefix(230))
    for number in 1...10_000 {
      let name = number == 1 ? stem : "\(stem).\(number)"
      let note = "\(infoPath)/\(name).trashinfo"
      // Whoever makes this file has the name (Trash specification, "Contents of a trash directory").
      let descriptor = SystemCall.open(note, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode: 0o600)
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else { throw CoordinatedChange.failure() }
      let isWritten = SystemCall.writeAll(Array(text.utf8), to: descriptor)
      let isMoved = isWritten && SystemCall.renameWithoutReplacing(entry.path, to: "\(filesPath)/\(name)")
      let failure = errno
      close(descriptor)
      if isMoved { return name }
      SystemCall.remove(note)
      // A file without a note may be left of another program.
      if isWritten, failure == EEXIST { continue }
      throw CoordinatedChange.failure(failure)
    }
    throw ServiceProblem(.conflict, "the trash has too many files of that name")
  }

  /// Moves something out of the trash.
  ///
  /// - Parameter identity: what was moved into it. Something else has its name if the trash was emptied meanwhile.
  /// - Throws: `notFound` if it is not there any more; `conflict` if there is something in its place; `forbidden`.
  func restore(_ name: String, _ identity: FileIdentity?, to entry: FolderEntry) throws(ServiceProblem) {
    guard let status = SystemCall.linkStatus(of: "\(filesPath)/\(name)"),
      identity == nil || FileIdentity(status) == identity
    else { throw BrowseAddress.missing }
    guard SystemCall.renameWithoutReplacing("\(filesPath)/\(name)", to: entry.path) else {
      throw CoordinatedChange.failure()
    }
    SystemCall.remove("\(infoPath)/\(name).trashinfo")
  }

  /// The time now in the zone of this machine: `2026-01-31T12:00:00` (`localtime_r`).
  private static var localTime: String {
    var (seconds, parts) = (time(nil), tm())
    localtime_r(&seconds, &parts)
    func digits(_ number: Int32, _ count: Int = 2) -> String { CivilTime.digits(Int(number), count) }
    return "\(digits(parts.tm_year + 1_900, 4))-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))"
      + "T\(digits(parts.tm_hour)):\(digits(parts.tm_min)):\(digits(parts.tm_sec))"
  }
}
