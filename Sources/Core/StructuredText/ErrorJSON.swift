package import ImageModel

extension JSONValue {
  /// An error as reports contain it: kind and message, with path, format and limit where the error has them.
  package static func error(_ error: ImageError) -> JSONValue {
    var members = [JSONMember("kind", .string(error.kind.rawValue)), JSONMember("message", .path(error.reason))]
    if let path = error.path { members.append(JSONMember("path", .path(path))) }
    if let format = error.format { members.append(JSONMember("format", .string(format))) }
    if let limit = error.limit {
      members.append(
        JSONMember(
          "limit",
          .object(["name": .string(limit.name), "value": .uint(limit.value), "option": .string(limit.option)])))
    }
    return .object(members)
  }
}
