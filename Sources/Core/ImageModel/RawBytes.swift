extension Array where Element == UInt8 {
  /// Gives access to the bytes to a function that throws an `ImageError` (the standard `withUnsafeBytes` forgets the
  /// type of what is thrown).
  package func withRawBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws(ImageError) -> Result
  ) throws(ImageError) -> Result {
    try withUnsafeBufferPointer { buffer throws(ImageError) in try body(UnsafeRawBufferPointer(buffer)) }
  }
}
