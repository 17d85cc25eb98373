internal import ByteStreams
internal import TestKit
internal import Testing

@Suite(.timed) struct UniqueNamesTests {
  @Test("Taken names are numbered")
  func takenNamesAreNumbered() {
    var names = UniqueNames()
    names.insert("a-3")
    #expect(["a", "a", "a", "a", "b", "a-2"].map { names.add($0) } == ["a", "a-2", "a-4", "a-5", "b", "a-2-2"])
  }

  @Test("Taken names of files are numbered before their suffix")
  func takenNamesOfFiles() {
    var names = UniqueNames()
    let given = ["a.xml", "a.xml", "a.xml", "a-2.xml", ".profile", ".profile", "a.tar.gz", "a.tar.gz", "b", "b"]
    #expect(
      given.map { names.add(file: $0) } == [
        "a.xml", "a-2.xml", "a-3.xml", "a-2-2.xml", ".profile", ".profile-2", "a.tar.gz", "a.tar-2.gz", "b", "b-2",
      ])
  }

  @Test("Many of one name are numbered in time", .timeLimit(.minutes(20)))
  func manyOfOneNameAreNumberedInTime() {
    var names = UniqueNames()
    var last = ""
    for _ in 0..<200_000 { last = names.add("x") }
    #expect(last == "x-200000")
  }
}
