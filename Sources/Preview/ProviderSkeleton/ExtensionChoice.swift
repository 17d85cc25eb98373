internal import ContentTypes
internal import ProviderProtocol

/// Finds an extension for a new provider's documents. The sample is a text. By the extension it must be recognised as
/// the new type.
struct ExtensionChoice {
  /// The type's identifier.
  var type: String
  /// The type, where another provider has declared it.
  var known: ContentType?
  var registry: ContentTypeRegistry

  /// The maximum length of an extension in a manifest, in bytes.
  private static let longest = 32

  /// The extension that the user chose, if it can be used.
  ///
  /// - Throws: `requestInvalid` for a text that is not an extension, and for an extension of another type, which the
  ///   message names.
  func checked(_ text: String) throws(ProviderError) -> String {
    guard !text.isEmpty, text.utf8.count <= Self.longest,
      text.unicodeScalars.allSatisfy({ ProviderSkeleton.isPlain($0) || $0 == "-" })
    else {
      throw ProviderError(
        .requestInvalid, "an extension is at most \(Self.longest) letters, digits and hyphens, without a dot")
    }
    let taken = typeOfSample(text)
    guard registry.type(taken.identifier, conformsTo: type) || taken.identifier == type else {
      throw ProviderError(
        .requestInvalid,
        "a '.\(text)' document is recognised as \(taken.name) (\(taken.identifier)), not as \(type): choose another "
          + "--extension" + (known == nil ? ", or use --type \(taken.identifier)" : ""))
    }
    return text
  }

  /// The type's own extension. For a new type it is the provider's name, or a similar one where that belongs to another
  /// type.
  ///
  /// - Throws: `requestInvalid` where the type's documents are not text: the new provider shows text.
  func free(like name: String) throws(ProviderError) -> String {
    if let known {
      for text in known.allExtensions { if let good = try? checked(text) { return good } }
      throw ProviderError(
        .requestInvalid,
        "the new provider shows text, and \(known.name) (\(type)) is not text: leave --type out, then change the type "
          + "in the manifest and put samples of it into the new folder")
    }
    let stem = String(name.prefix(24))
    for text in [name, "\(stem)doc", "\(stem)-document"] where registry.type(fileName: "sample.\(text)") == nil {
      if let good = try? checked(text) { return good }
    }
    throw ProviderError(.requestInvalid, "'.\(name)' belongs to another type: choose an --extension")
  }

  /// The type that the sample would be recognised as.
  private func typeOfSample(_ text: String) -> ContentType {
    var registry = registry
    if known == nil {
      let new = ContentType(
        type, name: type, conformsTo: ProviderSkeleton.parents, fileExtensions: [text.lowercased()],
        origin: .exported(by: type))
      registry = registry.adding([new]).registry
    }
    return registry.identify(header: Array(SkeletonText.sample.utf8), fileName: "sample.\(text)").type
  }
}
