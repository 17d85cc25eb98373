package import ImageModel
internal import MetadataModel
internal import MetadataWriting
internal import TrackReading

/// Finds where pictures were taken: by their dates, in the tracks of a receiver.
package final class Geotagging: Sendable, Hashable, CustomStringConvertible {
  private let track: PositionTrack
  private let zone: Int?
  private let shift: Int
  private let maxGap: Double

  /// - Parameters:
  ///   - paths: GPX, KML and NMEA files.
  ///   - zone: by how many seconds the camera's clock is ahead of UTC, for pictures whose date has no zone.
  ///   - shift: the seconds that are added to the pictures' times.
  ///   - maxGap: see `PositionTrack.match`, in seconds.
  /// - Throws: as `PositionTrack.init(paths:)`.
  package init(paths: [String], zone: Int?, shift: Int, maxGap: Double) throws(ImageError) {
    track = try PositionTrack(paths: paths)
    (self.zone, self.shift, self.maxGap) = (zone, shift, maxGap)
  }

  /// Equal for jobs that give pictures equal positions. It is part of what `--update` compares.
  package var description: String {
    "tracks \(track.fingerprint), zone \(zone.map(String.init) ?? "none"), shift \(shift), gap \(maxGap)"
  }

  package static func == (one: Geotagging, other: Geotagging) -> Bool { one.description == other.description }

  package func hash(into hasher: inout Hasher) { hasher.combine(description) }

  /// `gps.position=...` as `--set` has it, or why a picture has no position.
  enum Answer {
    case setting(String)
    case missing(String)
  }

  func answer(for metadata: ImageMetadata) -> Answer {
    let text = metadata.images.first?.properties["Derived"]?["DateCreated"]?.text
    guard let (seconds, hasZone) = text.flatMap({ MetadataDate($0) })?.time else {
      return .missing("no position: the picture has no date with a time")
    }
    var time = seconds + Double(shift)
    if !hasZone {
      guard let zone else {
        return .missing("no position: its date has no zone; --geotag-zone says which the camera's clock has")
      }
      time -= Double(zone)
    }
    switch track.match(time, maxGap: maxGap) {
    case .tooFar(let gap): return .missing("no position: the nearest point of the tracks is \(Self.words(gap)) away")
    case .found(let point):
      // A degree is 111 km: 8 decimals are a millimetre.
      var numbers = [Self.decimal(point.latitude, 8), Self.decimal(point.longitude, 8)]
      if let altitude = point.altitude { numbers.append(Self.decimal(altitude, 3)) }
      return .setting("gps.position=" + numbers.joined(separator: ","))
    }
  }

  /// A number with all its decimals, never with an exponent.
  private static func decimal(_ number: Double, _ decimals: Int) -> String {
    let unit = (0..<decimals).reduce(Int64(1)) { value, _ in value * 10 }
    let scaled = Int64((number * Double(unit)).rounded())
    let rest = String(scaled.magnitude % UInt64(unit))
    let zeros = String(repeating: "0", count: decimals - rest.utf8.count)
    return (scaled < 0 ? "-" : "") + "\(scaled.magnitude / UInt64(unit)).\(zeros)\(rest)"
  }

  /// `3 h 2 min`, rounded up, so that a gap is never shown as smaller than it is.
  private static func words(_ seconds: Double) -> String {
    if seconds >= 172_800 { return "\(Int((seconds / 86_400).rounded(.up))) days" }
    let minutes = Int((seconds / 60).rounded(.up))
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }
}

extension MetadataRewriteJob {
  /// The seconds of a time such as `+1h30m`, as `shiftDates` has it; nil for other texts, and for months and years,
  /// which have no certain length.
  package static func seconds(of text: String) -> Int? { MetadataEdits.seconds(of: text) }
}
