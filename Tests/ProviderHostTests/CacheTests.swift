internal import ByteStreams
internal import DesktopCache
internal import Glibc
internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol
internal import TestKit
internal import Testing

@Suite("The cache of thumbnails", .timed)
struct CacheTests {
  /// Always the same real PNG file.
  private struct FixtureEncoder: PixelEncoding {
    func encode(_ pixels: CheckedPixels, for request: RenderRequest) throws -> EncodedPicture {
      EncodedPicture(format: .png, size: pixels.size, bytes: CacheTests.picture)
    }
  }

  static let picture = Fixtures.bytes(Fixtures.path("png/valid/colour_srgb.png"))

  @Test("MD5 agrees with RFC 1321, A.5, and with Python")
  func md5() async throws {
    #expect(MD5.hexDigest("".utf8) == "d41d8cd98f00b204e9800998ecf8427e")
    #expect(MD5.hexDigest("a".utf8) == "0cc175b9c0f1b6a831c399e269772661")
    #expect(MD5.hexDigest("message digest".utf8) == "f96b697d7cb7938d525a2f31aaf161d0")
    let digits = String(repeating: "1234567890", count: 8)
    #expect(MD5.hexDigest(digits.utf8) == "57edf4a22be3c955ac49da2e2107b67a")
    let python = try await Tool.python(
      "import hashlib\nfor n in range(200): print(hashlib.md5(bytes(i * 7 % 256 for i in range(n))).hexdigest())")
    let expected = python.text.split(separator: "\n").map(String.init)
    #expect(expected.count == 200)
    for (count, digest) in expected.enumerated() {
      #expect(MD5.hexDigest((0..<count).map { UInt8($0 * 7 % 256) }) == digest)
    }
  }

  @Test("The URI of a file is GLib's, and its view of the cache is ours")
  func gio() async throws {
    let folder = try TemporaryDirectory()
    let document = try folder.write([1], to: "a !\"#$&'()*+,-.:;<=>?@[]^_`{|}~ \u{E4}%.txt")
    let identity = try #require(DocumentIdentity(path: document))
    let cache = ThumbnailCache(folder: folder.file("cache/thumbnails"), version: "9")
    #expect(cache.store(Self.picture, for: identity, pixels: 128, mimeType: "text/plain"))
    let gio = try await Tool.run(
      "gio", ["info", "-a", "standard::name,thumbnail::*", document],
      environment: ["XDG_CACHE_HOME": folder.file("cache"), "LC_ALL": "C.UTF-8"])
    #expect(gio.text.contains("uri: \(identity.uri)\n"))
    #expect(gio.text.contains("thumbnail::is-valid: TRUE"))
    #expect(gio.text.contains("thumbnail::path: \(folder.path)/cache/thumbnails/normal/"))
    #expect(gio.text.contains("thumbnail::failed") == false)
    // A failure is seen as one, too; GIO looks into its own folder, by the name that GNOME uses.
    let gnome = ThumbnailCache(folder: cache.folder, version: "9")
    #expect(gnome.remember(ProviderError(.corruptInput, "x"), for: identity, providers: ""))
  }

  @Test("A damaged entry is not used, and is replaced")
  func damage() throws {
    let folder = try TemporaryDirectory()
    let cache = ThumbnailCache(folder: folder.file("thumbnails"), version: "9")
    let identity = DocumentIdentity(uri: "file:///a.jpg", modified: 1)
    let path = try #require(cache.path(identity, 128))
    #expect(cache.store(Self.picture, for: identity, pixels: 128, mimeType: nil))
    let whole = Fixtures.bytes(path)
    let pixels = try #require(whole.indices.first { whole[$0...].starts(with: "IDAT".utf8) }) + 8
    let name = "thumbnails/" + path.split(separator: "/").suffix(2).joined(separator: "/")
    var changed = whole
    changed[pixels] ^= 1
    // A bit of the pixels, a bit of a check value, and a file that ends early.
    for bytes in [changed, Array(whole.dropLast()) + [whole[whole.count - 1] ^ 1], Array(whole.dropLast(5)), whole] {
      try folder.write(bytes, to: name)
      #expect((cache.entry(for: identity, pixels: 128) != nil) == (bytes == whole))
    }
    try folder.write(changed, to: name)
    #expect(cache.store(Self.picture, for: identity, pixels: 128, mimeType: nil))
    #expect(cache.entry(for: identity, pixels: 128)?.bytes == Self.picture)
  }

