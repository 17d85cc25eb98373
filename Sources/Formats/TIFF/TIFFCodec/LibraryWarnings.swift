/// Which of libtiff's warnings a user should hear of.
enum LibraryWarnings {
  /// Oddities that many sound writers leave in their files, and that change no pixel.
  private static let harmless = [
    "Unknown field with tag", "tags are not sorted", "Sum of Photometric type-related", "does not end in null byte",
    "contains null byte in value", "assuming data is YCbCr", "calculating from imagelength",
    "Defining non-color channels", "Deprecated and troublesome", "Old-style LZW codes", "ASCII value for tag",
  ]

  static func isHarmless(_ message: String) -> Bool {
    harmless.contains { message.contains($0) }
  }
}
