internal import NIOCore

/// How long a connection may take for what, in seconds.
struct ConnectionTimes: Sendable {
  /// From the beginning to the end of a request's header.
  var header = 10.0
  /// Between two pieces of a body.
  var read = 15.0
  /// For a whole body.
  var upload = 300.0
  /// For a client to take an answer.
  var write = 60.0
  /// Between two requests.
  var idle = 60.0
  /// For what the client still sends when the answer is there already.
  var linger = 2.0
}

/// Why a body ended before its end.
enum BrokenBody: Error {
  case tooSlow
  case cutShort
}

extension TimeAmount {
  static func seconds(_ seconds: Double) -> TimeAmount { .nanoseconds(Int64(seconds * 1e9)) }
}
