@testable internal import CommandKit
internal import Testing

@Suite("Short options")
struct ShortOptionTests {
  @Test(
    "Values and flags are taken apart where the argument library would not",
    arguments: [
      (["-rs256", "a"], ["-r", "-s=256", "a"]), (["-oname=x"], ["-o=name=x"]), (["-rofile"], ["-r", "-o=file"]),
      (["-s256"], ["-s256"]), (["-o=x"], ["-o=x"]), (["-o", "-rs256"], ["-o", "-rs256"]),
      (["--output", "-rs256"], ["--output", "-rs256"]), (["--output=x", "-rs256"], ["--output=x", "-r", "-s=256"]),
      (["--", "-rs256"], ["--", "-rs256"]), (["-o", "--", "-rs256"], ["-o", "--", "-r", "-s=256"]),
      (["-x=1", "-", ""], ["-x=1", "-", ""]),
    ])
  func separated(_ arguments: [String], _ expected: [String]) {
    #expect(ShortOptions.separated(arguments) == expected)
  }
}
