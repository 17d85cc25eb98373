internal import Dispatch
internal import Glibc
internal import Testing

/// Whether also what a change rarely breaks is tested: `scripts/test --all`.
package let isThorough = getenv("CAMEO_ALL_SCENARIOS") != nil

/// Runs the tests that the command line names, and ends the process. `Tests/XCTMain.swift` calls it.
///
/// `swift test` calls the program once for each library of tests; nothing is left to do for XCTest.
@_silgen_name("cameo_run_tests") func runTests() -> Never {
  guard CommandLine.arguments.contains("swift-testing") else { exit(0) }
  Task { await Testing.__swiftPMEntryPoint() as Never }
  dispatchMain()
}
