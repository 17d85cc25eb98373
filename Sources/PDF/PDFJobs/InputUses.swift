internal import ByteStreams

/// Which inputs of a job name the same file, by device and inode.
struct InputUses {
  /// The number of the first input that names the file of each input.
  private var firsts: [Int] = []
  /// The numbers of the inputs that name a file, by the first of them.
  private var numbers: [Int: [Int]] = [:]

  init(_ inputs: [PDFInput]) {
    var known: [FileIdentity: Int] = [:]
    for (number, input) in inputs.enumerated() {
      var first = number
      if inputs.count > 1, case .path(let path) = input.source, let identity = FileIdentity(path: path) {
        first = known[identity] ?? number
        known[identity] = first
      }
      firsts.append(first)
      numbers[first, default: []].append(number)
    }
  }

  /// The number of the first input that names the file of an input.
  func first(of number: Int) -> Int { firsts[number] }

  /// The numbers of all inputs that name the file of an input.
  func all(of number: Int) -> [Int] { numbers[firsts[number]] ?? [number] }
}
