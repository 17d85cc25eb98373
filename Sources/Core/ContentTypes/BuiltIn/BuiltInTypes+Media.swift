extension ContentTypeRegistry {
  static let mediaTypes = TypeTable.types(
    """
    # identifier | name | conforms to | file extensions | MIME types | signatures, openings, names, icon
    public.audiovisual-content | audio or video | public.data public.content | - | -
    public.movie | movie | public.audiovisual-content | - | - | icon video-x-generic
    public.audio | audio | public.audiovisual-content | - | - | icon audio-x-generic
    public.mp3 | MP3 | public.audio | mp3 | audio/mpeg | "ID3" 02 00 | "ID3" 03 00 | "ID3" 04 00
    public.mpeg-4-audio | MPEG-4 audio | public.audio | m4a | audio/mp4 | "ftypM4A " at 4
    com.microsoft.waveform-audio | WAVE | public.audio | wav | audio/x-wav audio/wav | "RIFF" and "WAVE" at 8
    public.aiff-audio | AIFF | public.audio | aiff aif | audio/x-aiff | "FORM" and "AIFF" at 8
    org.xiph.flac | FLAC | public.audio | flac | audio/flac | "fLaC" 00
    org.xiph.ogg-audio | Ogg audio | public.audio | ogg oga | audio/ogg
    org.xiph.opus | Opus | org.xiph.ogg-audio | opus | audio/x-opus+ogg | "OpusHead" at 28
    org.xiph.speex | Speex | org.xiph.ogg-audio | spx | audio/x-speex+ogg | "Speex   " at 28
    public.midi-audio | MIDI | public.audio | mid midi | audio/midi | "MThd" 00 00 00
    public.mpeg-4 | MPEG-4 | public.movie | mp4 m4v | video/mp4 | "ftypisom" at 4 | "ftypiso2" at 4 | "ftypmp41" at 4 |
      "ftypmp42" at 4 | "ftypavc1" at 4
    # Of telephones, with the boxes of MPEG-4. The brands of 3GPP end with the number of a release (TS 26.244, 5.3).
    public.3gpp | 3GPP | public.mpeg-4 | 3gp 3gpp | video/3gpp | "ftyp3gp" at 4 | "ftyp3ge" at 4 | "ftyp3gg" at 4 |
      "ftyp3gr" at 4 | "ftyp3gs" at 4
    public.3gpp2 | 3GPP2 | public.mpeg-4 | 3g2 3gp2 | video/3gpp2 | "ftyp3g2" at 4
    com.apple.quicktime-movie | QuickTime | public.movie | mov qt | video/quicktime | "ftypqt  " at 4
    public.avi | AVI | public.movie | avi | video/x-msvideo | "RIFF" and "AVI " at 8
    # An EBML header with the document type in its first bytes (RFC 8794, 11.2.4).
    org.matroska.mkv | Matroska | public.movie | mkv | video/x-matroska | 1A 45 DF A3 and "matroska" at 4 span 64
    org.webmproject.webm | WebM | public.movie | webm | video/webm | 1A 45 DF A3 and "webm" at 4 span 64
    org.xiph.ogg-video | Ogg video | public.movie | ogv | video/ogg
    public.mpeg | MPEG | public.movie | mpg mpeg | video/mpeg | 00 00 01 BA
    """)

  static let fontTypes = TypeTable.types(
    """
    # identifier | name | conforms to | file extensions | MIME types | signatures, openings, names, icon
    public.font | font | public.data | - | - | icon font-x-generic
    public.truetype-ttf-font | TrueType | public.font | ttf | font/ttf | 00 01 00 00 00 | "true" 00
    public.opentype-font | OpenType | public.font | otf | font/otf | "OTTO" 00
    public.truetype-collection-font | TrueType collection | public.font | ttc | font/collection | "ttcf" 00
    org.w3.woff | WOFF | public.font | woff | font/woff | "wOFF"
    org.w3.woff2 | WOFF2 | public.font | woff2 | font/woff2 | "wOF2"
    """)
}
