internal import PageDescriptions
internal import StructuredFiles
internal import StructuredText
internal import TestKit
internal import Testing

/// The JSON Schema, the reference and the program agree.
@Suite("Schema of descriptions", .timed) struct SchemaTests {
  private static let docs = "\(Fixtures.root)/docs"

  /// Validates JSON texts with python3-jsonschema: the path of the first fault for each, or "valid".
  private func verdicts(_ texts: [String], definition: String = "") async throws -> [String] {
    let directory = try TemporaryDirectory()
    for (index, text) in texts.enumerated() { try directory.write(Array(text.utf8), to: "\(index).json") }
    let result = try await Tool.python(
      """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      if sys.argv[4]:
        schema = {'$schema': schema['$schema'], '$ref': '#/$defs/' + sys.argv[4], '$defs': schema['$defs']}
      jsonschema.Draft202012Validator.check_schema(schema)
      validator = jsonschema.Draft202012Validator(schema)
      for index in range(int(sys.argv[3])):
        fault = jsonschema.exceptions.best_match(validator.iter_errors(json.load(open(f'{sys.argv[2]}/{index}.json'))))
        print('valid' if fault is None else fault.json_path + ' ' + fault.message[:200].replace('\\n', ' '))
      """, ["\(Self.docs)/page-description.schema.json", directory.path, "\(texts.count)", definition])
    guard result.status == 0 else { throw TestFailure(result.errors) }
    return result.text.split(separator: "\n").map(String.init)
  }

  private func file(_ path: String) async throws -> String { try await Tool.run("cat", [path]).text }

  @Test("Examples are valid and can be drawn", arguments: ["invoice", "letters", "poster", "report"])
  func examplesAreValidAndCanBeDrawn(_ name: String) async throws {
    let text = try await file("\(Self.docs)/examples/\(name).json")
    #expect(try await verdicts([text]) == ["valid"])
    let data = ["poster", "report"].contains(name) ? nil : try await file("\(Self.docs)/examples/\(name)-data.json")
    let drawn = try Drawn(text, data: data)
    #expect(!drawn.sizes.isEmpty)
  }

  /// The blocks of code in the reference that begin with the given line.
  private func blocks(_ kind: String) async throws -> [String] {
    let parts = try await file("\(Self.docs)/page-description.md").components(separatedBy: "```")
    return parts.enumerated().compactMap { index, part in
      index % 2 == 1 && part.hasPrefix(kind + "\n") ? String(part.dropFirst(kind.count + 1)) : nil
    }
  }

