extension ContentTypeRegistry {
  private static let audio = ["public.audio"]
  private static let movie = ["public.movie"]

  static let mediaTypes: [ContentType] = [
    .row("public.audiovisual-content", "audio or video", ["public.data", "public.content"]),
    .row("public.movie", "movie", ["public.audiovisual-content"], icon: "video-x-generic"),
    .row("public.audio", "audio", ["public.audiovisual-content"], icon: "audio-x-generic"),
    .row("public.mp3", "MP3", audio, ["mp3"], ["audio/mpeg"], [2, 3, 4].map { .init(Array("ID3".utf8) + [$0, 0]) }),
    .row("public.mpeg-4-audio", "MPEG-4 audio", audio, ["m4a"], ["audio/mp4"], [.init("ftypM4A ", at: 4)]),
    .row(
      "com.microsoft.waveform-audio", "WAVE", audio, ["wav"], ["audio/x-wav", "audio/wav"],
      [.init("RIFF", anyOf: [.init("WAVE", at: 8)])]),
    .row(
      "public.aiff-audio", "AIFF", audio, ["aiff", "aif"], ["audio/x-aiff"],
      [.init("FORM", anyOf: [.init("AIFF", at: 8)])]),
    .row("org.xiph.flac", "FLAC", audio, ["flac"], ["audio/flac"], [.init("fLaC\0")]),
    .row("org.xiph.ogg-audio", "Ogg audio", audio, ["ogg", "oga"], ["audio/ogg"]),
    .row("org.xiph.opus", "Opus", ["org.xiph.ogg-audio"], ["opus"], ["audio/x-opus+ogg"], [.init("OpusHead", at: 28)]),
    .row("public.midi-audio", "MIDI", audio, ["mid", "midi"], ["audio/midi"], [.init("MThd\0\0\0")]),
    .row(
      "public.mpeg-4", "MPEG-4", movie, ["mp4", "m4v"], ["video/mp4"],
      [
        .init("ftypisom", at: 4), .init("ftypiso2", at: 4), .init("ftypmp41", at: 4), .init("ftypmp42", at: 4),
        .init("ftypavc1", at: 4),
      ]),
    .row(
      "com.apple.quicktime-movie", "QuickTime", movie, ["mov", "qt"], ["video/quicktime"], [.init("ftypqt  ", at: 4)]),
    .row("public.avi", "AVI", movie, ["avi"], ["video/x-msvideo"], [.init("RIFF", anyOf: [.init("AVI ", at: 8)])]),
    .row("org.matroska.mkv", "Matroska", movie, ["mkv"], ["video/x-matroska"], [ebml("matroska")]),
    .row("org.webmproject.webm", "WebM", movie, ["webm"], ["video/webm"], [ebml("webm")]),
    .row("org.xiph.ogg-video", "Ogg video", movie, ["ogv"], ["video/ogg"]),
    .row("public.mpeg", "MPEG", movie, ["mpg", "mpeg"], ["video/mpeg"], [.init([0, 0, 1, 0xBA])]),
  ]

  static let fontTypes: [ContentType] = [
    .row("public.font", "font", ["public.data"], icon: "font-x-generic"),
    .row(
      "public.truetype-ttf-font", "TrueType", ["public.font"], ["ttf"], ["font/ttf"],
      [.init([0, 1, 0, 0, 0]), .init("true\0")]),
    .row("public.opentype-font", "OpenType", ["public.font"], ["otf"], ["font/otf"], [.init("OTTO\0")]),
    .row(
      "public.truetype-collection-font", "TrueType collection", ["public.font"], ["ttc"], ["font/collection"],
      [.init("ttcf\0")]),
    .row("org.w3.woff", "WOFF", ["public.font"], ["woff"], ["font/woff"], [.init("wOFF")]),
    .row("org.w3.woff2", "WOFF2", ["public.font"], ["woff2"], ["font/woff2"], [.init("wOF2")]),
  ]

  /// An EBML header with the document type in its first bytes (RFC 8794, 11.2.4).
  private static func ebml(_ documentType: String) -> ContentType.Signature {
    .init([0x1A, 0x45, 0xDF, 0xA3], anyOf: [.init(documentType, at: 4, span: 64)])
  }
}
