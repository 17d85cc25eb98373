internal import Drawing
internal import ImageModel

extension StyleOverrides {
  /// The style of letters, by Drawing's names.
  var textStyle: TextStyle {
    TextStyle(
      families: families ?? ["sans-serif"], size: size ?? 11, weight: weight ?? 400,
      slant: isItalic == true ? .italic : .normal, color: color ?? .black,
      underline: isUnderlined == true ? .single : .none, strikethrough: isStruckThrough ?? false,
      letterSpacing: letterSpacing ?? 0)
  }

  /// How lines are set, by Drawing's names. What is wrapped at no width is not told here.
  var layoutOptions: TextLayoutOptions {
    let alignment: TextLayoutOptions.Alignment =
      switch alignment ?? .start {
      case .start: .leading
      case .left: .left
      case .center: .center
      case .right: .right
      case .end: direction == .rtl ? .left : .right
      case .justify: .justified
      }
    let direction: TextLayoutOptions.Direction =
      switch direction ?? .auto {
      case .auto: .auto
      case .ltr: .leftToRight
      case .rtl: .rightToLeft
      }
    return TextLayoutOptions(
      alignment: alignment, lineSpacing: lineSpacing ?? 1, direction: direction,
      wrap: wrap == .character ? .character : .word)
  }
}

/// A text with its styles, as a description gives it: `text`, or `runs` of differing styles.
struct StyledText {
  private var parts: [(text: String, style: StyleOverrides)]
  /// How the lines are set.
  let style: StyleOverrides

  /// Reads `text` or `runs` of an object that has one of them.
  init(_ object: ObjectReader, style: StyleOverrides, _ environment: PageEnvironment) throws(ImageError) {
    self.style = style
    parts = []
    switch (object["text"], object["runs"]) {
    case (let text?, nil): parts = [(try text.text(), style)]
    case (nil, let runs?):
      for run in try runs.list("a list of runs: texts, or objects of 'text' and 'style'") {
        guard run.isObject else {
          parts.append((try run.text(), style))
          continue
        }
        for repeated in try run.repeated() {
          let object = try repeated.object("a run", ["text", "style", "for", "if"])
          let own = try environment.styles.style(object["style"])
          parts.append((try object.required("text").text(), style.overridden(by: own)))
        }
      }
    default: throw object.reader.error("has one of 'text' and 'runs'")
    }
  }

  /// One text in one style.
  init(_ text: String, style: StyleOverrides) {
    (parts, self.style) = ([(text, style)], style)
  }

  var isEmpty: Bool { parts.allSatisfy(\.text.isEmpty) }

  /// The text laid out.
  ///
  /// - Parameters:
  ///   - width: in points; nil for lines as long as the paragraphs.
  ///   - scale: of all sizes.
  func layout(width: Double?, scale: Double = 1, _ fonts: FontCatalog) throws(ImageError) -> TextLayout {
    var text = AttributedText()
    for part in parts {
      var style = part.style.textStyle
      style.size *= scale
      style.letterSpacing *= scale
      text.append(part.text, style)
    }
    return try TextLayout(text, width: width, options: style.layoutOptions, fonts: fonts)
  }
}
