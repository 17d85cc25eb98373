internal import Drawing
internal import ImageModel
internal import PageDescriptions
internal import TestKit
internal import Testing

@Suite("Content that continues on further pages", .timed) struct FlowTests {
  /// 40 rows of 20 points and a header of 20 on pages with 200 points of space, and the elements below them.
  private func table(rows: Int, more: String = "") throws -> Drawn {
    let data = "{\"rows\": [" + (1...rows).map { "\"row \($0)\"" }.joined(separator: ",") + "]}"
    return try Drawn(
      """
      {"version": 1, "pages": [{"size": [200, 220], "margin": 10, "elements": [
        {"type": "text", "x": 100, "y": 0, "text": "page {page} of {pages}", "on": "every", "style": {"size": 6}},
        {"type": "table", "id": "t", "y": 70, "columns": ["1fr"], "header": ["head"], "style": {"size": 8}, "padding": 0,
         "rows": [{"for": "row in rows", "height": 20, "cells": ["{row}"]}]},
        {"type": "rectangle", "id": "sum", "below": "t", "y": 5, "height": 30, "fill": "red"},
        {"type": "text", "on": "last", "x": 10, "y": 0, "text": "the end", "style": {"size": 6}}\(more)
      ]}]}
      """, data: data)
  }

  @Test("Rows that do not fit continue below a repeated header")
  func rowsThatDoNotFitContinueBelowARepeatedHeader() async throws {
    let drawn = try table(rows: 20)
    // The header is a line of 8 points, about 10 high: 6 rows fit into 140 points on the first page, 9 into 200.
    #expect(drawn.sizes.count == 3)
    let pages = [try await drawn.text(page: 1), try await drawn.text(page: 2), try await drawn.text(page: 3)]
    #expect(pages.map { $0.filter { $0 == "head" }.count } == [1, 1, 1])
    let rows = pages.map { $0.filter { $0.hasPrefix("row ") } }
    #expect(rows[0] == (1...6).map { "row \($0)" })
    #expect(rows[1] == (7...15).map { "row \($0)" })
    #expect(rows[2] == (16...20).map { "row \($0)" })
    for (index, page) in pages.enumerated() {
      #expect(page.contains { $0.contains("page \(index + 1) of 3") })
      #expect(page.contains { $0.contains("the end") } == (index == 2))
    }
    // Five rows and the header end at about 10 + 10 + 100; the box is 5 below that.
    let seen = try await drawn.pixels(page: 3, [(50, 118), (50, 132), (50, 152), (50, 160)])
    #expect(seen == ["#ffffff", "#ff0000", "#ff0000", "#ffffff"])
  }

  @Test("Elements below move to another page if the page is full")
  func elementsBelowMoveToAnotherPageIfThePageIsFull() async throws {
    // 15 rows end at 10 + 10 + 180 of 210 on page 2: the box of 30 does not fit under them.
    let drawn = try table(rows: 15, more: ", {\"type\": \"text\", \"below\": \"sum\", \"text\": \"under the box\"}")
    #expect(drawn.sizes.count == 3)
    #expect(try await drawn.text(page: 3).contains("under the box"))
    #expect(try await drawn.pixels(page: 3, [(50, 11), (50, 39), (50, 60)]) == ["#ff0000", "#ff0000", "#ffffff"])
    #expect(try await drawn.text(page: 2).contains("row 15"))
  }

  @Test("A row higher than any page is an error")
  func aRowHigherThanAnyPageIsAnError() {
    let json = """
      {"version": 1, "pages": [{"size": [200, 100], "margin": 10, "elements": [
        {"type": "table", "columns": ["1fr"], "rows": [["a"], {"cells": ["b"], "height": 500}]}]}]}
      """
    #expect(failure { _ = try Drawn(json) }.contains("elements[0].rows[1] (line 2): the row is too high"))
  }

