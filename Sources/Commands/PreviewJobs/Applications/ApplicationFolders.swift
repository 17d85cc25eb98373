internal import ByteStreams
internal import ContentTypes
internal import ImageModel
internal import ProviderHost

/// The installed programs of the desktop, and which of them open documents of a MIME type (Association between MIME
/// types and applications 1.0.1).
package struct ApplicationFolders: Sendable {
  /// A folder of files with associations, and of programs where it is one.
  private struct Level: Sendable {
    /// Defaults and added associations: identifiers by MIME types.
    var defaults: [String: [String]] = [:]
    var added: [String: [String]] = [:]
    var removed: [String: [String]] = [:]
    /// The identifiers of programs that are installed here and in no folder before.
    var programs: [String] = []
  }

  private let levels: [Level]
  /// By identifiers.
  private let programs: [String: DesktopApplication]

  private static let maxFiles = 20_000
  private static let maxDepth = 4
  private static let maxListBytes = 1 << 20

  /// Reads `mimeapps.list` in the folders of configuration, then that list and `*.desktop` in `applications` of the
  /// data folders. What is not readable or not valid is left out.
  ///
  /// - Parameter environment: the variables that name the folders and the desktop (`XDG_CURRENT_DESKTOP`).
  package init(environment: [String: String] = Self.environment) {
    let home = UserFolder.configuration.path { environment[$0] }
    let others = environment["XDG_CONFIG_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/etc/xdg"
    let configuration = ([home].compactMap { $0 } + others.split(separator: ":").map(String.init)).filter {
      $0.hasPrefix("/")
    }
    let desktops = (environment["XDG_CURRENT_DESKTOP"] ?? "").split(separator: ":").map { $0.lowercased() }
    var lookup = ProgramLookup(environment: environment)
    lookup.besides = []
    var (levels, programs, known, fileCount) = ([Level](), [String: DesktopApplication](), Set<String>(), 0)
    for folder in configuration { levels += Self.lists(in: folder, desktops) }
    for folder in DataFolders.all(environment: environment).map({ $0 + "/applications" }) {
      levels += Self.lists(in: folder, desktops)
      var level = Level()
      for (id, path) in Self.entries(of: folder, prefix: "", depth: 0, count: &fileCount) where !known.contains(id) {
        guard let bytes = try? SmallFile.bytes(path, limit: DesktopApplication.maximumBytes, onlyRegular: true) else {
          continue
        }
        // A file without a program hides those of the same name in later folders: a user deletes programs so.
        known.insert(id)
        guard let program = try? DesktopApplication(bytes, id: id, path: path, programs: lookup) else { continue }
        programs[id] = program
        level.programs.append(id)
      }
      levels.append(level)
    }
    (self.levels, self.programs) = (levels, programs)
  }

  /// The variables of this process that matter.
  package static var environment: [String: String] {
    var values = DataFolders.environment
    for name in ["XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_CURRENT_DESKTOP"] {
      values[name] = UserFolder.variable(name)
    }
    return values
  }

  /// The lists of a folder: those of the desktop, which only have defaults, then the one of all desktops.
  private static func lists(in folder: String, _ desktops: [String]) -> [Level] {
    let own = desktops.filter { !$0.contains("/") }.compactMap { desktop -> Level? in
      list("\(folder)/\(desktop)-mimeapps.list").map { Level(defaults: $0.defaults) }
    }
    return own + (list("\(folder)/mimeapps.list").map { [$0] } ?? [])
  }

  private static func list(_ path: String) -> Level? {
    guard let bytes = try? SmallFile.bytes(path, limit: maxListBytes, onlyRegular: true),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    func group(_ name: String) -> [String: [String]] {
      guard let values = try? DesktopEntry.values(text, group: name) else { return [:] }
      var lists: [String: [String]] = [:]
      for (type, ids) in values {
        lists[MIMEName.normalized(type)] = ids.split(separator: ";").map { String($0) }.filter { !$0.isEmpty }
      }
      return lists
    }
    return Level(
      defaults: group("Default Applications"), added: group("Added Associations"),
      removed: group("Removed Associations"))
  }

  /// The desktop entries of a folder and its subfolders, by their identifiers, in alphabetic order. Links to folders
  /// are not followed.
  private static func entries(
    of folder: String, prefix: String, depth: Int, count: inout Int
  ) -> [(id: String, path: String)] {
    guard depth <= maxDepth, let names = SystemCall.entries(of: folder) else { return [] }
    var found: [(id: String, path: String)] = []
    for name in names.sorted() where count < maxFiles {
      count += 1
      let path = "\(folder)/\(name)"
      if name.hasSuffix(".desktop") {
        found.append((prefix + name, path))
      } else if SystemCall.linkStatus(of: path)?.isDirectory ?? false {
        found += entries(of: path, prefix: "\(prefix)\(name)-", depth: depth + 1, count: &count)
      }
    }
    return found
  }

  // MARK: Looking up

  /// A program by its identifier, with `.desktop` or without; nil where it is not installed.
  package func program(_ id: String) -> DesktopApplication? { programs[id] ?? programs[id + ".desktop"] }

  /// The programs that are associated with a MIME type, the preferred ones first.
  package func programs(for type: String) -> [DesktopApplication] {
    var (found, removed) = ([String](), Set<String>())
    for level in levels {
      let own = level.programs.filter { programs[$0]?.mimeTypes.contains(type) ?? false }
      for id in (level.added[type] ?? []) + own
      where programs[id] != nil && !removed.contains(id) && !found.contains(id) {
        found.append(id)
      }
      removed.formUnion(level.removed[type] ?? [])
    }
    return found.compactMap { programs[$0] }
  }

  /// The program that opens documents of a MIME type unless another one is asked for: the first installed one that a
  /// list names, otherwise the first one that is associated.
  package func standard(for type: String) -> DesktopApplication? {
    for level in levels {
      for id in level.defaults[type] ?? [] { if let program = programs[id] { return program } }
    }
    return programs(for: type).first
  }
}
