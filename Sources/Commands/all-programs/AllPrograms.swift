// An empty target that depends on all installed programs: `swift build --target AllPrograms` builds them in one call.
