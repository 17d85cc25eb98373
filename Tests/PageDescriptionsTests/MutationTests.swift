internal import Drawing
internal import ImageModel
internal import PageDescriptions
internal import StructuredFiles
internal import StructuredText
internal import TestKit
internal import Testing

/// Descriptions with a mistake somewhere: the result is a page, or an error that names a place.
@Suite("Broken descriptions", .timed) struct MutationTests {
  private static let text = """
    {"version": 1,
     "document": {"title": "t", "page": {"size": [300, 300], "margin": [10, 12], "background": "#eee"}, "style": {"size": 9}},
     "styles": {"a": {"font": ["serif"], "weight": 600}, "b": {"extends": "a", "align": "justify"}},
     "pages": [{"for": "p in list by 2", "bookmark": {"title": "x{p[0]}", "level": 1}, "elements": [
      {"type": "text", "id": "i", "style": "b", "y": 10, "width": 100, "height": 60, "overflow": "shrink", "padding": 2,
       "runs": ["a ", {"text": "{p[0]|0}", "style": {"color": "red", "letterSpacing": 1}}], "rotation": 10, "opacity": 0.5},
      {"type": "rectangle", "x": "1cm", "height": 20, "radius": 3, "stroke": {"color": "navy", "width": 2, "dash": [1, 2]},
       "fill": {"gradient": "linear", "stops": ["red", {"at": 0.5, "color": "blue"}]}, "link": {"uri": "a:b"}},
      {"type": "path", "data": "M0 0 a 3 3 0 1 0 5 5 q 1 2 3 4 z", "viewBox": [0, 0, 9, 9], "width": 20, "fill": "teal"},
      {"type": "line", "from": [0, 0], "to": [10, 10], "for": "n, q in p", "step": {"x": 5, "columns": 2}, "stroke": "gray"},
      {"type": "table", "id": "t", "y": 200, "columns": ["auto", {"width": "2fr", "align": "end"}, 40],
       "header": {"cells": ["A", {"text": "B", "span": 2}]}, "padding": 1, "continued": {"y": 15, "height": 100},
       "rows": [{"for": "q in list", "cells": ["{q}", {"runs": ["x"], "fill": "white"}, "y"], "height": 22}], "rules": "black"},
      {"type": "group", "below": "t", "y": 3, "clip": true, "elements": [{"type": "ellipse", "width": 5, "height": 5, "fill": "red"}]},
      {"type": "flow", "below": "t", "columns": 2, "gap": 9, "elements": [
        {"type": "text", "runs": ["a", {"footnote": ["b"]}], "keepWithNext": true, "style": {"script": "super", "widows": 3}},
        {"type": "rectangle", "height": 5, "fill": "red", "float": "top", "caption": "c"}]},
      {"type": "chart", "x": 9, "y": 9, "width": 90, "points": [{"label": "l", "values": [1, 2]}], "series": [{"name": "s"}]},
      {"type": "text", "on": "every", "y": 280, "text": "{page}/{pages}"}]}]}
    """

  @Test("Every value can be anything")
  func everyValueCanBeAnything() throws {
    let limits = Drawn.limits
    let fonts = try FontCatalog()
    let data = try StructuredSyntax.parse(Array("{\"list\": [1, \"two\", 3.5, 4, 5]}".utf8), limits: limits.structure)
    let whole = try StructuredSyntax.parse(Array(Self.text.utf8), limits: limits.structure)
    func draw(_ value: StructuredValue) throws {
      let description = try PageDescription(
        value, DescriptionOptions(data: data, limits: limits), fonts: fonts,
        resources: DecodedPictures(limits: .standard))
      for index in 0..<min(3, description.pageCount) {
        let context = try DrawingContext.image(size: PixelSize(width: 60, height: 60), scale: 0.2)
        try description.page(at: index).draw(on: context)
      }
    }
    try draw(whole)
    let replacements: [StructuredValue.Content] = [
      .null, .bool(true), .number(-1, text: "-1"), .number(1e6, text: "1e6"), .number(1e300, text: "1e300"),
      .number(1e-300, text: "1e-300"), .string(""), .string("{"), .string("{list}"), .string("999999mm"), .array([]),
      .array([StructuredValue(.array([]))]), .string(String(repeating: "é", count: 300)),
    ]
    var (errors, pages) = (0, 0)
    for place in 0..<Self.count(whole) {
      for replacement in replacements {
        var left = place
        let broken = Self.replacing(whole, &left, replacement)
        do {
          try draw(broken)
          pages += 1
        } catch {
          errors += 1
          let text = "\(error)"
          let roots = ["pages", "styles", "document", "version", "the description"]
          #expect(roots.contains { text.contains($0) }, "\(text)")
        }
      }
    }
    #expect(errors > 500 && pages > 100)
  }

  /// The number of values in a value.
  private static func count(_ value: StructuredValue) -> Int {
    switch value.content {
    case .array(let elements): 1 + elements.reduce(0) { $0 + count($1) }
    case .object(let object): 1 + object.members.reduce(0) { $0 + count($1.value) }
    default: 1
    }
  }

  /// The value with its n-th part replaced; `place` counts down.
  private static func replacing(
    _ value: StructuredValue, _ place: inout Int, _ replacement: StructuredValue.Content
  ) -> StructuredValue {
    place -= 1
    if place == -1 { return StructuredValue(replacement, line: value.line) }
    switch value.content {
    case .array(let elements):
      var result: [StructuredValue] = []
      for element in elements { result.append(replacing(element, &place, replacement)) }
      return StructuredValue(.array(result), line: value.line)
    case .object(let object):
      var members = object.members
      for index in members.indices { members[index].value = replacing(members[index].value, &place, replacement) }
      return StructuredValue(.object(object.with(members)), line: value.line)
    default: return value
    }
  }
}
