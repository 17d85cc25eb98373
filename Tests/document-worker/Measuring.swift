internal import Documents
internal import Glibc
internal import TestDocuments

/// Opens a package of items of 1 MB, changes one and saves it, and prints what each of that took.
enum Measuring {
  static func run(_ path: String, rounds: Int, syncs: Bool) async throws {
    var options = DocumentOptions()
    (options.autosaves, options.syncs) = (false, syncs)
    let clock = ContinuousClock()
    for round in 1...rounds {
      let start = clock.now
      let session = try await DocumentSession<Album>.open(at: path, options: options)
      let opened = clock.now
      await session.update { $0.setItem("item-\(round)", number: round, size: 1 << 20) }
      let changed = clock.now
      try await session.save()
      let saved = clock.now
      try await session.close()
      print("open \((opened - start) / .milliseconds(1)) save \((saved - changed) / .milliseconds(1))")
    }
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    print("memory \(usage.ru_maxrss)")
  }
}
