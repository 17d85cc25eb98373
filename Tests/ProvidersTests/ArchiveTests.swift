internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

@Suite("Archives of all kinds", .timed)
struct ArchiveTests {
  private static let kinds = [
    "a.zip", "a.tar", "a.tar.gz", "a.tar.bz2", "a.tar.xz", "a.tar.zst", "a.7z", "a.cpio", "a.iso",
  ]

  /// Archives of a folder with two files, each made by the format's own program.
  private func made(in folder: TemporaryDirectory) async throws {
    let script = """
      set -e
      cd "$1"
      mkdir -p tree/docs deb/DEBIAN deb/docs
      printf 'hello\\n' > tree/docs/hello.txt
      head -c 3000 /dev/zero > tree/zeros.bin
      cp tree/zeros.bin deb/
      printf 'Package: a\\nVersion: 1\\nArchitecture: all\\nMaintainer: a <a@example.org>\\nDescription: a\\n' > deb/DEBIAN/control
      cd tree
      python3 -c "import shutil; shutil.make_archive('../a', 'zip', '.')"
      tar -cf ../a.tar docs zeros.bin
      gzip -k ../a.tar
      bzip2 -k ../a.tar
      xz -k ../a.tar
      zstd -q ../a.tar
      7z a -bd -bso0 ../a.7z . >/dev/null
      find docs zeros.bin | cpio -o -H newc --quiet > ../a.cpio
      genisoimage -quiet -R -o ../a.iso .
      cd ..
      dpkg-deb --build --root-owner-group deb a.deb >/dev/null
      """
    let run = try await Tool.run("sh", ["-c", script, "sh", folder.path])
    try #require(run.status == 0, "\(run.errors)")
  }

  private func page(_ path: String) async throws -> String {
    let outcome = try await Shipped.named("archive").inProcess.preview(of: path, contentType: "public.archive")
    try await HTMLJudge.check(outcome.bytes, path)
    return String(decoding: outcome.bytes, as: UTF8.self)
  }

