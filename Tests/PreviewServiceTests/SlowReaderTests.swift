internal import ByteStreams
internal import Glibc
@testable internal import PreviewService
internal import PreviewServiceFakes
internal import TestKit
internal import Testing

@Suite("previewd: clients that read slowly", .timed)
struct SlowReaderTests {
  @Test("Answers that nobody reads are in files, not in memory, and equal ones share a file")
  func memory() async throws {
    let directory = try TemporaryDirectory()
    let result = try await Tool.run(
      "/usr/bin/python3", [RunningService.client("readers.py"), "\(Tool.products)/previewd-fake", "16", "12"],
      environment: [
        "CAMEO_PREVIEWD_LISTEN": "127.0.0.1:0", "CAMEO_PREVIEWD_HEALTH_LISTEN": "127.0.0.1:0",
        "CAMEO_PREVIEWD_CONCURRENCY": "1",
        "CAMEO_PREVIEWD_SPOOL": directory.path, "CAMEO_PREVIEWD_QUEUE_SECONDS": "60",
      ])
    var values: [String: String] = [:]
    for line in result.text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1)
      values[String(words[0])] = String(words[words.count - 1])
    }
    #expect(values["statuses"] == "200", "\(result.text) \(result.errors)")
    // 16 answers of 32 MiB are 512 MiB. A few of them are in memory while they are made and stored.
    let grown = try #require(values["memory"].flatMap { Int($0) }, "\(result.text) \(result.errors)")
    #expect(grown < 256, "\(result.text)")
    // Twelve of the documents are equal, and are rendered once if they come in time.
    let files = try #require(values["files"].flatMap { Int($0) })
    #expect(files >= 5 * 32 && files < 16 * 32, "\(result.text)")
    #expect(values["received"] == "\(32 << 20)", "\(result.text)")
    #expect(directory.names.allSatisfy { $0.hasPrefix("previewd-") }, "\(directory.names)")
  }

  @Test("The large answers of one client have half of the space; one more gets 429, until the client has read or left")
  func limit() async throws {
    try await RunningService.with(["answer-limit": ["80M"], "write-seconds": ["300"], "write-rate": ["0"]]) { service in
      async let heard = service.speak(
        #"{"send": "POST /v1/thumbnail?name=large HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nx"}, {"status": "\#(service.folder)/root/status"}, {"await": "\#(service.folder)/root/large"}, {"reset": true}"#
      )
      // The first client has its space before the second one asks.
      let status = "\(service.folder)/root/status"
      try await RunningService.until { (try? SmallFile.bytes(status, limit: 12))?.count == 12 }
      #expect(try SmallFile.bytes(status, limit: 12) == Array("HTTP/1.1 200".utf8))
      try await RunningService.until {
        let answer = try await service.ask("/v1/thumbnail?name=large", body: [1])
        return answer.isProblem(429, "overloaded") && answer.fields["retry-after"] != nil
      }
      let other = try await service.ask("/v1/thumbnail?name=large", body: [1], options: ["--interface", "127.0.0.2"])
      #expect(other.status == 200)
      // Small answers need no file.
      #expect(try await service.ask("/v1/thumbnail", body: [1]).status == 200)
      // Ends the first client.
      try service.write("large", "hello")
      _ = try await heard
      try await RunningService.until { try await service.ask("/v1/thumbnail?name=large", body: [1]).status == 200 }
      let whole = try await service.ask("/v1/thumbnail?name=large", body: [1])
      #expect(whole.body == [UInt8](repeating: 1, count: 32 << 20))
    }
  }

  @Test("A long answer has more time: a second for each write-rate bytes")
  func rate() throws {
    let configuration = try RunningService.configuration(["write-seconds": ["5"], "write-rate": ["1000"]])
    #expect(ConnectionTimes(configuration).write(0) == 5 && ConnectionTimes(configuration).write(30_000) == 35)
    let fixed = try RunningService.configuration(["write-seconds": ["5"], "write-rate": ["0"]])
    #expect(ConnectionTimes(fixed).write(30_000) == 5)
  }
}
