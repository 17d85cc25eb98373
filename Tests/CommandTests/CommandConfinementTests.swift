internal import Foundation
internal import TestKit
internal import Testing

/// Commands that confine themselves. An input takes the command over (`hostile_input` in TestKit/Programs): what it
/// tries then must fail, and what the command does must not.
@Suite("Commands that confine themselves", .timed)
struct CommandConfinementTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    for name in ["in", "out", "other", "temporary", "home"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    }
    try folder.write(Fixtures.bytes(Fixtures.path("jpeg/valid/photo_landscape_420.jpg")), to: "in/hostile.jpg")
    for place in ["in", "other"] {
      try folder.write(Fixtures.bytes(Fixtures.path("png/valid/alpha_edge.png")), to: "\(place)/b.png")
    }
  }

  private var environment: [String: String] {
    [
      "PATH": "\(Tool.products):/usr/bin:/bin", "TMPDIR": folder.file("temporary"), "HOME": folder.file("home"),
      "XDG_CACHE_HOME": folder.file("home/.cache"), "HOSTILE_FOLDER": folder.path,
    ]
  }

  private func bash(_ script: String) async throws -> Tool.Result {
    try await Tool.run("bash", ["-c", "set -e\n" + script], directory: folder.path, environment: environment)
  }

  /// Runs a command that is taken over. Returns its result and those of the attempts.
  private func taken(_ line: String, option: String = "") async throws -> (tool: Tool.Result, attempts: [String]) {
    let tool = try await bash(
      """
      export HOSTILE_REPORT=$PWD/report; rm -rf report out; mkdir out
      LD_PRELOAD=\(try await TestProgram.folder())/hostile_input.so \(line) \(option)
      """)
    return (tool, report)
  }

  /// The results of the attempts.
  private var report: [String] {
    String(decoding: Fixtures.bytes(folder.file("report")), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test(
    "An input that takes a command over reaches nothing but its inputs and outputs",
    arguments: [
      "thumb in/hostile.jpg -o out/a.png", "thumb -r in -d out", "imgconv in/hostile.jpg out/a.png",
      "imgmeta in/hostile.jpg", "imgmeta --csv in/hostile.jpg", "mkpdf in/hostile.jpg -o out/a.pdf",
      "imgindex update out/a.db in",
    ])
  func takenOver(_ line: String) async throws {
    let (free, all) = try await taken(line, option: "--confine off")
    #expect(free.status == 0, "\(free.errors)")
    // Some need root, or a file system.
    #expect(all.count == 31 && all.count { $0.hasSuffix(": ok") } >= 26, "\(all)")
    let (confined, refused) = try await taken(line, option: "--confine require")
    #expect(confined.status == 0, "\(confined.errors)")
    #expect(refused.count == 31 && !refused.contains { $0.hasSuffix(": ok") }, "\(refused)")
    // It is the default.
    let (standard, again) = try await taken(line)
    #expect(standard.status == 0 && again == refused, "\(again)")
  }

  @Test("A watch is confined as long as it runs")
  func watch() async throws {
    let tool = try await bash(
      """
      export HOSTILE_REPORT=$PWD/report; cp in/hostile.jpg new.jpg; rm in/hostile.jpg
      touch -d 2001-01-01 in/b.png
      LD_PRELOAD=\(try await TestProgram.folder())/hostile_input.so thumb --watch in -d out > events & watch=$!
      until [ -s out/b.png_thumb.png ]; do kill -0 $watch; sleep 0.05; done
      cp new.jpg in/hostile.jpg
      until [ -s out/hostile.jpg_thumb.jpg ]; do kill -0 $watch; sleep 0.05; done
      kill $watch; wait $watch || true
      """)
    #expect(tool.status == 0, "\(tool.errors)")
    #expect(report.count == 31 && !report.contains { $0.hasSuffix(": ok") }, "\(report)")
  }

  @Test("A watched directory that is made again cannot be read, which ends a confined watch")
  func madeAgain() async throws {
    let tool = try await bash(
      """
      touch -d 2001-01-01 in/b.png
      thumb --watch in -d out > events 2> errors & watch=$!
      until [ -s out/b.png_thumb.png ]; do kill -0 $watch; sleep 0.05; done
      rm -r in; mkdir in; cp other/b.png in
      status=0; wait $watch || status=$?; echo $status; cat errors
      """)
    let error = "thumb: in: another directory is at the path, and this process may not read it"
    let hint = "(this command confines itself to its inputs and outputs: --confine off)"
    #expect(tool.text == "1\n\(error) \(hint)\n", "\(tool.errors)")
  }

  @Test("Jobs may use any file, but neither the network nor other programs")
  func jobs() async throws {
    try folder.write(Array("{\"input\": \"in/hostile.jpg\", \"output\": \"out/a.png\"}\n".utf8), to: "jobs")
    let (tool, attempts) = try await taken("thumb --jobs jobs", option: "--confine require")
    #expect(tool.status == 0 && tool.text.contains("\"status\": \"ok\""), "\(tool.errors)")
    #expect(attempts.contains("read elsewhere: ok"))
    for name in ["connect", "unix socket", "fork and execute", "symlink elsewhere", "chmod elsewhere"] {
      #expect(attempts.contains { $0.hasPrefix("\(name): ") && !$0.hasSuffix("ok") }, "\(name)")
    }
    let isolated = try await bash("thumb --jobs jobs --isolate --confine require")
    #expect(isolated.text.contains("\"status\": \"ok\""), "\(isolated.text) \(isolated.errors)")
  }

  @Test("On a kernel without Landlock or seccomp commands work, and --confine require ends before anything is read")
  func missing() async throws {
    let escape = "\(try await TestProgram.folder())/escape"
    for (what, reason) in [("landlock", "this system has no Landlock"), ("seccomp", "seccomp: ")] {
      let tool = try await bash(
        """
        \(escape) without \(what) thumb in/b.png -o out/\(what).png
        \(escape) without \(what) thumb in/b.png -o out/none.png --confine off
        status=0; \(escape) without \(what) thumb in/b.png -o out/required.png --confine require || status=$?
        echo $status; test -s out/\(what).png; test -s out/none.png; ls out | wc -l
        """)
      #expect(tool.text == "1\n2\n")
      #expect(tool.errors.hasPrefix("thumb: --confine require: "), "\(tool.errors)")
      #expect(tool.errors.contains(reason), "\(tool.errors)")
      #expect(tool.errors.split(separator: "\n").count == 1)
      try FileManager.default.removeItem(atPath: folder.file("out/\(what).png"))
    }
  }

  @Test("Links that lead elsewhere, streams, lists, templates and outputs in place work in a confined command")
  func ordinary() async throws {
    let tool = try await bash(
      """
      exec 3>&1; ok() { "$@" --confine require || { echo "$*: $?" >&3; }; }
      cp in/b.png other/c.png; ln -s ../other/c.png in/link.png; ln -s other/linked.png out.png
      ok thumb in/link.png -o out/link.png
      ok thumb in/b.png -o out.png; test -s other/linked.png
      ok thumb - -o - < in/b.png > out/stream.png; test -s out/stream.png
      ok thumb /dev/stdin -o /dev/stdout < in/b.png | cat > out/devices.png; cmp out/stream.png out/devices.png
      ok thumb <(cat in/b.png) -o out/fd.png; cmp out/stream.png out/fd.png
      mkfifo fifo; cat in/b.png > fifo & ok thumb fifo -o out/fifo.png; cmp out/stream.png out/fifo.png
      printf '%s\\n' in/b.png other/c.png | ok thumb --files-from - -d made/deep --parents
      test -s made/deep/b_thumb.png; test -s made/deep/c_thumb.png
      printf '%s\\n' in/b.png other/c.png | ok thumb --files-from -
      test -s in/b_thumb.png; test -s other/c_thumb.png
      ok thumb in/b.png other/c.png -o 'small/{dir}/{width}/{stem}.png' --parents; ls small/in/*/b.png > /dev/null
      ok thumb in/b.png -o '{n}/x.png' --parents; test -s 1/x.png
      ok imgconv in/hostile.jpg --set exif.Artist=Ann --in-place; imgmeta --tag Artist in/hostile.jpg | grep -q Ann
      ln -s ../in/hostile.jpg other/in-place.jpg
      ok imgconv other/in-place.jpg --set exif.Artist=Eve --in-place; imgmeta --tag Artist in/hostile.jpg | grep -q Eve
      ok imgconv in/b.png -o out/copied.png --copy-from in/hostile.jpg
      for i in 1 2; do ok thumb in/b.png -o out/same.png --update; done
      ok thumb --freedesktop in/b.png; test -s home/.cache/thumbnails/normal/*.png
      ok thumb --freedesktop --shared in/b.png; test -s in/.sh_thumbnails/normal/*.png
      ok thumb --freedesktop --clean --quiet
      : > empty.png; ok thumb in/b.png -o empty.png; test -s empty.png
      ok imgindex update out/photos.db in --thumbnails --quiet > /dev/null; ls out | grep -q photos.db
      test $(ok imgindex query out/photos.db --count) -ge 2; ok imgindex duplicates out/photos.db > /dev/null
      ok imgmeta --extract exif in/hostile.jpg -o out/exif; test -s out/exif
      mkdir many; for i in $(seq 70); do cp in/b.png many/$i.png; done; ln -s ../other/c.png many/z.png
      ok imgmeta many/*.png --tag Width > /dev/null
      """)
    #expect(tool.status == 0, "\(tool.errors)")
    #expect(tool.text == "", "\(tool.errors)")
  }

  @Test("A message says that the confinement may be its cause")
  func hint() async throws {
    let tool = try await bash(
      """
      ln -s ../other/linked.png out/b_thumb.png
      status=0; thumb in/b.png -d out || status=$?; echo $status
      thumb in/b.png -d out --confine off; test -s other/linked.png
      """)
    #expect(tool.status == 0, "\(tool.errors)")
    #expect(tool.text == "1\n")
    let hint = "Permission denied (this command confines itself to its inputs and outputs: --confine off)\n"
    #expect(tool.errors.hasPrefix("thumb: out/b_thumb.png: ") && tool.errors.hasSuffix(hint), "\(tool.errors)")
  }

  @Test("Where the folder's permissions are the reason, a message does not name the confinement")
  func permissions() async throws {
    let tool = try await bash(
      """
      as=""; if [ $(id -u) = 0 ]; then
        as="setpriv --reuid 65534 --regid 65534 --clear-groups"; chmod 755 . in; chmod 777 temporary; chown 65534 in in/b.png
      fi
      mkdir closed; cp in/b.png closed; ln -s ../closed/new.xmp in/b.png.xmp; chmod 555 closed
      status=0; $as imgmeta --move -o closed/z_{name} closed/b.png || status=$?; echo $status
      status=0; $as imgconv --sidecar --set title=x in/b.png || status=$?; echo $status
      chmod 755 closed
      """)
    #expect(tool.text == "1\n1\n", "\(tool.errors)")
    #expect(tool.errors.split(separator: "\n").count == 2 && !tool.errors.contains("--confine"), "\(tool.errors)")
  }

  @Test("mkpdf finds fonts, the user's too, and files that options and page descriptions name")
  func documents() async throws {
    let tool = try await bash(
      """
      mkdir -p home/.fonts elsewhere; cp in/b.png elsewhere
      cp "$(fc-match -f '%{file}' 'DejaVu Sans')" home/.fonts/own.ttf
      cat > page.json <<END
      {"version": 1, "pages": [{"elements": [
        {"type": "image", "path": "$PWD/elsewhere/b.png", "x": 0, "y": 0, "width": 100}]}]}
      END
      echo text > in/text.txt
      for confine in require off; do
        mkpdf in/text.txt -o out/$confine.pdf --confine $confine
        mkpdf in/b.png -o out/stamp-$confine.pdf --stamp in/hostile.jpg --attach in/text.txt --confine $confine
        mkpdf page.json -o out/page-$confine.pdf --confine $confine
      done
      for name in '' stamp- page-; do cmp out/${name}require.pdf out/${name}off.pdf; done
      echo secret > password
      mkpdf in/b.png -o out/locked.pdf --attach in/text.txt --encrypt --user-password file:password
      mkpdf --password file:password out/locked.pdf --list-attachments --confine require | grep -q text.txt
      pdffonts out/require.pdf | tail -n +3 | wc -l
      """)
    #expect(tool.status == 0, "\(tool.errors)")
    #expect(tool.text == "1\n")
  }
}
