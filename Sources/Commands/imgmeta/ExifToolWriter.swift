internal import CommandKit
internal import MetadataModel

struct ExifToolWriter: MetadataWriter {
  func text(of file: FileMetadata) -> String { "" }
}
