package import ArgumentParser
package import Confinement

/// What a command gives up.
package struct ConfinementOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Before the first file is decoded, give up the network, other programs, and files that are neither inputs nor in "
        + "the directories of outputs: on, where the kernel can; require, or end with status 1; off. (default: on)",
      valueName: "on|require|off"),
    completion: .list(SelfConfinement.allCases.map(\.rawValue)), transform: { try OptionText.choice($0) })
  package var confine: SelfConfinement?

  package init() {}
}
