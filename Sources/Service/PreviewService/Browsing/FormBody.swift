internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import ImageModel
internal import NIOCore

/// The fields of a form (`application/x-www-form-urlencoded`, URL standard, 5).
struct FormBody {
  private(set) var fields: [(name: String, value: String)] = []
  private static let mostFields = 20_000

  /// - Parameter limit: the most bytes.
  /// - Throws: `unsupportedMediaType`, `bodyTooLarge`, `requestInvalid`.
  init(_ request: Request, limit: Int) async throws(ServiceProblem) {
    guard request.headers[.contentType]?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false else {
      throw ServiceProblem(.unsupportedMediaType, "the body is a form: application/x-www-form-urlencoded")
    }
    var bytes: [UInt8] = []
    do {
      for try await buffer in request.body {
        bytes += buffer.readableBytesView
        guard bytes.count <= limit else { break }
      }
    } catch {
      throw .invalid("the body ended early")
    }
    guard bytes.count <= limit else { throw ServiceProblem.bodyTooLarge(limit: limit) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalid("the form is not UTF-8") }
    for pair in text.utf8.split(separator: UInt8(ascii: "&")) {
      guard fields.count < Self.mostFields else { throw .invalid("the form has too many fields") }
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      let value = equals < pair.endIndex ? pair[pair.index(after: equals)...] : pair[pair.endIndex...]
      // Names of files are bytes, which need not be UTF-8.
      let name = try RequestQuery.decoded(pair[..<equals])
      fields.append((name, try RequestQuery.decoded(value, isPath: name == "name")))
    }
  }

  /// The first field of a name.
  subscript(name: String) -> String? { fields.first { $0.name == name }?.value }
}
