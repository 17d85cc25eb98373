internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import Glibc
internal import ImageModel
internal import ImagingCommands
internal import PreviewJobs
internal import ProviderHost
internal import Templates

/// What is made of each document.
struct TargetOptions: ParsableArguments {
  @Option(
    name: [.customShort("s", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "N for the long side, or a box WxH, Wx or xH, in pixels. (default: 256, previews 1024)", valueName: "SIZE"),
    transform: { try Self.size($0) })
  var size: SizeRequest?

  @Option(
    help: ArgumentHelp(
      "thumbnail: a picture; preview: shows the whole document. (default: thumbnail; with -f pdf, html or original "
        + "preview)", valueName: "KIND"),
    completion: .list(RenderTarget.Kind.allCases.map(\.rawValue)), transform: { try OptionText.choice($0) })
  var kind: RenderTarget.Kind?

  @Option(
    name: [.customShort("f", allowingJoined: true), .long],
    help: ArgumentHelp(
      "png, jpeg, pdf, html (a page that needs no other file), or original: as the provider makes it. "
        + "(default: by the extension of -o, else png, for previews original)", valueName: "FORMAT"),
    completion: .list(RenderTarget.Format.allCases.map(\.rawValue)), transform: { try RenderTarget.Format.read($0) })
  var format: RenderTarget.Format?

  @Option(
    help: ArgumentHelp("The page to show, counted from 1.", valueName: "N"), transform: { try OptionText.positive($0) })
  var page: Int?

  @Option(
    help: ArgumentHelp(
      "Pixels per point, from 0.1 to 16: how large text and lines are drawn. (default: 1)", valueName: "X"),
    transform: { try Self.scale($0) })
  var scale: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Put previews of all documents into one HTML page.", valueName: "FILE"), completion: .file())
  var html: String?

  @Option(
    help: ArgumentHelp(
      "Show pictures in the terminal by this method: kitty, iterm, sixel or blocks. --show alone chooses the method.",
      valueName: "METHOD"),
    completion: .list(TerminalImage.Method.allCases.map(\.rawValue) + ["auto"]), transform: { try Self.method($0) })
  var show: TerminalImage.Choice?

  /// What to make of each document, by the options and by the output's extension.
  ///
  /// - Parameter output: the value of `-o`.
  /// - Throws: `ValidationError` for options that contradict each other.
  func target(_ output: String?) throws -> RenderTarget {
    var target = RenderTarget()
    var format = format
    if html == nil, let suffix = try output.flatMap(Self.suffix) {
      let named = RenderTarget.Format(suffix: suffix)
      if let format, format != .original, let named, named != format {
        throw ValidationError("-f \(format.rawValue) does not fit -o, which ends in .\(suffix)")
      }
      // Any suffix may be right for a preview: that is known when its provider has made it.
      if format == nil, named == nil, kind != .preview {
        throw ValidationError(
          ".\(suffix) files cannot be written; -o may end in .png, .jpg, .pdf or .html, or -f says the format")
      }
      format = format ?? named
    }
    let isDocument = format.map { ![.png, .jpeg].contains($0) } ?? false
    target.kind = kind ?? (isDocument || html != nil ? .preview : .thumbnail)
    if target.kind == .thumbnail, isDocument {
      throw ValidationError("a thumbnail is png or jpeg, not \(format?.rawValue ?? "")")
    }
    if html != nil, kind != nil || self.format != nil {
      throw ValidationError("--html cannot be used with --kind or -f")
    }
    target.format = format ?? (target.kind == .thumbnail ? .png : .original)
    target.size = size.map(Self.box) ?? target.kind.size
    target.isSizeChosen = size != nil
    target.page = page
    target.scale = scale ?? 1
    return target
  }

  /// The extension of a template for files; nil for standard output, directories, devices and templates without one.
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

  /// Whether an HTML page may be written to a path. A file with another suffix is some other document, and is kept.
  private static func isPage(_ path: String) -> Bool {
    if path == "-" || RenderTarget.Format(suffix: Self.extension(path)) == .html { return true }
    return SystemCall.status(of: path).map { !$0.isRegularFile && !$0.isDirectory } ?? false
  }

  func validate() throws {
    if let html, html != "", !Self.isPage(html) {
      throw ValidationError("--html: '\(html)' does not end in .html or .htm")
    }
    if html == "" { throw ValidationError("--html needs a path") }
    try OptionRules.clash("--html", html, with: ["--show": show])
  }

  private static func size(_ text: String) throws -> SizeRequest {
    let most = RenderRequest.longestSide
    guard let size = try? OptionText.size(text), (size.width ?? 1) <= most, (size.height ?? 1) <= most else {
      throw ValidationError("expected N, WxH, Wx or xH with numbers from 1 to \(most)")
    }
    return size
  }

  private static func box(_ size: SizeRequest) -> PixelSize {
    let most = RenderRequest.longestSide
    return PixelSize(width: size.width ?? most, height: size.height ?? most)
  }

  private static func scale(_ text: String) throws -> Double {
    guard let value = RenderRequest.scale(text) else {
      throw ValidationError("expected \(RenderRequest.scalesText)")
    }
    return value
  }

  private static func method(_ text: String) throws -> TerminalImage.Choice {
    if text == "auto" { return .automatic }
    return .method(try OptionText.choice(text))
  }
}
