internal import ContentTypes
internal import ProviderProtocol

/// Finds what the names of a new provider's documents end in: something by which its sample, a text, is taken for its type.
struct ExtensionChoice {
  /// The type's identifier.
  var type: String
  /// The type, where somebody else has declared it.
  var known: ContentType?
  var registry: ContentTypeRegistry

  /// A manifest's own limit.
  private static let longest = 32

  /// The extension that somebody wants.
  ///
  /// - Throws: `requestInvalid` for what is none, and for one of another type, which is named.
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
        "a document of '.\(text)' is taken for \(taken.name) (\(taken.identifier)), not for \(type): choose another "
          + "--extension" + (known == nil ? ", or say --type \(taken.identifier)" : ""))
    }
    return text
  }

  /// The type's own extension; for a new type the name, or one like it where that says something to others already.
  ///
  /// - Throws: `requestInvalid` where the type's documents are no texts, which the new provider shows.
  func free(like name: String) throws(ProviderError) -> String {
    if let known {
      for text in known.allExtensions { if let good = try? checked(text) { return good } }
      throw ProviderError(
        .requestInvalid,
        "the new provider shows a text, and no text is taken for \(known.name) (\(type)): leave --type out, and put the type "
          + "and samples of it into the new folder")
    }
    let stem = String(name.prefix(24))
    for text in [name, "\(stem)doc", "\(stem)-document"] where registry.type(fileName: "sample.\(text)") == nil {
      if let good = try? checked(text) { return good }
    }
    throw ProviderError(.requestInvalid, "names that end in '.\(name)' belong to another type: choose an --extension")
  }

  /// What the sample would be taken for.
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
