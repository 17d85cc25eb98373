// A name for all programs but the service: `swift build --target LocalPrograms` builds them in one call.
