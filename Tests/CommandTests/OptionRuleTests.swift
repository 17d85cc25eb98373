internal import ArgumentParser
@testable internal import CommandKit
internal import Foundation
internal import TestKit
internal import Testing
@testable internal import imgconv
@testable internal import thumb

@Suite("Options that cannot be used together", .timed)
struct OptionRuleTests {
  @Test("Messages name the options that were given")
  func messages() {
    let none: String? = nil
    func message(_ check: () throws -> Void) -> String {
      do { try check() } catch { return (error as? ValidationError)?.message ?? "\(error)" }
      return ""
    }
    #expect(
      message { try OptionRules.clash("-a", "x" as String?, with: ["-b": none, "-c": true]) }
        == "-a and -c cannot be used together")
    #expect(message { try OptionRules.clash("-a", none, with: ["-c": true]) } == "")
    #expect(message { try OptionRules.clash("-a", true, with: ["-b": [String](), "-c": false]) } == "")
    #expect(message { try OptionRules.need("-a", false, for: ["-b": none, "-c": ["x"]]) } == "-c needs -a")
    #expect(message { try OptionRules.need("-a", true, for: ["-c": ["x"]]) } == "")
    #expect(
      message { try OptionRules.exclude(["-a": true, "-b": none, "-c": true]) } == "-a, -b and -c exclude each other")
    #expect(message { try OptionRules.exclude(["-a": true, "-b": false]) } == "")
    #expect(message { try OptionRules.atMostOne(["-b", "-c", "-d"]) } == "-b and -c exclude each other")
    #expect(message { try OptionRules.atMostOne(["-b"]) } == "")
  }

  @Test("The names in rules are those of declared options")
  func names() throws {
    let thumb = try #require(try Thumb.parsed(["a"]) as? Thumb)
    let imgconv = try #require(try Imgconv.parsed(["a"]) as? Imgconv)
    func check(_ options: NamedOptions, _ command: any CameoCommand.Type) {
      let declared = DeclaredOption.all(of: command)
      for (name, value) in options {
        // `-o -` is an option with one of its values.
        #expect(declared[String(name.prefix { $0 != " " })] != nil, "\(name)")
        #expect(!value.isGiven, "\(name)")
      }
    }
    check(thumb.optionsWithoutFreedesktop, Thumb.self)
    check(thumb.optionsWithoutWatch, Thumb.self)
    check(imgconv.pixelOptions, Imgconv.self)
  }

  @Test("The names of options that are not a job's are those of declared options")
  func jobs() {
    var ofAll = JobOptions.optionsOfRun.union(JobOptions.optionsWithoutJobs)
    // It is not listed in the help.
    ofAll.remove("--first-line")
    for command in InProcess.commands.values {
      guard let command = command as? any JobCommand.Type else { continue }
      let declared = Set(DeclaredOption.all(of: command).keys)
      #expect(command.optionsOfRun.union(command.optionsWithoutJobs).isSubset(of: declared))
      ofAll.subtract(declared)
    }
    #expect(ofAll == [])
  }

  @Test("Every option of imgconv that changes the picture excludes a change of metadata alone")
  func pixelOptions() throws {
    let imgconv = try #require(try Imgconv.parsed(["a"]) as? Imgconv)
    let description = try JSONSerialization.jsonObject(with: Data(Imgconv._dumpHelp().utf8)) as? [String: Any]
    let arguments = (description?["command"] as? [String: Any])?["arguments"] as? [[String: Any]] ?? []
    let changing = arguments.filter {
      ["Format options", "Picture options", "Colour options"].contains($0["sectionTitle"] as? String)
    }
    #expect(changing.count > 20)
    let named = Set(imgconv.pixelOptions.map(\.key))
    for argument in changing {
      let names = (argument["names"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
      // `--page` chooses the metadata of a page.
      if names.contains("page") { continue }
      #expect(names.contains { named.contains(($0.count == 1 ? "-" : "--") + $0) }, "\(names)")
    }
  }
}
