internal import ByteStreams
internal import Digests
internal import Glibc
internal import ImageModel

/// Keeps versions in a folder, which only this user can enter.
///
/// Each document has a folder named by a hash of its path. In it are records (`*.json`), and in `objects` the bytes of
/// files by their SHA-256. Objects are written before the record that needs them, and removed after it.
struct VersionStore: Sendable {
  let folder: String

  /// How large all versions of all documents together may become.
  static let maxByteCount: UInt64 = 2 << 30

  static func versions() throws(DocumentError) -> VersionStore { try VersionStore(Places.versions) }
  static func recovery() throws(DocumentError) -> VersionStore { try VersionStore(Places.recovery) }

  init(_ folder: String?) throws(DocumentError) {
    guard let folder else { throw DocumentError(.missing, "there is no home folder for versions (HOME)") }
    self.folder = folder
  }

  private func folder(of path: String) -> String {
    "\(folder)/\(String(StableHash.fnv1a(PathText.bytes(path)), radix: 16))"
  }

  // MARK: Reading

  /// The versions of a document, the newest first.
  ///
  /// - Parameter kinds: nil for all.
  func list(_ path: String, _ kinds: [FileVersion.Kind]? = nil) -> [(version: FileVersion, record: VersionRecord)] {
    records(path, kinds).compactMap { file in
      guard let record = Self.record(file), record.documentPath == path else { return nil }
      return (FileVersion(record, at: file), record)
    }
  }

  /// The newest version of a kind.
  func newest(_ path: String, _ kind: FileVersion.Kind) -> VersionRecord? {
    records(path, [kind]).lazy.compactMap { Self.record($0) }.first { $0.documentPath == path }
  }

  /// The records of a document, the newest first. Their names begin with the time and the kind.
  private func records(_ path: String, _ kinds: [FileVersion.Kind]?) -> [String] {
    let folder = folder(of: path)
    let names = kinds.map { $0.map(VersionRecord.name) }
    return (SystemCall.entries(of: folder) ?? []).reversed().compactMap { name in
      let parts = name.split(separator: "-")
      guard name.hasSuffix(".json"), parts.count == 3, names?.contains(String(parts[1])) ?? true else { return nil }
      return "\(folder)/\(name)"
    }
  }

  static func record(_ path: String) -> VersionRecord? {
    guard let source = try? FileByteSource(path: path), source.size <= 64 << 20,
      let bytes = try? source.bytes(at: 0, count: Int(source.size))
    else { return nil }
    return VersionRecord(json: bytes)
  }

  /// The contents of a version, which are read from the store when they are asked for.
  static func wrapper(_ record: VersionRecord, at path: String) throws(DocumentError) -> FileWrapper {
    let objects = DocumentLocation("\(PathText.split(path).directory)/objects")
    var root: FileWrapper?
    for item in record.items {
      let node: FileWrapper.Node
      switch item.kind {
      case .folder: node = .directory([:])
      case .link(let destination): node = .link(destination)
      case .file(let hash, _):
        guard let status = SystemCall.linkStatus(of: objects.path(below: hash)), status.isRegularFile else {
          throw DocumentError(.missing, "the version is not complete any more", path: record.documentPath)
        }
        node = .file(FileContents(.init(location: objects, below: hash, stamp: FileStamp(status))))
      }
      let wrapper = FileWrapper(node, permissionsRead: item.permissions, name: PathText.split(item.path).name)
      if item.path.isEmpty {
        root = wrapper
      } else {
        root?.insert(wrapper, at: item.path.utf8.split(separator: 0x2F)[...])
      }
    }
    guard let root else { throw DocumentError(.missing, "the version is empty", path: record.documentPath) }
    return root
  }

  // MARK: Writing

