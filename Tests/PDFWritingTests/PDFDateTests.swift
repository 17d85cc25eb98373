internal import PDFWriting
internal import TestKit
internal import Testing

@Suite(.timed) struct PDFDateTests {
  // What `date -u -d @SECONDS` says.
  @Test(
    "Seconds become dates",
    arguments: [
      (0, "D:19700101000000Z"), (951_782_400, "D:20000229000000Z"), (1_709_210_096, "D:20240229123456Z"),
      (-1, "D:19691231235959Z"), (253_402_300_799, "D:99991231235959Z"), (4_107_542_400, "D:21000301000000Z"),
    ])
  func secondsBecomeDates(_ seconds: Int, _ expected: String) {
    #expect(PDFDate(secondsSince1970: seconds).pdfText == expected)
    #expect(PDFDate(expected)?.secondsSince1970 == seconds)
  }

  @Test("Dates of files are read")
  func datesOfFilesAreRead() {
    // The examples of ISO 32000-1, 7.9.4.
    #expect(PDFDate("D:199812231952-08'00")?.xmpText == "1998-12-23T19:52:00-08:00")
    #expect(PDFDate("D:199812231952-08'00")?.pdfText == "D:19981223195200-08'00")
    #expect(PDFDate("1998")?.pdfText == "D:19980101000000")
    #expect(PDFDate("D:2024")?.xmpText == "2024-01-01T00:00:00")
    #expect(PDFDate("yesterday") == nil)
    #expect(PDFDate("D:20241301") == nil)
    #expect(PDFDate("D:20240132") == nil)
    #expect(PDFDate("D:20230229")?.xmpText == "2023-02-28T00:00:00")
  }
}
