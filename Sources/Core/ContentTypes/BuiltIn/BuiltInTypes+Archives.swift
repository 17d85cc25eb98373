extension ContentTypeRegistry {
  static let archiveTypes = TypeTable.types(
    """
    # identifier | name | conforms to | file extensions | MIME types | signatures, openings, names, icon
    public.archive | archive | public.data | - | - | icon package-x-generic
    public.disk-image | disk image | public.archive | - | -
    public.zip-archive | ZIP | public.archive | zip | application/zip | 50 4B 03 04 priority 40 |
      50 4B 05 06 priority 40
    com.sun.java-archive | Java archive | public.zip-archive public.executable | jar | application/java-archive
    public.tar-archive | tar | public.archive | tar | application/x-tar | "ustar" at 257
    org.gnu.gnu-zip-archive | gzip | public.archive | gz gzip | application/gzip | 1F 8B priority 40
    org.gnu.gnu-zip-tar-archive | tar (gzip) | org.gnu.gnu-zip-archive | tgz tar.gz | application/x-compressed-tar
    public.bzip2-archive | bzip2 | public.archive | bz2 bz | application/x-bzip application/x-bzip2 |
      "BZh" priority 40 and 31 41 59 26 53 59 at 4
    public.tar-bzip2-archive | tar (bzip2) | public.bzip2-archive | tbz tbz2 tar.bz2 | application/x-bzip-compressed-tar
    org.tukaani.xz-archive | xz | public.archive | xz | application/x-xz | FD "7zXZ" 00 priority 40
    org.tukaani.tar-xz-archive | tar (xz) | org.tukaani.xz-archive | txz tar.xz | application/x-xz-compressed-tar
    com.facebook.zstandard-archive | Zstandard | public.archive | zst | application/zstd | 28 B5 2F FD priority 40
    com.facebook.tar-zstandard-archive | tar (Zstandard) | com.facebook.zstandard-archive | tzst tar.zst |
      application/x-zstd-compressed-tar
    org.7-zip.7-zip-archive | 7-Zip | public.archive | 7z | application/x-7z-compressed | 37 7A BC AF 27 1C
    com.rarlab.rar-archive | RAR | public.archive | rar | application/vnd.rar | "Rar!" 1A 07
    public.cpio-archive | cpio | public.archive | cpio | application/x-cpio | "070701" | "070702" | "070707" |
      C7 71 priority 40
    com.microsoft.cabinet-archive | cabinet | public.archive | cab | application/vnd.ms-cab-compressed |
      "MSCF" 00 00 00 00
    public.archive.lha | LHA | public.archive | lha lzh | application/x-lha | "-lh" at 2 and "-" at 6
    # The volume descriptors are in the sectors from 16 on (ECMA-119, 8.1.1). Commands read fewer bytes and use the
    # name.
    public.iso-image | ISO image | public.disk-image | iso | application/x-cd-image | "CD001" at 32769
    # Packages of Linux distributions, and ar, the archive format of Debian packages.
    org.gnu.ar-archive | ar | public.archive | ar a | application/x-archive | "!<arch>" 0A priority 40
    org.debian.package | Debian package | org.gnu.ar-archive | deb udeb | application/vnd.debian.binary-package |
      "!<arch>" 0A "debian"
    org.rpm.package | RPM package | public.archive | rpm | application/x-rpm | ED AB EE DB
    # Comic books: archives of pictures. Many files named .cbr are ZIP archives, and some named .cbz are RAR archives.
    public.cbz-archive | comic book (ZIP) | public.zip-archive com.rarlab.rar-archive public.composite-content | cbz |
      application/vnd.comicbook+zip application/x-cbz
    public.cbr-archive | comic book (RAR) | com.rarlab.rar-archive public.zip-archive public.composite-content | cbr |
      application/vnd.comicbook-rar application/x-cbr
    public.cb7-archive | comic book (7-Zip) | org.7-zip.7-zip-archive public.zip-archive public.composite-content |
      cb7 | application/x-cb7
    public.cbt-archive | comic book (tar) | public.tar-archive public.composite-content | cbt | application/x-cbt
    # Compressed data that is often a tar archive.
    org.lz4.lz4-archive | LZ4 | public.archive | lz4 | application/x-lz4 | 04 22 4D 18 priority 40
    org.lz4.tar-lz4-archive | tar (LZ4) | org.lz4.lz4-archive | tar.lz4 | application/x-lz4-compressed-tar
    org.nongnu.lzip-archive | lzip | public.archive | lz | application/x-lzip | "LZIP" 01 priority 40
    org.nongnu.tar-lzip-archive | tar (lzip) | org.nongnu.lzip-archive | tar.lz | application/x-lzip-compressed-tar
    org.tukaani.lzma-archive | LZMA | public.archive | lzma | application/x-lzma
    org.tukaani.tar-lzma-archive | tar (LZMA) | org.tukaani.lzma-archive | tlz tar.lzma |
      application/x-lzma-compressed-tar
    public.z-archive | compress | public.archive | - | application/x-compress | 1F 9D priority 40 | cased-name *.Z
    """)
}
