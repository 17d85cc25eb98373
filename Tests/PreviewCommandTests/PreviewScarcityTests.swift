internal import TestKit
internal import Testing

/// `preview` where a resource runs out or an input never ends.
@Suite("preview: scarcity", .timed) struct PreviewScarcityTests {
  private let run: PreviewRun

  init() throws { run = try PreviewRun() }

  /// Runs a script: `$1` is the program, `$2` to `$5` are the options for providers, and the arguments follow.
  private func bash(_ script: String, _ arguments: [String] = []) async throws -> Tool.Result {
    try await Tool.run(
      "/bin/bash", ["-c", script, "test", "\(Tool.products)/preview"] + PreviewRun.providers + arguments,
      directory: run.folder.path, environment: try await run.environment())
  }

  @Test(
    "With few file descriptors fewer documents are rendered at a time, or a message says so; it never hangs",
    arguments: [8, 16, 20, 24, 28, 32, 40, 48, 64])
  func descriptors(_ limit: Int) async throws {
    let names = try [
      "preview/valid/bars.pdf", "preview/valid/coast.md", "preview/valid/house.svg", "preview/valid/project.zip",
      "preview/valid/chess.pplgrp", "jpeg/valid/photo_phone.jpg",
    ].map { try run.add($0) }
    let result = try await bash(
      """
      ulimit -n \(limit)
      exec timeout 200 "${@:1:5}" --timeout 120 --no-cache -j 8 -o 'u{n}.png' "${@:6}"
      """, names)
    if limit <= 40 {
      #expect(result.status == 1)
      #expect(result.errors.hasPrefix("preview: ") && result.errors.hasSuffix("(ulimit -n)\n"), "\(result.errors)")
    } else {
      #expect(result.status == 0, "\(result.errors)")
      #expect(run.folder.names.count { $0.hasPrefix("u") && $0.hasSuffix(".png") } == names.count)
    }
  }

  @Test("The soft limit is raised to the hard limit")
  func softLimit() async throws {
    try run.add("preview/valid/plain.txt")
    let result = try await bash(
      "ulimit -Sn 16; exec timeout 200 \"$@\" --timeout 120 --no-cache plain.txt")
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test("A device is refused at once: it may never end")
  func device() async throws {
    let result = try await run.shipped("-o", "x.png", "/dev/zero")
    #expect(result.status == 1)
    #expect(result.errors == "preview: /dev/zero: is a device, not a document\n")
  }

  @Test(
    "When the reader of the output stops, the run ends without a message", arguments: ["--html - plain.txt", "doctor"])
  func brokenPipe(_ arguments: String) async throws {
    try run.add("preview/valid/plain.txt")
    let result = try await bash(
      "\"$1\" \(arguments) \"${@:2}\" | true; echo \"${PIPESTATUS[0]}\"")
    #expect(result.text == "141\n")
    #expect(result.errors == "")
  }
}
