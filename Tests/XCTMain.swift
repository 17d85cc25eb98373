// The program of the tests begins here, because this file is there, and not in the package manager's own entry point.
// That entry point looks for tests of XCTest, of which there are none, in an index of all test modules.

/// `TestRunner` of TestKit, which knows Testing. This file cannot import it: its settings are those of the programs.
@_silgen_name("cameo_run_tests") func runTests() -> Never

@main
enum TestMain {
  static func main() { runTests() }
}
