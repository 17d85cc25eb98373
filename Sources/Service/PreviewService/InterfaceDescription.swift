internal import HTTPTypes
internal import ProviderProtocol
internal import StructuredText

/// The OpenAPI 3.1 description of the HTTP interface, built from the router's own table of routes.
package enum InterfaceDescription {
  /// The document as the service sends it, and as it is in docs/openapi.json.
  package static let text = JSONWriter.text(document, layout: .indented) + "\n"

  private static var document: JSONValue {
    var paths: [JSONMember] = []
    for route in Route.interface + Route.operations where !paths.contains(where: { $0.name == route.path }) {
      var methods: [JSONMember] = []
      if Route.operations.contains(where: { $0.path == route.path }) {
        methods.append(
          JSONMember(
            "servers",
            .array([.object(["url": "http://127.0.0.1:8881", "description": "The address of health-listen."])])))
      }
      for other in Route.interface + Route.operations where other.path == route.path {
        methods.append(JSONMember(other.method.rawValue.lowercased(), operation(other)))
        if other.method == .get { methods.append(JSONMember("head", operation(other, isHead: true))) }
      }
      paths.append(JSONMember(route.path, .object(methods)))
    }
    return .object([
      "openapi": "3.1.0",
      "info": .object([
        "title": "previewd", "version": "1",
        "summary": "Thumbnails and previews of documents.",
        "description": "Every answer has a header field X-Request-Id: the request's own, or a new one.",
        "license": .object(["name": "Apache-2.0", "identifier": "Apache-2.0"]),
      ]),
      "servers": .array([.object(["url": "http://127.0.0.1:8880"])]),
      "paths": .object(paths),
      "components": .object([
        "schemas": InterfaceSchemas.all,
        "securitySchemes": .object([
          "token": .object(["type": "http", "scheme": "bearer"]),
          "signature": .object(["type": "apiKey", "in": "query", "name": "signature"]),
        ]),
      ]),
    ])
  }

  private static func operation(_ route: Route, isHead: Bool = false) -> JSONValue {
    let words = route.path.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? ""
    var members: [JSONMember] = [
      JSONMember("operationId", .string("\(isHead ? "head" : route.method.rawValue.lowercased())-\(words)")),
      JSONMember("summary", .string(route.summary)),
      JSONMember(
        "parameters",
        .array(
          route.options.map { option in
            .object([
              "name": .string(option.rawValue), "in": "query", "description": .string(option.summary),
              "required": false, "schema": option.schema,
            ])
          })),
    ]
    if route.method == .post {
      members.append(
        JSONMember(
          "requestBody",
          .object([
            "required": true, "description": "The document itself. Content-Type may tell its type.",
            "content": .object(["application/octet-stream": .object(["schema": .object([])])]),
          ])))
    }
    members.append(JSONMember("responses", responses(route, isHead: isHead)))
    let open = JSONValue.object([])
    let token = JSONValue.object(["token": .array([])])
    let signature = JSONValue.object(["signature": .array([])])
    members.append(
      JSONMember("security", .array(route.isProtected ? [open, token] + (route.isSignable ? [signature] : []) : [])))
    return .object(members)
  }

  private static func responses(_ route: Route, isHead: Bool) -> JSONValue {
    let schema = route.schema.map(InterfaceSchemas.reference)
    var members = [
      JSONMember(
        "200",
        .object(
          [
            JSONMember("description", "OK"),
            JSONMember("headers", .object(route.hasEntityTag ? [JSONMember("ETag", header)] : [])),
          ]
            + (isHead
              ? []
              : [
                JSONMember(
                  "content",
                  .object(
                    route.contentTypes.map { type in
                      JSONMember(type, .object(schema.map { [JSONMember("schema", $0)] } ?? []))
                    }))
              ])))
    ]
    for status in route.failures {
      var answer: [JSONMember] = [JSONMember("description", .string(ServiceProblem.phrase(status)))]
      if status == 304 { answer.append(JSONMember("headers", .object(["ETag": header]))) }
      if status == 429 || (status == 503 && route.isProtected) {
        answer.append(
          JSONMember("headers", .object(["Retry-After": .object(["schema": .object(["type": "integer"])])])))
      }
      if status == 405 { answer.append(JSONMember("headers", .object(["Allow": header]))) }
      if !isHead, status != 304 {
        let problem = JSONValue.object(["$ref": "#/components/schemas/Problem"])
        let hasFallback = route.capability != nil && FallbackPicture.statuses.contains(status)
        var types = [JSONMember("application/problem+json", .object(["schema": problem]))]
        for type in hasFallback ? FallbackPicture.contentTypes : [] { types.append(JSONMember(type, .object([]))) }
        let content: JSONValue =
          status == 503 && route.schema == "Health"
          ? .object(["application/json": .object(["schema": InterfaceSchemas.reference("Health")])])
          : .object(types)
        answer.append(JSONMember("content", content))
      }
      members.append(JSONMember("\(status)", .object(answer)))
    }
    return .object(members)
  }

  private static let header = JSONValue.object(["schema": .object(["type": "string"])])
}

/// The JSON Schema (2020-12) of answers in JSON.
private enum InterfaceSchemas {
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

  static func reference(_ name: String) -> JSONValue { .object(["$ref": .string("#/components/schemas/\(name)")]) }

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
