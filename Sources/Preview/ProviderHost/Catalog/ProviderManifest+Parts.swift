internal import ContentTypes
internal import ImageModel
internal import StructuredText

extension ProviderManifest {
  private static let typeKeys: Set<String> = [
    "identifier", "conformsTo", "description", "extensions", "mimeTypes", "magic", "icon",
  ]

  /// The types that a manifest declares under a key.
  static func types(_ manifest: ManifestObject, _ key: String, origin: ContentType.Origin) throws(ImageError)
    -> [ContentType]
  {
    var types: [ContentType] = []
    for (value, path) in try manifest.elements(key, most: 64) {
      let object = try ManifestObject(value, path: path, keys: typeKeys)
      let identifier = try object.requiredText("identifier")
      func refuse(_ what: String) throws(ImageError) -> Never {
        throw ManifestObject.error(try object.required("identifier"), object.place("identifier"), what)
      }
      if let problem = ManifestText.problemOfType(identifier) { try refuse(problem) }
      if identifier.utf8.starts(with: "mime.".utf8) {
        try refuse("must not begin with mime., which is for types of the database")
      }
      if case .exported = origin, identifier.utf8.starts(with: "public.".utf8) {
        try refuse("must not begin with public., which no provider owns; an importedType may")
      }
      if types.contains(where: { $0.identifier == identifier }) { try refuse("is declared twice: '\(identifier)'") }
      let parents = try object.texts("conformsTo", problem: ManifestText.problemOfType)
      let mimeTypes = try object.texts("mimeTypes") { MIMEName.isValid($0) ? nil : "must be a MIME type, not '\($0)'" }
      types.append(
        ContentType(
          identifier, name: try object.text("description") ?? identifier,
          conformsTo: parents.isEmpty ? ["public.data"] : parents,
          fileExtensions: try object.texts("extensions", longest: 32, problem: ManifestText.problemOfExtension)
            .map { $0.lowercased() },
          mimeTypes: mimeTypes.map(MIMEName.normalized), signatures: try signatures(object),
          iconName: try object.text("icon", longest: 100), origin: origin))
    }
    return types
  }

  /// `{"offset": 4, "text": "ftypheic"}` or `{"bytes": "89 50 4E 47", "mask": "FF FF FF FF"}`.
  private static func signatures(_ type: ManifestObject) throws(ImageError) -> [ContentType.Signature] {
    var signatures: [ContentType.Signature] = []
    for (value, path) in try type.elements("magic", most: 64) {
      let object = try ManifestObject(value, path: path, keys: ["offset", "text", "bytes", "mask"])
      let offset = try object.integer("offset", in: 0...ContentTypeRegistry.longHeaderLength - 1) ?? 0
      let text = try object.text("text")
      let digits = try hexadecimal(object, "bytes")
      guard (text == nil) != (digits == nil) else {
        throw ManifestObject.error(value, path, "needs either text or bytes")
      }
      let bytes = digits ?? Array((text ?? "").utf8)
      let mask = try hexadecimal(object, "mask")
      guard mask == nil || mask?.count == bytes.count else {
        throw ManifestObject.error(value, object.place("mask"), "must have as many bytes as the rule: \(bytes.count)")
      }
      // The shortest formats have two bytes that identify them.
      guard (mask ?? bytes.map { _ in 0xFF }).reduce(0, { $0 + $1.nonzeroBitCount }) >= 16 else {
        throw ManifestObject.error(value, path, "must have at least 16 bits that count")
      }
      signatures.append(.init(bytes, at: offset, mask: mask ?? []))
    }
    return signatures
  }

  private static func hexadecimal(_ object: ManifestObject, _ key: String) throws(ImageError) -> [UInt8]? {
    guard let value = object[key] else { return nil }
    guard let bytes = ManifestText.hexadecimal(try ManifestObject.text(value, object.place(key), longest: 1_024)) else {
      throw ManifestObject.error(value, object.place(key), "must be pairs of hexadecimal digits")
    }
    return bytes
  }

  /// Combines the host's limits and the manifest's; the tighter one wins. A limit that is looser than both the host's
  /// and the default is an error. So a host with lowered limits still accepts every provider.
  static func limits(_ manifest: ManifestObject, _ host: ProviderLimits) throws(ImageError) -> ProviderLimits {
    guard let value = manifest["limits"] else { return host }
    let object = try ManifestObject(
      value, path: "limits",
      keys: ["thumbnailSeconds", "previewSeconds", "memoryMiB", "outputMiB", "megapixels", "processes", "openFiles"])
    let usual = ProviderLimits()
    var limits = host
    limits.thumbnailSeconds = try seconds(object, "thumbnailSeconds", host.thumbnailSeconds, usual.thumbnailSeconds)
    limits.previewSeconds = try seconds(object, "previewSeconds", host.previewSeconds, usual.previewSeconds)
    limits.memoryMiB = try whole(object, "memoryMiB", host.memoryMiB, usual.memoryMiB)
    limits.outputMiB = try whole(object, "outputMiB", host.outputMiB, usual.outputMiB)
    limits.megapixels = try whole(object, "megapixels", host.megapixels, usual.megapixels)
    limits.processes = try whole(object, "processes", host.processes, usual.processes)
    limits.openFiles = try whole(object, "openFiles", host.openFiles, usual.openFiles)
    return limits
  }

  private static func seconds(
    _ limits: ManifestObject, _ key: String, _ host: Double, _ usual: Double
  ) throws(ImageError) -> Double {
    let most = max(host, usual)
    guard let value = limits[key] else { return host }
    guard case .number(let number, let text) = value.content else {
      throw ManifestObject.error(value, limits.place(key), "must be a number, not \(value.kind)")
    }
    guard number > 0 else { throw ManifestObject.error(value, limits.place(key), "must be more than 0, not \(text)") }
    guard number <= most else { throw looser(value, limits.place(key), text, "\(most)") }
    return min(number, host)
  }

  private static func whole(
    _ limits: ManifestObject, _ key: String, _ host: Int, _ usual: Int
  ) throws(ImageError) -> Int {
    let most = max(host, usual)
    guard let value = limits[key] else { return host }
    let number = try ManifestObject.integer(value, limits.place(key), in: 1...Int(Int32.max))
    guard number <= most else { throw looser(value, limits.place(key), "\(number)", "\(most)") }
    return min(number, host)
  }

  private static func looser(_ value: StructuredValue, _ path: String, _ text: String, _ host: String) -> ImageError {
    ManifestObject.error(value, path, "is looser than the host's limit: \(text), where \(host) is allowed")
  }
}
