internal import ArgumentParser
internal import CommandKit
internal import PreviewJobs

/// `preview doctor`: whether previews can be made here, and how safely.
struct Doctor: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "doctor", "Test the sandbox, and say what is installed and what is missing.",
    discussion: """
      EXIT STATUS:
        0   previews can be made
        1   they cannot: there is no launcher, no sandbox that works, or no provider
        3   they can, but something is missing or refused
      """)

  @OptionGroup var report: ReportOptions
  @OptionGroup(title: "Provider options") var providers: CatalogOptions

  func perform() throws -> ExitStatus {
    let result = try DoctorReport(providers.assembly, try catalog(providers))
    if report.json { try show(result.members) } else { try show(result.lines) }
    return result.status
  }
}