  @Test("Long text continues")
  func longTextContinues() async throws {
    let words = (1...400).map { "w\($0)" }
    let drawn = try Drawn(
      """
      {"version": 1, "pages": [{"size": [200, 200], "margin": 10, "elements": [
        {"type": "text", "id": "body", "overflow": "continue", "continued": {"y": 40}, "text": "\(words.joined(separator: " "))"},
        {"type": "text", "below": "body", "y": 10, "text": "END"}]}]}
      """)
    #expect(drawn.sizes.count > 2)
    let text = try await Tool.run("pdftotext", [drawn.path, "-"]).text
    #expect(text.split { " \n\u{C}".contains($0) }.map(String.init) == words + ["END"])
    // The second page begins 40 points below its top.
    let second = try await Tool.run("pdftotext", ["-bbox", "-f", "2", "-l", "2", drawn.path, "-"]).text
    let tops = second.split(separator: "yMin=\"").dropFirst().compactMap { Double($0.prefix { $0 != "\"" }) }
    #expect(abs((tops.min() ?? 0) - 40) < 4)
  }

  /// The footer begins in the bottom margin, so that it stays there.
  @Test("Text without a height continues where it would run off the page")
  func textWithoutAHeightContinuesWhereItWouldRunOffThePage() async throws {
    let words = (1...400).map { "w\($0)" }
    let drawn = try Drawn(
      """
      {"version": 1, "pages": [{"size": [200, 200], "margin": 20, "elements": [
        {"type": "text", "id": "body", "y": 100, "text": "\(words.joined(separator: " "))"},
        {"type": "text", "below": "body", "text": "END"},
        {"type": "text", "y": 184, "style": {"size": 6}, "text": "FOOT {page} of {pages}", "on": "every"}]}]}
      """)
    let text = try await Tool.run("pdftotext", [drawn.path, "-"]).text
    let foot = (1...drawn.sizes.count).flatMap { ["FOOT", "\($0)", "of", "\(drawn.sizes.count)"] }
    let found = text.split { " \n\u{C}".contains($0) }.map(String.init)
    #expect(drawn.sizes.count > 2)
    #expect(found.filter { $0.hasPrefix("w") || $0 == "END" } == words + ["END"])
    #expect(found.filter { !$0.hasPrefix("w") && $0 != "END" } == foot)
    // Nothing but the footer is in the bottom margin.
    let boxes = try await Tool.run("pdftotext", ["-bbox", drawn.path, "-"]).text
    for line in boxes.split(separator: "\n") where line.contains(">w") {
      #expect(line.split(separator: "\"").count > 7 && (Double(line.split(separator: "\"")[7]) ?? 999) < 181, "\(line)")
    }
  }

  /// 12 lines of some 13 points end in the bottom margin of 50 points, but not below the page.
  @Test("Text that ends on the page stays on it")
  func textThatEndsOnThePageStaysOnIt() throws {
    let lines = (1...12).map { "l\($0)" }.joined(separator: "\\n")
    let drawn = try Drawn(
      """
      {"version": 1, "pages": [{"size": [200, 200], "margin": [20, 20, 50, 20], "elements": [
        {"type": "text", "style": {"font": "DejaVu Sans"}, "text": "\(lines)"}]}]}
      """)
    #expect(drawn.sizes.count == 1)
  }

