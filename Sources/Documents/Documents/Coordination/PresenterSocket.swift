internal import ByteStreams
internal import Glibc
internal import Synchronization

/// What a program asks the presenters of a document.
enum PresenterRequest: Equatable, Sendable {
  case save
  case letGo
  case moved(to: String)

  /// One line.
  var bytes: [UInt8] {
    switch self {
    case .save: Array("save\n".utf8)
    case .letGo: Array("let go\n".utf8)
    case .moved(let path): Array("moved ".utf8) + PathText.bytes(path) + [0x0A]
    }
  }

  /// - Returns: nil for anything else.
  init?(_ line: [UInt8]) {
    if line == Array("save".utf8) {
      self = .save
    } else if line == Array("let go".utf8) {
      self = .letGo
    } else if line.starts(with: "moved /".utf8), !line.contains(0) {
      self = .moved(to: PathText.text(line.dropFirst("moved ".utf8.count)))
    } else {
      return nil
    }
  }

  /// The most bytes of a request: a path and what is around it.
  static let maxByteCount = 8_192
}

/// A socket at which a presenter hears the requests of other programs (unix(7)).
final class PresenterSocket: Sendable {
  /// The name in the runtime folder.
  let name: String
  private let path: String
  private let socket: Int32
  /// A byte in this pipe ends the thread.
  private let stop: (input: Int32, output: Int32)

  /// Begins to listen.
  ///
  /// - Parameter answer: does what is asked. The other program waits for its end.
  /// - Throws: `io`.
  init(key: String, answer: @escaping @Sendable (PresenterRequest) async -> Void) throws(DocumentError) {
    let folder = try RuntimeFolder.path()
    DeadSockets.sweep(folder)
    name = "\(key).\(getpid())-\(String(UInt32.random(in: 0...UInt32.max), radix: 36)).socket"
    path = "\(folder)/\(name)"
    socket = UnixSocket.listen(folder: folder, name: name)
    guard socket >= 0 else { throw DocumentError.system("listen at", path: path) }
    guard let pipe = SystemCall.pipe() else {
      close(socket)
      throw DocumentError.system("listen at", path: path)
    }
    stop = pipe
    let (socket, input) = (socket, pipe.input)
    let isStarted = DetachedThread.start {
      Self.serve(socket, input, answer)
      close(socket)
      close(input)
    }
    if !isStarted {
      close(socket)
      close(input)
    }
  }

  deinit {
    SystemCall.remove(path)
    close(stop.output)
  }

  private struct Client {
    var descriptor: Int32
    var received: [UInt8] = []
    var end: Double
  }

  /// How long a client may take to say what it wants, in seconds.
  private static let requestTime = 1.0
  /// How many clients are heard at a time, and how many wait for an answer. More are turned away, which they take for
  /// an answer: a process has 1,024 descriptors by default.
  private static let maxClients = 64

  /// The number of clients that wait for an answer.
  private final class Answers: Sendable {
    private let count = Atomic(0)

    /// - Returns: false if there are enough.
    func begin() -> Bool {
      if count.add(1, ordering: .relaxed).newValue <= PresenterSocket.maxClients { return true }
      end()
      return false
    }

    func end() { count.subtract(1, ordering: .relaxed) }
  }

  private static func serve(
    _ socket: Int32, _ stop: Int32, _ answer: @escaping @Sendable (PresenterRequest) async -> Void
  ) {
    var clients: [Client] = []
    let answers = Answers()
    while true {
      var polled = [socket, stop].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      polled += clients.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      let now = SystemCall.monotonicSeconds
      let wait = clients.map(\.end).min().map { max(0, $0 - now) * 1_000 + 1 } ?? -1
      _ = poll(&polled, nfds_t(polled.count), Int32(wait))
      if polled[1].revents != 0 { break }
      var waiting: [Client] = []
      for (client, state) in zip(clients, polled.dropFirst(2)) {
        if let client = hear(client, isReady: state.revents != 0, answers, answer) { waiting.append(client) }
      }
      clients = waiting
      if polled[0].revents != 0 {
        let descriptor = UnixSocket.accept(socket)
        if descriptor >= 0, clients.count < maxClients {
          clients.append(Client(descriptor: descriptor, end: SystemCall.monotonicSeconds + requestTime))
        } else if descriptor >= 0 {
          close(descriptor)
        } else if SystemCall.lacksDescriptors() {
          usleep(10_000)
        }
      }
    }
    for client in clients { close(client.descriptor) }
  }

