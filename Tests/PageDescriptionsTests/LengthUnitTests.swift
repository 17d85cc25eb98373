internal import PageDescriptions
internal import TestKit
internal import Testing

@Suite(.timed) struct LengthUnitTests {
  @Test("An inch has 72 points and 25.4 millimetres")
  func anInchHas72PointsAnd25Point4Millimetres() {
    #expect(LengthUnit.in.points == 72)
    #expect(abs(LengthUnit.mm.points * 25.4 - 72) < 1e-12)
    #expect(abs(LengthUnit.cm.points * 2.54 - 72) < 1e-12)
  }
}
