internal import Foundation

/// ExifTool's properties of files, the independent source of most expected values.
package enum ExifTool {
  /// A dictionary of properties by group and name (`IFD0:Model`) for each file, by path.
  package static func read(_ paths: [String]) async throws -> [String: [String: Any]] {
    let result = try await Tool.run(
      "exiftool", ["-json", "-n", "-G1", "-b", "-charset", "exif=UTF8", "-@", "-"],
      input: Array(paths.joined(separator: "\n").utf8))
    guard let list = try JSONSerialization.jsonObject(with: Data(result.output)) as? [[String: Any]] else {
      throw TestFailure("exiftool: \(result.errors)")
    }
    return Dictionary(
      list.map { (($0["SourceFile"] as? String) ?? "", $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The properties of a file in memory.
  package static func read(_ bytes: [UInt8], suffix: String) async throws -> [String: Any] {
    let directory = try TemporaryDirectory()
    let path = try directory.write(bytes, to: "file.\(suffix)")
    return try await read([path])[path] ?? [:]
  }

  /// The values of tags of a file as exiftool prints them, without their names; `-` for a tag that is missing.
  package static func values(_ tags: [String], _ path: String) async throws -> [String] {
    let result = try await Tool.run("exiftool", ["-n", "-f", "-s3", "-sep", "|"] + tags.map { "-\($0)" } + [path])
    return result.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// A property as text.
  package static func text(_ properties: [String: Any], _ name: String) -> String? {
    properties[name].map { "\($0)" }
  }
}
