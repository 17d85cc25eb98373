internal import ByteStreams
internal import ContentTypes
internal import Glibc
internal import HTTPTypes
internal import Hummingbird
internal import ImageModel
internal import ProviderHost
internal import StructuredText

extension Browser {
  /// New documents, by the names of their templates.
  static let templates = ["text": "txt", "markdown": "md"]

  /// Answers POST and PUT.
  func change(_ call: BrowseCall) async throws(ServiceProblem) -> Response {
    if call.request.method == .post, call.has("zip") {
      // Nothing changes.
      try BrowseVisitor.checkSite(call.request, needsProof: false)
      try call.allow("zip")
      return try await ZipAnswer(try folder(call), call).answer(programs)
    }
    try call.visitor.checkChange(call.request)
    if call.request.method == .put {
      try call.allow("part")
      return try await upload(call)
    }
    if call.address.names == [BrowseAddress.own, "undo"] {
      try call.allow()
      return try await undo(call)
    }
    if let name = call.query["new-folder"] {
      try call.allow("new-folder", "part")
      // A package is uploaded folder by folder, too.
      let folder = try folder(call, orPackage: call.has("part"))
      return try await make(name, in: folder, call) { entry throws(ServiceProblem) in
        guard SystemCall.makeDirectory(entry.path) else { throw CoordinatedChange.failure() }
      }
    }
    if let template = call.query["new"] {
      try call.allow("new", "name")
      return try await document(template, call)
    }
    let operations: [(String, (BrowseCall) async throws(ServiceProblem) -> Response)] = [
      ("rename", rename), ("move", move), ("duplicate", duplicate), ("trash", trash),
    ]
    for (name, operation) in operations where call.has(name) {
      try call.allow(name)
      return try await operation(call)
    }
    throw .invalid("the address does not say what to change")
  }

  /// The folder that the address names.
  private func folder(_ call: BrowseCall, orPackage: Bool = false) throws(ServiceProblem) -> BrowseTarget {
    guard call.address.isFolder else { throw .invalid("the address of a folder ends with a slash") }
    let target = try call.state.roots.target(call.address)
    guard target.isFolder, orPackage || !call.catalog.registry.isPackage(call.type(of: target).identifier) else {
      throw BrowseAddress.missing
    }
    return target
  }

  /// The entry that the address names, a file or a folder.
  private func entry(_ call: BrowseCall) throws(ServiceProblem) -> FolderEntry {
    let roots = call.state.roots
    return try roots.entry(in: try roots.root(of: call.address), call.address.path)
  }

  /// The answer with the item that there is now.
  private func answer(_ entry: FolderEntry, _ call: BrowseCall, isNew: Bool = false) -> Response {
    var writer = ItemWriter(call.catalog)
    let item = entry.status.flatMap { writer.item(entry.name, path: entry.name, $0) }
    let members = [
      JSONMember("folder", call.description(of: entry.folder)),
      JSONMember("item", item.map { writer.json($0) } ?? .null),
    ]
    return Self.json(.object(members), status: isNew ? .created : .ok)
  }

  // MARK: New files and folders

  /// Makes something new, and notes how to undo it.
  private func make(
    _ name: String, in folder: BrowseTarget, _ call: BrowseCall,
    _ make: @escaping @Sendable (FolderEntry) throws(ServiceProblem) -> Void
  ) async throws(ServiceProblem) -> Response {
    let entry = try FolderEntry(new: name, in: folder)
    try await CoordinatedChange.run([entry]) { () throws(ServiceProblem) in try make(entry) }
    return made(entry, call)
  }

  private func made(_ entry: FolderEntry, _ call: BrowseCall) -> Response {
    let client = call.visitor.client.id
    // What is part of a folder that the client has made is undone with it.
    let isPart = call.has("part") && undoLog.hasMadeFolder(around: entry.below, in: entry.folder.root, client)
    if let status = entry.status, !isPart {
      undoLog.add(.made(entry.folder.root, path: entry.below, FileIdentity(status)), of: client)
    }
    return answer(entry, call, isNew: true)
  }

  private func document(_ template: String, _ call: BrowseCall) async throws(ServiceProblem) -> Response {
    guard let suffix = Self.templates[template] else {
      throw .invalid("new is one of \(Self.templates.keys.sorted().joined(separator: ", "))")
    }
    let name = call.query["name"] ?? "New document"
    let names = names
    return try await make(name.contains(".") ? name : "\(name).\(suffix)", in: try folder(call), call) {
      entry throws(ServiceProblem) in try Upload.commit(try Upload.file(entry, names))
    }
  }

  private func upload(_ call: BrowseCall) async throws(ServiceProblem) -> Response {
    guard !call.address.isFolder, let name = call.address.names.last else { throw .invalid("a file needs a name") }
    let entry = try FolderEntry(new: name, in: try entry(call).folder)
    try await Upload(entry: entry, call: call, names: names).run()
    return made(entry, call)
  }

