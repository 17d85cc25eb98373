internal import Glibc
package import Testing

/// Appends a line for each test case to the file that `CAMEO_TEST_TIMES` names: its seconds and the test's name.
///
/// The seconds that Testing prints begin when a test is queued. The seconds of this trait begin when it runs.
package struct Timed: SuiteTrait, TestTrait, TestScoping {
  private static let file: Int32? = getenv("CAMEO_TEST_TIMES").map { open($0, O_WRONLY | O_CREAT | O_APPEND, 0o644) }

  package let isRecursive = true

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil, let file = Self.file else { return try await function() }
    let start = ContinuousClock.now
    defer {
      let line = Array("\((ContinuousClock.now - start) / .seconds(1)) \(test.id)\n".utf8)
      _ = write(file, line, line.count)
    }
    try await function()
  }
}

extension Trait where Self == Timed {
  /// Measures each test of the suite for `scripts/test`.
  package static var timed: Self { Timed() }
}
