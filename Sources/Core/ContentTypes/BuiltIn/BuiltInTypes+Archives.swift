extension ContentTypeRegistry {
  private static let archive = ["public.archive"]
  private static let container = ContentType.Signature.containerPriority

  static let archiveTypes: [ContentType] = [
    .row("public.archive", "archive", ["public.data"], icon: "package-x-generic"),
    .row("public.disk-image", "disk image", archive),
    .row(
      "public.zip-archive", "ZIP", archive, ["zip"], ["application/zip"],
      [.init([0x50, 0x4B, 0x03, 0x04], priority: container), .init([0x50, 0x4B, 0x05, 0x06], priority: container)]),
    .row("com.sun.java-archive", "Java archive", ["public.zip-archive"], ["jar"], ["application/java-archive"]),
    .row("public.tar-archive", "tar", archive, ["tar"], ["application/x-tar"], [.init("ustar", at: 257)]),
    .row(
      "org.gnu.gnu-zip-archive", "gzip", archive, ["gz", "gzip"], ["application/gzip"],
      [.init([0x1F, 0x8B], priority: container)]),
    .row(
      "org.gnu.gnu-zip-tar-archive", "tar (gzip)", ["org.gnu.gnu-zip-archive"], ["tgz", "tar.gz"],
      ["application/x-compressed-tar"]),
    .row(
      "public.bzip2-archive", "bzip2", archive, ["bz2", "bz"], ["application/x-bzip", "application/x-bzip2"],
      [.init("BZh", anyOf: [.init([0x31, 0x41, 0x59, 0x26, 0x53, 0x59], at: 4)], priority: container)]),
    .row(
      "public.tar-bzip2-archive", "tar (bzip2)", ["public.bzip2-archive"], ["tbz", "tbz2", "tar.bz2"],
      ["application/x-bzip-compressed-tar"]),
    .row(
      "org.tukaani.xz-archive", "xz", archive, ["xz"], ["application/x-xz"],
      [.init([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], priority: container)]),
    .row(
      "org.tukaani.tar-xz-archive", "tar (xz)", ["org.tukaani.xz-archive"], ["txz", "tar.xz"],
      ["application/x-xz-compressed-tar"]),
    .row(
      "com.facebook.zstandard-archive", "Zstandard", archive, ["zst"], ["application/zstd"],
      [.init([0x28, 0xB5, 0x2F, 0xFD], priority: container)]),
    .row(
      "com.facebook.tar-zstandard-archive", "tar (Zstandard)", ["com.facebook.zstandard-archive"], ["tzst", "tar.zst"],
      ["application/x-zstd-compressed-tar"]),
    .row(
      "org.7-zip.7-zip-archive", "7-Zip", archive, ["7z"], ["application/x-7z-compressed"],
      [.init([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C])]),
    .row(
      "com.rarlab.rar-archive", "RAR", archive, ["rar"], ["application/vnd.rar"],
      [.init([0x52, 0x61, 0x72, 0x21, 0x1A, 0x07])]),
    .row("public.cpio-archive", "cpio", archive, ["cpio"], ["application/x-cpio"]),
    .row(
      "com.microsoft.cabinet-archive", "cabinet", archive, ["cab"], ["application/vnd.ms-cab-compressed"],
      [.init("MSCF\0\0\0\0")]),
    // Its signature stands behind 32 KiB, which are not read for this.
    .row("public.iso-image", "ISO image", ["public.disk-image"], ["iso"], ["application/x-cd-image"]),
  ]
}
