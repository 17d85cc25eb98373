/// The programs in C that tests run in place of providers: `behave`, `hostile`, `misbehave` and `trivial`.
package enum TestProgram {
  /// The folder with the programs, compiled once for each run of the tests, beside the products.
  package static func folder() async throws -> String { try await build.value }

  private static let build = Task {
    let folder = "\(Tool.products)/test-programs"
    // Under another name first: a running program keeps its file.
    let script = """
      set -e
      # Workers run as other users.
      umask 022
      mkdir -p "$2"
      for name in behave hostile misbehave trivial; do
        clang -std=gnu11 -O2 -Wall -Wextra -Werror -o "$2/$name.$$" "$1/$name.c"
        mv -f "$2/$name.$$" "$2/$name"
      done
      """
    let compiled = try await Tool.run("sh", ["-c", script, "sh", "\(Fixtures.root)/Tests/TestKit/Programs", folder])
    guard compiled.status == 0 else { throw TestFailure(compiled.errors) }
    return folder
  }
}
