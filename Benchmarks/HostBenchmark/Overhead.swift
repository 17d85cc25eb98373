internal import Glibc
internal import ProviderHost
internal import ProviderKit

/// One client after the other's answer: rendering in this process, by workers used once, by workers used again.
struct Overhead {
  var options: BenchmarkOptions
  var document: Document

  func measure() async throws {
    let inProcess = try await times { try await renderHere() }
    let host = try await BenchmarkHost.make(options)
    let tier = await host.health.tier
    Words.say("\(document.name), tier \(tier), \(options.requests) thumbnails of 256 pixels, one client")
    Words.say("  in this process: \(inProcess.words)")
    // What a worker that is used once is to be held against as well: it cannot have the libraries and fonts of the one before.
    let alone = try await times { try runAlone() }
    Words.say("  a process for each, without host and sandbox: \(alone.words)")
    for reuse in [false, true] {
      let request = BenchmarkHost.request(document, reuse: reuse)
      let measured = try await times { _ = try await host.thumbnail(request) }
      let overhead = Words.milliseconds(measured.at(0.5) - inProcess.at(0.5))
      Words.say("  workers used \(reuse ? "again" : "once"): \(measured.words), overhead at p50 \(overhead)")
      if !reuse {
        // A client that thinks for a moment gets a worker that is ready.
        let rested = try await times(pause: .milliseconds(50)) { _ = try await host.thumbnail(request) }
        let overhead = Words.milliseconds(rested.at(0.5) - inProcess.at(0.5))
        Words.say("  workers used once, 50 ms between: \(rested.words), overhead at p50 \(overhead)")
      }
    }
    await host.shutdown()
  }

  private func times(pause: Duration? = nil, _ body: () async throws -> Void) async throws -> Durations {
    for _ in 0..<5 { try await body() }
    var times: [Double] = []
    for _ in 0..<options.requests / (pause == nil ? 1 : 3) {
      if let pause { try await Task.sleep(for: pause) }
      let start = ContinuousClock.now
      try await body()
      times.append((ContinuousClock.now - start) / .milliseconds(1))
    }
    return Durations(times)
  }

  /// The provider's own code in this process, and the encoding.
  private func renderHere() async throws {
    let picture = try await DirectDrawing.thumbnail(
      document.definition, of: document.path, contentType: document.contentType, side: 256)
    _ = try BenchmarkEncoder.encode(picture)
  }
}

extension Overhead {
  /// The provider as a program of its own, from its start to its end.
  private func runAlone() throws {
    let output = "/tmp/cameo-bench-alone-\(getpid()).png"
    defer { unlink(output) }
    let arguments = [
      options.programs + "/cameo-providers", document.provider, "--type", document.contentType, "--thumbnail", "256",
      document.path, output,
    ]
    var pointers = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process = pid_t()
    var status: Int32 = 0
    guard posix_spawn(&process, arguments[0], nil, nil, &pointers, environ) == 0,
      waitpid(process, &status, 0) == process,
      status == 0
    else { throw BatchRate.CommandFailed(command: arguments.joined(separator: " ")) }
  }
}

/// Measured times.
struct Durations {
  private let sorted: [Double]

  /// - Parameter times: in milliseconds, at least one.
  init(_ times: [Double]) { sorted = times.sorted() }

  func at(_ quantile: Double) -> Double { sorted[min(sorted.count - 1, Int(Double(sorted.count) * quantile))] }

  var words: String { "p50 \(Words.milliseconds(at(0.5))), p99 \(Words.milliseconds(at(0.99)))" }
}

enum Words {
  /// Prints a line at once.
  static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }

  static func milliseconds(_ value: Double) -> String { "\((value * 100).rounded() / 100) ms" }
}
