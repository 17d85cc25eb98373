internal import ByteStreams
package import Documents
internal import Glibc
internal import ImageModel
package import StructuredText

/// Versions and conflicts as commands list them.
package struct VersionReport: Sendable {
  package struct Row: Sendable {
    var number: Int
    var version: FileVersion
    /// Whether it is what the document is now; nil for sides of a conflict.
    var isPresent: Bool?
  }

  private let document: String
  private let rows: [Row]

  /// The versions of a document.
  ///
  /// - Throws: `DocumentError`.
  package init(versionsOf path: String) throws(DocumentError) {
    document = path
    let history = try DocumentHistory(of: path)
    var rows: [Row] = []
    for (index, version) in history.versions.enumerated() {
      rows.append(Row(number: index + 1, version: version, isPresent: try history.isPresent(version)))
    }
    self.rows = rows
  }

  /// Both sides of each conflict that nobody has resolved.
  ///
  /// - Throws: `DocumentError`.
  package init(conflictsOf path: String) throws(DocumentError) {
    document = path
    rows = try FileVersion.unresolvedConflicts(of: path).enumerated().map { index, version in
      Row(number: index + 1, version: version, isPresent: nil)
    }
  }

  package var isEmpty: Bool { rows.isEmpty }

  /// Ends the conflicts that are listed, and none that came later. All sides become versions.
  ///
  /// - Throws: `DocumentError`; the sides that are left stay then.
  package func resolve() throws(DocumentError) { for row in rows { try row.version.resolve() } }

  /// One line for each, such as `2  2024-05-06 07:08:09  4096 bytes  ada@engine`. Of several versions that are what the
  /// document is now, the newest one says so.
  package var lines: [String] {
    let now = rows.firstIndex { $0.isPresent == true }
    return rows.enumerated().map { index, row in row.text + (index == now ? "  now" : "") }
  }

  package var members: [JSONMember] {
    [JSONMember("input", .path(document)), JSONMember("versions", .array(rows.map { $0.json }))]
  }
}

extension VersionReport.Row {
  fileprivate var text: String {
    let size = version.byteCount == 1 ? "1 byte" : "\(version.byteCount) bytes"
    var parts = ["\(number)", version.localTime, size]
    if let title = version.kind.title { parts.append(title) }
    if let author = version.author { parts.append(author) }
    if let problem = version.problem { parts.append("cannot be read: \(problem.message)") }
    return parts.joined(separator: "  ")
  }

  fileprivate var json: JSONValue {
    var members = [JSONMember("number", .int(Int64(number)))] + version.members
    if let isPresent { members.append(JSONMember("isPresent", .bool(isPresent))) }
    return .object(members)
  }
}

extension FileVersion {
  /// `2024-05-06 07:08:09` in the user's time zone (`localtime_r`).
  package var localTime: String {
    var (seconds, parts) = (time_t(date), tm())
    localtime_r(&seconds, &parts)
    let time = CivilTime(secondsSince1970: seconds + parts.tm_gmtoff)
    return "\(time.isoDate) \(time.clock)"
  }

  /// The members of its record in reports.
  package var members: [JSONMember] {
    let time = CivilTime(secondsSince1970: Int(date))
    var members = [
      JSONMember("id", .path(id)), JSONMember("kind", .string(kind.name)),
      JSONMember("date", .string("\(time.isoTime)Z")), JSONMember("bytes", .uint(byteCount)),
    ]
    if case .copy(let program) = kind { members.append(JSONMember("program", .string(program))) }
    if let user { members.append(JSONMember("user", .path(user))) }
    if let host { members.append(JSONMember("host", .path(host))) }
    if let problem { members.append(JSONMember("problem", .path(problem.message))) }
    return members
  }

  fileprivate var author: String? {
    switch (user.map(PathText.readable), host.map(PathText.readable)) {
    case (let user?, let host?): "\(user)@\(host)"
    case (let user, let host): user ?? host
    }
  }
}

extension FileVersion.Kind {
  fileprivate var name: String {
    switch self {
    case .version: "version"
    case .ours: "ours"
    case .theirs: "theirs"
    case .copy: "copy"
    case .recovery: "recovery"
    }
  }

  /// What is special about it, for people.
  fileprivate var title: String? {
    switch self {
    case .version: nil
    case .ours: "was not saved"
    case .theirs: "was saved by another program"
    case .copy(let program): "copy by \(program)"
    case .recovery: "unsaved changes"
    }
  }
}
