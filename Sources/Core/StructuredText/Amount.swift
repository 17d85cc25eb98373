extension Int {
  /// A number of at least 0 as people write sizes and counts: 500, 64k, 20M or 1Gi.
  ///
  /// The suffixes k, M and G are powers of 1,000, and Ki, Mi and Gi powers of 1,024; their case is ignored. nil for any
  /// other text and for a number that does not fit.
  package init?(amount text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let factors = ["": 1, "k": 1_000, "m": 1_000_000, "g": 1_000_000_000, "ki": 1 << 10, "mi": 1 << 20, "gi": 1 << 30]
    guard let number = Int(digits), let factor = factors[text.dropFirst(digits.count).lowercased()] else { return nil }
    let (value, overflow) = number.multipliedReportingOverflow(by: factor)
    guard !overflow else { return nil }
    self = value
  }
}
