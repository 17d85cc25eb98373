internal import ArgumentParser
internal import CommandKit
internal import DocumentJobs
internal import Documents
internal import Glibc
internal import ImageModel
internal import PeopleGroups
internal import StructuredText

/// `people undo`: takes the last change back.
struct Undo: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "undo", "Take the last change back, or go back to a version.", arguments: "<file> [<version>]",
    discussion: """
      Each change that is saved leaves a version. undo gives the document the contents of the newest version that \
      differs from it, as a change of its own: undo once more makes the change again. 'people versions' lists how far \
      back one can go. A document that was deleted or damaged gets the contents of the newest version. What has its \
      name and cannot be read gets another name beside it, which is printed.
      """)

  @Argument(help: "A people group.", completion: .file())
  var file: String

  @Argument(help: "The number of a version in 'people versions'. (default: the newest that differs)")
  var version: String?

  func perform() throws -> ExitStatus {
    let (version, aside) = try revert()
    try show(
      ["\(file): as it was at \(version.localTime)"]
        + (aside.map { ["\(file): what had its name is \($0) now"] } ?? []))
    return .success
  }

  /// - Returns: also the path of what had the document's name and was no group.
  private func revert() throws(ImageError) -> (version: FileVersion, aside: String?) {
    let (file, wanted) = (file, version)
    @Sendable func find() throws(DocumentError) -> FileVersion {
      let history = try DocumentHistory(of: file)
      if let wanted { return try history.version(wanted) }
      // A damaged document, and the broken side of a conflict, are versions, too.
      return try history.previous { file in
        (try? PeopleGroup(configuration: .init(contentType: PeopleGroup.packageType, file: file))) != nil
      }
    }
    do throws(ImageError) {
      _ = try GroupFile.read(file)
    } catch {
      // What cannot be opened cannot be edited.
      guard [.invalidData, .limitExceeded, .unsupported].contains(error.kind) || error.systemError == ENOENT else {
        throw error
      }
      return try DocumentWork.wait(on: file) {
        let version = try find()
        return (version, try await version.restore(to: file))
      }
    }
    return try GroupFile.edit(file) { session in
      let version = try find()
      try await session.revert(to: version)
      return (version, nil)
    }
  }
}

/// `people versions`: the earlier states of a document.
struct Versions: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "versions", "List the versions of a group, the newest first.", arguments: "<file>")

  @Argument(help: "A people group.", completion: .file())
  var file: String

  @Flag(help: "Write a report as JSON.")
  var json = false

  func perform() throws -> ExitStatus {
    let file = file
    let listing = try DocumentWork.wait(on: file) { try VersionReport(versionsOf: file) }
    if json { try show(listing.members) } else { try show(listing.lines) }
    return .success
  }
}

/// `people conflicts`: changes of two programs or devices between which nobody has decided.
struct Conflicts: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "conflicts", "List the conflicts of a group, or end them.", arguments: "<file>",
    discussion: """
      Lists what two programs have saved, and the copies that Syncthing, Nextcloud, Dropbox and Seafile leave beside a \
      document. The status is 3 if there are any and none of the options is given. Nothing is lost: all sides, and \
      what the document was before --take and --merge, stay as versions. A copy that cannot be read stays where it is.
      """)

  @Argument(help: "A people group.", completion: .file())
  var file: String

  @Flag(help: "Write a report as JSON.")
  var json = false

  @Flag(help: "Keep the people of all sides. Who was removed on one side only comes back.")
  var merge = false

  @Option(help: ArgumentHelp("Take the side with this number.", valueName: "NUMBER"))
  var take: Int?

  @Flag(help: "Keep the document as it is.")
  var keep = false

  func validate() throws {
    try OptionRules.exclude(["--merge": merge, "--take": take, "--keep": keep, "--json": json])
  }

  func perform() throws -> ExitStatus {
    let file = file
    guard merge || keep || take != nil else {
      let listing = try DocumentWork.wait(on: file) { try VersionReport(conflictsOf: file) }
      if json { try show(listing.members) } else { try show(listing.lines) }
      return listing.isEmpty ? .success : .warnings
    }
    let sides = try DocumentWork.wait(on: file) { try FileVersion.unresolvedConflicts(of: file) }
    if let take, !sides.indices.contains(take - 1) {
      throw ImageError(.usage, "there is no side \(take); there are \(sides.count)", path: file)
    }
    if keep {
      try DocumentWork.wait(on: file) { for side in sides { try side.resolve() } }
      return .success
    }
    // The sides become versions before the change, so that 'people undo' takes the change back and not a side.
    let kept = try DocumentWork.wait(on: file) { try Self.keepAsVersions(sides) }
    do throws(ImageError) {
      if let take {
        try GroupFile.edit(file) { session in
          _ = try Self.group(take - 1, of: sides)
          try await session.revert(to: sides[take - 1])
        }
      } else {
        try mergeAll(sides)
      }
    } catch {
      // Without a change, undo would take a side.
      try DocumentWork.wait(on: file) { for version in kept { try version.remove() } }
      throw error
    }
    try DocumentWork.wait(on: file) { for side in sides { try side.remove() } }
    return .success
  }

  /// Keeps all sides as versions, or none.
  private static func keepAsVersions(_ sides: [FileVersion]) throws(DocumentError) -> [FileVersion] {
    var kept: [FileVersion] = []
    do throws(DocumentError) {
      for side in sides { if let version = try side.keepAsVersion() { kept.append(version) } }
    } catch {
      for version in kept { try version.remove() }
      throw error
    }
    return kept
  }

  private static func group(_ index: Int, of sides: [FileVersion]) throws -> PeopleGroup {
    let file = try sides[index].fileWrapper()
    do {
      return try PeopleGroup(configuration: .init(contentType: PeopleGroup.packageType, file: file))
    } catch let error as DocumentError {
      throw DocumentError(error.kind, "side \(index + 1) cannot be read: \(error.message)")
    }
  }

  /// Without the state from which both sides come nobody knows whether a person was removed on one side or added on the
  /// other: so that nothing is lost, all stay.
  private func mergeAll(_ sides: [FileVersion]) throws(ImageError) {
    try GroupFile.edit(file) { session in
      try await session.update("Merge") { group in
        for index in sides.indices {
          let other = try Self.group(index, of: sides)
          let base = PeopleGroup(name: "")
          guard let merged = try PeopleGroup.merge(base: base, ours: group, theirs: other) else {
            throw DocumentError(
              .conflict, "the sides have different names for one thing; --take NUMBER takes one of them")
          }
          group = merged
        }
      }
    }
  }
}
