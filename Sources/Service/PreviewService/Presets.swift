internal import ContentTypes
internal import HummingbirdCore
internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol

/// Options of pictures under names, so that addresses are short and the choice of pictures is limited.
struct Presets: Sendable {
  private var options: [String: [RequestQuery.Option]] = [:]
  /// What presets draw over their pictures.
  private var overlays: [String: Overlay] = [:]
  /// Whether requests may choose pictures only by a preset.
  private let isRequired: Bool

  /// The options that a preset may set.
  private static let settable: [RouteOption] = [
    .size, .width, .height, .fit, .position, .scale, .format, .quality,
  ]

  init() { isRequired = false }

  /// - Parameters:
  ///   - texts: `NAME:OPTIONS`, with the options as in an address: `card:width=320&height=200&fit=cover`.
  ///   - readOverlay: reads the pictures that `overlay` names.
  /// - Throws: `usage`, with the preset and what is wrong.
  init(_ texts: [String], isRequired: Bool, readOverlay: OverlayReading) throws(ImageError) {
    self.isRequired = isRequired
    guard !isRequired || !texts.isEmpty else {
      throw ImageError(.usage, "presets-only: there is no preset")
    }
    for text in texts {
      guard let colon = text.firstIndex(of: ":"), SigningKey.isName(String(text[..<colon])) else {
        throw ImageError(.usage, "preset: '\(text)' is not NAME:OPTIONS, with a name of letters, digits, - and _")
      }
      let name = String(text[..<colon])
      guard options[name] == nil else { throw ImageError(.usage, "preset: '\(name)' is there twice") }
      do {
        let preset = try Self.parsed(String(text[text.index(after: colon)...]), readOverlay)
        options[name] = preset.options
        overlays[name] = preset.overlay
      } catch {
        // The operator may see the path of a file.
        let reason = (error as? ServiceProblem)?.detail ?? (error as? ImageError)?.description ?? "\(error)"
        throw ImageError(.usage, "preset: '\(name)': \(reason)")
      }
    }
  }

  private static func parsed(
    _ text: String, _ readOverlay: OverlayReading
  ) throws -> (options: [RequestQuery.Option], overlay: Overlay?) {
    let all = try RequestQuery(URI("/?\(text)")).options
    let isOfOverlay = { (option: RequestQuery.Option) in option.name.hasPrefix(PresetOverlay.prefix) }
    let overlay = try PresetOverlay.parsed(all.filter(isOfOverlay), readOverlay)
    let query = RequestQuery(options: all.filter { !isOfOverlay($0) }, overlay: overlay)
    for option in query.options where !settable.contains(where: { $0.rawValue == option.name }) {
      throw ServiceProblem.invalid("a preset cannot set \(ServiceProblem.scrubbed(option.name))")
    }
    guard !all.isEmpty else { throw ServiceProblem.invalid("it has no options") }
    // Finds wrong values.
    if let route = Route.interface.first(where: { $0.capability == .thumbnail }) {
      _ = try RenderQuery(query, route: route, accept: AcceptedTypes(nil))
    }
    return (query.options, overlay)
  }

  /// The query with the options of its preset.
  ///
  /// - Throws: `requestInvalid` for an unknown preset, for an option that the preset sets as well, and where only
  ///   presets are allowed, for each option that a preset could set.
  func expanded(_ query: RequestQuery) throws(ServiceProblem) -> RequestQuery {
    if isRequired {
      for option in Self.settable where query[option] != nil {
        throw .invalid("\(option.rawValue) cannot be chosen here: only presets are allowed")
      }
    }
    guard let name = query[.preset] else {
      if isRequired { throw .invalid("the option preset is missing: only presets are allowed here") }
      return query
    }
    guard let added = options[name] else { throw .invalid("there is no preset of this name") }
    for option in added where query[option.name] != nil {
      throw .invalid("the preset sets \(option.name): not both")
    }
    return RequestQuery(
      options: query.options.filter { $0.name != RouteOption.preset.rawValue } + added, overlay: overlays[name])
  }

  // MARK: What else a client chooses

  /// The name of a document for which a client gives one. Where only presets are allowed, a name stands for its type
  /// alone: otherwise clients could fill the result cache with equal pictures.
  ///
  /// - Parameter name: nil where the client gives none.
  func narrowed(name: String?, _ registry: ContentTypeRegistry) -> String? {
    guard isRequired, let name else { return name }
    let type = registry.type(fileName: name)?.identifier
    let suffix = type.flatMap { registry.type(identifier: $0) }?.allExtensions.first {
      registry.type(fileName: "document.\($0)")?.identifier == type
    }
    return suffix.map { "document.\($0)" } ?? "document"
  }

  /// The types of previews that a client accepts, the best first. Where only presets are allowed, just PDF, HTML and
  /// pictures are told apart.
  func narrowed(accept types: [String]) -> [String] {
    guard isRequired else { return types }
    var kept: [String] = []
    for type in types {
      let kind = type.hasPrefix("image/") ? PictureFormat.png.contentType : type
      let isKnown = [PreviewKind.pdf, .html, .image].contains { $0.mimeTypes.contains(kind) }
      if isKnown, !kept.contains(kind) { kept.append(kind) }
    }
    return kept
  }
}
