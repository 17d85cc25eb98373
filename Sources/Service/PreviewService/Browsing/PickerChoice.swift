internal import StructuredText

/// What a page of an allowed site lets people choose: `?pick=file&return=https://example.org`.
struct PickerChoice {
  /// `file`, `files` or `folder`.
  let kind: String
  /// The origin of the page, which alone gets the choice (`postMessage`, HTML 9.3).
  let origin: String

  private static let kinds = ["file", "files", "folder"]

  /// - Returns: nil where nothing is to be chosen.
  /// - Throws: `requestInvalid`; `forbidden` for a site that is not one of `allowed`.
  init?(_ query: RequestQuery, allowed: [String]) throws(ServiceProblem) {
    guard let kind = query["pick"] else { return nil }
    guard Self.kinds.contains(kind) else { throw .invalid("pick is file, files or folder") }
    // The path of the address does not matter: a message goes to an origin.
    let parts = (query["return"] ?? "").split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[1].isEmpty else {
      throw .invalid("return is an address such as https://example.org/")
    }
    let origin = "\(parts[0])//\(parts[2])".lowercased()
    guard allowed.contains(origin) else {
      throw ServiceProblem(.forbidden, "that site may not let people choose documents here")
    }
    (self.kind, self.origin) = (kind, origin)
  }

  /// The options that go on to the pages of other folders.
  var query: String { "pick=\(kind)&return=\(RequestQuery.encoded(origin.utf8))" }

  var json: JSONValue { .object(["kind": .string(kind), "origin": .string(origin)]) }
}
