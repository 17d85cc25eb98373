internal import ByteStreams
internal import Glibc

extension ContentTypeRegistry {
  /// A registry of the built-in types and of the system's shared-mime-info database (`/usr/share/mime` and the like).
  /// Reading the database takes some milliseconds, so programs that only read images do not use it.
  ///
  /// - Parameter environment: the variables; `XDG_DATA_HOME`, `XDG_DATA_DIRS` and `HOME` name the data folders.
  package static func system(environment: [String: String] = DataFolders.environment) -> ContentTypeRegistry {
    system(folders: DataFolders.all(environment: environment).map { $0 + "/mime" })
  }

  /// A registry of the built-in types and of the databases in some folders, in order of precedence.
  package static func system(folders: [String]) -> ContentTypeRegistry {
    assemble(declared: [], database: MIMEDatabase(folders: folders))
  }

  /// What was skipped of the system's database because it is invalid, one line for each file.
  package var databaseProblems: [String] { database?.problems ?? [] }

  /// The built-in types, then those of providers, then those of the database. Where the MIME type (or an alias) of a
  /// database type belongs to an earlier type, its names and signatures are added to the earlier type instead.
  static func assemble(declared: [ContentType], database: MIMEDatabase?) -> ContentTypeRegistry {
    var types = builtInTypes + declared
    guard let database else { return ContentTypeRegistry(types, declared: declared, database: nil) }
    var owners: [String: Int] = [:]
    for (place, type) in types.enumerated() {
      for mimeType in type.mimeTypes where owners[mimeType] == nil { owners[mimeType] = place }
    }
    // MIME types that a type declares itself. They stay with that type where the database has them as aliases.
    let own = Set(owners.keys).union(database.mimeTypes)
    var places: [String: Int] = [:]
    for mimeType in database.mimeTypes {
      let aliases = database.aliases[mimeType] ?? []
      let place: Int
      if let owner = owners[mimeType] ?? aliases.lazy.compactMap({ owners[$0] }).first {
        place = owner
      } else {
        place = types.count
        types.append(
          ContentType(
            MIMEName.identifier(mimeType), name: mimeType, conformsTo: [],
            mimeTypes: [database.spellings[mimeType] ?? mimeType], origin: .system))
      }
      places[mimeType] = place
      let given = Set(types[place].mimeTypes.map(MIMEName.normalized))
      for name in [mimeType] + aliases.filter({ !own.contains($0) }) where !given.contains(name) {
        types[place].mimeTypes.append(name)
      }
      if types[place].iconName == nil { types[place].iconName = database.iconNames[mimeType] }
    }
    for glob in database.globs {
      guard let place = places[glob.mimeType] else { continue }
      types[place].namePatterns.append(glob.pattern)
    }
    for magic in database.magic { places[magic.mimeType].map { types[$0].signatures += magic.signatures } }
    link(&types, database, places)
    return ContentTypeRegistry(types, declared: declared, database: database)
  }

  private static let maxAncestors = 64

  /// Sets what the types of the database conform to: the database's own parents, the parents of the MIME family, and
  /// `public.data` where there is nothing else. A parent that would close a cycle is left out.
  private static func link(_ types: inout [ContentType], _ database: MIMEDatabase, _ places: [String: Int]) {
    var parents: [String: [String]] = [:]
    for type in types where type.origin != .system { parents[type.identifier] = type.conformsTo }
    // A type with too many ancestors is treated like a cycle, so that each walk stays short.
    func reaches(_ start: String, _ goal: String) -> Bool {
      var visited: Set<String> = []
      var pending = [start]
      while let next = pending.popLast() {
        if next == goal || visited.count > maxAncestors { return true }
        if visited.insert(next).inserted { pending += parents[next] ?? [] }
      }
      return false
    }
    for (mimeType, place) in database.mimeTypes.compactMap({ type in places[type].map { (type, $0) } })
    where types[place].origin == .system {
      let identifier = types[place].identifier
      var wanted = (database.superclasses[mimeType] ?? []).map { parent in
        places[parent].map { types[$0].identifier } ?? MIMEName.identifier(parent)
      }
      if wanted.isEmpty, mimeType.utf8.starts(with: "text/".utf8) {
        // Texts are plain text unless the database says otherwise (Shared MIME-info Database, 2.2, "Subclassing").
        wanted = ["public.plain-text"]
      }
      if let family = MIMEName.family(mimeType) { wanted.append(family) }
      if wanted.isEmpty { wanted = ["public.data"] }
      var kept: [String] = []
      for parent in wanted where !kept.contains(parent) && !reaches(parent, identifier) { kept.append(parent) }
      types[place].conformsTo = kept
      parents[identifier] = kept
    }
  }
}

/// The folders for shared data (XDG Base Directory Specification).
package enum DataFolders {
  /// `$XDG_DATA_HOME` and `$XDG_DATA_DIRS`, or the specification's defaults, in order of precedence. Relative paths are
  /// left out, as the specification asks.
  package static func all(environment: [String: String]) -> [String] {
    let home = UserFolder.data.path { environment[$0] }
    let others = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
    var folders: [String] = []
    for text in [home].compactMap({ $0 }) + others.utf8.split(separator: UInt8(ascii: ":")).map({ String($0) ?? "" }) {
      var folder = text
      while folder.utf8.count > 1, folder.utf8.last == UInt8(ascii: "/") { folder.removeLast() }
      if folder.utf8.first == UInt8(ascii: "/"), !folders.contains(folder) { folders.append(folder) }
    }
    return folders
  }

  /// The variables of this process that name the data folders.
  package static var environment: [String: String] {
    var values: [String: String] = [:]
    for name in ["XDG_DATA_HOME", "XDG_DATA_DIRS", "HOME", "PATH"] {
      if let value = getenv(name) { values[name] = PathText.text(value) }
    }
    return values
  }
}
