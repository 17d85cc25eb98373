extension ContentTypeRegistry {
  /// What everything else conforms to.
  static let rootTypes: [ContentType] = [
    .row("public.item", "item", []),
    .row("public.content", "content", []),
    .row("public.composite-content", "composite content", ["public.content"]),
    .row("public.data", "data", ["public.item"], [], ["application/octet-stream"]),
    .row("public.directory", "directory", ["public.item"]),
    .row("public.folder", "folder", ["public.directory"], [], ["inode/directory"], icon: "folder"),
    .row("com.apple.package", "package", ["public.directory"]),
    .row("com.apple.bundle", "bundle", ["public.directory"]),
    .row("public.executable", "executable", ["public.item"], icon: "application-x-executable"),
    .row("com.apple.application", "application", ["public.executable"]),
    .row(
      "com.apple.application-bundle", "application bundle",
      ["com.apple.application", "com.apple.bundle", "com.apple.package"], ["app"]),
    .row(
      "public.unix-executable", "ELF executable", ["public.data", "public.executable"], [],
      ["application/x-executable"], [.init([0x7F, 0x45, 0x4C, 0x46], priority: 40)]),
    .row(
      "com.microsoft.windows-executable", "Windows executable", ["public.data", "public.executable"], ["exe"],
      ["application/x-ms-dos-executable", "application/vnd.microsoft.portable-executable"]),
    .row("public.contact", "contact", ["public.content"]),
    .row("public.message", "message", ["public.content"]),
    .row("public.calendar-event", "calendar event", ["public.content"]),
  ]
}
