/// At most 256 colours for the pixels of a picture, transparency included. A picture with no more colours keeps its
/// own; any other one gets those of a median cut (docs/decisions/0033-gif-writing.md). A pixel has red, green, blue and
/// alpha from the lowest byte on; a pixel of 0 is transparent and has no colour. Partly transparent pixels are
/// premultiplied, or differences of colours that are hardly seen would count as much as others. Opaque pixels stay
/// opaque.
package struct ColorPalette {
  package static let maxColors = 256

  package let table: ColorTable
  /// Whether all pixels keep their colours.
  package let isExact: Bool

  /// - Parameter count: the greatest number of colours, 2 to 256.
  package init(_ pixels: [UInt32], count: Int = maxColors) {
    let limit = pixels.contains(0) ? count - 1 : count
    let exact = Self.table(pixels, limit)
    isExact = exact != nil
    // Later frames of an animation may need one of 256 for transparency.
    let room = min(limit, Self.maxColors - 1)
    table = exact ?? ColorTable(Self.medianCut(pixels, count: room))
  }

  /// Whether a picture has so few colours that all of them can be kept.
  package static func isExact(_ pixels: [UInt32], count: Int) -> Bool {
    table(pixels, pixels.contains(0) ? count - 1 : count) != nil
  }

  /// The colours of a picture; nil for more than `limit`.
  private static func table(_ pixels: [UInt32], _ limit: Int) -> ColorTable? {
    var table = ColorTable()
    var last: UInt32 = 0
    for pixel in pixels where pixel != last && pixel != 0 {
      last = pixel
      if table.insert(pixel) >= limit { return nil }
    }
    return table
  }

  /// Whether all pixels have colours of the palette.
  package func holds(_ pixels: [UInt32]) -> Bool {
    // The palette of a transparent frame has no colours.
    if table.colors.isEmpty { return pixels.allSatisfy { $0 == 0 } }
    var last = pixels.first.map(~) ?? 0
    for pixel in pixels where pixel != last {
      last = pixel
      let isHeld = pixel == 0 ? transparentIndex < 256 : table.colors[table.number(of: pixel)] == pixel
      if !isHeld { return false }
    }
    return true
  }

  /// The index of transparent pixels; 256 if there is no room for it.
  package var transparentIndex: Int { table.colors.count }

  /// Triples of red, green and blue. The one for transparency is black.
  package var bytes: [UInt8] {
    (table.colors + [0]).prefix(Self.maxColors).flatMap { color in
      [0, 8, 16].map { UInt8(truncatingIfNeeded: color >> UInt32($0)) }
    }
  }

  /// The pixels as indices. If not all colours are in the palette, errors are spread to the neighbours.
  ///
  /// - Parameter dithers: whether they are; otherwise each pixel gets the nearest colour.
  package func indices(of pixels: [UInt32], width: Int, dithers: Bool = true) -> [UInt8] {
    guard isExact else { return dithered(pixels, width: width, share: dithers ? 1 : 0) }
    var (last, number): (UInt32, UInt8) = (0, UInt8(truncatingIfNeeded: transparentIndex))
    return pixels.map { pixel in
      if pixel != last {
        last = pixel
        number = UInt8(truncatingIfNeeded: pixel == 0 ? transparentIndex : table.number(of: pixel))
      }
      return number
    }
  }
}

// MARK: Median cut

extension ColorPalette {
  /// The pixels whose colours agree in the upper five bits of each channel, and nearly in alpha: their number and mean.
  private struct Cell {
    var count = 0.0
    var mean = SIMD4<Double>()
  }

  /// Some cells, with the mean of their colours and the differences from it.
  private struct Box {
    var cells: ArraySlice<Cell>
    let mean: SIMD4<Double>
    /// The channel in which colours differ most, and the sum of the squares by which they differ from the mean.
    let channel: Int
    let error: Double

    init(_ cells: ArraySlice<Cell>) {
      self.cells = cells
      let count = cells.reduce(0) { $0 + $1.count }
      let mean = cells.reduce(SIMD4()) { $0 + $1.mean * $1.count } / count
      let errors = cells.reduce(SIMD4()) { $0 + ($1.mean - mean) * ($1.mean - mean) * $1.count }
      self.mean = mean
      channel = (0..<4).max { errors[$0] < errors[$1] } ?? 0
      error = errors[channel]
    }
  }