  @Test("Names and sizes are listed for each format and compression")
  func listed() async throws {
    let folder = try TemporaryDirectory()
    try await made(in: folder)
    for name in Self.kinds {
      let page = try await page(folder.file(name))
      #expect(page.contains("<td>zeros.bin</td><td class=\"number\">3.0 kB</td>"), "\(name)")
      #expect(page.contains("<td>docs/hello.txt</td><td class=\"number\">6 B</td>"), "\(name)")
      #expect(page.contains("<td>docs/</td><td class=\"number\"></td>"), "\(name)")
      #expect(page.ranges(of: "<tr><td>").count == 3, "\(name)")
      #expect(page.contains("2 files, 3.0 kB"), "\(name)")
    }
    let package = try await page(folder.file("a.deb"))
    for member in ["debian-binary", "control.tar", "data.tar"] { #expect(package.contains("<td>\(member)")) }
  }

  @Test("A compressed file that is not an archive is listed with its own name and size")
  func single() async throws {
    let page = try await page(Fixtures.path("preview/valid/single.txt.gz"))
    #expect(page.contains("<td>single.txt</td><td class=\"number\">120 B</td>"))
    #expect(page.contains("gzip: 1 file, 120 B"))
  }

  @Test("Names of unknown encoding are read as code page 437 in ZIP, and as Latin-1 elsewhere")
  func encodings() async throws {
    #expect(try await page(Fixtures.path("preview/valid/old_names.zip")).contains("<td>photos/zürich.jpg</td>"))
    let folder = try TemporaryDirectory()
    var tar = Fixtures.bytes(Fixtures.path("preview/valid/project.tar"))
    let name = Array("readme.txt".utf8)
    let place = try #require(tar.indices.first { tar[$0...].starts(with: name) })
    // ü in Latin-1; the checksum is the sum of all bytes (POSIX.1-2008, pax, "ustar Interchange Format").
    tar[place + 1] = 0xFC
    let checksum = try #require(Int(String(decoding: tar[(place + 148)..<(place + 154)], as: UTF8.self), radix: 8))
    let digits = String(checksum + 0xFC - Int(UInt8(ascii: "e")), radix: 8)
    tar.replaceSubrange(
      (place + 148)..<(place + 154), with: Array((String(repeating: "0", count: 6 - digits.count) + digits).utf8))
    #expect(try await page(folder.write(tar, to: "latin.tar")).contains("<td>r\u{FC}adme.txt</td>"))
  }

  @Test("Characters that change the direction of writing, or break lines, are escaped in names")
  func disguises() async throws {
    let folder = try TemporaryDirectory()
    let made = try await Tool.python(
      """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], "w") as archive:
          for name in ("photo\\u202egpj.exe", "a\\u2066b\\u2069", "c\\u200fd", "e\\u2028f", "g\\nh", "\\u202edir/"):
              archive.writestr(name, b"x" if not name.endswith("/") else b"")
      """, [folder.file("a.zip")])
    try #require(made.status == 0, "\(made.errors)")
    let page = try await page(folder.file("a.zip"))
    for name in [
      "photo\\u{202E}gpj.exe", "a\\u{2066}b\\u{2069}", "c\\u{200F}d", "e\\u{2028}f", "g\\nh", "\\u{202E}dir/",
    ] {
      #expect(page.contains("<td>\(name)</td>"), "\(name)")
    }
    #expect(!page.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) })
    // The archive's own name is the title of the page.
    let disguised = try folder.write(Fixtures.bytes(folder.file("a.zip")), to: "b\u{202E}piz.zip")
    let outcome = try await Shipped.named("archive").inProcess.preview(of: disguised, contentType: "public.zip-archive")
    #expect(outcome.reply.title == "b\\u{202E}piz.zip")
    #expect(String(decoding: outcome.bytes, as: UTF8.self).contains("<h1>b\\u{202E}piz.zip</h1>"))
    // Thumbnails draw the escaped names. (libarchive takes backslashes in ZIP for slashes, and leaves them in tar.)
    var drawn: [[UInt8]] = []
    for (index, name) in ["photo\u{202E}gpj.exe", "photo\\u{202E}gpj.exe"].enumerated() {
      let path = folder.file("\(index).tar")
      let made = try await Tool.python(
        "import sys, tarfile\nwith tarfile.open(sys.argv[1], 'w') as archive: archive.addfile(tarfile.TarInfo(sys.argv[2]))",
        [path, name])
      try #require(made.status == 0, "\(made.errors)")
      drawn.append(
        try await Shipped.named("archive").inProcess.thumbnail(
          of: path, contentType: "public.tar-archive", side: 256
        ).bytes)
    }
    let areEqual = drawn[0] == drawn[1]
    #expect(areEqual)
  }

  @Test("Encrypted entries are marked; encrypted names need a password")
  func encrypted() async throws {
    let folder = try TemporaryDirectory()
    let made = try await Tool.run(
      "sh",
      [
        "-c",
        """
        cd "$1" && printf secret > secret.txt && 7z a -bd -bso0 -tzip -pword locked.zip secret.txt &&
        7z a -bd -bso0 -pword open.7z secret.txt && 7z a -bd -bso0 -pword -mhe=on locked.7z secret.txt
        """, "sh", folder.path,
      ])
    try #require(made.status == 0, "\(made.errors)")
    #expect(try await page(folder.file("locked.zip")).contains("<td>secret.txt (encrypted)</td>"))
    #expect(try await page(folder.file("open.7z")).contains("<td>secret.txt (encrypted)</td>"))
    for trial in try [Shipped.named("archive").inProcess, Shipped.named("archive").asProgram] {
      await #expect {
        try await trial.preview(of: folder.file("locked.7z"), contentType: "org.7-zip.7-zip-archive")
      } throws: { ($0 as? ProviderError)?.code == .passwordRequired }
    }
  }

  @Test("A decompression bomb is listed up to the limit")
  func bombs() async throws {
    let folder = try TemporaryDirectory()
    let made = try await Tool.python(
      """
      import gzip, io, os, sys, tarfile, zipfile
      os.chdir(sys.argv[1])
      with zipfile.ZipFile("many.zip", "w") as archive:
          for number in range(60_000): archive.writestr(f"{number:06}.txt", b"")
      with zipfile.ZipFile("long.zip", "w") as archive:
          for number in range(200): archive.writestr(f"{number}" + "x" * 60_000, b"")
      class Zeros(io.RawIOBase):
          def readable(self): return True
          def readinto(self, buffer): buffer[:] = bytes(len(buffer)); return len(buffer)
      with tarfile.open("zeros.tar.gz", "w:gz", compresslevel=1) as archive:
          for name in ("first.txt", "zeros.bin", "last.txt"):
              info = tarfile.TarInfo(name)
              info.size = 3 << 29 if name == "zeros.bin" else 0
              archive.addfile(info, Zeros())
      """, [folder.path])
    try #require(made.status == 0, "\(made.errors)")
    let many = try await page(folder.file("many.zip"))
    #expect(many.contains("5000 files") && many.contains("and more"))
    #expect(many.utf8.count < 2 << 20)
    let long = try await page(folder.file("long.zip"))
    #expect(long.contains("and more"))
    #expect(long.utf8.count < 8 << 20)
    let zeros = try await page(folder.file("zeros.tar.gz"))
    #expect(zeros.contains("<td>zeros.bin</td><td class=\"number\">1.6 GB</td>") && zeros.contains("and more"))
    #expect(!zeros.contains("last.txt"))
  }
}
