extension ContentTypeRegistry {
  private static let archive = ["public.archive"]
  private static let container = ContentType.Signature.containerPriority

  static let archiveTypes: [ContentType] =
    [
      .row("public.archive", "archive", ["public.data"], icon: "package-x-generic"),
      .row("public.disk-image", "disk image", archive),
      .row(
        "public.zip-archive", "ZIP", archive, ["zip"], ["application/zip"],
        [.init([0x50, 0x4B, 0x03, 0x04], priority: container), .init([0x50, 0x4B, 0x05, 0x06], priority: container)]),
      .row(
        "com.sun.java-archive", "Java archive", ["public.zip-archive", "public.executable"], ["jar"],
        ["application/java-archive"]),
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
        "com.facebook.tar-zstandard-archive", "tar (Zstandard)", ["com.facebook.zstandard-archive"],
        ["tzst", "tar.zst"],
        ["application/x-zstd-compressed-tar"]),
      .row(
        "org.7-zip.7-zip-archive", "7-Zip", archive, ["7z"], ["application/x-7z-compressed"],
        [.init([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C])]),
      .row(
        "com.rarlab.rar-archive", "RAR", archive, ["rar"], ["application/vnd.rar"],
        [.init([0x52, 0x61, 0x72, 0x21, 0x1A, 0x07])]),
      .row(
        "public.cpio-archive", "cpio", archive, ["cpio"], ["application/x-cpio"],
        [.init("070701"), .init("070702"), .init("070707"), .init([0xC7, 0x71], priority: container)]),
      .row(
        "com.microsoft.cabinet-archive", "cabinet", archive, ["cab"], ["application/vnd.ms-cab-compressed"],
        [.init("MSCF\0\0\0\0")]),
      .row(
        "public.archive.lha", "LHA", archive, ["lha", "lzh"], ["application/x-lha"],
        [.init("-lh", at: 2, anyOf: [.init("-", at: 6)])]),
      // The volume descriptors are in the sectors from 16 on (ECMA-119, 8.1.1). Commands read fewer bytes and use the
      // name.
      .row(
        "public.iso-image", "ISO image", ["public.disk-image"], ["iso"], ["application/x-cd-image"],
        [.init("CD001", at: 32_769)]),
    ] + packageTypes + streamTypes

  /// Packages of Linux distributions, and ar, the archive format of Debian packages.
  private static let packageTypes: [ContentType] = [
    .row(
      "org.gnu.ar-archive", "ar", archive, ["ar", "a"], ["application/x-archive"],
      [.init("!<arch>\n", priority: container)]),
    .row(
      "org.debian.package", "Debian package", ["org.gnu.ar-archive"], ["deb", "udeb"],
      ["application/vnd.debian.binary-package"], [.init("!<arch>\ndebian")]),
    .row("org.rpm.package", "RPM package", archive, ["rpm"], ["application/x-rpm"], [.init([0xED, 0xAB, 0xEE, 0xDB])]),
  ]

  /// Compressed data that is often a tar archive.
  private static let streamTypes: [ContentType] = [
    .row(
      "org.lz4.lz4-archive", "LZ4", archive, ["lz4"], ["application/x-lz4"],
      [.init([0x04, 0x22, 0x4D, 0x18], priority: container)]),
    .row(
      "org.lz4.tar-lz4-archive", "tar (LZ4)", ["org.lz4.lz4-archive"], ["tar.lz4"],
      ["application/x-lz4-compressed-tar"]),
    .row(
      "org.nongnu.lzip-archive", "lzip", archive, ["lz"], ["application/x-lzip"],
      [.init([0x4C, 0x5A, 0x49, 0x50, 0x01], priority: container)]),
    .row(
      "org.nongnu.tar-lzip-archive", "tar (lzip)", ["org.nongnu.lzip-archive"], ["tar.lz"],
      ["application/x-lzip-compressed-tar"]),
    .row("org.tukaani.lzma-archive", "LZMA", archive, ["lzma"], ["application/x-lzma"]),
    .row(
      "org.tukaani.tar-lzma-archive", "tar (LZMA)", ["org.tukaani.lzma-archive"], ["tlz", "tar.lzma"],
      ["application/x-lzma-compressed-tar"]),
    .row(
      "public.z-archive", "compress", archive, [], ["application/x-compress"],
      [.init([0x1F, 0x9D], priority: container)], patterns: [NamePattern("*.Z", isCaseSensitive: true)]),
  ]
}
