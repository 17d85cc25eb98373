internal import ContentTypes
internal import ImageModel
internal import Imaging

/// Tells users of `thumb` and `imgconv` about `preview` if their file is a document that was not drawn.
enum DocumentHint {
  /// The types of the documents that the shipped providers draw, or types that these conform to: office documents are
  /// ZIP archives.
  private static let types = [
    "public.archive", "com.adobe.pdf", "com.apple.property-list", "public.svg-image", "public.text",
  ]

  /// The error, with the hint where it is about a document.
  static func added(to error: ImageError, of input: JobInput) -> ImageError {
    guard error.kind == .unsupported, case .path(let path) = input else { return error }
    let registry = ContentTypeRegistry()
    guard let type = try? registry.identify(path: path).type.identifier,
      types.contains(where: { registry.type(type, conformsTo: $0) })
    else { return error }
    var error = error
    error.message += " (preview makes thumbnails of documents)"
    return error
  }
}
