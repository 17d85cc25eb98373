internal import ByteStreams
internal import Digests
internal import Glibc
internal import ImageModel

/// What the system says about all files of a document, by which another program's change is noticed.
struct DiskState: Sendable {
  /// Of the file, or of the package's folder.
  var root: FileStamp
  var isDirectory: Bool
  /// What is in a package: the files and links by path. Folders are there, but their times do not count.
  var entries: [PathKey: FileStamp] = [:]
  /// The SHA-256 of a single file that is not large.
  var digest: [UInt8]?
  /// When it was read, in nanoseconds since 1970.
  var readAt: Int64

  /// The files of at most this size are compared by content.
  private static let maxHashedBytes = 16 << 20
  /// The system's clock for files moves on in steps of up to 10 ms. A file can be changed twice in one.
  private static let clockStep: Int64 = 20_000_000

  /// The state of a document.
  ///
  /// - Returns: nil where there is nothing.
  /// - Throws: `notPermitted`, `io`.
  static func read(_ path: String, withDigest: Bool = true) throws(DocumentError) -> DiskState? {
    guard let status = SystemCall.linkStatus(of: path) else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw DocumentError.system("look at", path: path)
    }
    do throws(ImageError) {
      if status.isRegularFile, withDigest { return try DiskState(FileStamp(status), of: FileByteSource(path: path)) }
      guard status.isDirectory else { return DiskState(FileStamp(status), isDirectory: false) }
      // What is too much to read is a change all the same; reading it says so.
      return DiskState(status, try FolderTree.entries(of: path, maxDepth: 256, maxCount: 1_000_000))
    } catch {
      // Another program may remove it at this moment.
      if error.systemError == ENOENT { return nil }
      throw DocumentError(error)
    }
  }

  /// The state of a single file.
  init(_ root: FileStamp, of source: any ByteSource) throws(ImageError) {
    self.init(root, isDirectory: false)
    guard source.size <= Self.maxHashedBytes else { return }
    do throws(ImageError) {
      digest = try SHA256.digest(of: source)
    } catch {
      // Without libcrypto only times are compared.
      if error.kind != .unsupported { throw error }
    }
  }

  /// The state of a package.
  init(_ status: stat, _ entries: [FolderTree.Entry]) {
    self.init(FileStamp(status), isDirectory: true)
    self.entries.reserveCapacity(entries.count)
    for entry in entries {
      self.entries[PathKey(entry.path)] = entry.status.isDirectory ? Self.folder : FileStamp(entry.status)
    }
  }

  init(_ root: FileStamp, isDirectory: Bool) {
    self.root = root
    self.isDirectory = isDirectory
    readAt = root.age &+ root.changed
  }

  /// The entry of a folder.
  static let folder = FileStamp(identity: FileIdentity(device: 0, inode: 0), size: -1, changed: 0)

  /// Whether a document has the contents that it had in this state. The state is as new as the present one then.
  mutating func isCurrent(_ path: String) throws(DocumentError) -> Bool {
    let found: DiskState?
    do throws(DocumentError) {
      found = try Self.read(path, withDigest: false)
    } catch {
      // What is too much to look at is another document.
      if error.kind == .limitExceeded { return false }
      throw error
    }
    guard var now = found, now.isDirectory == isDirectory else { return false }
    if isDirectory {
      guard now.entries == entries else { return false }
      root = now.root
      return true
    }
    let isRecent = root.changed &+ Self.clockStep > readAt
    if now.root == root, !isRecent { return true }
    guard let digest else { return now.root == root }
    guard now.root.size == root.size else { return false }
    do throws(DocumentError) {
      guard let again = try Self.read(path) else { return false }
      now = again
    } catch {
      // Another file that this user may not read.
      if error.kind == .notPermitted, now.root != root { return false }
      throw error
    }
    guard now.digest == digest else { return false }
    self = now
    return true
  }

  /// Whether some files of a package are gone, and nothing else of it has changed.
  func isRest(of whole: DiskState) -> Bool {
    isDirectory && whole.isDirectory && entries.count < whole.entries.count
      && entries.allSatisfy { whole.entries[$0.key] == $0.value }
  }

  /// Whether another document looks like a copy of this one: by the hash of a file, and by the names and sizes of what
  /// is in a package.
  func isCopied(as other: DiskState) -> Bool {
    guard isDirectory == other.isDirectory else { return false }
    guard isDirectory else { return root.size == other.root.size && digest == other.digest }
    return entries.mapValues(\.size) == other.entries.mapValues(\.size)
  }
}
