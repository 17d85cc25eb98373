internal import ProviderProtocol
internal import StructuredText

/// What answers in JSON look like (JSON Schema 2020-12).
enum InterfaceSchemas {
  static var all: JSONValue {
    let codes = ProviderError.Code.allCases.map(\.rawValue) + ServiceProblem.Code.allCases.map(\.rawValue)
    return .object([
      "Problem": object(
        [
          ("type", string), ("title", string),
          ("status", .object(["type": "integer", "minimum": 400, "maximum": 599])),
          ("detail", string), ("code", .object(["enum": .array(codes.map { .string($0) })])), ("provider", string),
        ], optional: ["provider"]),
      "Types": object([
        (
          "types",
          list(
            object([
              ("identifier", string), ("description", .object(["type": .array(["string", "null"])])),
              ("conformsTo", list(string)), ("extensions", list(string)), ("mimeTypes", list(string)),
            ]))
        )
      ]),
      "Providers": object([
        (
          "providers",
          list(
            object([
              ("id", string), ("version", string), ("level", .object(["enum": .array([0, 1])])),
              ("capabilities", list(.object(["enum": .array(["thumbnail", "preview"])]))),
              ("supportedContentTypes", list(string)),
            ]))
        )
      ]),
      "Explanation": .object(["type": "object"]),
      "Health": object([
        ("ready", .object(["type": "boolean"])), ("draining", .object(["type": "boolean"])), ("sandbox", string),
        ("restingProviders", list(string)),
      ]),
      "Interface": .object(["type": "object", "required": .array(["openapi", "paths"])]),
    ])
  }

  static func reference(of action: Route.Action) -> JSONValue? {
    let name: String? =
      switch action {
      case .types: "Types"
      case .providers: "Providers"
      case .explain: "Explanation"
      case .interface: "Interface"
      case .ready: "Health"
      case .thumbnail, .preview, .live, .metrics: nil
      }
    return name.map { .object(["$ref": .string("#/components/schemas/\($0)")]) }
  }

  private static let string = JSONValue.object(["type": "string"])

  private static func list(_ element: JSONValue) -> JSONValue { .object(["type": "array", "items": element]) }

  private static func object(_ members: [(String, JSONValue)], optional: Set<String> = []) -> JSONValue {
    .object([
      "type": "object",
      "required": .array(members.map(\.0).filter { !optional.contains($0) }.map { .string($0) }),
      "properties": .object(members.map { JSONMember($0.0, $0.1) }), "additionalProperties": false,
    ])
  }
}
