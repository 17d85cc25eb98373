/// Which versions are kept: all of the last hour, one for each hour of the last day, one for each day of the last month
/// (30 days), and one for each week before, the newest one each time.
enum VersionThinning {
  /// - Parameters:
  ///   - dates: seconds since 1970, the newest first.
  /// - Returns: for each whether it is kept. The newest one is.
  static func kept(_ dates: [Int64], now: Int64) -> [Bool] {
    let (hour, day): (Int64, Int64) = (3_600, 86_400)
    var last: (span: Int64, number: Int64)?
    return dates.enumerated().map { index, date in
      let age = now - date
      let span = age < hour ? 0 : age < day ? hour : age < 30 * day ? day : 7 * day
      let slot = (span: span, number: span == 0 ? Int64(index) : date / span)
      defer { last = slot }
      return last.map { $0 != slot } ?? true
    }
  }
}
