internal import TestKit
internal import Testing

/// Compares scripts/runtime.list, from which machines are set up, with the programs and libraries that the sources use.
@Suite("What the commands need when they run", .timed)
struct RuntimeListTests {
  /// The names in the list, with their kinds before them.
  private let listed: [String]

  init() {
    let list = String(decoding: Fixtures.bytes("\(Fixtures.root)/scripts/runtime.list"), as: UTF8.self)
    listed = list.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { row in
      String(row.prefix { $0 != " " })
    }
  }

  @Test("Every program that the sources start is in the list, and no other")
  func programs() async throws {
    // Providers run programs by ProgramRun, which puts setpriv before them; bubblewrap is looked for by its path.
    // The pages of previewd run those of poppler by DocumentPrograms, and mkpdf finds tesseract and zbarimg itself.
    let started = try await named(
      Self.run, #"find\("([a-z-]+)"\)"#, #"path\(of: "([a-z]+)"\)"#, #"\)/(bwrap)""#, #"await run\(\s*"(pdf\w+)""#)
    #expect(Set(started) == Set(listed.filter { !$0.contains(":") }))
  }

  @Test("Every library that the sources load late is in the list, and no other")
  func libraries() async throws {
    // CLazyBinding has the names of those that differ between releases, such as `lazy_libavif`.
    let loaded = try await named(#"LAZY_LIBRARY\("([^"]+)""#, #"LAZY_LIBRARY\(lazy_(\w+)"#)
    let names = listed.filter { $0.hasPrefix("library:") }.map { row in
      let versions = row.dropFirst("library:".count).split(separator: "|")
      let stem = String(versions[0].prefix { $0 != "." })
      #expect(versions.count == 1 || versions.allSatisfy { $0.hasPrefix(stem + ".so.") }, "\(row)")
      // libraw_r is the variant of libraw for programs with several threads.
      return versions.count == 1 ? String(versions[0]) : stem.replacing("libraw_r", with: "libraw")
    }
    #expect(Set(loaded) == Set(names))
  }

  @Test("Programs are started and libraries loaded in known places, where the two tests above look")
  func places() async throws {
    // The launcher's self-test only tries to start a file of its own.
    let starts = try await users(of: #"\b(posix_spawnp?|execv\w*|execl\w*|fexecve|popen|Subprocess\.run)\("#)
    #expect(
      starts == [
        "Core/ByteStreams/ChildProcess.swift", "Launcher/confine.c", "Launcher/selftest.c",
        "Preview/ProviderHost/Workers/SandboxedProcess.swift",
      ])
    #expect(
      try await users(of: #"\b(ChildProcess)\("#) == [
        // Only `preview`, which is installed with the commands.
        "Commands/ImagingCommands/DocumentPictures.swift",
        // Programs of the desktop, which the user names.
        "Commands/PreviewJobs/Applications/ApplicationStart.swift",
        // Only the launcher, which is installed with the commands.
        "Core/Confinement/ConfinedProcess.swift",
        "Providers/ProviderSupport/ProgramRun.swift",
        // The worker's own program, which loads LibreOffice.
        "Providers/ShippedProviders/Office/LibreOffice.swift",
      ])
    let loads = try await users(of: #"\b(dlopen)\("#)
    #expect(
      loads == [
        "Commands/PreviewJobs/RuntimeNeed.swift", "Core/CLazyBinding/lazy_binding.c",
        // LibreOffice, which is only suggested: it is not in the list.
        "Providers/CLibreOfficeShims/libreoffice_shim.c",
      ])
    // Every call of ProgramRun has a literal name.
    #expect(try await named(#"(ProgramRun\.run)\("#).count == named(Self.run).count)
  }

  private static let run = #"ProgramRun\.run\(\s*"([^"]+)""#

  /// What the groups of patterns match in the sources of what is installed, without comments.
  private func named(_ patterns: String...) async throws -> [String] {
    try await matches(patterns).map { String($0.split(separator: "\t")[1]) }
  }

  private func users(of pattern: String) async throws -> [String] {
    try await Set(matches([pattern]).map { String($0.split(separator: "\t")[0]) }).sorted()
  }

  /// A line for each match: the file's path, a tab and the group. Python's patterns take a tenth of the time of Swift's.
  private func matches(_ patterns: [String]) async throws -> [Substring] {
    let program = """
      import os, re, sys
      for folder, _, files in os.walk(sys.argv[1]):
          for name in files:
              if not name.endswith((".swift", ".c", ".cc", ".h")): continue
              path = os.path.join(folder, name)
              lines = open(path, encoding="utf-8").read().split("\\n")
              text = "\\n".join(line for line in lines if not line.lstrip(" ").startswith("//"))
              for pattern in sys.argv[2:]:
                  for match in re.findall(pattern, text):
                      print(os.path.relpath(path, sys.argv[1]), match, sep="\\t")
      """
    let found = try await Tool.python(program, ["\(Fixtures.root)/Sources"] + patterns)
    try #require(found.status == 0, "\(found.errors)")
    return found.text.split(separator: "\n")
  }
}
