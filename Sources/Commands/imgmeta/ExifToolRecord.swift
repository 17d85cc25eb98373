internal import CommandKit
internal import StructuredText

/// The tags of one file in ExifTool's form. Of a tag that comes twice in a group the first counts, as without its `-a`.
struct ExifToolRecord {
  private var members: [JSONMember]
  private var places: [String: Int] = [:]

  /// - Parameter sourceFile: the path as it was given.
  init(sourceFile: String) {
    members = [JSONMember("SourceFile", .path(sourceFile))]
  }

  mutating func add(_ group: String, _ name: String, _ value: JSONValue) {
    let key = group + ":" + name
    guard places[key] == nil else { return }
    places[key] = members.count
    members.append(JSONMember(key, value))
  }

  /// The value of a tag, where the record has it.
  subscript(group: String, name: String) -> JSONValue? {
    places[group + ":" + name].map { members[$0].value }
  }

  /// An object over several lines, with lists on one line.
  var text: String {
    "{\n"
      + members.map { "  " + JSONWriter.text(.string($0.name)) + ": " + Self.text($0.value) }.joined(separator: ",\n")
      + "\n}"
  }

  private static func text(_ value: JSONValue) -> String {
    guard case .array(let elements) = value else { return JSONWriter.text(value) }
    return "[" + elements.map { JSONWriter.text($0) }.joined(separator: ",") + "]"
  }
}
