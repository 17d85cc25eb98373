package import ByteStreams
package import ContentTypes
package import ImageModel

/// The decoders that may be used, and the choice among them.
package struct DecoderRegistry: Sendable {
  package let descriptors: [DecoderDescriptor]
  package let contentTypes: ContentTypeRegistry
  /// Names of the formats that may be decoded; nil allows all.
  package var allowed: Set<String>?

  package init(_ descriptors: [DecoderDescriptor], contentTypes: ContentTypeRegistry, allowed: Set<String>? = nil) {
    self.descriptors = descriptors
    self.contentTypes = contentTypes
    self.allowed = allowed
  }

  /// The decoder for a source: by its first bytes, then by the suffix of its name.
  ///
  /// The list of allowed formats is checked here, before any decoder sees a byte.
  ///
  /// - Throws: `invalidData` for an empty file; `unsupported` for a format that has no decoder or is not allowed;
  ///   `io`.
  package func descriptor(
    for source: any ByteSource, fileName: String?
  ) throws(ImageError) -> DecoderDescriptor {
    guard source.size > 0 else { throw ImageError(.invalidData, "the file is empty") }
    return try descriptor(
      header: try source.bytes(at: 0, count: ContentTypeRegistry.headerLength), fileName: fileName)
  }

  /// The check of the first bytes of a pipe: whether there is a decoder for them.
  package func headerCheck(fileName: String?) -> HeaderCheck {
    HeaderCheck(byteCount: ContentTypeRegistry.headerLength) { header throws(ImageError) in
      _ = try descriptor(header: header, fileName: fileName)
    }
  }

  private func descriptor(header: [UInt8], fileName: String?) throws(ImageError) -> DecoderDescriptor {
    guard let type = contentTypes.type(header: header, fileName: fileName) else {
      throw ImageError(.unsupported, "not an image of a known format")
    }
    let format = contentTypes.nearest(to: type.identifier, among: descriptors.map(\.contentType))
    guard let descriptor = descriptors.first(where: { $0.contentType == format }) else {
      if isOnlyText(type) { throw ImageError(.unsupported, "not an image of a known format") }
      throw ImageError(.unsupported, "\(type.name) files are not supported")
    }
    try checkAllowed(descriptor, type.name)
    return descriptor
  }

  /// - Parameter type: the name of the files in the error.
  /// - Throws: `unsupported` for a format that is not allowed.
  package func checkAllowed(_ descriptor: DecoderDescriptor, _ type: String) throws(ImageError) {
    if let allowed, !allowed.contains(descriptor.name) {
      throw ImageError(.unsupported, "\(type) files are not allowed here (--allow)")
    }
  }

  /// Whether only the name shows the type, and the type is text but not an image. Naming the kind of text would not
  /// help the user.
  private func isOnlyText(_ type: ContentType) -> Bool {
    type.openings.isEmpty && contentTypes.type(type.identifier, conformsTo: "public.text")
      && !contentTypes.type(type.identifier, conformsTo: "public.image")
  }

  /// Opens a source with the decoder that fits.
  package func open(
    _ source: any ByteSource, fileName: String?, limits: Limits
  ) throws(ImageError) -> (DecoderDescriptor, any ImageDecoder) {
    let descriptor = try descriptor(for: source, fileName: fileName)
    return (descriptor, try descriptor.open(source, limits))
  }
}

/// The encoders that may be used.
package struct EncoderRegistry: Sendable {
  package let descriptors: [EncoderDescriptor]
  package let contentTypes: ContentTypeRegistry

  package init(_ descriptors: [EncoderDescriptor], contentTypes: ContentTypeRegistry) {
    self.descriptors = descriptors
    self.contentTypes = contentTypes
  }

  /// The encoder with a name (`jpeg`) or, as users type it, one of the format's extensions (`jpg`).
  package func descriptor(named name: String) -> EncoderDescriptor? {
    let lower = name.lowercased()
    return descriptors.first { $0.name == lower || $0.fileExtension == lower }
      ?? contentTypes.type(header: [], fileName: ".\(lower)").flatMap { type in
        descriptors.first { $0.contentType == type.identifier }
      }
  }
}
