internal import ByteStreams
internal import Glibc
internal import ImageModel
internal import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport
internal import StructuredText

/// A film: what it says of itself, and one of its frames. The programs of FFmpeg read it. The suite does not link them.
struct Film {
  let path: String
  /// In seconds; nil where the film does not say.
  private(set) var length: Double?
  private(set) var title: String?
  private(set) var facts: [SheetBlock.Property] = []

  /// Playlists and the like, which name other files, are not among the formats.
  private static let inputOptions = [
    "-protocol_whitelist", "file", "-format_whitelist",
    "mov,matroska,avi,ogg,mpeg,mpegts,mpegvideo,flv,asf,dv,mxf,rm,nut,ivf,h264,hevc,m4v",
  ]
  private static let longestText = 300
  private static let smallestSide = 64

  /// Asks `ffprobe` for the facts.
  ///
  /// - Throws: `corruptInput` for a file of another kind, and for one without pictures; `providerUnavailable`.
  init(path: String) async throws {
    self.path = path
    // Says what is wrong with a directory or a missing file.
    _ = try DocumentFile.beginning(of: path, atMost: 1)
    let wanted = [
      "format=duration,format_long_name", "format_tags=title,artist,date",
      "stream=codec_type,codec_name,width,height,avg_frame_rate,sample_rate,channels", "stream_tags=language",
      "stream_disposition=attached_pic",
    ].joined(separator: ":")
    let run = try await ProgramRun.run(
      "ffprobe", ["-v", "quiet"] + Self.inputOptions + ["-show_entries", wanted, "-of", "json", "file:\(path)"])
    try Task.checkCancellation()
    guard run.status == 0, let value = try? ValueFile.parse(Array(run.text.utf8)) else {
      throw ProviderError(.corruptInput, "the file is damaged, or is not a film of a known kind")
    }
    let streams = value.member("streams")?.elements ?? []
    guard let video = streams.first(where: Self.isVideo) else {
      throw ProviderError(.corruptInput, "the film has no pictures")
    }
    readFacts(value.member("format"), video, streams)
  }

  private static func isVideo(_ stream: StructuredValue) -> Bool {
    stream.member("codec_type")?.text == "video"
      && stream.member("disposition")?.member("attached_pic")?.text != "1"
  }

  private mutating func readFacts(_ format: StructuredValue?, _ video: StructuredValue, _ streams: [StructuredValue]) {
    length = format?.member("duration")?.text.flatMap { Double($0) }.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    let tags = format?.member("tags")
    title = tags?.member("title")?.text.map { $0.collapsed.shortened(to: Self.longestText) }
    if title?.isEmpty == true { title = nil }
    add("Artist", tags?.member("artist")?.text)
    add("Date", tags?.member("date")?.text)
    add("Length", PlayingTime.text(length))
    if let width = video.member("width")?.text, let height = video.member("height")?.text {
      add("Size", "\(width) × \(height)")
    }
    add("Frames per second", Self.rate(video.member("avg_frame_rate")?.text))
    add("Video", Self.codec(video))
    for (label, kind) in [("Audio", "audio"), ("Subtitles", "subtitle")] {
      let texts = streams.filter { $0.member("codec_type")?.text == kind }.prefix(8).map(Self.description)
      add(label, texts.joined(separator: "; "))
    }
    add("Format", format?.member("format_long_name")?.text)
  }

  private mutating func add(_ key: String, _ value: String?) {
    guard let value = value?.collapsed, !value.isEmpty else { return }
    facts.append(.init(key: key, value: value.shortened(to: Self.longestText)))
  }

  /// `25` for `25/1`, `23.976` for `24000/1001`; nil for `0/0`.
  static func rate(_ fraction: String?) -> String? {
    let parts = (fraction ?? "").split(separator: "/").compactMap { Double($0) }
    guard parts.count == 2, parts[0] > 0, parts[1] > 0 else { return nil }
    let thousandths = (parts[0] / parts[1] * 1_000).rounded()
    guard thousandths >= 1, thousandths < 1e9 else { return nil }
    let number = thousandths / 1_000
    return number == number.rounded() ? "\(Int(number))" : "\(number)"
  }

  private static func codec(_ stream: StructuredValue) -> String? {
    stream.member("codec_name")?.text.map { names[$0] ?? $0 }
  }

  private static let names = [
    "h264": "H.264", "hevc": "H.265 (HEVC)", "av1": "AV1", "vp8": "VP8", "vp9": "VP9", "mpeg4": "MPEG-4",
    "mpeg2video": "MPEG-2", "mpeg1video": "MPEG-1", "theora": "Theora", "mjpeg": "Motion JPEG", "prores": "ProRes",
    "aac": "AAC", "mp3": "MP3", "opus": "Opus", "vorbis": "Vorbis", "flac": "FLAC", "ac3": "AC-3", "eac3": "E-AC-3",
    "subrip": "SubRip", "mov_text": "MPEG-4 text", "ass": "ASS", "webvtt": "WebVTT",
  ]

  /// `AAC, stereo, 48000 Hz, deu`
  private static func description(_ stream: StructuredValue) -> String {
    var parts = [codec(stream) ?? "unknown"]
    if let count = stream.member("channels")?.text.flatMap({ Int($0) }), count > 0 {
      parts.append(count == 1 ? "mono" : count == 2 ? "stereo" : "\(count) channels")
    }
    if let rate = stream.member("sample_rate")?.text { parts.append("\(rate) Hz") }
    if let language = stream.member("tags")?.member("language")?.text, language != "und" { parts.append(language) }
    return parts.joined(separator: ", ")
  }

  // MARK: Frames

  /// A frame in the size of a box: one after a tenth of the film, because many films begin in black. If there is none,
  /// the first one.
  ///
  /// - Throws: `corruptInput` where no frame can be decoded.
  func frame(fitting box: PixelSize, workFolder: String) async throws -> PixelBuffer {
    let time = min((length ?? 0) / 10, 600)
    if time > 0, let frame = try await frame(at: time, fitting: box, workFolder) { return frame }
    if let frame = try await frame(at: 0, fitting: box, workFolder) { return frame }
    throw ProviderError(.corruptInput, "the film is damaged: no frame of it can be decoded")
  }

  private func frame(at time: Double, fitting box: PixelSize, _ workFolder: String) async throws -> PixelBuffer? {
    let output = workFolder + "/frame.png"
    defer { SystemCall.remove(output) }
    // In a very small size a side would have no pixels, so the picture is reduced when it is read.
    let (width, height) = (max(box.width, Self.smallestSide), max(box.height, Self.smallestSide))
    // Pixels that are not square are made so. `V` leaves out pictures that are attached, such as covers.
    let filter =
      "scale=max(1\\,trunc(iw*sar)):ih,scale=\(width):\(height):force_original_aspect_ratio=decrease"
    let run = try await ProgramRun.run(
      "ffmpeg",
      ["-v", "error", "-nostdin", "-threads", "1"] + Self.inputOptions + [
        "-ss", "\(Int(time * 1_000))ms", "-i", "file:\(path)", "-map", "0:V:0", "-frames:v", "1", "-vf", filter,
        "-threads", "1", "-c:v", "png", "-f", "image2pipe", "pipe:1",
      ], outputPath: output)
    try Task.checkCancellation()
    guard run.status == 0, (SystemCall.status(of: output)?.st_size ?? 0) > 0 else { return nil }
    return try DocumentPicture.drawn(output, format: "png", fitting: box)
  }
}
