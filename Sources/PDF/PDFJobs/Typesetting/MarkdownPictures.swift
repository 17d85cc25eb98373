internal import ByteStreams
internal import ImageModel
internal import PageDescriptions

/// The pictures beside a Markdown file. Others are left out: nothing is downloaded, and a text of a stranger shows no
/// file from elsewhere.
struct MarkdownPictures {
  private static let maxNotes = 5

  /// The folder of the file; empty for the working directory.
  private let folder: String
  /// Without links; nil where it is not known.
  private let root: String?
  private let resources: any DescriptionResources
  private var problems: [(path: String, reason: String)] = []
  private var seen: Set<String> = []

  init(folder: String, _ resources: any DescriptionResources) {
    (self.folder, self.resources) = (folder, resources)
    root = SystemCall.resolved(folder.isEmpty ? "." : folder)
  }

  /// The path and the natural size of a picture in points; nil with a note where it is not shown.
  mutating func find(_ address: String) -> (path: String, size: Size)? {
    let scheme = address.prefix { $0 != ":" && $0 != "/" }
    guard scheme.endIndex == address.endIndex || address[scheme.endIndex] == "/", !address.hasPrefix("//") else {
      return refuse(address, "nothing is downloaded")
    }
    // `?raw=true` and `#gh-dark-mode-only` are for servers.
    let path = Self.decoded(String(address.prefix { $0 != "?" && $0 != "#" }))
    guard !path.isEmpty, !path.utf8.contains(0) else { return refuse(address, "is not the path of a picture") }
    let full = path.hasPrefix("/") || folder.isEmpty ? path : folder + "/" + path
    guard SystemCall.status(of: full) != nil else { return refuse(path, "does not exist") }
    guard let root, SystemCall.isFile(linkedFrom: full, inside: root) else {
      return refuse(path, "is not a file in the folder of the text")
    }
    do throws(ImageError) {
      let size = try resources.picture(path: full, page: 0).size
      guard size.width > 0, size.height > 0 else { return refuse(path, "has no size") }
      return (path, size)
    } catch {
      return refuse(path, error.reason)
    }
  }

  private mutating func refuse(_ path: String, _ reason: String) -> (path: String, size: Size)? {
    if seen.insert(path).inserted { problems.append((path, reason)) }
    return nil
  }

  /// The path with `%20` and the like replaced.
  private static func decoded(_ path: String) -> String {
    PercentEncoding.decoded(path.utf8, keepsInvalid: true).map(PathText.text) ?? path
  }

  /// A note for each picture that is not shown; for many, a number.
  var notes: [Diagnostic] {
    let shown = problems.prefix(Self.maxNotes).map { problem in
      Diagnostic.note("the picture '\(problem.path.prefix(200))' is left out: \(problem.reason)")
    }
    let rest = problems.count - shown.count
    return shown + (rest > 0 ? [.note("\(rest) more pictures are left out")] : [])
  }
}
