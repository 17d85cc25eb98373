internal import ImageModel
internal import Imaging
internal import MetadataModel
internal import TestKit
internal import Testing

/// Images that belong to a picture: depth and gain maps.
@Suite(.timed) struct AuxiliaryImageTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @discardableResult
  private func convert(_ path: String, _ image: String, to output: String) throws -> JobReport {
    var job = ConversionJob(input: .path(path), output: .path(output))
    job.image = image
    return try job.run(in: JobEnvironment(limits: .standard))
  }

  /// heif-convert writes the depth. The gain map by ISO 21496-1, which is hidden, has the same data in the fixtures.
  @Test("Depth and gain map of HEIF are those of another program", arguments: ["heic", "avif"])
  func depthAndGainMapOfHEIFAreThoseOfAnotherProgram(_ kind: String) async throws {
    let source = Fixtures.path("\(kind)/valid/depth.\(kind)")
    _ = try await Tool.run("heif-convert", ["--with-aux", source, directory.file("theirs.png")])
    try convert(source, "depth", to: directory.file("depth.png"))
    try convert(Fixtures.path("\(kind)/valid/gain_map.\(kind)"), "gainmap", to: directory.file("gainmap.png"))
    let result = try await Tool.python(
      """
      import sys, numpy
      from PIL import Image
      depth, gainmap, theirs = (numpy.asarray(Image.open(f"{sys.argv[1]}/{name}.png").convert("L")).astype(int)
                                for name in ("depth", "gainmap", "theirs-depth"))
      print(depth.shape, depth.std() > 10, abs(depth - theirs).max(), abs(depth - gainmap).max())
      """, [directory.path])
    #expect(result.text == "(64, 64) True 0 0\n", "\(result.errors)")
  }

  @Test("An image of the same format is no copy of the file")
  func anImageOfTheSameFormatIsNoCopyOfTheFile() throws {
    let output = directory.file("depth.heic")
    let report = try convert(Fixtures.path("heic/valid/depth.heic"), "depth", to: output)
    #expect(report.outputs.map(\.isCopied) == [false])
    let file = try ImageSource(path: output)
    #expect(try file.count == 1 && file.properties(at: 0)["QuickTime"]?["AuxiliaryImages"] == nil)
  }

  @Test("Images that are missing are named")
  func imagesThatAreMissingAreNamed() throws {
    for (path, known) in [("heic/valid/depth.heic", "the file has depth"), ("png/valid/rgb8.png", "the file has none")]
    {
      let error = #expect(throws: ImageError.self) {
        try convert(Fixtures.path(path), "gainmap", to: directory.file("out.png"))
      }
      #expect(error?.kind == .usage && error?.message.contains(known) == true && error?.path != nil)
    }
    #expect(directory.names == [])
  }

  /// A JPEG file of two pictures (CIPA DC-007, 5.2), the second of which says in XMP that it is a gain map. It is
  /// turned as the first one is.
  @Test("The gain map of an Ultra HDR file is found")
  func theGainMapOfAnUltraHDRFileIsFound() throws {
    func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
      [0xFF, marker] + [UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
    }
    func long(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 255) } }
    func short(_ value: Int) -> [UInt8] { Array(long(value).prefix(2)) }
    let packet = """
      <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description rdf:about='' \
      xmlns:hdrgm='http://ns.adobe.com/hdr-gain-map/1.0/' hdrgm:Version='1.0'/></rdf:RDF>
      """
    let gray = Fixtures.bytes(Fixtures.path("jpeg/valid/size_7x5.jpg"))
    let xmp = segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8))
    let map = Array(gray.prefix(2)) + xmp + gray.dropFirst(2)
    let photo = Fixtures.bytes(Fixtures.path("jpeg/valid/orientation_6.jpg"))
    let length = photo.count + 90
    var index = Array("II*\0".utf8) + long(8) + short(3)
    index += short(0xB000) + short(7) + long(4) + Array("0100".utf8)
    index += short(0xB001) + short(4) + long(1) + long(2)
    index += short(0xB002) + short(7) + long(32) + long(50) + long(0)
    index += long(0x2003_0000) + long(length) + long(0) + long(0)
    index += long(0) + long(map.count) + long(length - 10) + long(0)
    let file = Array(photo.prefix(2)) + segment(0xE2, Array("MPF\0".utf8) + index) + photo.dropFirst(2) + map
    try #require(file.count == length + map.count)
    let path = try directory.write(file, to: "ultra.jpg")
    let found = try ImageSource(path: path).auxiliary("gainmap")
    #expect(try found.info(at: 0).size == PixelSize(width: 7, height: 5) && found.info(at: 0).orientation.rawValue == 6)
    let (ours, plain) = (
      try found.image(at: 0).pixels,
      try ImageSource(path: Fixtures.path("jpeg/valid/size_7x5.jpg")).image(at: 0).pixels
    )
    #expect(ours.bytes.sorted() == plain.bytes.sorted())
    // Another kind of second picture is not a gain map.
    #expect(throws: ImageError.self) {
      try ImageSource(path: Fixtures.path("jpeg/valid/mpf_two_images.jpg")).auxiliary("gainmap")
    }
  }
}
