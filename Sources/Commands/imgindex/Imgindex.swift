internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import Confinement
internal import Glibc
internal import ImageModel

@main
struct Imgindex: CameoCommand {
  static let configuration = CommandConfiguration(
    commandName: "imgindex", abstract: "Keep a catalogue of image files, and search it.",
    discussion: ImgindexHelp.discussion, version: Version.line("imgindex"), subcommands: subcommandTypes)

  static let subcommandTypes: [any ParsableCommand.Type] = [Update.self, Query.self, Duplicates.self, Watch.self]

  static let shortHelp = (options: [String](), arguments: "SUBCOMMAND")

  static func subcommand(_ name: String) -> (any CameoCommand.Type)? {
    subcommandTypes.first { $0._commandName == name } as? any CameoCommand.Type
  }

  static func arranged(_ arguments: [String]) throws -> [String] {
    guard let first = arguments.first, !first.hasPrefix("-") else { return arguments }
    if first == "help" { return ["--help"] }
    let near = NearestName.hint(first, in: subcommandTypes.map { $0._commandName })
    throw ValidationError("there is no subcommand '\(first)'\(near.isEmpty ? "; \(expectation)" : near)")
  }

  private static let expectation = "expected update, query, duplicates or watch"

  func perform() throws -> ExitStatus { throw ValidationError(Self.expectation) }
}

/// A subcommand of `imgindex`.
protocol Subcommand: ConfinedCommand {}

extension Subcommand {
  static var program: String? { "imgindex" }
}

extension FileAccess {
  /// A catalogue, with the files that SQLite makes beside it and for itself (sqlite.org, "Temporary Files Used By
  /// SQLite", 5).
  init(catalogue path: String) {
    self.init()
    write(file: path)
    let variables: [String] = ["SQLITE_TMPDIR", "TMPDIR"]
    let named = variables.compactMap { name in getenv(name).map { PathText.text($0) } }
    let folders = named + ["/var/tmp", "/usr/tmp", "/tmp"]
    if let folder = folders.first(where: { SystemCall.status(of: $0)?.isDirectory ?? false }) { write(folder: folder) }
  }
}

extension CommandConfiguration {
  /// The configuration of a subcommand of `imgindex`.
  static func subcommand(
    _ name: String, _ abstract: String, arguments: String, discussion: String = ""
  ) -> CommandConfiguration {
    CommandConfiguration(
      commandName: name, _superCommandName: "imgindex", abstract: abstract,
      usage: "imgindex \(name) [<options>] \(arguments)", discussion: discussion, version: Version.line("imgindex"))
  }
}

/// The text of `imgindex --help`.
enum ImgindexHelp {
  static let discussion = """
    `imgindex update` writes what the metadata of image files says into a catalogue, a file with an SQLite database, \
    and reads only files that are new or were changed since. `imgindex query` finds files with the conditions of \
    imgmeta's --where, or by words in titles, captions and keywords, and reads nothing but the catalogue. Paths in a \
    catalogue are absolute. docs/imgindex.md describes the views for programs that use SQL.

    EXAMPLES:
      imgindex update photos.db ~/Pictures
          makes the catalogue, and later brings it up to date
      imgindex query photos.db 'camera = "X100V" and date >= 2024-05'
          prints the paths of pictures of this camera since May 2024
      imgindex query photos.db 'near(48.1, 11.6, 20 km)' --jsonl
          prints the records of imgmeta for pictures that were taken near this place
      imgindex query photos.db --text 'harbour sunset' --null |
        thumb --files-from - -d found --parents
          makes thumbnails of the pictures with both words in their captions
      imgindex query photos.db 'Rating >= 4' --sort date --null |
        mkpdf --files-from - -o best.pdf
          makes a PDF of the best pictures, the oldest first
      imgindex duplicates photos.db
          prints the paths of files with the same content
      imgindex watch photos.db ~/Pictures
          keeps the catalogue up to date while files change
      imgindex query photos.db --follow 'Rating >= 4' --print '{path}'
          prints files that begin to meet the condition meanwhile
      sqlite3 photos.db 'SELECT camera, count(*) FROM photos GROUP BY camera'
          any other program can read the catalogue, too

    \(ExitStatus.help)
    """
}
