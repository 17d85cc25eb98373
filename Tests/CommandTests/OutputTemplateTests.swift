internal import CommandKit
internal import Templates
internal import TestKit
internal import Testing

@Suite("Output templates", .timed)
struct OutputTemplateTests {
  private func path(_ template: String, _ input: String, number: Int = 1) throws -> String? {
    try OutputTemplate(template).path(for: InputName(.path(input), number: number)) { field in
      switch field {
      case .ext: "png"
      case .page: "2"
      case .width: "640"
      case .height: "480"
      default: nil
      }
    }
  }

  @Test(
    "Fields are replaced",
    arguments: [
      ("{dir}/{stem}.{ext}", "a/b/photo.jpg", "a/b/photo.png"),
      ("{dir}/{stem}.{ext}", "photo.jpg", "photo.png"),
      ("{dir}/{stem}.{ext}", "/photo.jpg", "/photo.png"),
      ("{dir}/{stem}.{ext}", "./photo.jpg", "photo.png"),
      ("{dir}/{stem}.{ext}", "../photo.jpg", "../photo.png"),
      ("out/{dir}/x", "photo.jpg", "out/./x"),
      ("out/{dir}/x", "../photos/a.jpg", "out/photos/x"),
      ("out/{dir}/x", "../../a.jpg", "out/./x"),
      ("out/{dir}/x", "/srv/photos/a.jpg", "out/srv/photos/x"),
      ("{name}.{ext}", "a/photo.jpg", "photo.jpg.png"),
      ("{stem}_{width}x{height}_{page}", "a/archive.tar.gz", "archive.tar_640x480_2"),
      ("{n:3}-{stem}", "photo.jpg", "007-photo"),
      ("{n}", "photo.jpg", "7"),
      ("{{{stem}}}", "photo.jpg", "{photo}"),
      ("{stem}", ".hidden", ".hidden"),
      ("{stem}", "a.b/photo", "photo"),
      ("{stem}", "{n}.jpg", "{n}"),
      ("fixed.png", "photo.jpg", "fixed.png"),
    ])
  func fields(_ template: String, _ input: String, _ expected: String) throws {
    #expect(try path(template, input, number: 7) == expected)
  }

  @Test("{hash} is the beginning of what sha256sum prints, and outputs named by it are not inputs of a second run")
  func hash() async throws {
    let folder = try TemporaryDirectory()
    let bytes = Fixtures.bytes(Fixtures.path("jpeg/valid/gray.jpg"))
    #expect(try await Tool.run("mkdir", [folder.file("in")]).status == 0)
    for name in ["a.jpg", "b.jpg"] { try folder.write(bytes, to: "in/\(name)") }
    let sum = try await Tool.run("sha256sum", [folder.file("in/a.jpg")]).text.prefix(16)
    for _ in 0..<2 {
      let arguments = ["-r", "in", "-s", "16,8", "-o", "{dir}/{stem}-{box}-{hash}.{ext}"]
      let result = try await Tool.cameo("thumb", arguments, directory: folder.path)
      #expect(result.status == 0, "\(result.errors)")
    }
    let names = try await Tool.run("ls", [folder.file("in")]).text.split(separator: "\n").map(String.init)
    let outputs = ["a", "b"].flatMap { stem in [16, 8].map { "\(stem)-\($0)-\(sum).jpg" } }
    #expect(Set(names) == Set(outputs + ["a.jpg", "b.jpg"]))
    // Equal pictures share an output, also in later runs.
    for _ in 0..<2 {
      let arguments = ["in/a.jpg", "in/b.jpg", "-o", "{hash}.{ext}", "--update"]
      let result = try await Tool.cameo("thumb", arguments, directory: folder.path)
      #expect(result.status == 0, "\(result.errors)")
    }
    #expect(folder.names == ["\(sum).jpg", "in"])
  }

  @Test("{box} of imgconv is the size that was asked for")
  func box() async throws {
    let folder = try TemporaryDirectory()
    try folder.write(Fixtures.bytes(Fixtures.path("jpeg/valid/gray.jpg")), to: "a.jpg")
    for options in [["-s", "16"], ["--resize", "20x30"]] {
      let arguments = ["a.jpg", "-o", "{stem}_{box}.{ext}"] + options
      let result = try await Tool.cameo("imgconv", arguments, directory: folder.path)
      #expect(result.status == 0, "\(result.errors)")
    }
    #expect(folder.names == ["a.jpg", "a_16.jpg", "a_20x30.jpg"])
  }

  @Test("Standard input is called stdin")
  func standardInput() throws {
    let name = InputName(.standardInput, number: 1)
    #expect(try OutputTemplate("{dir}/{stem}_{name}").path(for: name) { _ in nil } == "stdin_stdin")
  }

  @Test("A value that is not known yet leaves the path open")
  func unknownValue() throws {
    let name = InputName(.path("a.jpg"), number: 1)
    #expect(try OutputTemplate("{stem}_{width}.jpg").path(for: name) { _ in nil } == nil)
  }

  @Test(
    "A wrong template is refused with the reason",
    arguments: [
      ("{foo}", "unknown field '{foo}'"), ("{", "lacks its '}'"), ("a{stem", "'{stem' lacks its '}'"),
      ("a}b", "a '}' without '{'"), ("{}", "unknown field '{}'"), ("{stem:3}", "only numbers have a width"),
      ("{n:0}", "only numbers have a width"), ("{n:x}", "only numbers have a width"), ("{STEM}", "unknown field"),
    ])
  func wrong(_ template: String, _ reason: String) {
    let error = #expect(throws: (any Error).self) { try OutputTemplate(template) }
    #expect(error.map { "\($0)" }?.contains(reason) == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test(
    "The suffix in the template is found",
    arguments: [
      ("{stem}.png", "png"), ("a/b.JPG", "jpg"), ("{stem}.{ext}", nil), ("{stem}", nil), ("a.b/{stem}", nil),
      ("a.b/c", nil), (".png", nil), ("x/.png", nil), ("{n}.tiff", "tiff"), ("{ext}.", nil),
    ] as [(String, String?)])
  func literalExtension(_ template: String, _ expected: String?) throws {
    #expect(try OutputTemplate(template).literalExtension == expected)
  }

  @Test("A directory in front is taken literally")
  func directory() throws {
    let template = OutputTemplate(literal: "a{b").appending(try OutputTemplate("{stem}.png"))
    #expect(template.path(for: InputName(.path("x/y.jpg"), number: 1)) { _ in nil } == "a{b/y.png")
  }
}
