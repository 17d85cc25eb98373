internal import CodecKit
internal import ColorManagement
internal import ImageModel

extension RowPipelineBuilder {
  /// What the pixels are to become, worked out before any stage is made.
  struct Goal {
    /// The format of the rows that come out.
    var format: PixelFormat
    /// What their samples mean.
    var profile: ColorProfile?
    /// The conversion of colours; nil where they stay as they are.
    var transform: ColorTransform?
    /// Whether transparent pixels are put on the background.
    var flattens = false
    var notes: [Diagnostic] = []

    init(_ input: RowLayout, _ options: RowPipeline.Options, _ limits: Limits) throws(ImageError) {
      let source = input.format
      profile = input.profile
      if let misfit = profile?.misfit(source.colorModel) {
        notes.append(.warning("\(misfit); it is left out"))
        profile = nil
      }
      let given = profile

      var wanted = source
      wanted.component = options.render.component ?? source.component
      if source.hasAlpha { wanted.alpha = options.render.background == nil ? .straight : .none }
      switch options.render.profile {
      case .keep: break
      case .sRGB:
        if source.colorModel != .gray { wanted.colorModel = .rgb }
        profile = .sRGB
      case .icc(let bytes):
        wanted.colorModel = try ColorProfiles.colorModel(icc: bytes, limits: limits)
        profile = .icc(bytes)
      }
      format = options.outputFormat(wanted)
      flattens = source.hasAlpha && !format.hasAlpha
      if flattens, options.render.background == nil {
        notes.append(.note("transparency is lost: the picture was put on white"))
      }
      if format.colorModel != wanted.colorModel {
        // Between gray and RGB the samples only have to be spread; all else becomes sRGB.
        if wanted.colorModel != .gray || format.colorModel != .rgb || profile?.iccBytes != nil {
          profile = .sRGB
        }
        if wanted.colorModel == .cmyk || wanted.colorModel == .lab {
          notes.append(.note("\(wanted.colorModel.rawValue.uppercased()) became \(format.colorModel.rawValue)"))
        }
      }
      transform = try Self.transform(input, given, to: profile, &self, resizes: options.resize != nil, limits)
    }

    /// The conversion between two profiles, or nil where the colours are the same.
    private static func transform(
      _ input: RowLayout, _ given: ColorProfile?, to profile: ColorProfile?, _ goal: inout Goal, resizes: Bool,
      _ limits: Limits
    ) throws(ImageError) -> ColorTransform? {
      let (from, to) = (input.format.colorModel, goal.format.colorModel)
      let spreads = from == .gray && to == .rgb
      let isPlain = (given == nil || given == .sRGB) && profile == .sRGB && input.format.hasToneCurve
      if given == profile || isPlain, from == to || spreads { return nil }
      // 16 bits are enough on the way, and the library is faster with them than with floats; rows that are neither
      // resampled nor flattened need no more bits than they have.
      let working: PixelFormat.Component = input.format.component == .float32 ? .float32 : .uint16
      let isExact = !resizes && input.format.alpha != .premultiplied
      let source = PixelFormat(
        isExact ? input.format.component : working, from, alpha: input.format.hasAlpha ? .straight : .none)
      let destination = PixelFormat(goal.flattens ? working : goal.format.component, to, alpha: source.alpha)
      let transform = try ColorTransform(from: given, source, to: profile, destination, limits: limits)
      goal.notes += transform.diagnostics
      return transform.isIdentity ? nil : transform
    }
  }
}
