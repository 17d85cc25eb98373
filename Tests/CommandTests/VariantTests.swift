internal import TestKit
internal import Testing

/// Several widths and formats of each input, by `imgconv`.
@Suite("--widths and --formats", .timed)
struct VariantTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    // 1024 x 768, and a small one that is shown turned.
    try folder.write(Fixtures.bytes(Fixtures.path("jpeg/valid/photo_landscape_420.jpg")), to: "a b.jpg")
    try folder.write(Fixtures.bytes(Fixtures.path("jpeg/valid/orientation_6.jpg")), to: "turned.jpg")
  }

  private func run(_ more: [String] = []) async throws -> Tool.Result {
    try await Tool.cameo(
      "imgconv",
      ["a b.jpg", "turned.jpg", "-d", "web", "--parents", "--widths", "24,640,9000", "--formats", "webp,jpeg"]
        + ["--manifest", "web.json", "--update"] + more, directory: folder.path)
  }

  /// Pillow reads the files, and Python's own modules the manifest and the HTML.
  @Test("The manifest and the picture elements agree with the files, and no file is larger than its picture")
  func files() async throws {
    let result = try await run(["--srcset", "html"])
    #expect(result.status == 0)
    #expect(result.errors.contains("left out the widths above the picture's own one, 1024, which is written: 9000"))
    try folder.write(result.output, to: "page.html")
    let program = """
      import sys, json, hashlib, os, html.parser, urllib.parse
      from PIL import Image, ImageOps
      os.chdir(sys.argv[1])
      manifest = json.load(open('web.json'))
      listed = set()
      for entry in manifest['files']:
          picture = ImageOps.exif_transpose(Image.open(entry['input']))
          wanted = sorted({w for w in (24, 640, 9000) if w <= picture.width} | {picture.width})
          found = {'webp': [], 'jpeg': []}
          for output in entry['outputs']:
              data = open(output['path'], 'rb').read()
              file = Image.open(output['path'])
              assert (file.format.lower(), file.size) == (output['format'], (output['width'], output['height'])), output
              assert output['type'] == Image.MIME[file.format] and output['bytes'] == len(data), output
              assert output['sha256'] == hashlib.sha256(data).hexdigest(), output
              assert abs(file.height - file.width * picture.height / picture.width) <= 1, output
              assert file.getexif().get(0x112, 1) == 1, output
              found[output['format']].append(file.width)
              listed.add(output['path'])
          assert found == {'webp': wanted, 'jpeg': wanted}, (entry['input'], found, wanted)
          assert len(entry['placeholder']) == 28, entry
      assert listed == {os.path.join('web', name) for name in os.listdir('web')}, listed
      class Page(html.parser.HTMLParser):
          elements = []
          def handle_starttag(self, name, attributes): self.elements.append((name, dict(attributes)))
      page = Page()
      page.feed(open('page.html').read())
      assert [name for name, _ in page.elements] == ['picture', 'source', 'img'] * 2, page.elements
      for entry, (_, source), (_, img) in zip(manifest['files'], page.elements[1::3], page.elements[2::3]):
          assert source['type'] == 'image/webp' and source['sizes'] == img['sizes']
          for element, format in ((source, 'webp'), (img, 'jpeg')):
              files = [o for o in entry['outputs'] if o['format'] == format]
              quoted = [f"{urllib.parse.quote(o['path'])} {o['width']}w" for o in files]
              assert element['srcset'] == ', '.join(quoted), element
          assert (img['src'], int(img['width']), int(img['height'])) == (
              urllib.parse.quote(files[-1]['path']), files[-1]['width'], files[-1]['height']), img
          assert img['data-blurhash'] == entry['placeholder'], img
      print('agree')
      """
    let judged = try await Tool.python(program, [folder.path])
    #expect(judged.text == "agree\n", "\(judged.errors)")
  }

  @Test("A second run changes nothing, other options make the files again, and a failed input keeps its line")
  func secondRun() async throws {
    #expect(try await run().status == 0)
    let first = Fixtures.bytes(folder.file("web.json"))
    let times = try await Tool.run("stat", ["-c", "%i %Y %n", "web.json", "web"], directory: folder.path)
    func skips(_ result: Tool.Result) async throws -> [Substring] {
      let skips = try await Tool.run("jq", ["-r", ".files[].outputs[]?.skipped"], input: result.output)
      return skips.text.split(separator: "\n")
    }
    let second = try await run(["--json"])
    let skipped = try await skips(second)
    #expect(skipped.count >= 8 && skipped.allSatisfy { $0 == "up-to-date" }, "\(skipped)")
    #expect(Fixtures.bytes(folder.file("web.json")) == first)
    let later = try await Tool.run("stat", ["-c", "%i %Y %n", "web.json", "web"], directory: folder.path)
    #expect(later.text == times.text)
    // Where the file system has no extended attributes, only times count.
    let attribute = "import os, sys\nos.setxattr(sys.argv[1], 'user.test', b'1')"
    guard try await Tool.python(attribute, [folder.file("turned.jpg")]).status == 0 else { return }
    // The first input is damaged, and the other one gets another quality.
    try folder.write(Array("no picture".utf8), to: "a b.jpg")
    let third = try await run(["--json", "-q", "33"])
    #expect(third.status == 1)
    #expect(try await skips(third).allSatisfy { $0 == "null" })
    let lines = { (bytes: [UInt8]) in String(decoding: bytes, as: UTF8.self).split(separator: "\n") }
    let (before, after) = (lines(first), lines(Fixtures.bytes(folder.file("web.json"))))
    try #require(before.count == after.count && before.count > 2)
    #expect(before[1] == after[1] && before[2] != after[2])
    // So does its element: the files are there.
    let page = try await run(["-q", "33", "--srcset", "html"])
    let elements = page.text.split(separator: "\n")
    #expect(page.status == 1 && elements.count == 2, "\(page.errors)")
    #expect(elements.first?.contains("web/a%20b_640.jpg 640w") == true, "\(page.text)")
  }

  @Test("A manifest does not replace a picture of the same run")
  func manifestIsOutput() async throws {
    let result = try await Tool.cameo(
      "imgconv", ["turned.jpg", "-d", "w", "--parents", "--widths", "24", "--manifest", "w/turned_24.jpg"],
      directory: folder.path)
    #expect(result.status == 64 && result.errors.contains("is an output, too"), "\(result.errors)")
    #expect(Fixtures.bytes(folder.file("w/turned_24.jpg")).starts(with: [0xFF, 0xD8]))
  }

  @Test("An animation stays one in the formats that hold it, and a note names the others")
  func animation() async throws {
    try folder.write(Fixtures.bytes(Fixtures.path("gif/valid/anim_restore.gif")), to: "clip.gif")
    let arguments = ["clip.gif", "-d", "web", "--parents", "--widths", "20,40", "--formats", "webp,gif,png,jpeg"]
    let result = try await Tool.cameo("imgconv", arguments, directory: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    let program = """
      import os, sys
      from PIL import Image
      os.chdir(sys.argv[1])
      count = lambda path: getattr(Image.open(path), 'n_frames', 1)
      frames = count('clip.gif')
      assert frames > 1
      assert len(os.listdir('web')) == 8, os.listdir('web')
      print(all(count('web/' + n) == (1 if n.endswith('.jpg') else frames) for n in os.listdir('web')), frames)
      """
    let judged = try await Tool.python(program, [folder.path])
    let words = judged.text.split(whereSeparator: \.isWhitespace)
    try #require(words.count == 2 && words[0] == "True", "\(judged.text) \(judged.errors)")
    #expect(result.errors.contains("only page 1 of \(words[1]) was converted to jpeg\n"), "\(result.errors)")
  }
}
