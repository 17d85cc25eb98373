/// PhotometricInterpretation.
enum Interpretation: Int {
  case minIsWhite = 0
  case minIsBlack = 1
  case rgb = 2
  case palette = 3
  case mask = 4
  case separated = 5
  case ycbcr = 6
  case cieLab = 8
  case iccLab = 9
  case ituLab = 10
  case colorFilterArray = 32803
  case logL = 32844
  case logLuv = 32845
  case linearRaw = 34892

  /// The number of samples that carry colour in the file.
  var channelCount: Int {
    switch self {
    case .minIsWhite, .minIsBlack, .palette, .mask, .colorFilterArray, .logL: 1
    case .rgb, .ycbcr, .cieLab, .iccLab, .ituLab, .logLuv, .linearRaw: 3
    case .separated: 4
    }
  }
}