  @Test("Examples of the reference are valid and can be drawn")
  func examplesOfTheReferenceAreValidAndCanBeDrawn() async throws {
    let data = try #require(try await blocks("json data").first)
    let wholes = try await blocks("json").map { block in
      let value = try StructuredSyntax.parse(Array(block.utf8), limits: Drawn.limits.structure)
      if value.member("version") != nil { return block }
      let page = value.member("type") == nil ? block : "{\"elements\": [\(block)]}"
      return "{\"version\": 1, \"pages\": [\(page)]}"
    }
    #expect(wholes.count >= 5)
    let found = try await verdicts(wholes)
    #expect(found == wholes.map { _ in "valid" })
    for whole in wholes { #expect(!(try Drawn(whole, data: data).sizes.isEmpty), "\(whole)") }
    let lines = try #require(try await blocks("jsonl").first)
    #expect(try Drawn(lines: lines).sizes.count == 2)
    let split = lines.split(separator: "\n").map(String.init)
    #expect(try await verdicts([split[0]], definition: "header") == ["valid"])
    #expect(try await verdicts(Array(split.dropFirst()), definition: "page") == ["valid", "valid"])
  }

  /// Mistakes that both must find.
  @Test("The program and the schema refuse the same")
  func theProgramAndTheSchemaRefuseTheSame() async throws {
    let elements = [
      #"{"type": "text", "text": "a", "colour": "red"}"#,
      #"{"type": "text"}"#,
      #"{"type": "text", "text": "a", "runs": []}"#,
      #"{"type": "text", "text": ["a"]}"#,
      #"{"type": "text", "text": "a", "x": true}"#,
      #"{"type": "text", "text": "a", "x": "10 miles"}"#,
      #"{"type": "text", "text": "a", "width": 0}"#,
      #"{"type": "text", "text": "a", "overflow": "hide"}"#,
      #"{"type": "text", "text": "a", "style": {"size": "big"}}"#,
      #"{"type": "text", "text": "a", "style": {"wieght": 300}}"#,
      #"{"type": "text", "text": "a", "opacity": 1.5}"#,
      #"{"type": "text", "text": "a", "link": {}}"#,
      #"{"type": "text", "text": "a", "link": {"uri": "a", "page": 1}}"#,
      #"{"type": "text", "text": "a", "bookmark": {"level": 1}}"#,
      #"{"type": "text", "text": "a", "role": "title"}"#,
      #"{"type": "text", "text": "a", "role": "heading", "level": 0}"#,
      #"{"type": "text", "text": "a", "lang": "de_CH"}"#,
      #"{"type": "image", "path": "a.png", "role": "heading"}"#,
      #"{"type": "table", "columns": [{"header": 1}], "rows": []}"#,
      #"{"type": "rectangle", "height": 10}"#,
      #"{"type": "rectangle", "height": 10, "fill": "reddish"}"#,
      #"{"type": "rectangle", "height": 10, "fill": {"gradient": "linear", "stops": ["red"]}}"#,
      #"{"type": "rectangle", "fill": "red"}"#,
      #"{"type": "ellipse", "height": 1, "fill": "red", "radius": 1}"#,
      #"{"type": "line", "from": [0, 0]}"#,
      #"{"type": "line", "from": [0, 0], "to": [1]}"#,
      #"{"type": "line", "from": [0, 0], "to": [1, 1], "x": 3}"#,
      #"{"type": "path", "data": "M0 0h1", "width": 3, "stroke": "red"}"#,
      #"{"type": "path", "data": "M0 0h1"}"#,
      #"{"type": "image"}"#,
      #"{"type": "image", "path": "a.png", "fit": "contain"}"#,
      #"{"type": "image", "path": "a.png", "page": 0}"#,
      #"{"type": "image", "path": "a.png", "box": "crop"}"#,
      #"{"type": "table", "columns": [], "rows": []}"#,
      #"{"type": "table", "columns": ["wide"], "rows": []}"#,
      #"{"type": "table", "columns": ["1fr"], "rows": [3]}"#,
      #"{"type": "table", "columns": ["1fr"], "rows": [[{"txt": "a"}]]}"#,
      #"{"type": "table", "columns": ["1fr"], "rows": [{"cels": []}]}"#,
      #"{"type": "table", "columns": ["1fr"], "rows": [], "rules": {"inner": "red"}}"#,
      #"{"type": "group"}"#,
      #"{"type": "group", "elements": [{"type": "text", "text": "a", "zz": 1}]}"#,
      #"{"type": "link", "width": 1, "height": 1}"#,
      #"{"type": "code"}"#,
      #"{"type": "code", "text": "a", "level": "H"}"#,
      #"{"type": "text", "text": "a", "role": "contents"}"#,
      #"{"type": "code", "text": "a", "format": "aztec"}"#,
      #"{"type": "text", "text": "a", "below": false}"#,
      #"{"type": "text", "text": "a", "needs": -1}"#,
      #"{"type": "flow"}"#,
      #"{"type": "flow", "elements": [], "columns": 0}"#,
      #"{"type": "flow", "elements": [{"type": "text", "text": "a", "float": "left"}]}"#,
      #"{"type": "flow", "elements": [{"type": "text", "runs": [{"text": "a", "footnote": "b"}]}]}"#,
      #"{"type": "contents", "levels": 0}"#,
      #"{"type": "chart"}"#,
      #"{"type": "chart", "points": []}"#,
      #"{"type": "chart", "points": [{"value": 1, "values": [1]}]}"#,
      #"{"type": "chart", "points": [{"value": 1}], "kind": "rings"}"#,
      #"{"type": "text", "text": "a", "style": {"script": "up"}}"#,
      #"{"type": "text", "text": "a", "style": {"hyphenate": "yes"}}"#,
      #"{"type": "text", "text": "a", "style": {"widows": 0}}"#,
      #"{"type": "table", "columns": ["1fr"], "rows": [[{"text": "a", "rowSpan": 0}]]}"#,
      #"{"type": "table", "columns": ["1fr"], "rows": [[{"text": "a", "elements": []}]]}"#,
      #"{"type": "circle"}"#,
      #"{"text": "a"}"#,
      #"[]"#,
    ]
    var wholes = elements.map { "{\"version\": 1, \"pages\": [{\"elements\": [\($0)]}]}" }
    wholes += [
      "[]", "{}", #"{"version": 1}"#, #"{"version": 2, "pages": []}"#, #"{"version": 1, "pages": {}}"#,
      #"{"version": 1, "pages": [], "extra": 1}"#, #"{"version": 1, "pages": [{"elements": {}}]}"#,
      #"{"version": 1, "pages": [{"margin": [1, 2, 3]}]}"#, #"{"version": 1, "pages": [{"orientation": "up"}]}"#,
      #"{"version": 1, "pages": [], "styles": {"a": {"b": 1}}}"#, #"{"version": 1, "pages": [], "styles": []}"#,
      #"{"version": 1, "pages": [], "document": {"titel": "a"}}"#,
      #"{"version": 1, "pages": [], "document": {"fonts": "a.ttf"}}"#,
      #"{"version": 1, "pages": [], "document": {"pageLabels": [{"style": "roman"}]}}"#,
    ]
    let found = try await verdicts(wholes)
    try #require(found.count == wholes.count)
    for (whole, verdict) in zip(wholes, found) {
      #expect(verdict != "valid", "the schema takes \(whole)")
      #expect(!failure { _ = try Drawn(whole) }.isEmpty, "the program takes \(whole)")
    }
  }
}

extension String {
  fileprivate func components(separatedBy mark: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: mark) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
