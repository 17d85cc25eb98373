/// The programs in C that tests run: in place of providers `behave`, `hostile`, `misbehave` and `trivial`; `escape`, which
/// confines itself as the commands do, and `hostile_input.so`, which takes commands over, try what must not be possible
/// then.
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
      flags="-std=gnu11 -O2 -Wall -Wextra -Werror -pthread"
      clang $flags -I "$3/include" -o "$2/escape.$$" "$1/escape.c" "$3"/*.c
      mv -f "$2/escape.$$" "$2/escape"
      clang $flags -shared -fPIC -o "$2/hostile_input.$$" "$1/hostile_input.c" -ldl
      mv -f "$2/hostile_input.$$" "$2/hostile_input.so"
      """
    let sources = ["Tests/TestKit/Programs", "Sources/Core/CConfinementShims"].map { "\(Fixtures.root)/\($0)" }
    let compiled = try await Tool.run("sh", ["-c", script, "sh", sources[0], folder, sources[1]])
    guard compiled.status == 0 else { throw TestFailure(compiled.errors) }
    return folder
  }
}
