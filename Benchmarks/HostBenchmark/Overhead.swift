internal import Glibc
internal import ProviderHost
internal import ProviderKit

/// One client after the other's answer: rendering in this process, by workers used once, by workers used again.
struct Overhead {
  var options: BenchmarkOptions
  var document: Document

  /// A way to a thumbnail, and the durations of those that were made so, in milliseconds.
  private struct Way {
    var name: String
    /// A client that thinks for a moment gets a worker that is ready.
    var pause: Duration?
    var make: () async throws -> Void
    var times: [Double] = []
  }

  /// A machine's own pace changes within seconds: the ways take turns.
  private static let rounds = 10

  func measure() async throws {
    let host = try await BenchmarkHost.make(options)
    let once = BenchmarkHost.request(document, reuse: false)
    let again = BenchmarkHost.request(document, reuse: true)
    var ways = [
      Way(name: "in this process") { try await renderHere() },
      // A worker that is used once is also compared with this: it cannot have the libraries and fonts of the one
      // before.
      Way(name: "a process for each, without host and sandbox") { try runAlone() },
      Way(name: "workers used once") { _ = try await host.render(once) },
      Way(name: "workers used once, 50 ms between", pause: .milliseconds(50)) { _ = try await host.render(once) },
      Way(name: "workers used again") { _ = try await host.render(again) },
    ]
    let tier = await host.health.tier
    Words.say(
      "\(document.name), tier \(tier), \(options.requests) thumbnails of 256 pixels each way, in turns, one client")
    for _ in 0..<Self.rounds {
      for index in ways.indices { ways[index].times += try await block(of: ways[index]) }
    }
    await host.shutdown()
    let inProcess = Durations(ways[0].times)
    for (index, way) in ways.enumerated() {
      let durations = Durations(way.times)
      let overhead = Words.milliseconds(durations.at(0.5) - inProcess.at(0.5))
      Words.say("  \(way.name): \(durations.words)\(index < 2 ? "" : ", overhead at p50 \(overhead)")")
    }
  }

  private func block(of way: Way) async throws -> [Double] {
    for _ in 0..<2 { try await way.make() }
    var times: [Double] = []
    for _ in 0..<options.requests / Self.rounds / (way.pause == nil ? 1 : 3) {
      if let pause = way.pause { try await Task.sleep(for: pause) }
      let start = ContinuousClock.now
      try await way.make()
      times.append((ContinuousClock.now - start) / .milliseconds(1))
    }
    return times
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
    let arguments =
      ["\(options.programs)/\(document.command[0])", document.command[1]]
      + ["--type", document.contentType, "--thumbnail", "256", document.path, output]
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