  /// Copies a file beside itself.
  private func duplicate(_ call: BrowseCall) async throws(ServiceProblem) -> Response {
    let target = try call.state.roots.target(call.address)
    guard target.status.isRegularFile else { throw .invalid("only files can be duplicated") }
    let folder = try entry(call).folder
    let names = names
    let (stem, suffix) = (PathText.withoutSuffix(target.name), PathText.suffix(of: target.name))
    for number in 1...1_000 {
      let copy = try FolderEntry(new: "\(stem) copy\(number == 1 ? "" : " \(number)")\(suffix)", in: folder)
      if copy.status != nil { continue }
      try await CoordinatedChange.run([copy]) { () throws(ServiceProblem) in
        let file = try Upload.file(copy, names)
        do throws(ImageError) {
          let source = try FileByteSource(path: target.openPath)
          guard try file.append(source, 0..<source.size) else {
            throw ImageError(.io, "another program has changed it", systemError: ESTALE)
          }
        } catch {
          throw CoordinatedChange.failure(error.systemError ?? 0)
        }
        try Upload.commit(file)
      }
      return made(copy, call)
    }
    throw ServiceProblem(.conflict, "there are too many copies")
  }

  // MARK: Moving

  private func rename(_ call: BrowseCall) async throws(ServiceProblem) -> Response {
    let entry = try entry(call)
    return try await move(entry, to: try FolderEntry(new: call.query["rename"] ?? "", in: entry.folder), call)
  }

  /// Moves to a folder of the same root: `move=/Holiday/2026`.
  private func move(_ call: BrowseCall) async throws(ServiceProblem) -> Response {
    let entry = try entry(call)
    let names = PathNames.of(call.query["move"] ?? "")
    guard call.query["move"]?.utf8.first == UInt8(ascii: "/"),
      names.allSatisfy({ BrowseAddress.isAllowed(PathText.bytes($0)) })
    else { throw .invalid("move is the path of a folder below the root, as in /Holiday/2026") }
    let path = names.isEmpty ? "" : names.joined(separator: "/") + "/"
    let folder = try call.state.roots.target(in: entry.folder.root, path)
    return try await move(entry, to: FolderEntry(entry.name, in: folder), call)
  }

  private func move(
    _ entry: FolderEntry, to other: FolderEntry, _ call: BrowseCall
  ) async throws(ServiceProblem) -> Response {
    try await Self.move(entry, to: other)
    undoLog.add(
      .moved(entry.folder.root, from: entry.below, to: other.below, other.status.map { FileIdentity($0) }),
      of: call.visitor.client.id)
    return answer(other, call)
  }

  /// - Parameter identity: what the entry has to be; nil for whatever it is.
  private static func move(
    _ entry: FolderEntry, to other: FolderEntry, _ identity: FileIdentity? = nil
  ) async throws(ServiceProblem) {
    guard entry.status != nil else { throw BrowseAddress.missing }
    try await CoordinatedChange.run([entry, other]) { () throws(ServiceProblem) in
      try entry.check(identity)
      guard SystemCall.renameWithoutReplacing(entry.path, to: other.path) else { throw CoordinatedChange.failure() }
    }
  }

  // MARK: Trash and undo

  private func trash(_ call: BrowseCall) async throws(ServiceProblem) -> Response {
    let entry = try entry(call)
    let root = entry.folder.root
    let identity = entry.status.map { FileIdentity($0) }
    let name = try await CoordinatedChange.run([entry]) { () throws(ServiceProblem) in
      try Trash(of: root).put(entry, identity)
    }
    undoLog.add(.trashed(root, name: name, path: entry.below, identity), of: call.visitor.client.id)
    return answer(entry, call)
  }

  /// Takes back the client's last change.
  private func undo(_ call: BrowseCall) async throws(ServiceProblem) -> Response {
    let client = call.visitor.client.id
    guard let step = undoLog.take(of: client) else {
      throw ServiceProblem(.conflict, "there is nothing to undo")
    }
    do throws(ServiceProblem) {
      return answer(try await undo(step, call.state.roots), call)
    } catch {
      // It can be tried again, when the name is free, say. What is gone would be in the way of earlier changes.
      if error.status != BrowseAddress.missing.status { undoLog.add(step, of: client) }
      throw error
    }
  }

  private func undo(_ step: UndoLog.Step, _ roots: ServedRoots) async throws(ServiceProblem) -> FolderEntry {
    switch step {
    case .trashed(let root, let name, let path, let identity):
      let entry = try roots.entry(in: root, path)
      try await CoordinatedChange.run([entry]) { () throws(ServiceProblem) in
        try Trash(of: root).restore(name, identity, to: entry)
      }
      return entry
    case .moved(let root, let from, let to, let identity):
      let entry = try roots.entry(in: root, from)
      try await Self.move(try roots.entry(in: root, to), to: entry, identity)
      return entry
    case .made(let root, let path, let identity):
      let entry = try roots.entry(in: root, path)
      _ = try await CoordinatedChange.run([entry]) { () throws(ServiceProblem) in
        try Trash(of: root).put(entry, identity)
      }
      return entry
    }
  }
}
