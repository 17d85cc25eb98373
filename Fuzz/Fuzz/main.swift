internal import ByteStreams
internal import Glibc
internal import MetadataFuzzing

// One program for all targets, driven by libFuzzer, which scripts/fuzz links in. CAMEO_FUZZ_TARGET names the target, so
// that the arguments are libFuzzer's own. `--list` prints the targets, with the longest input and the dictionary of
// each; `--seeds FOLDER FILE...` writes the seeds.

/// libFuzzer as a library (FuzzerInterface.h).
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// A line on standard error; `stderr` of C is a variable, which Swift does not take for safe.
func complain(_ message: String) {
  let line = Array("\(message)\n".utf8)
  _ = write(2, line, line.count)
}

func fail(_ message: String) -> Never {
  complain("Fuzz: \(message)")
  exit(64)
}

/// Writes the seeds of all targets: `FOLDER/<target>/<number>`.
func writeSeeds(_ folder: String, _ files: [String]) {
  var count = 0
  func write(_ seed: [UInt8], for target: FuzzTarget) {
    count += 1
    guard let output = fopen("\(folder)/\(target.name)/\(count)", "w") else { fail("\(folder) cannot be written") }
    fwrite(seed, 1, seed.count, output)
    fclose(output)
  }
  for target in FuzzInput.targets {
    mkdir("\(folder)/\(target.name)", 0o755)
    for seed in target.made() { write(seed, for: target) }
  }
  for path in files {
    guard let source = try? FileByteSource(path: path), source.size <= 16 << 20,
      let bytes = try? source.bytes(at: 0, count: Int(source.size))
    else { fail("\(path) cannot be read") }
    let file = SeedFile(bytes, name: path)
    for target in FuzzInput.targets {
      for seed in file.seeds(for: target) { write(seed, for: target) }
    }
  }
}

let arguments = CommandLine.arguments
switch arguments.dropFirst().first {
case "--list":
  for target in FuzzInput.targets { print(target.name, target.maxLength, target.dictionary ?? "-") }
case "--seeds" where arguments.count > 2:
  writeSeeds(arguments[2], Array(arguments.dropFirst(3)))
default:
  var count = CommandLine.argc
  var values = CommandLine.unsafeArgv
  exit(runDriver(&count, &values) { FuzzInput.take($0, $1) })
}
