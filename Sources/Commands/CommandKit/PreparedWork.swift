package import Confinement

/// The work of a command line, before the first file is decoded, and what it needs of the system.
package struct PreparedWork {
  /// nil for a command that does not confine itself.
  private let access: FileAccess?
  private let body: () throws -> ExitStatus

  package init(_ access: FileAccess?, _ body: @escaping () throws -> ExitStatus) {
    self.access = access
    self.body = body
  }

  /// The work after something else that is done with the same files.
  package func preceded(by first: @escaping () throws -> Void) -> PreparedWork {
    PreparedWork(access) {
      try first()
      return try body()
    }
  }

  /// Gives up what the work does not need, then does it. This is the only place where commands confine themselves.
  ///
  /// - Throws: `unsupported` if the system cannot confine as it must; as `CameoCommand.perform()`.
  func perform(_ confinement: SelfConfinement) throws -> ExitStatus {
    if let access { try confinement.begin(access) }
    return try body()
  }
}

/// A command that gives up what it does not need before it decodes the first file.
package protocol ConfinedCommand: CameoCommand {
  var confinement: ConfinementOption { get }

  /// Reads the files of options and the names of inputs. Nothing of the inputs is decoded.
  ///
  /// - Throws: as `CameoCommand.perform()`.
  func prepare() throws -> PreparedWork
}

extension ConfinedCommand {
  /// Does the work in a process that keeps all that it has, such as that of a test.
  package func perform() throws -> ExitStatus { try prepare().perform(.off) }
}
