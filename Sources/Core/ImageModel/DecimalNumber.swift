extension Double {
  /// A decimal number as people write it: `2`, `-0.25`, `5e-3`.
  ///
  /// nil for any other text, and for a number that is too large. Swift's own initializer also takes `0x10`, `0x1p3`,
  /// `inf` and `nan`.
  package init?(decimal text: some StringProtocol) {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }), let number = Double(text),
      number.isFinite
    else { return nil }
    self = number
  }
}
