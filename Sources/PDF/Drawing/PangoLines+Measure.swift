internal import CPangoShims
internal import ImageModel

extension PangoLines {
  /// The places of all lines, one below the other.
  ///
  /// They are added up here and not taken from pango, whose heights end at 2,097,151 points.
  func measure(width: Double?, _ options: TextLayoutOptions) -> [TextLine] {
    var extents: [PangoRectangle] = []
    extents.reserveCapacity(lines.count)
    for line in lines {
      var logical = PangoRectangle()
      lib.pango_layout_line_get_extents(line.pointer, nil, &logical)
      extents.append(logical)
    }
    let column = width ?? PangoUnits.points(extents.map(\.width).max() ?? 0)
    var top = 0.0
    return zip(lines, extents).map { line, extent in
      let natural = PangoUnits.points(extent.height)
      let height = natural * options.lineSpacing
      let lineWidth = PangoUnits.points(extent.width)
      let isRightToLeft = lib.pango_layout_line_get_resolved_direction(line.pointer) == PANGO_DIRECTION_RTL
      let x: Double =
        switch options.alignment {
        case .left: 0
        case .center: (column - lineWidth) / 2
        case .right: column - lineWidth
        case .leading, .justified: isRightToLeft ? column - lineWidth : 0
        }
      defer { top += height }
      let start = line.start + Int(line.pointer.pointee.start_index)
      return TextLine(
        rect: Rect(x: x, y: top, width: lineWidth, height: height),
        baseline: top + (height - natural) / 2 - PangoUnits.points(extent.y),
        range: start..<start + max(0, Int(line.pointer.pointee.length)))
    }
  }
}
