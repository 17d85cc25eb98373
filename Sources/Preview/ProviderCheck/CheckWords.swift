/// Figures as reports name them.
enum CheckWords {
  static func seconds(_ seconds: Double) -> String {
    seconds < 1 ? "\(Int((seconds * 1_000).rounded())) ms" : "\((seconds * 10).rounded() / 10) s"
  }

  static func mebibytes(_ bytes: Int) -> String { "\((Double(bytes) / 104_857.6).rounded() / 10) MiB" }

  static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
