internal import ByteStreams
internal import Glibc
package import ProviderProtocol

extension ProviderSkeleton {
  /// Makes the folder, named after the id.
  ///
  /// - Parameter parent: a folder that is there.
  /// - Returns: the new folder's path.
  /// - Throws: `requestInvalid` where something of that name is there already, `sourceUnavailable` where nothing can be written.
  package func write(in parent: String) throws(ProviderError) -> String {
    let folder = parent == "." ? id : "\(parent)/\(id)"
    guard SystemCall.linkStatus(of: folder) == nil else {
      throw ProviderError(.requestInvalid, "\(folder) is there already")
    }
    try make(folder)
    var made: Set<String> = []
    for file in files {
      let place = PathText.split(file.path).directory
      if file.path.contains("/"), made.insert(place).inserted { try make("\(folder)/\(place)") }
      try write(file, to: "\(folder)/\(file.path)")
    }
    return folder
  }

  private func make(_ folder: String) throws(ProviderError) {
    guard SystemCall.makeDirectory(folder) else {
      throw ProviderError(.sourceUnavailable, "\(folder) cannot be made: \(SystemCall.message(errno))")
    }
  }

  private func write(_ file: File, to path: String) throws(ProviderError) {
    let descriptor = SystemCall.open(
      path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode: file.isExecutable ? 0o777 : 0o666)
    let isWritten = descriptor >= 0 && SystemCall.writeAll(Array(file.text.utf8), to: descriptor)
    let number = errno
    if descriptor >= 0 { close(descriptor) }
    guard isWritten else {
      throw ProviderError(.sourceUnavailable, "\(path) cannot be written: \(SystemCall.message(number))")
    }
  }
}
