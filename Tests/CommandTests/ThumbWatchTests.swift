internal import Foundation
internal import TestKit
internal import Testing

/// `thumb --watch`. Each test waits for what must come, however long that takes.
@Suite("Thumbnails that are kept up to date", .timed)
struct ThumbWatchTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try FileManager.default.createDirectory(atPath: folder.file("photos/in"), withIntermediateDirectories: true)
    try folder.write(Fixtures.bytes(Fixtures.path("jpeg/valid/photo_landscape_420.jpg")), to: "photos/a.jpg")
    try folder.write(Fixtures.bytes(Fixtures.path("png/valid/alpha_edge.png")), to: "b.png")
    // Written so long ago that they are complete.
    for name in ["photos/a.jpg", "b.png"] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_100_000_000)], ofItemAtPath: folder.file(name))
    }
  }

  private func bash(_ script: String) async throws -> Tool.Result {
    // What comes is waited for as long as the command runs.
    let waiting = "await() { until \"$@\" > /dev/null 2>&1; do kill -0 $watch || exit 9; sleep 0.05; done; }\n"
    return try await Tool.run(
      "bash", ["-c", waiting + script], directory: folder.path,
      environment: ["PATH": "\(Tool.products):/usr/bin:/bin", "XDG_CACHE_HOME": folder.file("cache")])
  }

  @Test("Thumbnails appear, change, move and go with their pictures, and are not taken for pictures")
  func follow() async throws {
    let tool = try await bash(
      """
      thumb --watch photos -s 64 --json > events & watch=$!
      await test -s photos/a.jpg_thumb.jpg
      cp b.png photos/in/c.png; await test -s photos/in/c.png_thumb.png
      mv photos/in/c.png photos/d.png; await test -s photos/d.png_thumb.png
      await test ! -e photos/in/c.png_thumb.png
      cp b.png photos/new && mv photos/new photos/a.jpg; await test -s photos/a.jpg_thumb.png
      await test ! -e photos/a.jpg_thumb.jpg
      echo broken > photos/e.jpg; await grep -q e.jpg events
      rm photos/d.png; await test ! -e photos/d.png_thumb.png
      await grep -q deleted events
      kill $watch; wait $watch; echo $?; find photos -type f | sort
      jq -r '[.event, .input, .from, .error.kind, (.outputs // [] | map(if type == "object" then .path else . end)[])]
        | map(. // "") | join(" ")' events
      """)
    #expect(
      tool.text == """
        143
        photos/a.jpg
        photos/a.jpg_thumb.png
        photos/e.jpg
        found photos/a.jpg   photos/a.jpg_thumb.jpg
        new photos/in/c.png   photos/in/c.png_thumb.png
        renamed photos/d.png photos/in/c.png  photos/d.png_thumb.png
        changed photos/a.jpg   photos/a.jpg_thumb.png
        new photos/e.jpg  invalidData
        deleted photos/d.png   photos/d.png_thumb.png

        """)
  }

  @Test("With -d inside the tree, its folders are kept; what is up to date stays, and an older picture counts as new")
  func directory() async throws {
    let tool = try await bash(
      """
      cp -p b.png photos/in/c.png
      thumb --watch photos -d photos/out --quiet & watch=$!
      await test -s photos/out/in/c.png_thumb.png; await test -s photos/out/a.jpg_thumb.jpg
      kill $watch; wait $watch
      thumb --watch photos -d photos/out --json > events & watch=$!
      # When this has a thumbnail, the folder is followed.
      cp b.png photos/in/d.png; await test -s photos/out/in/d.png_thumb.png
      touch -d 2001-01-01 b.png; cp -p b.png photos/in/c.tmp; mv photos/in/c.tmp photos/in/c.png
      await grep -q c.png events
      kill $watch; wait $watch
      grep c.png events | jq -r .event; find photos -type f | sort
      """)
    #expect(
      tool.text == """
        changed
        photos/a.jpg
        photos/in/c.png
        photos/in/d.png
        photos/out/a.jpg_thumb.jpg
        photos/out/in/c.png_thumb.png
        photos/out/in/d.png_thumb.png

        """)
  }

  @Test("The desktop's cache is kept up to date")
  func desktop() async throws {
    let tool = try await bash(
      """
      thumb --watch --freedesktop photos > events & watch=$!
      await grep -q 'found photos/a.jpg' events
      find cache -name '*.png' | wc -l
      rm photos/a.jpg; await grep -q 'deleted photos/a.jpg' events
      find cache -name '*.png' | wc -l
      kill $watch; wait $watch
      """)
    #expect(tool.text == "4\n0\n")
  }

  @Test("A picture and a link to it share thumbnails, which go with the last of them")
  func sharedThumbnails() async throws {
    let tool = try await bash(
      """
      thumb --watch --freedesktop photos > events 2> errors & watch=$!
      await grep -q 'found photos/a.jpg' events
      ln -s a.jpg photos/l.jpg; await grep -q 'new photos/l.jpg' events
      rm photos/l.jpg; await grep -q 'deleted photos/l.jpg' events
      find cache -name '*.png' | wc -l
      rm photos/a.jpg; await grep -q 'deleted photos/a.jpg' events
      find cache -name '*.png' | wc -l
      kill $watch; wait $watch; cat errors
      """)
    #expect(tool.text == "4\n0\n")
  }

  @Test("A line of JSON is written as soon as its thumbnail is, while others are being made")
  func linesAtOnce() async throws {
    // Nobody reads the second thumbnail, and it is longer than a pipe's buffer: it is never complete.
    let tool = try await bash(
      """
      cp -p photos/a.jpg photos/z.jpg; mkfifo photos/z.jpg_thumb.png; exec 3<> photos/z.jpg_thumb.png
      thumb --watch photos -f png -s 1000 -j 1 --json > events & watch=$!
      await grep -q photos/a.jpg events
      kill $watch; wait $watch; jq -r .input events
      """)
    #expect(tool.text == "photos/a.jpg\n")
  }

  @Test("A thumbnail never replaces a picture")
  func pictures() async throws {
    let tool = try await bash(
      """
      cp b.png photos/a.png; sum=$(sha256sum photos/a.jpg)
      thumb --watch photos -o '{dir}/{stem}.jpg' -s 64 > events 2> errors & watch=$!
      await grep -q a.jpg errors; cp b.png photos/new && mv photos/new photos/z.png; await test -s photos/z.jpg
      rm photos/a.png; await grep -q 'deleted photos/a.png' events
      kill $watch; wait $watch
      [ "$sum" = "$(sha256sum photos/a.jpg)" ] && echo same
      """)
    #expect(tool.text == "same\n")
  }

  @Test("Options that make no sense are refused, and a file is not a directory", .timeLimit(.minutes(5)))
  func refused() async throws {
    for options in [["-o", "-"], ["--no-clobber"], ["--dry-run"], ["--srcset", "json"]] {
      let tool = try InProcess("thumb", ["--watch", folder.file("photos")] + options)
      #expect(tool.status == 64)
      #expect(tool.errors.contains("--watch and"))
    }
    let oneName = try InProcess("thumb", ["--watch", folder.file("photos"), "-o", "x.jpg"])
    #expect(oneName.status == 64)
    #expect(oneName.errors.contains("--watch needs a field such as {stem} in -o"))
    let tool = try await Tool.cameo("thumb", ["--watch", "b.png"], directory: folder.path)
    #expect(tool.status == 1)
    #expect(tool.errors.contains("is not a directory"))
  }
}
