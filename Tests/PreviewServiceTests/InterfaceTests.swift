internal import Glibc
@testable internal import PreviewService
internal import TestKit
internal import Testing

@Suite("previewd: the OpenAPI description", .timed, .serialized)
struct InterfaceTests {
  @Test("docs/openapi.json is what the service serves")
  func document() async throws {
    let file = String(decoding: Fixtures.bytes("\(Fixtures.root)/docs/openapi.json"), as: UTF8.self)
    #expect(file == InterfaceDescription.text, "update it: previewd openapi > docs/openapi.json")
    try await RunningService.with { service in
      let answer = try await service.ask("/v1/openapi.json")
      #expect(answer.text == file && answer.fields["content-type"] == "application/json")
    }
  }

  @Test("Every answer is described: status, content type, and schema")
  func answers() async throws {
    try await RunningService.with { service in
      try service.write("a", "hello")
      let result = try await Tool.run(
        "/usr/bin/python3",
        [RunningService.client("answers.py"), service.base, service.health, "\(Fixtures.root)/docs/openapi.json"])
      #expect(result.status == 0, "\(result.text) \(result.errors)")
      #expect(result.text.hasSuffix("all described\n"), "\(result.text)")
    }
  }

  @Test("Schemathesis finds no answer that is not described, and no 500", .timeLimit(.minutes(15)))
  func fuzzing() async throws {
    let program = "\(Fixtures.root)/.build-venv/bin/schemathesis"
    #expect(access(program, X_OK) == 0, "scripts/python-tools would install it")
    try await RunningService.with { service in
      try service.write("a", "hello")
      let checks =
        "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,"
        + "negative_data_rejection,unsupported_method"
      let health = ["--include-path-regex", "^/(livez|readyz|metrics)$", "--url", service.health]
      let interface = ["--exclude-path-regex", "^/(livez|readyz|metrics)$", "--url", service.base]
      let pictures = ["--include-path-regex", "^/v1/(thumbnail|preview)$", "--url", service.base]
      // One thread, because the parser of Debian's Python fails with two.
      let parts = [
        ("schemathesis.toml", interface), ("schemathesis.toml", health), ("schemathesis-file.toml", pictures),
      ]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (settings, part) in parts {
          group.addTask {
            let directory = try TemporaryDirectory()
            let result = try await Tool.run(
              "timeout",
              [
                "240", program, "--config-file", RunningService.client(settings), "run",
                "\(service.base)/v1/openapi.json", "--max-examples", "25", "--seed", "1", "--request-timeout", "10",
                "--no-color", "--workers", "1", "--suppress-health-check", "all", "--generation-database", "none",
                "--checks",
                checks,
              ] + part, directory: directory.path)
            #expect(result.status == 0, "\(result.text.suffix(6_000)) \(result.errors.suffix(500))")
          }
        }
        try await group.waitForAll()
      }
    }
  }
}
