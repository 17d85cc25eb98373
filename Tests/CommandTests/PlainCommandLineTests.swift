internal import ArgumentParser
internal import CommandKit
internal import Testing
@testable internal import thumb

/// Lines that are read without the argument library mean what the library makes of them.
@Suite("Plain command lines")
struct PlainCommandLineTests {
  @Test(
    "thumb reads a plain line as the argument library does",
    arguments: [
      "a.jpg", "a.jpg b.png", "a.jpg --json", "--json a.jpg", "-s 128 a.jpg", "-s128 a.jpg", "a.jpg -s 640x480",
      "a.jpg -sx90", "-o out.jpg a.jpg", "a.jpg -oout.jpg", "a b -d dir -s64", "-ddir a", "-q 80 a", "-q7 a",
      "a -f jpeg",
      "-fPNG a", "a -f same", "a -ftif", "-f jpg -s 20 -q 50 -o {stem}_{n:2}.jpg a --json b",
    ])
  func same(_ text: String) throws {
    let arguments = text.split(separator: " ").map(String.init)
    let line = try #require(PlainCommandLine(arguments, options: Thumb.plainOptions))
    let plain = try #require(ThumbnailBatch(line))
    #expect(String(reflecting: plain) == String(reflecting: try Thumb.parse(arguments).batch()))
  }

  @Test(
    "Everything else is left to the argument library",
    arguments: [
      "", "--json", "-s 128", "a -s", "-", "a -o -", "-rs256 a", "-r a", "-s=128 a", "-oname=x a", "-s 1 -s 2 a",
      "-- a",
      "a --size 128", "-h", "a -j 2", "--quiet a", "-o --json a", "-é a",
    ])
  func notPlain(_ text: String) {
    #expect(PlainCommandLine(text.split(separator: " ").map(String.init), options: Thumb.plainOptions) == nil)
  }

  @Test(
    "A value that is wrong is left to the argument library",
    arguments: ["-s 0 a", "-s 5y a", "-q 101 a", "-q x a", "-f gif a", "-o {stem a", "-o x -d y a"])
  func wrongValue(_ text: String) throws {
    let arguments = text.split(separator: " ").map(String.init)
    let line = try #require(PlainCommandLine(arguments, options: Thumb.plainOptions))
    #expect(ThumbnailBatch(line) == nil)
    #expect(throws: (any Error).self) { try Thumb.parse(arguments) }
  }

  @Test("A command without plain options takes file names and --json only")
  func noOptions() {
    #expect(PlainCommandLine(["a", "--json", "b"])?.files == ["a", "b"])
    #expect(PlainCommandLine(["a", "-s", "128"]) == nil)
  }
}
