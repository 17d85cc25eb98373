internal import ImageModel
internal import Imaging
internal import TestKit
internal import Testing

/// What is written in the formats of netpbm, in farbfeld and in QOI, judged by netpbm and ffmpeg.
@Suite(.timed) struct PortableFormatTests {
  let directory: TemporaryDirectory
  let environment = JobEnvironment(limits: .standard)

  init() throws { directory = try TemporaryDirectory() }

  @discardableResult
  private func convert(_ name: String, to output: String) throws -> JobReport {
    try ConversionJob(input: .path(Fixtures.path(name)), output: .path(directory.file(output))).run(in: environment)
  }

  /// netpbm's files have the same headers, and `cmp` compares all bytes. netpbm has no farbfeld: its pixels are those of
  /// PAM in 16 bits, after another header.
  @Test("Files are those that netpbm writes")
  func netpbm() async throws {
    for (name, suffix) in [
      ("rgb8", "ppm"), ("rgb16", "ppm"), ("gray8", "pgm"), ("gray16", "pgm"), ("rgba8", "pam"), ("rgba16", "pam"),
      ("gray_alpha8", "pam"), ("gray1", "pbm"), ("rgba16", "ff"),
    ] { try convert("png/valid/\(name).png", to: "\(name).\(suffix)") }
    let script = """
      export LC_ALL=C
      status=0
      same() { cmp "$1" - || status=1; }
      for name in rgb8 rgb16; do pngtopnm "$0/$name.png" | same $name.ppm; done
      for name in gray8 gray16; do pngtopnm "$0/$name.png" | same $name.pgm; done
      for name in rgba8 rgba16 gray_alpha8; do pngtopam -alphapam "$0/$name.png" | same $name.pam; done
      pngtopnm "$0/gray1.png" | same gray1.pbm
      tail -c +17 rgba16.ff > samples
      pngtopam -alphapam "$0/rgba16.png" | sed '1,/^ENDHDR$/d' | same samples
      exit $status
      """
    let run = try await Tool.run("bash", ["-c", script, Fixtures.path("png/valid")], directory: directory.path)
    #expect(run.status == 0, "\(run.text)\(run.errors)")
  }

  @Test("netpbm and ffmpeg read the same pixels of a QOI file")
  func qoi() async throws {
    try convert("png/valid/rgba8.png", to: "a.qoi")
    try convert("png/valid/rgb8.png", to: "b.qoi")
    try convert("jpeg/valid/ycbcr_444.jpg", to: "c.qoi")
    try convert("jpeg/valid/ycbcr_444.jpg", to: "c.ppm")
    let script = """
      set -e -o pipefail
      export LC_ALL=C
      qoitopam a.qoi | cmp - <(pngtopam -alphapam "$0/rgba8.png")
      ffmpeg -v error -nostdin -i a.qoi -pix_fmt rgba -f rawvideo - \\
        | cmp - <(pngtopam -alphapam "$0/rgba8.png" | sed '1,/^ENDHDR$/d')
      qoitopam b.qoi | pamtopnm | cmp - <(pngtopnm "$0/rgb8.png")
      qoitopam c.qoi | pamtopnm | cmp - c.ppm
      """
    let run = try await Tool.run("bash", ["-c", script, Fixtures.path("png/valid")], directory: directory.path)
    #expect(run.status == 0, "\(run.text)\(run.errors)")
  }

  @Test("Greys become patterns in PBM, and a note says so; half of the pixels of a middle grey are black")
  func dithering() throws {
    let grey = try PixelBuffer(
      size: PixelSize(width: 64, height: 64), format: .gray8, bytes: [UInt8](repeating: 128, count: 4_096))
    let destination = try ImageDestination(format: "pbm")
    try destination.add(grey)
    let notes = try destination.finish()
    #expect(notes.contains { $0.severity == .note && $0.message.contains("patterns") })
    let head = Array("P4\n64 64\n".utf8)
    #expect(destination.finishedBytes.starts(with: head))
    let black = destination.finishedBytes.dropFirst(head.count).reduce(0) { $0 + $1.nonzeroBitCount }
    #expect((1_980...2_116).contains(black), "\(black)")
  }

  @Test("The name of the format decides on grey, colour and alpha")
  func kinds() throws {
    for (output, format, hasAlpha) in [("a.pgm", "pgm", false), ("a.ppm", "ppm", false), ("a.pam", "pam", true)] {
      try convert("png/valid/rgba8.png", to: output)
      let source = try ImageSource(path: directory.file(output))
      #expect(source.format == format)
      #expect(try source.info(at: 0).hasAlpha == hasAlpha)
    }
  }

  @Test(
    "A file that is copied is called cut where rows are missing",
    arguments: [("ppm/broken/cut_at_15_16.ppm", "a.ppm"), ("qoi/broken/cut_at_15_16.qoi", "a.qoi")])
  func cutCopies(_ name: String, _ output: String) throws {
    let report = try convert(name, to: output)
    #expect(report.outputs.map(\.isCopied) == [true])
    #expect(report.diagnostics.contains { $0.severity == .warning && $0.subject == .file }, "\(report.diagnostics)")
    #expect(try convert(name, to: "a.png").diagnostics.contains { $0.severity == .warning })
  }

  @Test("A stream of several pictures gives the first, and says so", arguments: ["ppm", "pbm"])
  func severalPictures(_ format: String) throws {
    let report = try convert("\(format)/valid/two_pictures.\(format)", to: "one.png")
    #expect(report.diagnostics.contains { $0.severity == .note && $0.message.contains("further pictures") })
  }
}
