internal import ByteStreams
internal import Glibc
internal import HTTPTypes
internal import Hummingbird
internal import ImageModel
internal import NIOCore
internal import ProviderHost

/// Sends files and folders as one ZIP archive, which is made while it is sent.
///
/// Members are stored, not compressed: pictures, PDF and office documents are compressed already, and so the length of
/// the archive is known before its first byte. A browser then shows how much is left, and notices an end that comes too
/// early.
struct ZipAnswer {
  private let folder: BrowseTarget
  private let call: BrowseCall

  private static let mostMembers = 50_000
  private static let deepest = 64
  /// The most bytes. Files with holes may be larger than any disk.
  private static let mostBytes = 1 << 50

  init(_ folder: BrowseTarget, _ call: BrowseCall) throws(ServiceProblem) {
    (self.folder, self.call) = (folder, call)
  }

  /// - Throws: `requestInvalid` where the form names nothing, `notFound` for a name that is not there, `bodyTooLarge`
  ///   for too many files; `overloaded` where too many folders are gone through.
  func answer(_ programs: DocumentPrograms) async throws(ServiceProblem) -> Response {
    let form = try await FormBody(call.request, limit: 4 << 20)
    var seen: Set<PathKey> = []
    let names = form.fields.filter { $0.name == "name" && seen.insert(PathKey($0.value)).inserted }.map(\.value)
    guard !names.isEmpty else { throw .invalid("the form has a field name for each file or folder") }
    // A search finds documents in the folders below, too.
    for name in names {
      let parts = PathText.bytes(name).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      guard parts.allSatisfy({ BrowseAddress.isAllowed(Array($0)) }) else { throw BrowseAddress.missing }
    }
    let (folder, roots) = (folder, call.state.roots)
    let members = try await planned(names, programs)
    let archive = ZipArchive(members.map { ZipArchive.Member(path: $0.path, size: $0.size, modified: $0.modified) })
    let name = names.count == 1 ? PathText.split(names[0]).name : folder.name.isEmpty ? "documents" : folder.name
    let headers = HTTPFields([
      ("Content-Type", "application/zip"), ("Cache-Control", "no-store"),
      ("Content-Disposition", FileAnswer.disposition("attachment", name: "\(name).zip")),
    ])
    let eventLoop = call.context.channel.eventLoop
    let presence = call.state.connections.presence(ObjectIdentifier(call.context.channel))
    let body = ResponseBody(contentLength: archive.length) { writer in
      var archive = archive
      // While a file is read for its check value, nothing is written that would say that the client has gone.
      let isGone = FolderSearch.Flag()
      let watch = presence.watch { isGone.set() }
      defer { presence.unwatch(watch) }
      for member in members {
        guard let below = member.below else {
          try await writer.write(ByteBuffer(bytes: archive.header(crc: 0)))
          continue
        }
        let target = try roots.target(in: folder.root, below)
        let whole = FileRange(target.descriptor, 0..<member.size)
        guard target.status.isRegularFile, Int(target.status.st_size) == member.size else {
          throw ServiceProblem(.conflict, "a file was changed")
        }
        // Readers of streams need the check value before the bytes, so the file is read twice.
        let crc = try await Self.send(whole, unless: isGone) { _ in }
        try await writer.write(ByteBuffer(bytes: archive.header(crc: crc)))
        let sent = try await Self.send(whole, unless: isGone) { piece in
          try await writer.write(piece)
          try await eventLoop.submit {}.get()
        }
        guard sent == crc else { throw ServiceProblem(.conflict, "a file was changed") }
      }
      try await writer.write(ByteBuffer(bytes: archive.end))
      try await writer.finish(nil)
    }
    return Response(status: .ok, headers: headers, body: body)
  }

  /// Finds what goes into the archive.
  private func planned(
    _ names: [String], _ programs: DocumentPrograms
  ) async throws(ServiceProblem) -> [Plan.Member] {
    let (folder, roots, client) = (folder, call.state.roots, call.visitor.client.id)
    try await programs.begin(client)
    defer { programs.end(client) }
    return try await DetachedThread.run { () throws(ServiceProblem) in
      var plan = Plan(roots: roots)
      for name in names {
        let path = folder.path.isEmpty ? name : "\(folder.path)/\(name)"
        try plan.add(try roots.target(in: folder.root, path), as: name, depth: 0)
      }
      return plan.members
    }
  }

  /// Reads a file piece by piece.
  ///
  /// - Parameter isGone: set when nobody wants the file any more.
  /// - Returns: its check value.
  private static func send(
    _ file: FileRange, unless isGone: FolderSearch.Flag, _ take: (ByteBuffer) async throws -> Void
  ) async throws -> UInt32 {
    var crc = CRC32()
    var offset: UInt64 = 0
    while offset < file.size {
      guard !isGone.isSet else { throw CancellationError() }
      let piece = try file.bytes(at: offset, count: 64 << 10)
      guard !piece.isEmpty else { throw ServiceProblem(.conflict, "a file was changed") }
      crc.update(piece)
      offset += UInt64(piece.count)
      try await take(ByteBuffer(bytes: piece))
      await Task.yield()
    }
    return crc.value
  }

  /// What goes into an archive.
  private struct Plan {
    struct Member: Sendable {
      /// In the archive; that of a folder ends with a slash.
      var path: String
      /// Below the root; nil for a folder.
      var below: String?
      var size: Int
      var modified: Int
    }

    let roots: ServedRoots
    private(set) var members: [Member] = []
    /// The paths that are taken, for names that differ only in characters that are replaced.
    private var paths: Set<PathKey> = []
    private var byteCount = 0

    init(roots: ServedRoots) { self.roots = roots }

    /// A path in the archive that no other member has. Windows takes a backslash for a slash, so a name with some could
    /// lead an unpacker out of its folder.
    private mutating func unique(_ path: String) -> String {
      let plain = path.replacing("\\", with: "_")
      var (path, number) = (plain, members.count)
      while !paths.insert(PathKey(path)).inserted {
        number += 1
        path = "\(plain)_\(number)"
      }
      return path
    }

    /// Links and hidden files in folders are left out.
    mutating func add(_ target: BrowseTarget, as path: String, depth: Int) throws(ServiceProblem) {
      guard members.count < mostMembers, depth < deepest else {
        throw ServiceProblem(.bodyTooLarge, "there are too many files for one archive")
      }
      let path = unique(path)
      let time = target.status.st_mtim.tv_sec
      guard target.isFolder else {
        let size = Int(target.status.st_size)
        guard size <= mostBytes - byteCount else {
          throw ServiceProblem(.bodyTooLarge, "the files are too large for one archive")
        }
        byteCount += size
        members.append(Member(path: path, below: target.path, size: size, modified: time))
        return
      }
      members.append(Member(path: "\(path)/", below: nil, size: 0, modified: time))
      for name in try FolderList.names(in: target) {
        let entry = FolderEntry(name, in: target)
        guard let status = entry.status, status.isRegularFile || status.isDirectory else { continue }
        // What cannot be read is left out, as it cannot be shown.
        guard let inner = try? roots.target(in: target.root, entry.below) else { continue }
        try add(inner, as: "\(path)/\(name)", depth: depth + 1)
      }
    }
  }
}