  /// Keeps contents as a version.
  ///
  /// - Parameter maker: what the name says of who has made it.
  /// - Returns: nil if the newest version of this kind is the same.
  /// - Throws: `timedOut` if another process removes versions for more than five seconds; `diskFull`, `notPermitted`,
  ///   `changed`, `io`.
  func add(
    _ wrapper: FileWrapper, of path: String, kind: FileVersion.Kind, by maker: String? = nil
  ) throws(DocumentError) -> FileVersion? {
    let folder = folder(of: path)
    let newest = newest(path, kind)
    var hashes: [FileStamp: String] = [:]
    for case .file(let hash, let stamp?) in newest?.items.map(\.kind) ?? [] { hashes[stamp] = hash }
    for folder in [self.folder, folder, "\(folder)/objects"] {
      guard PrivateFolder.make(folder) else { throw DocumentError.system("keep a version", path: folder) }
    }
    let lock = try StoreLock(adding: folder)
    defer { withExtendedLifetime(lock) {} }
    var items: [VersionRecord.Item] = []
    try Self.collect(wrapper, "", &items) { contents throws(DocumentError) in
      let objects = "\(folder)/objects"
      if let stamp = contents.place?.stamp, let hash = hashes[stamp],
        SystemCall.linkStatus(of: "\(objects)/\(hash)") != nil
      {
        return hash
      }
      return try Self.store(contents, in: objects)
    }
    if let newest, Self.areSame(newest.items, items) { return nil }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let date = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    let record = VersionRecord(
      kind: kind, documentPath: path, date: date, user: Self.user, host: HostName.text, byteCount: wrapper.byteCount,
      items: items)
    let suffix = "\(VersionRecord.name(of: kind))-\(maker ?? Self.randomName)"
    // The date has 19 digits until the year 2286, so that the names are in the order of time.
    let name = "\(folder)/\(date)-\(suffix).json"
    do { try Self.write(MemoryByteSource(Array(record.json.utf8)), to: name) } catch { throw DocumentError(error) }
    return FileVersion(record, at: name)
  }

  /// Few letters that nobody else has.
  static var randomName: String { String(UInt64.random(in: 0...UInt64.max), radix: 36) }

  /// Who has made a version, in its name.
  static func maker(of version: FileVersion) -> String? {
    version.record.split(separator: "-").last.map { String($0.prefix { $0 != "." }) }
  }

  private static let user = getenv("USER").map { String(cString: $0) } ?? String(geteuid())

  /// Whether contents are those of a version.
  static func isSame(_ record: VersionRecord, as wrapper: FileWrapper) -> Bool {
    guard record.byteCount == wrapper.byteCount else { return false }
    var items: [VersionRecord.Item] = []
    do { try collect(wrapper, "", &items, Self.hash) } catch { return false }
    return areSame(record.items, items)
  }

  private static func hash(_ contents: FileContents) throws(DocumentError) -> String {
    do throws(ImageError) {
      return Hexadecimal.text(try SHA256.digest(of: contents.source()))
    } catch {
      throw DocumentError(error)
    }
  }

  private static func areSame(_ one: [VersionRecord.Item], _ other: [VersionRecord.Item]) -> Bool {
    func lines(_ items: [VersionRecord.Item]) -> [String] {
      items.map { item in
        switch item.kind {
        case .folder: "folder \(item.path)"
        case .link(let destination): "link \(item.path)\u{0}\(destination)"
        case .file(let hash, _): "\(hash) \(item.path)"
        }
      }
    }
    return lines(one) == lines(other)
  }

  /// Lists all that is in a wrapper.
  private static func collect(
    _ wrapper: FileWrapper, _ path: String, _ items: inout [VersionRecord.Item],
    _ hash: (FileContents) throws(DocumentError) -> String
  ) throws(DocumentError) {
    let mode = wrapper.permissions ?? wrapper.permissionsRead
    switch wrapper.node {
    case .link(let destination): items.append(.init(path: path, permissions: nil, kind: .link(destination)))
    case .directory(let children):
      items.append(.init(path: path, permissions: mode, kind: .folder))
      for (name, child) in children.sorted(by: { $0.key < $1.key }) {
        try collect(child, path.isEmpty ? name : "\(path)/\(name)", &items, hash)
      }
    case .file(let contents):
      let stamp = contents.place?.stamp
      items.append(.init(path: path, permissions: mode, kind: .file(hash: try hash(contents), stamp: stamp)))
    }
  }

  private static func store(_ contents: FileContents, in objects: String) throws(DocumentError) -> String {
    do throws(ImageError) {
      let source = try contents.source()
      let hash = Hexadecimal.text(try SHA256.digest(of: source))
      let path = "\(objects)/\(hash)"
      if SystemCall.byteCount(of: path) == contents.size, SystemCall.linkStatus(of: path) != nil { return hash }
      try Self.write(source, to: path)
      return hash
    } catch {
      throw DocumentError(error)
    }
  }

  private static func write(_ source: any ByteSource, to path: String) throws(ImageError) {
    let file = try AtomicFile(path: path, options: .init(mode: 0o600), names: DocumentStorage.names)
    guard try file.append(source, 0..<source.size) else {
      throw ImageError(.io, "another program has changed it", path: path, systemError: ESTALE)
    }
    try file.commit()
  }

  // MARK: Removing

  /// Removes a version and the bytes that no other one has.
  static func remove(_ record: String) throws(DocumentError) {
    guard SystemCall.remove(record) || errno == ENOENT else { throw DocumentError.system("remove", path: record) }
    removeUnused(PathText.split(record).directory)
  }

