internal import Glibc
internal import ProviderHost
internal import ProviderKit
internal import ShippedProviders

/// A batch of photographs with workers that are used again, as many at a time as `previewd` takes, beside `thumb -j2`
/// over as many files.
struct BatchRate {
  var options: BenchmarkOptions

  func measure() async throws {
    let count = options.requests
    var template = Array("/tmp/cameo-bench-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { return }
    let folder = String(cString: made)
    let paths = (0..<count).map { "\(folder)/\($0).jpg" }
    // Links, so that as many files fit anywhere; both read the same blocks of the page cache.
    for path in paths { symlink(options.photo, path) }
    defer {
      for path in paths { unlink(path) }
      rmdir(folder)
    }
    let clients = HostConfiguration.usualConcurrency
    let host = try await BenchmarkHost.make(options, concurrency: clients)
    Words.say("a batch of \(count) photographs, \(clients) at a time, beside thumb -j2")
    var rates: [(ours: Double, thumb: Double)] = []
    for _ in 0..<3 {
      let ours = try await seconds { try await render(paths, host, clients) }
      let thumb = try seconds { try runThumb(folder) }
      let (rate, theirs) = (Double(count) / ours, Double(count) / thumb)
      rates.append((rate, theirs))
      let ratio = (rate / theirs * 100).rounded() / 100
      Words.say("  host \(rate.rounded()) a second, thumb -j2 \(theirs.rounded()), ratio \(ratio)")
    }
    await host.shutdown()
  }

  private func render(_ paths: [String], _ host: PreviewHost, _ clients: Int) async throws {
    let document = Document(
      name: "photo", path: options.photo, contentType: "public.jpeg", command: ["cameo-providers", "images"],
      definition: .images)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for client in 0..<clients {
        group.addTask {
          for index in stride(from: client, to: paths.count, by: clients) {
            _ = try await host.render(BenchmarkHost.request(document, reuse: true, path: paths[index]))
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private func runThumb(_ folder: String) throws {
    let command =
      "mkdir \(folder)/small && \(options.programs)/thumb -j2 -s256 -fjpeg --quiet -d \(folder)/small \(folder)/*.jpg"
    guard system("\(command) && rm -r \(folder)/small") == 0 else { throw CommandFailed(command: command) }
  }

  struct CommandFailed: Error { var command: String }

  private func seconds(_ body: () async throws -> Void) async rethrows -> Double {
    let start = ContinuousClock.now
    try await body()
    return (ContinuousClock.now - start) / .seconds(1)
  }

  private func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start) / .seconds(1)
  }
}
