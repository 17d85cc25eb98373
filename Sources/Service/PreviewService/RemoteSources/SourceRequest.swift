internal import CCurlShims

/// One request to a source, by libcurl.
final class SourceRequest {
  private static let connectMilliseconds = 5_000

  private let reading: SourceReading
  private let peers: [NetworkAddress]
  private let isCancelled: FolderSearch.Flag
  /// Why the request was ended.
  private var problem: ServiceProblem?
  private var location: String?

  /// - Parameter peers: the addresses that may be connected to. They are tried until one answers.
  init(_ reading: SourceReading, peers: [NetworkAddress], isCancelled: FolderSearch.Flag) {
    (self.reading, self.peers, self.isCancelled) = (reading, peers, isCancelled)
  }

  /// Asks, and blocks until the answer was read.
  ///
  /// - Returns: the header field Location of a redirect; nil where the document was read.
  /// - Throws: as `SourceReading`; `sourceFailed`, also where the flag was set; `sourceTimeout`.
  func run(
    _ address: SourceAddress, agent: String, authorities: String?, milliseconds: Int
  ) throws(ServiceProblem) -> String? {
    var calls = curl_shim_calls()
    calls.context = Unmanaged.passUnretained(self).toOpaque()
    calls.take_line = { SourceRequest.take($0, $2, $3, isLine: true) }
    calls.take_body = { SourceRequest.take($0, $2, $3, isLine: false) }
    calls.is_cancelled = { context, _, _, _, _ in SourceRequest.from(context)?.isCancelled.isSet ?? true ? 1 : 0 }
    calls.may_connect = { context, text in
      guard let text, let peer = NetworkAddress(String(cString: text)) else { return false }
      return SourceRequest.from(context)?.peers.contains(peer) ?? false
    }
    let list = peers.map(\.text).joined(separator: ",")
    let found: String? = NetworkAddress(address.host) == nil ? "\(address.host):\(address.port):\(list)" : nil
    // 0 would stand for no limit.
    let end = curl_shim_get(
      &calls, "\(address.origin)/", "\(address.path)\(address.query)", found, agent, authorities,
      Self.connectMilliseconds, max(1, milliseconds))
    if let problem { throw problem }
    if let location { return location }
    switch end {
    case curl_shim_done: return nil
    case curl_shim_late: throw .sourceTimeout
    case curl_shim_untrusted: throw ServiceProblem(.sourceFailed, "the TLS connection to the source failed")
    case curl_shim_broken: throw .brokenSource
    default: throw ServiceProblem(.sourceFailed, "the source cannot be reached")
    }
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> SourceRequest? {
    context.map { Unmanaged<SourceRequest>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Takes a part of the answer.
  ///
  /// - Returns: `count` where more is wanted, otherwise 0.
  private static func take(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?, isLine: Bool
  ) -> Int {
    guard let request = from(context) else { return 0 }
    let part = UnsafeRawBufferPointer(start: bytes, count: count)
    do throws(ServiceProblem) {
      if isLine { request.location = try request.reading.addLine(part) } else { try request.reading.add(part) }
      return request.location == nil ? count : 0
    } catch {
      request.problem = error
      return 0
    }
  }
}
