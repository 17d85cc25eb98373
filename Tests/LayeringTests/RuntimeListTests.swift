internal import Foundation
internal import TestKit
internal import Testing

/// Compares scripts/runtime.list, from which machines are set up, with the programs and libraries that the sources use.
@Suite("What the commands need when they run", .timed)
struct RuntimeListTests {
  /// The names in the list, with their kinds before them.
  private let listed: [String]
  /// The sources of what is installed, by their paths.
  private let sources: [String: String]

  init() throws {
    let list = String(decoding: Fixtures.bytes("\(Fixtures.root)/scripts/runtime.list"), as: UTF8.self)
    listed = list.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { row in
      String(row.prefix { $0 != " " })
    }
    var sources: [String: String] = [:]
    let folder = Fixtures.root + "/Sources/"
    for file in try FileManager.default.subpathsOfDirectory(atPath: folder)
    where [".swift", ".c", ".cc", ".h"].contains(where: file.hasSuffix) {
      let lines = String(decoding: Fixtures.bytes(folder + file), as: UTF8.self).split(separator: "\n")
      sources[file] = lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
    }
    self.sources = sources
  }

  @Test("Every program that the sources start is in the list, and no other")
  func programs() {
    // Providers run programs by ProgramRun, which puts setpriv before them; bubblewrap is looked for by its path.
    // The pages of previewd run those of poppler by DocumentPrograms, and mkpdf finds tesseract itself.
    let started =
      named(Self.run) + named(#/find\("([a-z-]+)"\)/#) + named(#/path\(of: "([a-z]+)"\)/#) + named(#/\)/(bwrap)"/#)
      + named(#/await run\(\s*"(pdf\w+)"/#)
    #expect(Set(started) == Set(listed.filter { !$0.contains(":") }))
  }

  @Test("Every library that the sources load late is in the list, and no other")
  func libraries() {
    // CLazyBinding has the names of those that differ between releases, such as `lazy_libavif`.
    let loaded = named(#/LAZY_LIBRARY\("([^"]+)"/#) + named(#/LAZY_LIBRARY\(lazy_(\w+)/#)
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
  func places() {
    // The launcher's self-test only tries to start a file of its own.
    let starts = users(of: #/\b(posix_spawnp?|execv\w*|execl\w*|fexecve|popen|Subprocess\.run)\(/#)
    #expect(
      starts == [
        "Core/ByteStreams/ChildProcess.swift", "Launcher/confine.c", "Launcher/selftest.c",
        "Preview/ProviderHost/Workers/SandboxedProcess.swift",
      ])
    #expect(
      users(of: #/\bChildProcess\(/#) == [
        // Programs of the desktop, which the user names.
        "Commands/PreviewJobs/Applications/ApplicationStart.swift",
        // Only the launcher, which is installed with the commands.
        "Core/Confinement/ConfinedProcess.swift",
        "Providers/ProviderSupport/ProgramRun.swift",
        // The worker's own program, which loads LibreOffice.
        "Providers/ShippedProviders/Office/LibreOffice.swift",
      ])
    let loads = users(of: #/\bdlopen\(/#)
    #expect(
      loads == [
        "Commands/PreviewJobs/RuntimeNeed.swift", "Core/CLazyBinding/lazy_binding.c",
        // LibreOffice, which is only suggested: it is not in the list.
        "Providers/CLibreOfficeShims/libreoffice_shim.c",
      ])
    // Every call of ProgramRun has a literal name.
    let runs = sources.values.map { $0.matches(of: #/ProgramRun\.run\(/#).count }.reduce(0, +)
    #expect(runs == named(Self.run).count)
  }

  private static var run: Regex<(Substring, Substring)> { #/ProgramRun\.run\(\s*"([^"]+)"/# }

  private func named(_ pattern: Regex<(Substring, Substring)>) -> [String] {
    sources.values.flatMap { $0.matches(of: pattern).map { String($0.1) } }
  }

  private func users<Output>(of pattern: Regex<Output>) -> [String] {
    sources.filter { $0.value.contains(pattern) }.keys.sorted()
  }
}