  /// Removes the bytes of a document's folder that no version has. While another process makes a version, they stay
  /// until the next time.
  private static func removeUnused(_ folder: String) {
    guard let lock = StoreLock(removing: folder) else { return }
    defer { withExtendedLifetime(lock) {} }
    var used: Set<String> = []
    for name in SystemCall.entries(of: folder) ?? [] where name.hasSuffix(".json") {
      // What cannot be read now may be readable later.
      guard let record = record("\(folder)/\(name)") else { return }
      for case .file(let hash, _) in record.items.map(\.kind) { used.insert(hash) }
    }
    let objects = "\(folder)/objects"
    for name in SystemCall.entries(of: objects) ?? [] where !used.contains(name) {
      SystemCall.remove("\(objects)/\(name)")
    }
  }

  /// Removes the versions of a document that the rule does not keep.
  func thin(_ path: String) {
    let versions = records(path, [.version])
    let dates = versions.map { (Int64(PathText.split($0).name.prefix(19)) ?? 0) / 1_000_000_000 }
    var isChanged = false
    for (version, isKept) in zip(versions, VersionThinning.kept(dates, now: Int64(time(nil)))) where !isKept {
      isChanged = SystemCall.remove(version) || isChanged
    }
    if isChanged { Self.removeUnused(folder(of: path)) }
  }

  /// Removes the oldest versions of all documents until the rest is small enough. The newest one of a document and both
  /// sides of conflicts stay.
  func limit(to maxByteCount: UInt64 = Self.maxByteCount) {
    var all: [(path: String, date: Int64)] = []
    var byteCount: UInt64 = 0
    for document in SystemCall.entries(of: folder) ?? [] {
      let folder = "\(folder)/\(document)"
      byteCount += Self.byteCount(folder)
      let records = (SystemCall.entries(of: folder) ?? []).filter { $0.hasSuffix(".json") }
      for name in records.dropLast() {
        if let date = Int64(name.prefix(19)), name.contains("-version-") { all.append(("\(folder)/\(name)", date)) }
      }
    }
    guard byteCount > maxByteCount else { return }
    for (path, _) in all.sorted(by: { $0.date < $1.date }) where byteCount > maxByteCount {
      let folder = PathText.split(path).directory
      let before = Self.byteCount(folder)
      try? Self.remove(path)
      byteCount -= min(byteCount, before - min(before, Self.byteCount(folder)))
    }
  }

  /// The bytes of one document's versions. The records count, too: that of a package of many files is not small.
  private static func byteCount(_ folder: String) -> UInt64 {
    [folder, "\(folder)/objects"].reduce(0) { sum, folder in
      (SystemCall.entries(of: folder) ?? []).filter { $0 != "objects" }.reduce(sum) {
        $0 + SystemCall.byteCount(of: "\(folder)/\($1)")
      }
    }
  }

  /// The document has another path now.
  func move(_ path: String, to other: String) {
    for (version, var record) in list(path) {
      let target = folder(of: other)
      guard PrivateFolder.make("\(target)/objects"), let lock = try? StoreLock(adding: target) else { return }
      defer { withExtendedLifetime(lock) {} }
      for case .file(let hash, _) in record.items.map(\.kind) {
        _ = SystemCall.link("\(folder(of: path))/objects/\(hash)", to: "\(target)/objects/\(hash)")
      }
      record.documentPath = other
      let name = "\(target)/\(PathText.split(version.record).name)"
      guard (try? Self.write(MemoryByteSource(Array(record.json.utf8)), to: name)) != nil else { return }
      SystemCall.remove(version.record)
    }
    // Once for all: it reads each record that is left.
    Self.removeUnused(folder(of: path))
  }
}

/// Folders that only this user can enter.
enum PrivateFolder {
  /// Makes a folder and those above it; false with `errno` set.
  static func make(_ path: String) -> Bool {
    if SystemCall.status(of: path)?.isDirectory == true { return true }
    let parent = PathText.split(path).directory
    guard parent != path, parent == "/" || make(parent) else { return false }
    return SystemCall.makeDirectory(path, mode: 0o700) || errno == EEXIST
  }
}

extension FileWrapper {
  /// Puts a child into the folders in which it belongs, which are there already.
  fileprivate mutating func insert(_ child: FileWrapper, at path: ArraySlice<Substring.UTF8View>) {
    guard let first = path.first.map({ String(Substring($0)) }) else { return }
    if path.count == 1 { self[first] = child } else { self[first]?.insert(child, at: path.dropFirst()) }
  }
}
