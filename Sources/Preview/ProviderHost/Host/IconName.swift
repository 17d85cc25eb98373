internal import ContentTypes

/// The name of the icon that stands for a type (freedesktop.org, Icon Naming Specification): the MIME type with a hyphen for
/// its slash. The host draws nothing.
enum IconName {
  static func name(for type: ContentType, in registry: ContentTypeRegistry) -> String {
    if let mimeType = type.mimeTypes.first { return mimeType.split(separator: "/").joined(separator: "-") }
    for (ancestor, name) in [
      ("public.image", "image-x-generic"), ("public.text", "text-x-generic"), ("public.plain-text", "text-x-generic"),
      ("public.movie", "video-x-generic"), ("public.audio", "audio-x-generic"),
      ("com.apple.package", "package-x-generic"),
    ] where registry.type(type.identifier, conformsTo: ancestor) { return name }
    return "application-octet-stream"
  }
}
