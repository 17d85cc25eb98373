/// How strongly a provider is kept apart from the rest of the machine (docs/sandbox.md).
package enum SandboxTier: String, CaseIterable, Hashable, Sendable {
  /// Namespaces by bubblewrap, and in them Landlock where the kernel has it, and seccomp.
  case a = "A"
  /// Landlock and seccomp by the launcher alone: works inside containers and other sandboxes.
  case b = "B"
  /// Limits only. Never chosen unless somebody asks for it by name.
  case none

  /// The tier that a user names: `A`, `b`, `none`; nil for another word.
  package init?(name: String) {
    switch name {
    case "A", "a": self = .a
    case "B", "b": self = .b
    case "none": self = .none
    default: return nil
    }
  }
}
