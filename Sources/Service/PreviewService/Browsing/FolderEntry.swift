internal import ByteStreams
internal import Documents
internal import Glibc
internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol

/// A name in an open folder, under which there may be something or nothing.
struct FolderEntry: Sendable {
  let folder: BrowseTarget
  /// As `PathText` writes it.
  let name: String

  /// The path for system calls: of the open folder, so it leads nowhere else when folders are renamed.
  var path: String { "\(folder.openPath)/\(name)" }

  /// The path below the root.
  var below: String { folder.path.isEmpty ? name : "\(folder.path)/\(name)" }

  /// The path by which other programs know it, for their locks.
  var realPath: String { folder.realPath == "/" ? "/\(name)" : "\(folder.realPath)/\(name)" }

  /// nil where there is nothing. Of a link, that of the link itself.
  var status: stat? { SystemCall.linkStatus(of: path) }

  /// An entry that is to be made.
  ///
  /// - Throws: `requestInvalid` for a name that no visible file has.
  init(new name: String, in folder: BrowseTarget) throws(ServiceProblem) {
    let isPrintable = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    guard isPrintable, BrowseAddress.isAllowed(PathText.bytes(name)) else {
      throw .invalid("a name has 1 to 255 bytes, no slash and no line break, and does not begin with a dot")
    }
    self.init(name, in: folder)
  }

  init(_ name: String, in folder: BrowseTarget) { (self.name, self.folder) = (name, folder) }

  /// - Parameter identity: what has the name; nil for whatever it is.
  /// - Throws: `notFound` where something else has it.
  func check(_ identity: FileIdentity?) throws(ServiceProblem) {
    guard let identity, let status, FileIdentity(status) != identity else { return }
    throw ServiceProblem(.notFound, "another program has replaced it")
  }
}

extension ServedRoots {
  /// The entry at a path below a root. Links are followed on the way, but not at its end.
  ///
  /// - Throws: `notFound` where its folder is missing, and for the root itself.
  func entry(in root: Root, _ path: String) throws(ServiceProblem) -> FolderEntry {
    var path = path
    while path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    guard !path.isEmpty else { throw BrowseAddress.missing }
    let (folder, name) = PathText.split(path)
    return FolderEntry(name, in: try target(in: root, folder == "." ? "" : "\(folder)/"))
  }
}

/// Changes in folders that other programs with the library Documents know of.
enum CoordinatedChange {
  /// Runs a function while no coordinated program reads or writes these entries.
  ///
  /// - Throws: `conflict` where another program keeps one of them; what the function throws.
  static func run<Value: Sendable>(
    _ entries: [FolderEntry], _ body: @escaping @Sendable () throws(ServiceProblem) -> Value
  ) async throws(ServiceProblem) -> Value {
    // A link is no document. It may lead to one elsewhere, which stays as it is.
    let paths = entries.filter { !($0.status?.isLink ?? false) }.map(\.realPath)
    do {
      return try await FileCoordinator(deadline: .seconds(5)).coordinate(readingAt: [], writingAt: paths) {
        try await DetachedThread.run(body)
      }
    } catch let problem as ServiceProblem {
      throw problem
    } catch let error as DocumentError {
      if error.kind == .timedOut { throw ServiceProblem(.conflict, "another program is using it") }
      throw failure(error.systemError ?? 0)
    } catch {
      throw ServiceProblem(.internalError, "the change was cancelled")
    }
  }

  /// The problem for a failed system call.
  static func failure(_ number: Int32 = errno) -> ServiceProblem {
    switch number {
    case EEXIST, ENOTEMPTY: return ServiceProblem(.conflict, "there is something with that name already")
    case ENOENT, ENOTDIR, ELOOP: return BrowseAddress.missing
    case EACCES, EPERM, EROFS: return ServiceProblem(.forbidden, "the service may not change that folder")
    case EXDEV: return ServiceProblem(.conflict, "the two folders are on different disks")
    case EINVAL: return ServiceProblem(.conflict, "a folder cannot be moved into itself")
    case ENAMETOOLONG: return .invalid("the name is too long")
    case _ where ProviderError.isDiskFull(number):
      return ServiceProblem(ProviderError(.storageFull, "the disk is full"))
    case _ where SystemCall.lacksDescriptors(number): return ServiceProblem(.tooManyFiles, retryAfter: 5)
    default: return ServiceProblem(.internalError, "it cannot be changed: \(SystemCall.message(number))")
    }
  }
}
