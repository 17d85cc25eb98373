internal import ByteStreams
internal import Glibc
internal import NIOCore
internal import ProviderHost

/// Finds the addresses of hosts.
struct SourceResolver: Sendable {
  /// Blocks until the addresses are found. Empty where there are none.
  let addresses: @Sendable (_ host: String) -> [NetworkAddress]

  /// As the system's programs do: getaddrinfo(3).
  static let system = SourceResolver { host in
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var found: [NetworkAddress] = []
    var next = list
    while let entry = next?.pointee {
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let size = socklen_t(text.count)
      if getnameinfo(entry.ai_addr, entry.ai_addrlen, &text, size, nil, 0, NI_NUMERICHOST) == 0 {
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        if let address = NetworkAddress(String(decoding: bytes, as: UTF8.self)) { found.append(address) }
      }
      next = entry.ai_next
    }
    return found
  }

  /// The addresses of a host, found on a thread of its own.
  ///
  /// - Parameters:
  ///   - place: is kept until the thread ends, which may be later than `end`.
  /// - Throws: `sourceTimeout`.
  func find(
    _ host: String, until end: NIODeadline, on eventLoop: any EventLoop, holding place: SpacePart
  ) async throws -> [NetworkAddress] {
    if let address = NetworkAddress(host) { return [address] }
    let promise = eventLoop.makePromise(of: [NetworkAddress].self)
    // The first of the two calls counts.
    let timer = eventLoop.scheduleTask(deadline: end) { promise.fail(ServiceProblem.sourceTimeout) }
    defer { timer.cancel() }
    let work = { @Sendable in withExtendedLifetime(place) { promise.succeed(addresses(host)) } }
    if !DetachedThread.start(work) { work() }
    return try await promise.futureResult.get()
  }
}
