/// The texts of new providers, with placeholders between percent signs. `%IMPORT%` is one of them, because tests read
/// the import statements of sources line by line, and must not find those of the templates.
enum SkeletonText {
  static let sample = """
    Things to remember
    The first line is the document's title.
    Each further line becomes a bar: <long> lines & short ones.

    End
    """ + "\n"

  static let python = #"""
    #!/usr/bin/python3
    """Thumbnails and previews of .%EXTENSION% documents."""
    %IMPORT% html
    %IMPORT% json
    %IMPORT% sys

    LIMIT = 4 << 20  # bytes of a document that are read


    class Refusal(Exception):
        """What is wrong with the document: a code of the protocol, and a line for people, without paths."""

        def __init__(self, code, message):
            super().__init__(message)
            self.code = code


    def read(request):
        """The lines of the document."""
        try:
            with open(request["input"]["path"], "rb") as file:
                data = file.read(LIMIT + 1)
        except OSError as error:
            raise Refusal("sourceUnavailable", "the document cannot be read: " + error.strerror)
        if len(data) > LIMIT:
            raise Refusal("limitExceeded", "the document is larger than 4 MiB")
        try:
            lines = data.decode("utf-8").splitlines()
        except UnicodeDecodeError:
            raise Refusal("corruptInput", "the document is not text")
        if not lines:
            raise Refusal("corruptInput", "the document is empty")
        return lines


    def thumbnail(request):
        """A page with a bar for each line, the title's in blue: pixels, three bytes each, from the upper left."""
        lines = read(request)
        size, scale = request["maximumSize"], request["scale"]
        width, height = (max(1, round(size[side] * scale)) for side in ("width", "height"))
        bar, margin = max(1, height // 40), width // 16
        pixels = bytearray(b"\xff" * (3 * width * height))
        for number, line in enumerate(lines[:height // (2 * bar)]):
            length = min(width - 2 * margin, len(line) * width // 80)
            for row in range((2 * number + 1) * bar, min((2 * number + 2) * bar, height)):
                start = 3 * (row * width + margin)
                pixels[start:start + 3 * length] = (b"\x30\x60\xc0" if number == 0 else b"\xa0\xa0\xa0") * length
        with open(request["output"]["path"], "xb") as file:
            file.write(pixels)
        pixels = {"format": "rgb8", "width": width, "height": height, "stride": 3 * width}
        return {"pixels": pixels, "title": lines[0][:200]}


    def preview(request):
        """The text as HTML."""
        lines = read(request)
        with open(request["output"]["path"], "x", encoding="utf-8") as file:
            file.write("<!DOCTYPE html><meta charset='utf-8'><pre>" + html.escape("\n".join(lines)) + "</pre>\n")
        return {"data": {"contentType": "text/html", "encoding": "utf-8"}, "title": lines[0][:200]}


    def answer(request):
        """The answer to a line of the host; None where there is none to give."""
        if request["type"] == "hello":
            return {"type": "hello", "protocol": 1, "provider": "%ID%", "version": "0.1",
                    "capabilities": ["thumbnail", "preview"]}
        work = {"thumbnail": thumbnail, "preview": preview}.get(request["type"])
        if work is None:
            return None  # a cancellation, after its request was answered; or a message of a later host
        try:
            return {"type": "reply", "id": request["id"], **work(request)}
        except Refusal as refusal:
            return {"type": "error", "id": request["id"], "code": refusal.code, "message": str(refusal)}


    for line in sys.stdin:
        request = json.loads(line)
        if request["type"] == "shutdown":
            break
        reply = answer(request)
        if reply is not None:
            print(json.dumps(reply), flush=True)
    """# + "\n"

  static let package = """
    // swift-tools-version: 6.2
    %IMPORT% PackageDescription

    let package = Package(
      name: "%PROGRAM%",
      dependencies: [%DEPENDENCY%],
      targets: [
        .executableTarget(
          name: "%PROGRAM%", dependencies: [.product(name: "ProviderKit", package: "%PACKAGE%")], path: "Sources"),
        .testTarget(
          name: "Tests", dependencies: ["%PROGRAM%", .product(name: "ProviderTesting", package: "%PACKAGE%")],
          path: "Tests"),
      ]
    )
    """ + "\n"

  static let swift = #"""
    %IMPORT% Drawing
    %IMPORT% ImageModel
    %IMPORT% ProviderKit
    %IMPORT% ProviderProtocol

    @main struct Main: Provider {
      static let definition = ProviderDefinition(
        id: "%ID%", version: "0.1", thumbnail: { Thumbnails() }, preview: { Previews() })
    }

    /// The lines of a .%EXTENSION% document, the first of which is its title.
    func lines(of path: String) throws -> [String] {
      guard let text = String(validating: try DocumentFile.read(path, atMost: 4 << 20), as: UTF8.self), !text.isEmpty
      else { throw ProviderError(.corruptInput, "the document is not text") }
      return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    }

    final class Thumbnails: ThumbnailProvider {
      override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
        let lines = try lines(of: request.filePath)
        var reply = ThumbnailReply(
          contextSize: request.maximumSize,
          currentContextDrawing: { context in
            let (width, height) = (context.size.width, context.size.height)
            context.fill(.rect(Rect(context.size)), .white)
            for (number, line) in lines.prefix(20).enumerated() {
              let length = min(width * 7 / 8, Double(line.count) * width / 80)
              let bar = Rect(x: width / 16, y: height * Double(2 * number + 1) / 41, width: length, height: height / 41)
              context.fill(.rect(bar), .color(number == 0 ? Color(red: 0.2, green: 0.4, blue: 0.8) : Color(gray: 0.6)))
            }
          })
        reply.title = lines.first
        return reply
      }
    }

    final class Previews: PreviewProvider {
      override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
        let text = try lines(of: request.filePath).joined(separator: "\n")
        let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        let page = "<!DOCTYPE html><meta charset='utf-8'><pre>\(escaped)</pre>"
        var reply = PreviewReply.data(of: "text/html") { Array(page.utf8) }
        reply.stringEncoding = "utf-8"
        return reply
      }
    }
    """# + "\n"

  static let test = #"""
    %IMPORT% ProviderTesting
    %IMPORT% Testing

    @testable %IMPORT% %MODULE%

    /// In this process, and in the sandbox: that takes the program beside the manifest, so copy it there first.
    @Test(arguments: [false, true]) func theFirstLineIsTheTitle(sandboxed: Bool) async throws {
      let route: ProviderTrial.Route = sandboxed ? .sandboxed(".") : .inProcess(Main.definition)
      let outcome = try await ProviderTrial(route).thumbnail(
        of: "samples/sample.%EXTENSION%", contentType: "%TYPE%", side: 64)
      #expect(outcome.reply.title == "Things to remember")
    }
    """# + "\n"
}
