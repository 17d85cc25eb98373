internal import HTTPTypes
internal import Hummingbird
internal import StructuredText

/// An answer before it goes on the wire.
struct Reply: Sendable {
  var status: Int
  var headers: [(String, String)]
  var body: [UInt8]

  init(status: Int, headers: [(String, String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  static func json(_ value: JSONValue, headers: [(String, String)] = []) -> Reply {
    Reply(
      status: 200, headers: [("Content-Type", "application/json")] + headers,
      body: Array((JSONWriter.text(value) + "\n").utf8))
  }

  static func text(_ text: String, status: Int = 200, contentType: String = "text/plain; charset=utf-8") -> Reply {
    Reply(
      status: status, headers: [("Content-Type", contentType), ("Cache-Control", "no-store")], body: Array(text.utf8))
  }

  /// The words that go with a status (RFC 9110, 15, and RFC 6585).
  static func phrase(_ status: Int) -> String { phrases[status] ?? "Status \(status)" }

  private static let phrases = [
    200: "OK", 204: "No Content", 304: "Not Modified", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable", 408: "Request Timeout",
    412: "Precondition Failed", 413: "Content Too Large", 415: "Unsupported Media Type", 421: "Misdirected Request",
    422: "Unprocessable Content", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
    499: "Client Closed Request", 500: "Internal Server Error", 501: "Not Implemented",
    503: "Service Unavailable",
  ]

  /// The header fields of the answer; those that every answer has among them.
  var fields: HTTPFields {
    var fields = HTTPFields()
    for (name, value) in headers + [("X-Content-Type-Options", "nosniff")] {
      if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    return fields
  }

  var responseStatus: HTTPResponse.Status { HTTPResponse.Status(code: status, reasonPhrase: Self.phrase(status)) }

  /// - Parameter isHead: the request was for the header alone (RFC 9110, 9.3.2).
  func response(isHead: Bool) -> Response {
    var fields = fields
    if status != 304 && status != 204 { fields[.contentLength] = "\(body.count)" }
    let sendsBody = !isHead && !body.isEmpty
    return Response(
      status: responseStatus, headers: fields,
      body: sendsBody ? ResponseBody(byteBuffer: ByteBuffer(bytes: body)) : ResponseBody())
  }
}
