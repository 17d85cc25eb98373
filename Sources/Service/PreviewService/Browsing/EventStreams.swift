internal import ByteStreams
internal import FolderWatching
internal import Glibc
internal import HTTPTypes
internal import Hummingbird
internal import ImageModel
internal import NIOCore
internal import ProviderProtocol
internal import StructuredText

/// Says what changes in folders, as server-sent events (HTML, 9.2): `{"changed": [names], "removed": [names]}`.
final class EventStreams: Sendable {
  private let turns = ClientTurns(most: 64, mostOfClient: 16)
  private static let heartbeatSeconds = 15.0

  /// The answer, which ends when the client goes, when the service ends, or after an hour. Browsers then ask again.
  ///
  /// - Throws: `overloaded` where there are too many streams.
  func answer(_ folder: BrowseTarget, _ call: BrowseCall) throws(ServiceProblem) -> Response {
    let headers = HTTPFields([("Content-Type", "text/event-stream"), ("Cache-Control", "no-store")])
    // HEAD has no body that could end the stream.
    if call.request.method == .head { return Response(status: .ok, headers: headers) }
    let client = call.visitor.client.id
    guard let turn = Turn(self, client) else {
      throw ServiceProblem(ProviderError(.overloaded, "too many folders are watched"))
    }
    let state = call.state
    let presence = state.connections.presence(ObjectIdentifier(call.context.channel))
    return Response(
      status: .ok, headers: headers,
      body: ResponseBody { writer in
        let (lines, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingOldest(64))
        let isEnded = FolderSearch.Flag()
        continuation.onTermination = { _ in isEnded.set() }
        let watch = presence.watch { continuation.finish() }
        let work: @Sendable () -> Void = {
          Self.watch(folder, continuation) { isEnded.isSet || state.isEnding }
          continuation.finish()
        }
        if !DetachedThread.start(work) { continuation.finish() }
        defer {
          presence.unwatch(watch)
          continuation.finish()
          withExtendedLifetime(turn) {}
        }
        for await line in lines { try await writer.write(ByteBuffer(string: line)) }
        try await writer.finish(nil)
      })
  }

  /// One stream of a client, until it is released.
  private final class Turn: Sendable {
    private let streams: EventStreams
    private let client: String

    init?(_ streams: EventStreams, _ client: String) {
      // With its properties set, `deinit` would run and give back a turn that was not taken.
      guard streams.turns.take(client) else { return nil }
      (self.streams, self.client) = (streams, client)
    }

    deinit { streams.turns.giveBack(client) }
  }

  // MARK: Watching

  /// Sends events until it is over. Blocks the thread.
  private static func watch(
    _ folder: BrowseTarget, _ stream: AsyncStream<String>.Continuation, until isOver: () -> Bool
  ) {
    var options = FolderWatchOptions()
    options.includes = { name, _, isFolder in !isFolder && name.utf8.first != UInt8(ascii: ".") }
    options.quietSeconds = 1
    guard let watcher = try? FolderWatcher([folder.openPath], options) else { return }
    var folders = Folders(folder)
    var lastLine = SystemCall.monotonicSeconds
    // What changes from now on is seen.
    stream.yield("retry: 1000\n\n")
    while !isOver() {
      guard let changes = try? watcher.next(withinSeconds: 0.5) else { return }
      var (changed, removed) = folders.changes()
      for change in changes {
        switch change {
        case .new(let path), .changed(let path): changed.append(PathText.split(path).name)
        case .deleted(let path): removed.append(PathText.split(path).name)
        case .renamed(let old, let path):
          changed.append(PathText.split(path).name)
          removed.append(PathText.split(old).name)
        case .folderGone, .folderBack: return
        }
      }
      let now = SystemCall.monotonicSeconds
      var line: String?
      if !changed.isEmpty || !removed.isEmpty {
        let event = JSONValue.object([
          "changed": .array(changed.map { .string($0) }), "removed": .array(removed.map { .string($0) }),
        ])
        line = "data: \(JSONWriter.text(event))\n\n"
      } else if now - lastLine >= heartbeatSeconds {
        line = ":\n\n"
      }
      guard let line else { continue }
      lastLine = now
      // A client that does not read misses nothing: its stream ends, and it asks again.
      guard case .enqueued = stream.yield(line) else { return }
    }
  }

  /// The folders in a folder, which `FolderWatcher` does not report.
  private struct Folders {
    private let folder: BrowseTarget
    private var names: Set<PathKey>
    private var changed: timespec

    init(_ folder: BrowseTarget) {
      self.folder = folder
      (names, changed) = Self.read(folder)
    }

    mutating func changes() -> (changed: [String], removed: [String]) {
      let time = Self.time(of: folder)
      guard time.tv_sec != changed.tv_sec || time.tv_nsec != changed.tv_nsec else { return ([], []) }
      let before = names
      (names, changed) = Self.read(folder)
      return (names.subtracting(before).map(\.path), before.subtracting(names).map(\.path))
    }

    private static func time(of folder: BrowseTarget) -> timespec {
      var status = stat()
      return fstat(folder.descriptor.descriptor, &status) == 0 ? status.st_mtim : timespec()
    }

    private static func read(_ folder: BrowseTarget) -> (names: Set<PathKey>, changed: timespec) {
      let time = time(of: folder)
      var names: Set<PathKey> = []
      for entry in FolderListing.names(of: folder.descriptor.descriptor) ?? []
      where entry.first != CChar(UInt8(ascii: ".")) {
        var status = stat()
        guard fstatat(folder.descriptor.descriptor, entry, &status, AT_SYMLINK_NOFOLLOW) == 0, status.isDirectory else {
          continue
        }
        names.insert(PathKey(PathText.text(entry.dropLast().map { UInt8(bitPattern: $0) })))
      }
      return (names, time)
    }
  }
}
