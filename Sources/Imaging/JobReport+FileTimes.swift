internal import ByteStreams
internal import Glibc
internal import ImageModel
internal import MetadataModel
internal import MetadataReading

extension JobReport {
  /// Gives the outputs the date of their picture as time of the last change: `DateCreated` of the output, or else of
  /// the input. A date without a zone is one of the local zone. Without a date the time stays, with a note.
  mutating func setFileTimes(in environment: JobEnvironment) {
    guard environment.files.setsFileTime else { return }
    for output in outputs where [nil, .unchanged].contains(output.skipped) && output.path != "-" {
      guard let time = Self.date(of: output.path, environment) ?? Self.date(of: input, environment) else {
        diagnostics.append(.note("\(output.path) has no date, and keeps its time"))
        continue
      }
      if !SystemCall.setChangeTime(of: output.path, to: time) {
        diagnostics.append(.note("the time of \(output.path) cannot be set"))
      }
    }
  }

  private static func date(of path: String, _ environment: JobEnvironment) -> Int? {
    guard path != "-", let bytes = try? InputOpening.open(path: path, limits: environment.limits),
      let metadata = try? MetadataReader.read(
        bytes, fileName: path, limits: environment.limits, options: .init(.values))
    else { return nil }
    let tree = metadata.images.first?.properties ?? metadata.properties
    return tree["Derived"]?["DateCreated"]?.text.flatMap { seconds($0) }
  }

  /// The seconds since 1970 of `2024-05-06T07:08:09.25+02:00`, without their fraction. Of a day alone, its beginning.
  private static func seconds(_ text: String) -> Int? {
    guard let date = MetadataDate(text), let civil = date.civilTime else { return nil }
    if let offset = MetadataDate.offset(date.zone) { return civil.secondsSince1970 - offset }
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (Int32(civil.year) - 1900, Int32(civil.month) - 1, Int32(civil.day))
    (time.tm_hour, time.tm_min, time.tm_sec) = (Int32(civil.hour), Int32(civil.minute), Int32(civil.second))
    time.tm_isdst = -1
    let local = mktime(&time)
    return local == -1 ? nil : local
  }
}
