// A name for all programs: `swift build --target AllPrograms` builds them in one call.
