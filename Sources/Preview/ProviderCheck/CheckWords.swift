/// Figures as reports name them.
enum CheckWords {
  static func seconds(_ seconds: Double) -> String {
    if seconds < 1 { return "\(Int((seconds * 1_000).rounded())) ms" }
    let tenths = (seconds * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths)) s" : "\(tenths) s"
  }

  static func mebibytes(_ bytes: Int) -> String { "\((Double(bytes) / 104_857.6).rounded() / 10) MiB" }

  static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