  @Test("An entry is a private PNG file with its texts, and valid only for the unchanged document")
  func entries() async throws {
    let folder = try TemporaryDirectory()
    let cache = ThumbnailCache(folder: folder.file("thumbnails"), version: "9")
    let identity = DocumentIdentity(uri: "file:///home/me/a%20b.jpg", modified: 1_700_000_000)
    for (pixels, name) in [(128, "normal"), (256, "large"), (512, "x-large"), (1024, "xx-large")] {
      #expect(cache.entry(for: identity, pixels: pixels) == nil)
      #expect(cache.store(Self.picture, for: identity, pixels: pixels, mimeType: "image/jpeg"))
      // The picture that is returned contains no path.
      #expect(cache.entry(for: identity, pixels: pixels)?.bytes == Self.picture)
      let python = try await Tool.python(
        """
        import sys, os, hashlib
        from PIL import Image
        path = os.path.join(sys.argv[1], hashlib.md5(sys.argv[2].encode()).hexdigest() + '.png')
        picture = Image.open(path); picture.load()
        print(picture.size == Image.open(sys.argv[3]).size, oct(os.stat(path).st_mode & 0o777))
        print(oct(os.stat(sys.argv[1]).st_mode & 0o777), len(os.listdir(sys.argv[1])))
        print(picture.text['Thumb::URI'], picture.text['Thumb::MTime'], picture.text['Thumb::Mimetype'])
        """,
        [folder.file("thumbnails/\(name)"), identity.uri, Fixtures.path("png/valid/colour_srgb.png")])
      #expect(
        python.text == "True 0o600\n0o700 1\nfile:///home/me/a%20b.jpg 1700000000 image/jpeg\n", "\(python.errors)")
    }
    var changed = identity
    changed.modified += 1
    #expect(cache.entry(for: changed, pixels: 128) == nil)
    #expect(cache.entry(for: identity, pixels: 200) == nil)
    // Thumbnails of thumbnails are not kept.
    let inner = DocumentIdentity(uri: FileURI.text(path: folder.file("thumbnails/normal/a.png")), modified: 1)
    #expect(!cache.store(Self.picture, for: inner, pixels: 128, mimeType: nil))
  }

  @Test("A document or package that has changed has no entry, even within the second and with its old time")
  func changes() throws {
    let folder = try TemporaryDirectory()
    let cache = ThumbnailCache(folder: folder.file("thumbnails"), version: "9")
    mkdir(folder.file("p.mystuff"), 0o755)
    let document = try folder.write(Array("red".utf8), to: "a")
    let inner = try folder.write(Array("red".utf8), to: "p.mystuff/a")
    var times = [timespec(tv_sec: 1_700_000_000, tv_nsec: 0), timespec(tv_sec: 1_700_000_000, tv_nsec: 0)]
    for (path, changed) in [(document, document), (folder.file("p.mystuff"), inner)] {
      utimensat(AT_FDCWD, path, &times, 0)
      let identity = try #require(DocumentIdentity(document: path))
      let provider = ProviderName(id: "org.example", version: "1.0")
      #expect(
        cache.store(Self.picture, for: identity, pixels: 128, mimeType: nil, provider: provider, warnings: ["half"]))
      let entry = try #require(cache.reply(for: DocumentIdentity(document: path) ?? identity, pixels: 128))
      #expect(entry.provider == provider)
      #expect(entry.warnings == ["half"])
      #expect(cache.remember(ProviderError(.corruptInput, "x"), for: identity, providers: ""))
      try folder.write(Array("tan".utf8), to: changed == inner ? "p.mystuff/a" : "a")
      utimensat(AT_FDCWD, path, &times, 0)
      let after = try #require(DocumentIdentity(document: path))
      #expect(after.modified == identity.modified)
      #expect(cache.entry(for: after, pixels: 128) == nil)
      #expect(cache.failure(for: after, providers: "") == nil)
    }
    // Another program's entry says less: the time, and perhaps the size.
    var plain = DocumentIdentity(uri: "file:///b", modified: 1)
    #expect(cache.store(Self.picture, for: plain, pixels: 128, mimeType: nil))
    (plain.size, plain.state) = (7, "state")
    #expect(cache.entry(for: plain, pixels: 128) != nil)
    plain.state = nil
    #expect(cache.store(Self.picture, for: plain, pixels: 128, mimeType: nil))
    plain.size = 8
    #expect(cache.entry(for: plain, pixels: 128) == nil)
  }

  @Test("Files that are damaged, truncated or not PNG are not used as entries")
  func brokenEntries() throws {
    let folder = try TemporaryDirectory()
    let cache = ThumbnailCache(folder: folder.path, version: "9")
    let identity = DocumentIdentity(uri: "file:///a", modified: 1)
    #expect(cache.store(Self.picture, for: identity, pixels: 128, mimeType: nil))
    let path = folder.file("normal/\(MD5.hexDigest(identity.uri.utf8)).png")
    let whole = Fixtures.bytes(path)
    #expect(whole.count > Self.picture.count)
    for count in 0..<min(200, whole.count) {
      try folder.write(Array(whole[..<count]), to: "normal/\(MD5.hexDigest(identity.uri.utf8)).png")
      #expect(cache.entry(for: identity, pixels: 128) == nil || count > 130)
    }
    unlink(path)
    #expect(symlink("/etc/passwd", path) == 0)
    #expect(cache.entry(for: identity, pixels: 128) == nil)
    unlink(path)
    #expect(mkfifo(path, 0o600) == 0)
    #expect(cache.entry(for: identity, pixels: 128) == nil)
  }

  @Test("A failure is remembered for the time that its code sets")
  func failures() async throws {
    let folder = try TemporaryDirectory()
    let cache = ThumbnailCache(folder: folder.path, version: "9")
    let identity = DocumentIdentity(uri: "file:///a", modified: 1)
    let now = 1_700_000_000
    #expect(!cache.remember(ProviderError(.overloaded, "later"), for: identity, providers: "p", now: now))
    #expect(cache.failure(for: identity, providers: "p", now: now) == nil)
    let corrupt = ProviderError(.corruptInput, "the first byte is wr\u{F6}ng", provider: "org.example")
    #expect(cache.remember(corrupt, for: identity, providers: "p", now: now))
    #expect(cache.failure(for: identity, providers: "p", now: now + 86_400) == corrupt)
    #expect(cache.failure(for: identity, providers: "q", now: now + 86_400) == corrupt)
    #expect(cache.failure(for: DocumentIdentity(uri: "file:///a", modified: 2), providers: "p", now: now) == nil)
    #expect(cache.failure(for: identity, providers: "p", now: now + 40 * 86_400) == nil)
    let python = try await Tool.python(
      "import sys\nfrom PIL import Image\ni = Image.open(sys.argv[1]); i.load(); print(i.size, i.text['Cameo::Code'])",
      [folder.file("fail/cameo-9/\(MD5.hexDigest(identity.uri.utf8)).png")])
    #expect(python.text == "(1, 1) corruptInput\n", "\(python.errors)")
    #expect(cache.remember(ProviderError(.timeout, "slow"), for: identity, providers: "p", now: now))
    #expect(cache.failure(for: identity, providers: "p", now: now + 60)?.code == .timeout)
    #expect(cache.failure(for: identity, providers: "p", now: now + 3_600) == nil)
    #expect(cache.remember(ProviderError(.unsupportedType, "x"), for: identity, providers: "p", now: now))
    #expect(cache.failure(for: identity, providers: "p", now: now)?.code == .unsupportedType)
    #expect(cache.failure(for: identity, providers: "q", now: now) == nil)
    cache.forgetFailure(for: identity)
    #expect(cache.failure(for: identity, providers: "p", now: now) == nil)
  }

  @Test("The host reads the cache first, stores in it, and does not retry a remembered failure")
  func host() async throws {
    let cacheFolder = try TemporaryDirectory()
    let cache = ThumbnailCache(folder: cacheFolder.file("thumbnails"), version: "9")
    let rig = try await HostRig("by-document", limits: HostRig.patientLimits, encoder: FixtureEncoder()) { _ in
    } configure: {
      $0.cache = cache
    }
    var request = rig.request
    request.document.identity = DocumentIdentity(path: rig.document)
    #expect(try await rig.host.thumbnail(request).isCached == false)
    let cached = try await rig.host.thumbnail(request)
    #expect(cached.isCached)
    #expect(cached.contentType == "image/png")
    #expect(rig.notes("orders").count == 1)
    // A larger one has to be made.
    request.maximumSize = .init(width: 256, height: 256)
    #expect(try await rig.host.thumbnail(request).isCached == false)
    // Without the cache it is made again.
    request.usesCache = false
    _ = try await rig.host.thumbnail(request)
    #expect(rig.notes("orders").count == 3)

    var bad = rig.request
    bad.document.path = try rig.folder.write(Array("!".utf8), to: "bad.txt")
    bad.document.identity = DocumentIdentity(path: bad.document.path)
    #expect(await code { try await rig.host.thumbnail(bad) } == .crashed)
    let orders = rig.notes("orders").count
    #expect(await code { try await rig.host.thumbnail(bad) } == .crashed)
    #expect(rig.notes("orders").count == orders)
    #expect(await rig.leftovers() == [])
  }

  @Test("A thumbnail that its provider calls provisional is not stored", arguments: [false, true])
  func provisional(_ isProvisional: Bool) async throws {
    let cacheFolder = try TemporaryDirectory()
    let cache = ThumbnailCache(folder: cacheFolder.file("thumbnails"), version: "9")
    let rig = try await HostRig("says-document", limits: HostRig.patientLimits, encoder: FixtureEncoder()) { _ in
    } configure: {
      $0.cache = cache
    }
    let line =
      #"{"type":"reply","id":@,"pixels":{"format":"gray8","width":8,"height":4,"stride":8},"isProvisional":"#
      + "\(isProvisional)}"
    var request = rig.request
    request.document.path = try rig.folder.write(Array(line.utf8), to: "said.txt")
    request.document.identity = DocumentIdentity(path: request.document.path)
    #expect(try await rig.host.thumbnail(request).isCached == false)
    #expect(try await rig.host.thumbnail(request).isCached == !isProvisional)
  }
}
