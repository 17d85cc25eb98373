extension String {
  /// Calls a function with the bytes of the text in UTF-8.
  ///
  /// `withUTF8` of the standard library needs a variable, so that another reference to the text is counted. That takes
  /// longer than what is done with the bytes of a short text.
  @inlinable @inline(__always)
  package func withUTF8Bytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    // All native texts are contiguous.
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var text = self
    return text.withUTF8(body)
  }
}