  @Test("Batches and steps make sheets")
  func batchesAndStepsMakeSheets() async throws {
    let data = "{\"names\": [" + (1...7).map { "\"n\($0)\"" }.joined(separator: ",") + "]}"
    let drawn = try Drawn(
      """
      {"version": 1, "pages": [{"for": "some in names by 4", "size": [200, 100], "margin": 0, "elements": [
        {"type": "text", "for": "i, name in some", "step": {"x": 100, "y": 50, "columns": 2}, "width": 90, "text": "{name} is {i}"}]}]}
      """, data: data)
    #expect(drawn.sizes.count == 2)
    let words = try await Tool.run("pdftotext", ["-bbox", drawn.path, "-"]).text.split(separator: "\n").filter {
      $0.contains(">n")
    }
    let places = words.map { word -> String in
      let parts = word.split(separator: "\"")
      let (x, y) = (Double(parts[1]) ?? -1, Double(parts[3]) ?? -1)
      return "\(parts[8].dropFirst().prefix(2)) \(x < 50 ? "left" : "right") \(y < 40 ? "top" : "bottom")"
    }
    // poppler reads a page column by column where it sees columns.
    #expect(
      Set(places) == [
        "n1 left top", "n2 right top", "n3 left bottom", "n4 right bottom", "n5 left top", "n6 right top",
        "n7 left bottom",
      ])
  }

  /// The box ends at 60 of 90.
  @Test(
    "An element below the one before it moves to another page where less than it needs is left", arguments: [20, 40])
  func neededSpace(_ needs: Int) async throws {
    let drawn = try Drawn(
      """
      {"version": 1, "pages": [{"size": [200, 100], "margin": 10, "elements": [
        {"type": "rectangle", "height": 50, "fill": "silver"},
        {"type": "text", "below": true, "needs": \(needs), "text": "HEAD"},
        {"type": "text", "below": true, "overflow": "continue", "text": "body"}]}]}
      """)
    #expect(drawn.sizes.count == (needs == 20 ? 1 : 2))
    #expect(try await drawn.text(page: drawn.sizes.count) == ["HEAD", "body"])
    // The keys of elements without an ID are no destinations.
    #expect(drawn.destinations.joined().isEmpty)
  }

  @Test("A row that is higher than a page continues on the next one, below the header")
  func rowHigherThanAPage() async throws {
    let words = (1...40).map { "w\($0)" }
    let drawn = try Drawn(
      """
      {"version": 1, "pages": [{"size": [200, 120], "margin": 10, "elements": [
        {"type": "table", "columns": ["auto", "1fr"], "header": ["HEADER", ""], "rows": [
          ["first", "x"], ["second", "\(words.joined(separator: "\\n"))"], ["third", "y"]]}]}]}
      """)
    #expect(drawn.sizes.count > 4)
    let text = try await Tool.run("pdftotext", [drawn.path, "-"]).text
    let found = text.split { " \n\u{C}".contains($0) }.map(String.init)
    #expect(found.filter { $0.hasPrefix("w") } == words)
    #expect(found.count { $0 == "HEADER" } == drawn.sizes.count)
    #expect(found.filter { ["first", "second", "third"].contains($0) } == ["first", "second", "third"])
  }

  @Test("A part of a text is a link where its words are, on each of its lines")
  func linkInAText() async throws {
    let drawn = try Drawn(
      """
      {"version": 1, "pages": [{"size": [160, 100], "margin": 10, "elements": [
        {"type": "text", "style": {"font": "DejaVu Sans"}, "marker": "7.", "x": 40, "padding": [2, 3],
         "runs": ["See ", {"text": "handbook chapters", "link": {"uri": "https://example.org/"}}, " now."]}]}]}
      """)
    let links = try #require(drawn.links.first).map(\.rect).sorted { $0.maxY > $1.maxY }
    var words: [String: [Double]] = [:]
    for line in try await Tool.run("pdftotext", ["-bbox", drawn.path, "-"]).text.split(separator: "\n") {
      let parts = line.split(separator: "\"")
      guard line.contains("<word"), parts.count > 8 else { continue }
      words[String(parts[8].dropFirst().prefix { $0 != "<" })] = [1, 5].compactMap { Double(parts[$0]) }
    }
    let (handbook, chapters) = (try #require(words["handbook"]), try #require(words["chapters"]))
    try #require(links.count == 2)
    #expect(abs(links[0].minX - handbook[0]) < 1 && abs(links[0].maxX - handbook[1]) < 5)
    #expect(abs(links[1].minX - chapters[0]) < 1 && abs(links[1].maxX - chapters[1]) < 1)
    // The marker is left of the box, which begins at 40.
    let marker = try #require(words["7."])
    #expect(marker[1] < 43)
  }
}
