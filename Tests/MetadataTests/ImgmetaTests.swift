internal import Foundation
internal import TestKit
internal import Testing

@Suite("imgmeta", .timed)
struct ImgmetaTests {
  private let photo = Fixtures.path("jpeg/valid/exif_gps_big_endian.jpg")

  private func json(_ arguments: [String]) async throws -> [[String: Any]] {
    let result = try await Tool.cameo("imgmeta", ["--json"] + arguments)
    let records = try JSONSerialization.jsonObject(with: Data(result.output))
    return try #require(records as? [[String: Any]])
  }

  @Test("JSON has typed values")
  func jsonHasTypedValues() async throws {
    let file = try #require(try await json([photo]).first)
    let image = try #require((file["images"] as? [[String: [String: Any]]])?.first)
    #expect(file["schema"] as? Int == 1)
    #expect(file["format"] as? String == "jpeg")
    #expect(image["Image"]?["Width"] as? Int == 67)
    #expect(image["Image"]?["HasAlpha"] as? Bool == false)
    #expect(image["IFD0"]?["Model"] as? String == "Fixture One")
    let exposure = try #require(image["Exif"]?["ExposureTime"] as? [String: Any])
    #expect(exposure["numerator"] as? Int == 1 && exposure["denominator"] as? Int == 250)
    #expect(exposure["value"] as? Double == 0.004)
    #expect(image["Exif"]?["ComponentsConfiguration"] as? [Int] == [1, 2, 3, 0])
    #expect(file["warnings"] as? [String] == [])
  }

  @Test("There is one record for each file in order")
  func thereIsOneRecordForEachFileInOrder() async throws {
    let names = ["tiff/valid/pages_forty.tif", "missing.jpg", "png/valid/gray1.png"].map { Fixtures.path($0) }
    let files = try await json(names)
    #expect(files.map { $0["input"] as? String } == names)
    #expect((files[0]["images"] as? [Any])?.count == 40)
    #expect((files[1]["error"] as? [String: Any])?["kind"] as? String == "io")
    #expect(files[2]["format"] as? String == "png")
  }

  @Test("Tags are chosen by name")
  func tagsAreChosenByName() async throws {
    let result = try await Tool.cameo(
      "imgmeta",
      ["--tag", "model", "--tag", "exif:datetimeoriginal", "--tag", "GPS:Latitude", "--tag", "nothing", photo])
    #expect(result.status == 0)
    #expect(result.errors == "imgmeta: note: no file has 'nothing'\n")
    #expect(
      result.text
        == "IFD0:Model: Fixture One\nExif:DateTimeOriginal: 2024:05:06 07:08:09\nGPS:Latitude: -47.55597222\n")
  }

  /// As ExifTool 12.57 prints them.
  @Test("Brands of JPEG XL are in the group of JPEG 2000")
  func brandsOfJPEGXLAreInTheGroupOfJPEG2000() async throws {
    let result = try await Tool.cameo("imgmeta", ["--exiftool", Fixtures.path("jpegxl/valid/container.jxl")])
    for line in [
      #""Jpeg2000:MajorBrand": "jxl ""#, #""Jpeg2000:MinorVersion": "0.0.0""#,
      #""Jpeg2000:CompatibleBrands": ["jxl "]"#,
    ] {
      #expect(result.text.contains(line))
    }
  }

  @Test("A plain command line gives the same as one that the argument library parses", arguments: [[], ["--json"]])
  func plainLines(flags: [String]) async throws {
    let files = Fixtures.names(under: "jpeg/valid").map { Fixtures.path($0) }
    let plain = try await Tool.cameo("imgmeta", flags + files)
    let parsed = try await Tool.cameo("imgmeta", flags + ["-j", "2", "--"] + files)
    #expect(plain.output == parsed.output && plain.errors == parsed.errors && plain.status == parsed.status)
    #expect(!plain.output.isEmpty)
  }

  @Test("The output does not depend on the locale", arguments: ["C", "C.utf8", "de_DE.UTF-8", "tr_TR.UTF-8"])
  func locales(locale: String) async throws {
    let files = Fixtures.names(under: "jpeg/valid").map { Fixtures.path($0) }
    let plain = try await Tool.cameo("imgmeta", files, environment: ["LC_ALL": "C", "LANGUAGE": ""])
    let other = try await Tool.cameo(
      "imgmeta", files, environment: ["LC_ALL": locale, "LANG": locale, "LANGUAGE": "de", "TZ": "Asia/Tokyo"])
    #expect(other.output == plain.output && other.errors == plain.errors)
  }

  @Test("Pages are shown one by one")
  func pagesAreShownOneByOne() async throws {
    let result = try await Tool.cameo("imgmeta", ["--text", Fixtures.path("tiff/valid/pages_three_kinds.tif")])
    #expect(result.text.contains("-- Image 3 of 3"))
    #expect(result.status == 0)
  }

  @Test("Hostile text does not reach the terminal")
  func hostileTextDoesNotReachTheTerminal() async throws {
    let directory = try TemporaryDirectory()
    let comment = Array("\u{1B}[2Jgone\n\u{202E}x".utf8)
    let file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xFE, 0, UInt8(comment.count + 2)] + comment + [0xFF, 0xD9]
    let path = try directory.write(file, to: "a.jpg")
    let result = try await Tool.cameo("imgmeta", [path])
    #expect(!result.output.contains(0x1B))
    #expect(result.text.contains("\\x1B[2Jgone\\n\\u{202E}x"))
    #expect(result.status == 3)
  }

  @Test(
    "An unreadable file gives one line with the reason, and exit status 1",
    arguments: [("empty.jpg", [UInt8]()), ("text.jpg", Array("just text".utf8)), ("gif.png", Array("GIF89a...".utf8))])
  func unreadable(name: String, bytes: [UInt8]) async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(bytes, to: name)
    let result = try await Tool.cameo("imgmeta", [path])
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("imgmeta: \(path): "))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test("Formats that are not allowed are refused")
  func formatsThatAreNotAllowedAreRefused() async throws {
    let result = try await Tool.cameo("imgmeta", ["--allow", "png", photo])
    #expect(result.status == 1)
    #expect(result.errors.contains("not allowed"))
  }

  @Test("Usage errors are status 64")
  func usageErrorsAreStatus64() async throws {
    for arguments in [[], ["--text", "--json", photo], ["--no-such-option"]] {
      #expect(try await Tool.cameo("imgmeta", arguments).status == 64)
    }
  }

  @Test("It links no codec")
  func libraries() async throws {
    let result = try await Tool.run("ldd", ["\(Tool.products)/imgmeta"])
    for library in ["libjpeg", "libpng", "libtiff", "liblcms2", "libFoundation.so"] {
      #expect(!result.text.contains(library), "\(library)")
    }
  }
}
