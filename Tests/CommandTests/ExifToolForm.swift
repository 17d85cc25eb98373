internal import Foundation
internal import TestKit
internal import Testing

/// Records of `exiftool -json -G -n` and of `imgmeta --exiftool`, compared tag by tag.
enum ExifToolForm {
  /// A value of a record. The notation of a number is ignored.
  enum Value: Decodable, Equatable, CustomStringConvertible {
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([Value])

    init(from decoder: any Decoder) throws {
      if let values = try? [Value](from: decoder) {
        self = .list(values)
        return
      }
      let container = try decoder.singleValueContainer()
      if let value = try? container.decode(Bool.self) {
        self = .bool(value)
      } else if let value = try? container.decode(Double.self) {
        self = .number(value)
      } else {
        self = .text(try container.decode(String.self))
      }
    }

    var isText: Bool { if case .text = self { true } else { false } }

    var description: String {
      switch self {
      case .bool(let value): "\(value)"
      case .number(let value): "\(value)"
      case .text(let text): "\"\(text)\""
      case .list(let values): "\(values)"
      }
    }

    /// Equal as text, or as numbers within a billionth; texts of several numbers number by number.
    func agrees(with other: Value) -> Bool {
      switch (self, other) {
      case (.list(let one), .list(let two)):
        return one.count == two.count && zip(one, two).allSatisfy { $0.agrees(with: $1) }
      case (.bool(let one), .bool(let two)): return one == two
      case (.number(let one), .number(let two)): return Self.isClose(one, two)
      case (.text(let text), .number(let number)), (.number(let number), .text(let text)):
        return Double(text).map { Self.isClose($0, number) } ?? false
      case (.text(let one), .text(let two)):
        if one == two { return true }
        let (first, second) = (one.split(separator: " "), two.split(separator: " "))
        return first.count > 1 && first.count == second.count
          && zip(first, second).allSatisfy { pair in
            guard let one = Double(pair.0), let two = Double(pair.1) else { return pair.0 == pair.1 }
            return Self.isClose(one, two)
          }
      default: return false
      }
    }

    private static func isClose(_ one: Double, _ two: Double) -> Bool {
      abs(one - two) <= 1e-9 * max(abs(one), abs(two))
    }
  }

  /// Both records of each file, by path.
  static func read(
    _ paths: [String], environment: [String: String] = [:]
  ) async throws -> [String: (ours: [String: Value], theirs: [String: Value])] {
    let list = Array(paths.joined(separator: "\n").utf8)
    let ours = try await Tool.cameo(
      "imgmeta", ["--exiftool", "--files-from", "-"], input: list, environment: environment)
    let theirs = try await Tool.run(
      "exiftool", ["-json", "-G", "-n", "-@", "-"], input: list, environment: environment)
    let (first, second) = (try records(ours), try records(theirs))
    return Dictionary(uniqueKeysWithValues: paths.map { ($0, (first[$0] ?? [:], second[$0] ?? [:])) })
  }

  static func records(_ result: Tool.Result) throws -> [String: [String: Value]] {
    let records = try JSONDecoder().decode([[String: Value]].self, from: Data(result.output))
    return Dictionary(
      records.compactMap { record in
        if case .text(let path)? = record["SourceFile"] { (path, record) } else { nil }
      }, uniquingKeysWith: { first, _ in first })
  }
}