  /// - Returns: the client, if it has not said everything yet.
  private static func hear(
    _ client: Client, isReady: Bool, _ answers: Answers, _ answer: @escaping @Sendable (PresenterRequest) async -> Void
  ) -> Client? {
    var client = client
    var isEnded = client.end < SystemCall.monotonicSeconds
    if isReady {
      var buffer = [UInt8](repeating: 0, count: PresenterRequest.maxByteCount)
      let count = recv(client.descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count > 0 { client.received += buffer[..<count] }
      if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { isEnded = true }
    }
    if let end = client.received.firstIndex(of: 0x0A) {
      let descriptor = client.descriptor
      guard let request = PresenterRequest(Array(client.received[..<end])), answers.begin() else {
        close(descriptor)
        return nil
      }
      Task {
        await answer(request)
        _ = send(descriptor, "done\n", 5, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        close(descriptor)
        answers.end()
      }
      return nil
    }
    if isEnded || client.received.count > PresenterRequest.maxByteCount {
      close(client.descriptor)
      return nil
    }
    return client
  }
}

/// Asks the presenters of a document.
enum PresenterClient {
  /// Asks all of them and waits until they have answered, or until the time is over.
  ///
  /// - Parameter except: the name of the caller's own socket.
  static func ask(_ request: PresenterRequest, key: String, within time: Duration, except: String?) {
    guard let folder = try? RuntimeFolder.path() else { return }
    let end = SystemCall.monotonicSeconds + time / .seconds(1)
    var waiting: [Int32] = []
    var tried = 0
    for name in SystemCall.entries(of: folder) ?? []
    where name.utf8.starts(with: "\(key).".utf8) && name.hasSuffix(".socket") && name != except && tried < maxPresenters
    {
      tried += 1
      let descriptor = UnixSocket.connect(folder: folder, name: name)
      if descriptor >= 0 {
        let bytes = request.bytes
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        waiting.append(descriptor)
      } else if errno == ECONNREFUSED, DeadSockets.isOld("\(folder)/\(name)") {
        // Its process has ended.
        SystemCall.remove("\(folder)/\(name)")
        tried -= 1
      }
    }
    while !waiting.isEmpty {
      let rest = end - SystemCall.monotonicSeconds
      guard rest > 0 else { break }
      var polled = waiting.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      _ = poll(&polled, nfds_t(polled.count), Int32(min(rest, 3_600) * 1_000) + 1)
      // An answer is also that the other side has closed.
      for state in polled where state.revents != 0 { close(state.fd) }
      waiting = polled.filter { $0.revents == 0 }.map(\.fd)
    }
    for descriptor in waiting { close(descriptor) }
  }

  /// How many presenters of one document are asked. More notice what happens all the same, by looking.
  static let maxPresenters = 256
}

/// The sockets of processes that were killed.
enum DeadSockets {
  private static let isSwept = SharedFlag()

  /// Removes those of all documents; once in a process. `PresenterClient` removes only those of its own document.
  static func sweep(_ folder: String) {
    guard !isSwept.isSet else { return }
    isSwept.set()
    remove(from: folder)
  }

  static func remove(from folder: String) {
    for name in SystemCall.entries(of: folder) ?? [] where name.hasSuffix(".socket") {
      // The number of the process is in the name. A process of that number may be another one, in another container,
      // say; it takes a connection to know.
      guard let process = process(of: name), kill(process, 0) != 0, errno == ESRCH, isOld("\(folder)/\(name)") else {
        continue
      }
      let descriptor = UnixSocket.connect(folder: folder, name: name)
      if descriptor >= 0 {
        close(descriptor)
      } else if errno == ECONNREFUSED {
        SystemCall.remove("\(folder)/\(name)")
      }
    }
  }

  /// `KEY.PROCESS-RANDOM.socket`
  private static func process(of name: String) -> pid_t? {
    let parts = name.split(separator: ".")
    guard parts.count == 3, let number = parts[1].split(separator: "-").first.flatMap({ pid_t($0) }), number > 0 else {
      return nil
    }
    return number
  }

  /// Whether a socket was made ten seconds ago or earlier. One that was made just now may not listen yet.
  static func isOld(_ path: String) -> Bool {
    SystemCall.linkStatus(of: path).map { $0.st_mtim.tv_sec < time(nil) - 10 } ?? false
  }
}
