internal import Foundation
internal import TestKit
internal import Testing

/// How many open files and how much memory `mkpdf` may use, and what it does if its output fails.
@Suite("Limits on the resources of mkpdf", .timed) struct MkpdfBarTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Makes JPEG files of 17 sizes, each another picture: 0.jpg, 1.jpg and so on, named in a file "list".
  ///
  /// - Returns: the bytes of all of them.
  private func photographs(_ count: Int) async throws -> Int {
    let made = try await Tool.python(
      """
      import os, sys; from PIL import Image
      total = 0
      for number in range(int(sys.argv[2])):
        path = f'{sys.argv[1]}/{number}.jpg'
        color = (number % 256, number // 256, 90)
        Image.new('RGB', (20 + number % 17, 60 - number % 17), color).save(path, quality=95, subsampling=0)
        total += os.path.getsize(path)
      open(sys.argv[1] + '/list', 'w').write(''.join(f'{number}.jpg\\n' for number in range(int(sys.argv[2]))))
      print(total)
      """, [folder.path, "\(count)"])
    return try #require(Int(made.text.filter(\.isNumber)), "\(made.errors)")
  }

  /// The peak memory, in kilobytes, of mkpdf for a document of the list's first files, or of a text's first pages.
  private func memory(_ input: String, _ counts: [Int]) async throws -> [Int] {
    let result = try await Tool.python(
      """
      import os, subprocess, sys
      os.chdir(sys.argv[1])
      for count in map(int, sys.argv[4:]):
        if sys.argv[3] == 'list':
          open('part', 'w').writelines(open('list').readlines()[:count])
          inputs = ['--files-from', 'part']
        else:
          open('part.txt', 'w').write('\\f'.join(f'page {n}\\n' + 'Lorem ipsum dolor sit amet.\\n' * 50 for n in range(count)))
          inputs = ['part.txt']
        made = subprocess.Popen([sys.argv[2], *inputs, '-o', 'out.pdf'])
        _, status, usage = os.wait4(made.pid, 0)
        pages = subprocess.run(['qpdf', '--show-npages', 'out.pdf'], capture_output=True, text=True).stdout.strip()
        print(status, int(pages) - count, usage.ru_maxrss)
      """, [folder.path, "\(Tool.products)/mkpdf", input] + counts.map(String.init))
    let rows = result.text.split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
    try #require(rows.count == counts.count && rows.allSatisfy { $0.count == 3 }, "\(result.text)\(result.errors)")
    #expect(rows.allSatisfy { $0[0] == 0 && $0[1] == 0 }, "\(result.text)\(result.errors)")
    return rows.map { $0[2] }
  }

  @Test("A page of a picture takes at most 200 bytes besides the picture, with mixed sizes")
  func bytes() async throws {
    let total = try await photographs(300)
    let result = try await Tool.cameo("mkpdf", ["--files-from", "list", "-o", "out.pdf"], directory: folder.path)
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    let besides = Fixtures.bytes(folder.file("out.pdf")).count - total
    #expect(besides > 0 && besides <= 300 * 200, "\(besides)")
  }

  @Test("Memory stays flat with pages of pictures")
  func pictures() async throws {
    _ = try await photographs(1_600)
    let kilobytes = try await memory("list", [100, 1_600])
    // A number for each page, and the data that identifies an equal picture.
    #expect(kilobytes[1] - kilobytes[0] < 1_500 * 2, "\(kilobytes)")
  }

  @Test("Memory grows by at most 10 kB for each drawn page")
  func text() async throws {
    // The first is a whole batch of pages.
    let kilobytes = try await memory("text", [220, 820])
    #expect(kilobytes[1] - kilobytes[0] <= 600 * 10, "\(kilobytes)")
  }

  @Test("A closed pipe ends the work quietly; a full device ends it with a message")
  func outputs() async throws {
    _ = try await photographs(3)
    func bash(_ script: String) async throws -> Tool.Result {
      try await Tool.run(
        "bash", ["-c", script, "bash", "\(Tool.products)/mkpdf", Fixtures.path("jpeg/valid/photo_large_420.jpg")],
        directory: folder.path)
    }
    // More than a pipe holds.
    let left = try await bash("\"$1\" \"$2\" \"$2\" 0.jpg -o - | head -c 4; echo \" ${PIPESTATUS[0]}\"")
    #expect(left.text == "%PDF 141\n" && left.errors == "", "\(left.errors)")
    let full = try await bash("\"$1\" 0.jpg -o - > /dev/full")
    #expect(full.status == 1 && full.errors == "mkpdf: standard output: cannot write: No space left on device\n")
    let device = try await bash("\"$1\" 0.jpg -o /dev/full")
    #expect(device.status == 1 && device.errors == "mkpdf: /dev/full: cannot write: No space left on device\n")
  }
}
