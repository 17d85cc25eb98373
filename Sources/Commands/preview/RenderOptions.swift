internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import Glibc
internal import ImageModel
internal import ImagingCommands
internal import ProviderHost
internal import Templates

/// What is made of a document.
struct RenderOptions: ParsableArguments {
  @Option(
    name: [.customShort("s", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "N for the long side, or a box WxH, Wx or xH, in pixels. (default: 256, previews 1024)", valueName: "SIZE"),
    transform: { try Self.size($0) })
  var size: SizeRequest?

  @Option(
    help: ArgumentHelp(
      "thumbnail: a picture; preview: what shows the whole document. (default: thumbnail, with -f pdf, html or original "
        + "preview)", valueName: "KIND"),
    completion: .list(Want.Kind.allCases.map(\.rawValue)), transform: { try OptionText.choice($0) })
  var kind: Want.Kind?

  @Option(
    name: [.customShort("f", allowingJoined: true), .long],
    help: ArgumentHelp(
      "png, jpeg, pdf, html (one page, with all that it needs in it), or original: as the provider makes it. "
        + "(default: by the output's suffix, else png, for previews original)", valueName: "FORMAT"),
    completion: .list(Want.Format.allCases.map(\.rawValue)), transform: { try Want.Format.read($0) })
  var format: Want.Format?

  @Option(
    help: ArgumentHelp("The page to show, counted from 1.", valueName: "N"), transform: { try OptionText.positive($0) })
  var page: Int?

  @Option(
    help: ArgumentHelp(
      "Pixels a point, from 0.1 to 16: how large text and lines are drawn. (default: 1)", valueName: "X"),
    transform: { try Self.scale($0) })
  var scale: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Put previews of all documents into one HTML page.", valueName: "FILE"), completion: .file())
  var html: String?

  @Option(
    help: ArgumentHelp(
      "Show pictures in the terminal; --show alone finds out how: kitty, iterm, sixel or blocks.", valueName: "WAY"),
    completion: .list(TerminalImage.Way.allCases.map(\.rawValue) + ["auto"]), transform: { try Self.way($0) })
  var show: ShowChoice?

  /// How to show pictures.
  enum ShowChoice: Hashable, Sendable {
    case automatic
    case way(TerminalImage.Way)
  }

  /// What is wanted, with what the output's name says.
  ///
  /// - Parameter output: the value of `-o`.
  /// - Throws: `ValidationError` for options that make no sense together.
  func want(_ output: String?) throws -> Want {
    var want = Want()
    var format = format
    if html == nil, let suffix = try output.flatMap(Self.suffix) {
      let named = Want.Format(suffix: suffix)
      if let format, format != .original, let named, named != format {
        throw ValidationError("-f \(format.rawValue) does not fit -o, whose name ends in .\(suffix)")
      }
      // Of a preview any suffix may be the right one: what comes says whether it is.
      if format == nil, named == nil, kind != .preview {
        throw ValidationError(
          ".\(suffix) files cannot be written; -o may end in .png, .jpg, .pdf or .html (-f names another one)")
      }
      format = format ?? named
    }
    let isDocument = format.map { ![.png, .jpeg].contains($0) } ?? false
    want.kind = kind ?? (isDocument || html != nil ? .preview : .thumbnail)
    if want.kind == .thumbnail, isDocument {
      throw ValidationError("a thumbnail is png or jpeg, not \(format?.rawValue ?? "")")
    }
    if html != nil, kind != nil || self.format != nil {
      throw ValidationError("--html makes neither --kind nor -f a choice")
    }
    want.format = format ?? (want.kind == .thumbnail ? .png : .original)
    want.size = size.map(Self.box) ?? want.kind.size
    want.namesSize = size != nil
    want.page = page
    want.scale = scale ?? 1
    return want
  }

  /// The suffix that stands in a pattern for files; nil for standard output, directories, devices and a pattern without one.
  private static func suffix(_ output: String) throws -> String? {
    guard output != "-", !output.hasSuffix("/"), !output.isEmpty else { return nil }
    let template = try OutputTemplate(output)
    if let path = template.literalPath, let status = SystemCall.status(of: path), !status.isRegularFile { return nil }
    return template.literalExtension
  }

  private static func `extension`(_ path: String) -> String {
    let name = PathText.split(path).name
    return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
  }

  /// Whether a page may be written to a path: what has another suffix is another document, which nobody wants to lose.
  private static func isPage(_ path: String) -> Bool {
    if path == "-" || Want.Format(suffix: Self.extension(path)) == .html { return true }
    return SystemCall.status(of: path).map { !$0.isRegularFile && !$0.isDirectory } ?? false
  }

  func validate() throws {
    if let html, html != "", !Self.isPage(html) {
      throw ValidationError("--html: '\(html)' does not end in .html or .htm")
    }
    if html == "" { throw ValidationError("--html needs a path") }
    if html != nil, show != nil { throw ValidationError("--html and --show cannot be used together") }
  }

  private static func size(_ text: String) throws -> SizeRequest {
    let most = ThumbnailRequest.sideLimit
    guard let size = try? OptionText.size(text), (size.width ?? 1) <= most, (size.height ?? 1) <= most else {
      throw ValidationError("expected N, WxH, Wx or xH with numbers from 1 to \(most)")
    }
    return size
  }

  private static func box(_ size: SizeRequest) -> ThumbnailRequest.Size {
    let most = ThumbnailRequest.sideLimit
    return ThumbnailRequest.Size(width: size.width ?? most, height: size.height ?? most)
  }

  private static func scale(_ text: String) throws -> Double {
    guard let value = Double(text), (0.1...16).contains(value) else {
      throw ValidationError("expected a number from 0.1 to 16")
    }
    return value
  }

  private static func way(_ text: String) throws -> ShowChoice {
    if text == "auto" { return .automatic }
    return .way(try OptionText.choice(text))
  }
}
