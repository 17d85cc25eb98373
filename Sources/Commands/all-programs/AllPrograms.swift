// Nothing but a name for all programs that are installed: `swift build --target AllPrograms` builds them in one call.
