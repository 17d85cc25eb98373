internal import ByteStreams

/// The contents of a document or of a part of it: a regular file, a directory with children, or a symbolic link.
///
/// A wrapper is a value. One that was read from a disk knows the names of everything in it. The bytes of a file are
/// read when they are asked for. A child that is handed on to a new wrapper is not copied when that is saved: it gets a
/// hard link (`link`) or, where there are none, a reflink or a copy.
public struct FileWrapper: Sendable {
  enum Node: Sendable {
    case file(FileContents)
    case directory([String: FileWrapper])
    case link(String)
  }

  var node: Node

  /// The name that a child should get in its directory. `addFileWrapper` adds a number if the name is taken.
  public var preferredFilename: String?

  /// The permissions (`chmod`: 0o644); nil for those of the file that is replaced, or else those of a new file.
  public var permissions: UInt32?

  /// The permissions that it had when it was read, which a copy gets.
  var permissionsRead: UInt32?

  /// A regular file with these bytes.
  public init(regularFileWithContents contents: [UInt8], preferredFilename: String? = nil) {
    node = .file(FileContents(contents))
    self.preferredFilename = preferredFilename
  }

  /// A directory with these children by name. A name that is none is an error when the directory is written.
  public init(directoryWithFileWrappers children: [String: FileWrapper] = [:], preferredFilename: String? = nil) {
    node = .directory(children)
    self.preferredFilename = preferredFilename
  }

  /// A symbolic link. In a package it may only lead to something in the package: `../shared/logo.png`.
  public init(symbolicLinkWithDestination destination: String, preferredFilename: String? = nil) {
    node = .link(destination)
    self.preferredFilename = preferredFilename
  }

  init(_ node: Node, permissionsRead: UInt32?, name: String) {
    self.node = node
    self.permissionsRead = permissionsRead
    preferredFilename = name
  }

  public var isRegularFile: Bool { if case .file = node { true } else { false } }
  public var isDirectory: Bool { if case .directory = node { true } else { false } }
  public var isSymbolicLink: Bool { if case .link = node { true } else { false } }

  /// Where a symbolic link leads to; nil for anything else.
  public var symbolicLinkDestination: String? { if case .link(let destination) = node { destination } else { nil } }

  /// The children of a directory by name; nil for anything else.
  public var fileWrappers: [String: FileWrapper]? { if case .directory(let children) = node { children } else { nil } }

  /// A child of a directory by its name. Setting nil removes it. On anything but a directory, nil, and setting does
  /// nothing.
  public subscript(name: String) -> FileWrapper? {
    get { fileWrappers?[name] }
    set {
      guard case .directory(var children) = node else { return }
      node = .directory([:])  // So that the dictionary is changed in place.
      children[name] = newValue
      node = .directory(children)
    }
  }

  /// Adds a child under its preferred name, or with a number if that is taken: `photo 2.jpg`.
  ///
  /// - Returns: the name that it got.
  @discardableResult
  public mutating func addFileWrapper(_ child: FileWrapper) -> String {
    let wanted = child.preferredFilename ?? "file"
    let (stem, suffix) = (PathText.withoutSuffix(wanted), PathText.suffix(of: wanted))
    var name = wanted
    var number = 2
    while self[name] != nil {
      name = "\(stem) \(number)\(suffix)"
      number += 1
    }
    self[name] = child
    return name
  }

  /// Adds a regular file under a name, or with a number if that is taken.
  ///
  /// - Returns: the name that it got.
  @discardableResult
  public mutating func addRegularFile(withContents contents: [UInt8], preferredFilename: String) -> String {
    addFileWrapper(FileWrapper(regularFileWithContents: contents, preferredFilename: preferredFilename))
  }

  /// Removes the child with a name.
  ///
  /// - Returns: the child; nil where there was none.
  @discardableResult
  public mutating func removeFileWrapper(named name: String) -> FileWrapper? {
    let child = self[name]
    self[name] = nil
    return child
  }

  /// The number of bytes of a regular file, and of all regular files in a directory.
  public var byteCount: UInt64 {
    switch node {
    case .file(let contents): contents.size
    case .directory(let children): children.values.reduce(0) { $0 + $1.byteCount }
    case .link: 0
    }
  }

  /// All bytes of a regular file.
  ///
  /// - Parameter limit: the most bytes that the caller can use.
  /// - Throws: `changed` if another program has changed or removed the file since the wrapper was read;
  ///   `limitExceeded`; `invalidContents` for a directory or a link; `io`.
  public func regularFileContents(atMost limit: Int = 1 << 30) throws(DocumentError) -> [UInt8] {
    let contents = try fileContents()
    guard contents.size <= UInt64(limit) else {
      throw DocumentError(.limitExceeded, "has more than \(limit) bytes", path: contents.path)
    }
    return try contents.bytes(in: 0..<contents.size)
  }

  /// A part of a regular file; shorter where the file ends.
  ///
  /// - Throws: as `regularFileContents`.
  public func regularFileContents(in range: Range<UInt64>) throws(DocumentError) -> [UInt8] {
    let contents = try fileContents()
    return try contents.bytes(in: range.clamped(to: 0..<contents.size))
  }

  /// Where the bytes of a regular file can be read by another program or library: nil while they are in memory only.
  public var path: String? { if case .file(let contents) = node { contents.path } else { nil } }

  /// The same contents in new objects, which can be written to another place while these stay where they are.
  var detached: FileWrapper {
    var copy = self
    switch node {
    case .file(let contents): copy.node = .file(contents.copy)
    case .directory(let children): copy.node = .directory(children.mapValues(\.detached))
    case .link: break
    }
    return copy
  }

  private func fileContents() throws(DocumentError) -> FileContents {
    guard case .file(let contents) = node else {
      throw DocumentError(.invalidContents, "\(preferredFilename ?? "a part of the document") is not a regular file")
    }
    return contents
  }
}

extension FileWrapper {
  /// What of a document on a disk is read.
  public struct Limits: Hashable, Sendable {
    /// Folders within folders.
    public var maxDepth = 32
    /// Files, folders and links of a package together.
    public var maxCount = 100_000
    /// Bytes of all files together.
    public var maxBytes: UInt64 = 64 << 30

    public init() {}
  }

  /// Compares contents with limits, as reading them from a disk does.
  ///
  /// - Throws: `limitExceeded`.
  func check(_ limits: Limits) throws(DocumentError) {
    var count = 0
    try checkChildren(limits, depth: limits.maxDepth, &count)
    guard byteCount <= limits.maxBytes else { throw limits.tooManyBytes }
  }

  private func checkChildren(_ limits: Limits, depth: Int, _ count: inout Int) throws(DocumentError) {
    guard let children = fileWrappers else { return }
    count += children.count
    guard count <= limits.maxCount else {
      throw DocumentError(.limitExceeded, "has more than \(limits.maxCount) files and folders")
    }
    for child in children.values where child.isDirectory {
      guard depth > 1 else { throw DocumentError(.limitExceeded, "has too many folders within folders") }
      try child.checkChildren(limits, depth: depth - 1, &count)
    }
  }
}

extension FileWrapper.Limits {
  var tooManyBytes: DocumentError { DocumentError(.limitExceeded, "has more than \(maxBytes) bytes") }
}
