/// When outputs are written, and how.
public struct FileOptions: Hashable, Sendable {
  /// Existing outputs are skipped.
  public var noClobber = false
  /// Outputs that are up to date are skipped.
  public var update = false
  /// Flushes outputs to the disk.
  public var sync = false
  /// Makes missing folders of outputs.
  public var parents = false
  /// Allows an output to replace its own input.
  public var inPlace = false
  /// Nothing is written: a note says for each output what would be written.
  public var dryRun = false
  /// Outputs get the times, the permissions and the extended attributes of their inputs, and their owners where that is
  /// permitted.
  public var preserves = false
  /// The time of the last change of an output is the date when its picture was taken, if it has one.
  public var setsFileTime = false
  /// A file that an output replaces stays under the name `NAME_original`, unless there is such a file.
  public var keepsBackup = false
  /// Whether what could be decoded of a damaged file is written. nil: unless that would replace a file.
  public var damage: Damage?

  public enum Damage: String, Hashable, Sendable, CaseIterable {
    case isRefused = "damage"
    case isWritten = "none"
  }

  public init() {}
}
