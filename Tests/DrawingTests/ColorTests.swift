internal import Drawing
internal import TestKit
internal import Testing

@Suite(.timed) struct ColorTests {
  @Test("Gray has equal components")
  func grayHasEqualComponents() {
    #expect(Color(gray: 0.25) == Color(red: 0.25, green: 0.25, blue: 0.25, alpha: 1))
  }
}
