internal import Glibc

/// The lines that the service writes to standard error, each with one call so that lines of several threads do not mix.
package enum ServiceLog {
  package static func write(_ line: String) {
    var text = "previewd: "
    for scalar in line.unicodeScalars {
      text.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? "?" : scalar)
    }
    text += "\n"
    text.withUTF8 { bytes in
      // What cannot be written has nowhere else to go.
      _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }
}

/// The variables of the process, as it was started with them.
package enum ProcessEnvironment {
  package static var variables: [String: String] {
    var variables: [String: String] = [:]
    for entry in ((try? SecretFile.bytes("/proc/self/environ")) ?? []).split(separator: 0) {
      let text = String(decoding: entry, as: UTF8.self)
      guard let equals = text.firstIndex(of: "=") else { continue }
      variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
    return variables
  }
}
