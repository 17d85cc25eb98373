internal import Glibc
@testable internal import PreviewService
internal import StructuredText
internal import TestKit
internal import Testing

@Suite("previewd: configuration", .timed)
struct ConfigurationTests {
  @Test("A flag overrides the environment, which overrides the file, which overrides the default")
  func precedence() async throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(
      Array(#"{"queue": 1, "queueSeconds": 2, "reuse": 3, "bodyLimit": "1Mi"}"#.utf8), to: "c.json")
    let result = try await Tool.cameo(
      "previewd", ["--config", file, "--queue", "10", "--print-config"],
      environment: ["CAMEO_PREVIEWD_QUEUE": "5", "CAMEO_PREVIEWD_QUEUE_SECONDS": "6"])
    #expect(result.status == 0)
    let lines = Set(result.text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") })
    for line in [
      "queue 10 (flag)", "queue-seconds 6 (environment)", "reuse 3 (file)", "body-limit 1048576 (file)",
      "connections 512 (default)", "listen 127.0.0.1:8880 (default)",
    ] { #expect(lines.contains(line), "\(line)") }
    let json = try await Tool.cameo(
      "previewd", ["--print-config", "--json"], environment: ["CAMEO_PREVIEWD_CONFIG": file])
    #expect(json.text.contains("\"queueSeconds\": {\n    \"value\": 2,\n    \"origin\": \"file\"\n  }"))
  }

  @Test("--print-config shows the values that are used, also where the default depends on something else")
  func derived() async throws {
    let standard = try ServiceConfiguration(flags: [:], environment: [:], file: nil)
    let used = try RunningService.configuration([:]).concurrency
    var lines = Set(standard.report.text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") })
    #expect(used > 0 && lines.contains("concurrency \(used) (default)"))
    #expect(lines.contains("client-connections 256 (default)"))
    #expect(lines.contains { $0.hasPrefix("spool /") && $0.hasSuffix(" (default)") })
    let given = try ServiceConfiguration(
      flags: ["concurrency": ["3"], "connections": ["9"], "spool": ["/var/tmp"], "unix": ["/run/socket"]],
      environment: [:], file: nil)
    lines = Set(given.report.text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") })
    for line in [
      "concurrency 3 (flag)", "client-connections 4 (default)", "spool /var/tmp (flag)", "listen - (default)",
    ] { #expect(lines.contains(line), "\(line)") }
  }

  @Test("By default two more documents are rendered at a time than there are processors")
  func concurrency() async throws {
    let processors = try await Tool.run("getconf", ["_NPROCESSORS_ONLN"]).text
    let count = try #require(Int(processors.filter(\.isNumber)))
    for (flags, expected) in [([:], count + 2), (["concurrency": ["5"]], 5)] as [([String: [String]], Int)] {
      #expect(try RunningService.configuration(flags).concurrency == expected)
    }
  }

  @Test(
    "Wrong settings are reported with their place",
    arguments: [
      (#"{"queueLenght": 1}"#, "c.json: line 1: queueLenght: there is no such setting"),
      ("{\n\"queue\": \"x\"}", "c.json: line 2: queue: expected a number, not a text"),
      (#"{"queue": -1}"#, "line 1: queue: expected a number from 0"),
      (#"{"root": "x"}"#, "root: expected a list, not a text"),
      (#"{"root": [1]}"#, "expected texts, not a number"), (#"{"sandbox": "C"}"#, "expected one of auto, A, B, none"),
      (#"{"queue": 1, "queue": 2}"#, "appears twice"), ("[]", "should be an object"), ("{", "line 1"),
      (#"{"queueSeconds": 0}"#, "expected seconds from"),
      // A flag that wins does not hide it.
      (#"{"reuse": -1}"#, "c.json: line 1: reuse: expected a number from 1"),
    ])
  func wrongFiles(text: String, message: String) async throws {
    let directory = try TemporaryDirectory()
    try directory.write(Array(text.utf8), to: "c.json")
    let result = try await Tool.cameo(
      "previewd", ["--config", "c.json", "--reuse", "5", "--check-config"], directory: directory.path)
    #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
  }

  @Test("Wrong flags and variables are reported by their names")
  func wrongFlags() async throws {
    let flag = try await Tool.cameo("previewd", ["--queue", "x", "--check-config"])
    #expect(flag.status == 64 && flag.errors.contains("--queue: expected a number"), "\(flag.errors)")
    let variable = try await Tool.cameo("previewd", ["--check-config"], environment: ["CAMEO_PREVIEWD_QUEUE": "x"])
    #expect(
      variable.status == 64 && variable.errors.contains("CAMEO_PREVIEWD_QUEUE: expected"), "\(variable.errors)")
    let unknown = try await Tool.cameo("previewd", ["--check-config"], environment: ["CAMEO_PREVIEWD_QUEU": "1"])
    #expect(unknown.status == 64 && unknown.errors.contains("CAMEO_PREVIEWD_QUEU: there is no such setting"))
    let root = try await Tool.cameo("previewd", ["--root", "/nowhere", "--check-config"])
    #expect(root.status == 1 && root.errors.contains("/nowhere"))
    for option in ["--spool", "--providers"] {
      let other = try await Tool.cameo("previewd", [option, "/nowhere", "--check-config"])
      #expect(other.status == 1 && other.errors.contains("/nowhere"), "\(option) \(other.errors)")
    }
  }

  @Test("A file of settings that is missing, or no regular file, is a mistake by option and by variable")
  func settingsFile() async throws {
    let directory = try TemporaryDirectory()
    let pipe = directory.file("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    for (path, reason) in [("/nowhere.json", "/nowhere.json"), (pipe, "not a regular file"), ("/dev/null", "regular")] {
      let option = try await Tool.cameo("previewd", ["--check-config", "--config", path])
      #expect(option.status == 64 && option.errors.contains(reason), "\(option.errors)")
      #expect(option.errors.contains("(--config)"), "\(option.errors)")
      let variable = try await Tool.cameo(
        "previewd", ["--check-config"], environment: ["CAMEO_PREVIEWD_CONFIG": path])
      #expect(variable.status == 64 && variable.errors.contains(reason), "\(variable.errors)")
      #expect(variable.errors.contains("(CAMEO_PREVIEWD_CONFIG)"), "\(variable.errors)")
    }
  }

  @Test("Certificates for sources are checked also where no source needs them", arguments: [[], ["http://h.example/"]])
  func authorities(_ sources: [String]) async throws {
    let directory = try TemporaryDirectory()
    try directory.write(Array("no certificate".utf8), to: "text.pem")
    try #require(mkfifo(directory.file("pipe.pem"), 0o600) == 0)
    for name in ["text.pem", "missing.pem", "pipe.pem"] {
      let result = try await Tool.cameo(
        "previewd",
        ["--check-config", "--source-ca", directory.file(name)] + sources.flatMap { ["--source", $0] })
      #expect(result.status == 64 && result.errors.contains(name), "\(result.errors)")
    }
  }

  @Test("--check-config makes and removes nothing, and finds folders that could not be made")
  func checkChangesNothing() async throws {
    let directory = try TemporaryDirectory()
    // What a killed service has left.
    for name in ["spool", "spool/previewd-aaaaaa"] { try #require(mkdir(directory.file(name), 0o700) == 0) }
    try directory.write([1], to: "spool/previewd-aaaaaa/1")
    try directory.write([1], to: "file")
    let good = try await Tool.cameo(
      "previewd",
      ["--check-config", "--spool", directory.file("spool"), "--result-cache", directory.file("new/cache")])
    #expect(good.status == 0, "\(good.errors)")
    #expect(Set(directory.names) == ["spool", "file"])
    #expect(Fixtures.bytes(directory.file("spool/previewd-aaaaaa/1")) == [1])
    let under = try await Tool.cameo("previewd", ["--check-config", "--result-cache", directory.file("file/cache")])
    #expect(under.status == 1 && under.errors.contains("file/cache"), "\(under.errors)")
    let spool = try await Tool.cameo("previewd", ["--check-config", "--spool", directory.file("file")])
    #expect(spool.status == 1 && spool.errors.contains("/file"), "\(spool.errors)")
    // A folder that others may enter.
    try #require(mkdir(directory.file("results-1"), 0o755) == 0 && chmod(directory.file("results-1"), 0o755) == 0)
    let open = try await Tool.cameo("previewd", ["--check-config", "--result-cache", directory.path])
    #expect(open.status == 64 && open.errors.contains("results-1"), "\(open.errors)")
  }

  @Test("Every setting is a flag, and its help has its default")
  func everyFlag() async throws {
    let help = try await Tool.cameo("previewd", ["--help"])
    let words = help.text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    for setting in ServiceConfiguration.settings {
      #expect(words.contains("--\(setting.name) <"), "\(setting.name)")
      let standard = setting.shown(in: ServiceConfiguration())
      #expect(standard.isEmpty || words.contains("(default: \(standard))"), "\(setting.name)")
    }
  }

  @Test("Addresses")
  func addresses() {
    #expect(ListenAddress("127.0.0.1:80") == .tcp(host: "127.0.0.1", port: 80))
    #expect(ListenAddress("[::1]:80") == .tcp(host: "::1", port: 80))
    for text in ["", ":80", "host", "host:", "host:70000", "::1:80", "host:-1", "[]:1"] {
      #expect(ListenAddress(text) == nil, "\(text)")
    }
  }
}
