internal import Drawing
internal import Testing

@Suite struct ColorTests {
  @Test func grayHasEqualComponents() {
    #expect(Color(gray: 0.25) == Color(red: 0.25, green: 0.25, blue: 0.25, alpha: 1))
  }
}
