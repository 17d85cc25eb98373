internal import Drawing
internal import ImageModel
internal import TestKit
internal import Testing

private let red = Paint.color(Color(red: 1, green: 0, blue: 0))
private let blue = Paint.color(Color(red: 0, green: 0, blue: 1))
private let stops = [
  GradientStop(offset: 0, color: .black), GradientStop(offset: 1, color: .white),
]

/// Drawings on a PDF are seen through poppler; pictures are compared with arithmetic.
@Suite(.timed) struct PathDrawingTests {
  /// Both targets, white below.
  private func pictures(_ draw: @escaping (DrawingContext) throws -> Void) async throws -> [Picture] {
    let context = try DrawingContext.image(size: PixelSize(width: 200, height: 100), background: .white)
    try draw(context)
    return [Picture(try context.makeImage(alpha: .none)), try await DrawnPDF(draw).picture()]
  }

  @Test("The origin is at the lower left until the page is flipped")
  func theOriginIsAtTheLowerLeftUntilThePageIsFlipped() async throws {
    for picture in try await pictures({ context in
      context.fill(.rect(Rect(x: 0, y: 0, width: 20, height: 10)), red)
      context.flip()
      context.fill(.rect(Rect(x: 0, y: 0, width: 20, height: 10)), blue)
    }) {
      #expect(picture.isColor(10, 95, [255, 0, 0]))
      #expect(picture.isColor(10, 5, [0, 0, 255]))
      #expect(picture.isColor(10, 50, [255, 255, 255]))
      #expect(picture.isColor(25, 95, [255, 255, 255]))
    }
  }

  @Test("Transforms apply in the order of their calls and end with the state")
  func transformsApplyInTheOrderOfTheirCallsAndEndWithTheState() async throws {
    for picture in try await pictures({ context in
      context.withState {
        context.translate(x: 100, y: 50)
        context.rotate(degrees: 90)
        context.scale(x: 2, y: 1)
        // Along x becomes upwards: from (100, 50) to (90, 90).
        context.fill(.rect(Rect(x: 0, y: 0, width: 20, height: 10)), red)
      }
      context.fill(.rect(Rect(x: 0, y: 0, width: 5, height: 5)), blue)
    }) {
      #expect(picture.isColor(95, 100 - 85, [255, 0, 0]))
      #expect(picture.isColor(95, 100 - 55, [255, 0, 0]))
      #expect(picture.isColor(105, 100 - 55, [255, 255, 255]))
      #expect(picture.isColor(95, 100 - 95, [255, 255, 255]))
      #expect(picture.isColor(2, 97, [0, 0, 255]))
    }
  }

  @Test("Clips hold within a state")
  func clipsHoldWithinAState() async throws {
    for picture in try await pictures({ context in
      context.withState {
        context.clip(to: .ellipse(in: Rect(x: 0, y: 0, width: 100, height: 100)))
        context.fill(.rect(Rect(x: 0, y: 0, width: 200, height: 100)), red)
      }
      context.fill(.rect(Rect(x: 190, y: 0, width: 10, height: 10)), blue)
    }) {
      #expect(picture.isColor(50, 50, [255, 0, 0]))
      #expect(picture.isColor(3, 3, [255, 255, 255]))
      #expect(picture.isColor(150, 50, [255, 255, 255]))
      #expect(picture.isColor(195, 95, [0, 0, 255]))
    }
  }

  @Test("Gradients go evenly from stop to stop")
  func gradientsGoEvenlyFromStopToStop() async throws {
    for picture in try await pictures({ context in
      context.fill(
        .rect(Rect(x: 0, y: 0, width: 200, height: 50)),
        .linear(from: Point(x: 50, y: 0), to: Point(x: 150, y: 0), stops: stops))
      context.fill(
        .rect(Rect(x: 0, y: 50, width: 50, height: 50)),
        .radial(center: Point(x: 25, y: 75), radius: 25, stops: stops))
    }) {
      #expect(picture.isColor(20, 75, [0, 0, 0]))
      #expect(picture.isColor(99, 75, [127, 127, 127], within: 4))
      #expect(picture.isColor(125, 75, [191, 191, 191], within: 4))
      #expect(picture.isColor(180, 75, [255, 255, 255]))
      #expect(picture.isColor(25, 25, [0, 0, 0], within: 12))
      #expect(picture.isColor(37, 25, [127, 127, 127], within: 12))
    }
  }

  @Test("Strokes are as wide as they should be")
  func strokesAreAsWideAsTheyShouldBe() async throws {
    for picture in try await pictures({ context in
      context.stroke(.line(from: Point(x: 10, y: 50), to: Point(x: 110, y: 50)), red, StrokeStyle(width: 10))
      context.stroke(
        .line(from: Point(x: 0, y: 10), to: Point(x: 200, y: 10)), blue, StrokeStyle(width: 4, dash: [20, 20]))
    }) {
      #expect(picture.isColor(60, 45, [255, 0, 0]))
      #expect(picture.isColor(60, 54, [255, 0, 0]))
      #expect(picture.isColor(60, 56, [255, 255, 255]))
      #expect(picture.isColor(8, 50, [255, 255, 255]))
      #expect(picture.isColor(10, 90, [0, 0, 255]))
      #expect(picture.isColor(30, 90, [255, 255, 255]))
      #expect(picture.isColor(50, 90, [0, 0, 255]))
    }
  }

  @Test("Fill rules differ")
  func fillRulesDiffer() async throws {
    var path = Path.rect(Rect(x: 0, y: 0, width: 60, height: 60))
    path.append(.rect(Rect(x: 20, y: 20, width: 20, height: 20)))
    for picture in try await pictures({ context in
      context.fill(path, red, rule: .evenOdd)
      context.translate(x: 100, y: 0)
      context.fill(path, red, rule: .nonZero)
    }) {
      #expect(picture.isColor(30, 70, [255, 255, 255]))
      #expect(picture.isColor(130, 70, [255, 0, 0]))
    }
  }

  @Test("A group is transparent as a whole")
  func aGroupIsTransparentAsAWhole() async throws {
    for picture in try await pictures({ context in
      context.withOpacity(0.5) {
        context.fill(.rect(Rect(x: 0, y: 0, width: 60, height: 60)), red)
        context.fill(.rect(Rect(x: 30, y: 0, width: 60, height: 60)), blue)
      }
    }) {
      #expect(picture.isColor(10, 80, [255, 127, 127]))
      #expect(picture.isColor(45, 80, [127, 127, 255]))
    }
  }

  @Test("Links are recorded in page space")
  func linksAreRecordedInPageSpace() throws {
    let pdf = try DrawnPDF { context in
      context.link(Rect(x: 10, y: 20, width: 30, height: 5), to: .uri("https://example.org"))
      context.flip()
      context.translate(x: 1, y: 2)
      context.link(Rect(x: 10, y: 20, width: 30, height: 5), to: .page(3))
    }
    #expect(
      pdf.pages[0].links == [
        Link(rect: Rect(x: 10, y: 20, width: 30, height: 5), target: .uri("https://example.org")),
        Link(rect: Rect(x: 11, y: 73, width: 30, height: 5), target: .page(3)),
      ])
  }
}