  /// Divides the colours at their mean, always in the box and the channel with the largest error.
  private static func medianCut(_ pixels: [UInt32], count: Int) -> [UInt32] {
    let levels = AlphaLevels(pixels, 8)
    var cells = [Cell](repeating: Cell(), count: levels.count << 15)
    for pixel in pixels where pixel != 0 {
      let color = SIMD4<Int32>(channels: pixel)
      let place = Int(color[0] >> 3 | (color[1] >> 3) << 5 | (color[2] >> 3) << 10) | levels.level(color[3]) << 15
      cells[place].count += 1
      cells[place].mean += SIMD4<Double>(color)
    }
    var used = cells.filter { $0.count > 0 }.map { Cell(count: $0.count, mean: $0.mean / $0.count) }
    var boxes = [Box(used[...])]
    if levels.count > 1 {
      let firstOpaque = used.partition { $0.mean[3] == 255 }
      let parts = [used[firstOpaque...], used[..<firstOpaque]].filter { !$0.isEmpty }
      // A single colour is one of opaque pixels, if there are any.
      boxes = parts.prefix(max(1, count)).map { Box($0) }
    }
    while boxes.count < count, let place = boxes.indices.max(by: { boxes[$0].error < boxes[$1].error }) {
      var box = boxes[place]
      let middle = box.cells.partition { $0.mean[box.channel] > box.mean[box.channel] }
      // Cells with one mean, but for rounding, have no colours to divide.
      guard middle > box.cells.startIndex, middle < box.cells.endIndex else { break }
      boxes[place] = Box(box.cells[..<middle])
      boxes.append(Box(box.cells[middle...]))
    }
    return boxes.map { box in
      let color = SIMD4<UInt32>(box.mean.rounded(.toNearestOrAwayFromZero))
      return color[0] | color[1] << 8 | color[2] << 16 | color[3] << 24
    }
  }
}

// MARK: Dithering

extension ColorPalette {
  /// Floyd and Steinberg's error diffusion (1976), in rows of alternating direction.
  ///
  /// - Parameter share: the part of the errors that is spread: 0 or 1.
  private func dithered(_ pixels: [UInt32], width: Int, share: Int32) -> [UInt8] {
    let colors = table.colors.map { SIMD4<Int32>(channels: $0) }
    let white = SIMD4<Int32>(repeating: 255)
    let levels = AlphaLevels(pixels, 16)
    // The nearest colours that have been looked for, plus 1, by the upper six bits of each channel and the alpha.
    var known = [UInt16](repeating: 0, count: levels.count << 18)
    var indices = [UInt8](repeating: UInt8(truncatingIfNeeded: transparentIndex), count: pixels.count)
    // In sixteenths; a column more on both sides.
    var errors = [SIMD4<Int32>](repeating: SIMD4(), count: width + 2)
    var below = errors
    for (row, start) in stride(from: 0, to: pixels.count, by: width).enumerated() {
      let forward = row % 2 == 0
      let step = forward ? 1 : -1
      for count in 0..<width {
        let column = forward ? count : width - 1 - count
        let pixel = pixels[start + column]
        guard pixel != 0 else { continue }
        let error = (errors[column + 1] &+ 8) &>> 4
        var color = (SIMD4<Int32>(channels: pixel) &+ error).clamped(lowerBound: SIMD4(), upperBound: white)
        // Alpha is not spread to opaque pixels, and they alone stay opaque.
        color[3] = pixel >> 24 == 255 ? 255 : min(color[3], 254)
        let place = Int(color[0] >> 2 | (color[1] >> 2) << 6 | (color[2] >> 2) << 12) | levels.level(color[3]) << 18
        if known[place] == 0 { known[place] = Self.nearest(color, in: colors) + 1 }
        let number = Int(known[place]) - 1
        indices[start + column] = UInt8(truncatingIfNeeded: number)
        let difference = (color &- colors[number]) &* share
        errors[column + 1 + step] &+= difference &* 7
        below[column + 1 - step] &+= difference &* 3
        below[column + 1] &+= difference &* 5
        below[column + 1 + step] &+= difference
      }
      swap(&errors, &below)
      for column in below.indices { below[column] = SIMD4() }
    }
    return indices
  }

  private static func nearest(_ color: SIMD4<Int32>, in colors: [SIMD4<Int32>]) -> UInt16 {
    var (best, least) = (0, Int32.max)
    // Opaque pixels take opaque colours, if there are any.
    let isOpaque = color[3] == 255 && colors.contains { $0[3] == 255 }
    for (index, candidate) in colors.enumerated() where !isOpaque || candidate[3] == 255 {
      let difference = color &- candidate
      let distance = (difference &* difference).wrappedSum()
      if distance < least { (best, least) = (index, distance) }
    }
    return UInt16(best)
  }
}

extension SIMD4<Int32> {
  /// Red, green, blue and alpha of a pixel.
  fileprivate init(channels pixel: UInt32) {
    self.init(Int32(pixel & 255), Int32(pixel >> 8 & 255), Int32(pixel >> 16 & 255), Int32(pixel >> 24))
  }
}

/// A few levels of alpha, of which the last one is for opaque pixels alone.
private struct AlphaLevels {
  /// 1 for a picture without partly transparent pixels.
  let count: Int

  init(_ pixels: [UInt32], _ count: Int) {
    self.count = pixels.contains { $0 != 0 && $0 >> 24 != 255 } ? count : 1
  }

  @inline(__always)
  func level(_ alpha: Int32) -> Int {
    if count == 1 { return 0 }
    return alpha == 255 ? count - 1 : (Int(alpha) * (count - 1)) >> 8
  }
}
