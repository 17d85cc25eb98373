extension ContentTypeRegistry {
  /// The types of the formats that the suite reads.
  package static let formatTypes = ImageFormat.all.map(\.type)

  /// The formats that the suite reads, by the names that options use: see `ImageFormat.name`.
  package static let formatNames = ImageFormat.all.map(\.name)

  /// The names of formats without images, whose metadata alone is read: PDF documents, sidecar files, movies and
  /// drawings.
  package static let formatNamesWithoutImages = [
    "pdf", "xmp", "mpeg-4", "3gpp", "3gpp2", "quicktime", "svg",
  ]

  /// The type of the format with a name; nil for an unknown name.
  package static func format(named name: String) -> ContentType? { ImageFormat.named(name)?.type }

  /// Of these, the formats that the suite writes, too.
  package static let writableFormatNames = ImageFormat.all.filter { $0.traits.contains(.isWritten) }.map(\.name)

  /// The built-in types: those that the suite and its providers read, and common ones that they do not read but that an
  /// error can name. Identifiers are Apple's where Apple has one (Uniform Type Identifiers Reference, and
  /// `UTCoreTypes`). Others begin with the reversed domain of the format's owner.
  package static let builtInTypes: [ContentType] = [
    rootTypes, formatTypes, imageTypes, cameraRawTypes, documentTypes, textTypes, sourceCodeTypes, archiveTypes,
    mediaTypes, fontTypes,
  ].flatMap { $0 }
}

extension ContentType {
  /// The name of a format in options: the type's name in lower case without spaces, such as `jpeg2000`.
  package var formatName: String { name.lowercased().filter { $0 != " " } }
}

extension ContentTypeRegistry {
  /// The types that all others conform to.
  static let rootTypes = TypeTable.types(
    """
    # identifier | name | conforms to | file extensions | MIME types | signatures, openings, names, icon
    public.item | item | - | - | -
    public.content | content | - | - | -
    public.composite-content | composite content | public.content | - | -
    public.data | data | public.item | - | application/octet-stream
    public.directory | directory | public.item | - | -
    public.folder | folder | public.directory | - | inode/directory | icon folder
    com.apple.package | package | public.directory | - | -
    com.apple.bundle | bundle | public.directory | - | -
    public.executable | executable | public.item | - | - | icon application-x-executable
    com.apple.application | application | public.executable | - | -
    com.apple.application-bundle | application bundle | com.apple.application com.apple.bundle com.apple.package | app |
      -
    public.unix-executable | ELF executable | public.data public.executable | - | application/x-executable |
      7F "ELF" priority 40
    com.microsoft.windows-executable | Windows executable | public.data public.executable | exe |
      application/x-ms-dos-executable application/vnd.microsoft.portable-executable
    public.contact | contact | public.content | - | -
    public.message | message | public.content | - | -
    public.calendar-event | calendar event | public.content | - | -
    public.image | image | public.data public.content | - | - | icon image-x-generic
    """)
}
