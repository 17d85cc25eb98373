internal import Glibc
@testable internal import PreviewService
internal import TestKit
internal import Testing

@Suite("previewd: HTTP and operation", .timed)
struct ProtocolTests {
  @Test(
    "The host of a target with a scheme counts, and not the header field beside it",
    arguments: [
      ("http://evil.example/v1/types", "localhost", "421"), ("http://localhost:1/v1/types", "evil.example", "200"),
      ("HTTP://127.0.0.1/v1/types", "localhost", "200"), ("http://user@localhost/v1/types", "localhost", "421"),
      ("http://localhost@evil.example/v1/types", "localhost", "421"), ("http:///v1/types", "localhost", "400"),
      ("http://evil.example?path=/v1/types", "localhost", "404"), ("/v1/types", "evil.example", "421"),
    ])
  func targets(target: String, host: String, status: String) async throws {
    try await RunningService.with { service in
      let answer = try await service.speak(
        #"{"send": "GET \#(target) HTTP/1.1\r\nHost: \#(host)\r\nConnection: close\r\n\r\n"}, {"receive": 20}"#)
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
    }
  }

  @Test("A target with a scheme does not replace the header field Host")
  func missingHost() async throws {
    try await RunningService.with { service in
      let answer = try await service.speak(
        #"{"send": "GET http://localhost/v1/types HTTP/1.1\r\nConnection: close\r\n\r\n"}, {"receive": 20}"#)
      #expect(answer.hasPrefix("HTTP/1.1 400 ") && answer.contains("Host is missing"), "\(answer)")
    }
  }

  @Test("The answer to a request that asks to close says so, and a request behind it gets none")
  func lastRequest() async throws {
    try await RunningService.with { service in
      let both = try await service.speak(
        #"{"send": "GET /v1/explain?name=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\nGET /v1/explain?name=2 HTTP/1.1\r\nHost: localhost\r\n\r\n"}, {"receive": 20}"#
      )
      #expect(both.contains("{\"name\": \"1\"") && !both.contains("{\"name\": \"2\""), "\(both)")
      #expect(both.contains("Connection: close\r\n") && both.hasSuffix("[closed]"), "\(both)")
    }
  }

  @Test("The answer says that the connection ends if the client has closed its side")
  func halfClosed() async throws {
    try await RunningService.with { service in
      let answer = try await service.speak(
        #"{"send": "POST /v1/thumbnail?name=gate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nx"}, {"end": true}, {"receive": 20}"#
      )
      #expect(answer.hasPrefix("HTTP/1.1 499 ") && answer.contains("Connection: close\r\n"), "\(answer)")
    }
  }

  // MARK: Traces

  @Test("A request's trace goes into its log line and its answer, as work of its own")
  func trace() async throws {
    try await RunningService.with(["log-requests": ["true"], "log-format": ["json"]]) { service in
      // The example of W3C Trace Context, 3.2.3.
      let (trace, parent) = ("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7")
      for (field, id) in [("00-\(trace)-\(parent)-01", "first"), ("cc-\(trace)-\(parent)-01-more", "later")] {
        let answer = try await service.ask("/v1/types", headers: ["traceparent: \(field)", "X-Request-Id: \(id)"])
        let response = try #require(answer.fields["traceresponse"])
        let parts = response.split(separator: "-")
        try #require(parts.count == 4 && parts[2].utf8.count == 16, "\(response)")
        #expect(parts[0] == "00" && parts[1] == trace[...] && parts[2] != parent[...] && parts[3] == "01")
        let line = try await service.lines.line(with: "\"\(id)\"")
        #expect(line.contains("\"traceId\": \"\(trace)\"") && line.contains("\"spanId\": \"\(parts[2])\""), "\(line)")
      }
    }
  }

  @Test(
    "Other fields start no trace",
    arguments: [
      "", "00", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
      "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
      "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
      "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
      "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
      "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01",
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0x",
    ])
  func noTrace(field: String) { #expect(TraceContext(parent: field) == nil) }

  // MARK: Figures

  @Test("The metrics of the process are what ps says")
  func processMetrics() async throws {
    try await RunningService.with { service in
      let text = try await Answer.ask("\(service.health)/metrics").text
      func figure(_ name: String) -> Double {
        text.split(separator: "\n").first { $0.hasPrefix("\(name) ") }.flatMap { Double($0.dropFirst(name.count + 1)) }
          ?? -1
      }
      let ps = try await Tool.run("ps", ["-o", "etimes=,rss=,vsz=,cputimes=", "-p", "\(getpid())"])
      let values = ps.text.split(separator: " ").compactMap { Double($0.filter(\.isNumber)) }
      try #require(values.count == 4, "\(ps.text)")
      #expect(abs(Double(time(nil)) - values[0] - figure("process_start_time_seconds")) < 5)
      #expect((0.3...3).contains(figure("process_resident_memory_bytes") / (values[1] * 1_024)))
      #expect((0.3...3).contains(figure("process_virtual_memory_bytes") / (values[2] * 1_024)))
      #expect(figure("process_cpu_seconds_total") > 0 && figure("process_cpu_seconds_total") <= values[3] + 2)
      #expect(figure("process_open_fds") > 3 && figure("process_open_fds") <= figure("process_max_fds"))
      #expect(figure("process_threads") >= 2)
      #expect(text.contains("previewd_build_info{version=\"1\"} 1\n"))
    }
  }

  // MARK: Full disk

  @Test("A full disk is 507 and in the log, for bodies and for answers; what needs less space still works")
  func fullDisk() async throws {
    let spool = try TemporaryDirectory()
    let result = try await Tool.run(
      "/usr/bin/python3", [RunningService.client("full_disk.py"), "\(Tool.products)/previewd-fake", spool.path])
    #expect(
      result.text == """
        small 200
        body 507 storageFull
        answer 507 storageFull
        small 200
        log the disk is full on which bodies are stored
        log the disk is full on which answers are stored

        """, "\(result.text) \(result.errors)")
  }
}
