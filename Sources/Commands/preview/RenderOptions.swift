internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import ImagingCommands
internal import ProviderHost

/// What is made of a document.
struct RenderOptions: ParsableArguments {
  @Option(
    name: [.customShort("s", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "N for the long side, or a box WxH, Wx or xH, in pixels. (default: 256, previews 1024)", valueName: "SIZE"),
    transform: { try OptionText.size($0) })
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
    if format == nil, let output, output != "-", html == nil {
      format = Want.Format.allCases.first { output.lowercased().hasSuffix("." + $0.fileExtension) }
      if output.lowercased().hasSuffix(".jpeg") { format = .jpeg }
      if output.lowercased().hasSuffix(".htm") { format = .html }
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
    want.size = try size.map(Self.box) ?? want.kind.size
    want.namesSize = size != nil
    want.page = page
    want.scale = scale ?? 1
    return want
  }

  func validate() throws {
    if html == "" { throw ValidationError("--html needs a path") }
    if html != nil, show != nil { throw ValidationError("--html and --show cannot be used together") }
  }

  private static func box(_ size: SizeRequest) throws -> ThumbnailRequest.Size {
    let most = ThumbnailRequest.sideLimit
    guard (size.width ?? 1) <= most, (size.height ?? 1) <= most else {
      throw ValidationError("-s: a side is at most \(most) pixels long")
    }
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
