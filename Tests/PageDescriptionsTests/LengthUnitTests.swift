internal import PageDescriptions
internal import Testing

@Suite struct LengthUnitTests {
  @Test func anInchHas72PointsAnd25Point4Millimetres() {
    #expect(LengthUnit.in.points == 72)
    #expect(abs(LengthUnit.mm.points * 25.4 - 72) < 1e-12)
    #expect(abs(LengthUnit.cm.points * 2.54 - 72) < 1e-12)
  }
}
