internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

@Suite("Calendars and contacts", .timed)
struct PeopleTests {
  @Test("A recurrence has its days and months in words, and the days on which the event does not happen")
  func recurrences() async throws {
    let folder = try TemporaryDirectory()
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      SUMMARY:Clocks
      DTSTART;TZID=Europe/Zurich:20240331T030000
      RRULE:FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU
      EXDATE;TZID=Europe/Zurich:20241027T030000,20250330T030000
      EXDATE;VALUE=DATE:20260329
      RDATE;VALUE=PERIOD:20240501T090000Z/PT1H
      END:VEVENT
      BEGIN:VEVENT
      SUMMARY:Rent
      DTSTART;VALUE=DATE:20240401
      RRULE:FREQ=MONTHLY;BYMONTHDAY=15,-1,-3;BYMONTH=13,-9223372036854775808;COUNT=4
      END:VEVENT
      END:VCALENDAR

      """
    let page = try await FolderDocument("calendar", text: text, name: "a.ics", in: folder).html()
    for (key, value) in [
      ("Repeated", "every year on last Sunday in March, October"),
      ("Except on", "2024-10-27, 2025-03-30, 2026-03-29"), ("Also on", "2024-05-01"),
      ("Repeated", "every month on day 15, the last day, day 3 from the end in 13, -9223372036854775808, 4 times"),
    ] {
      #expect(page.contains("<th>\(key)</th><td>\(value)</td>"), "\(value)")
    }
  }

  @Test("Events are shown in the order of their beginning, with time, place and people")
  func events() async throws {
    let page = try await FolderDocument("calendar", "valid/harbour.ics").html()
    #expect(page.contains("<h1>Harbour</h1>"))
    // The days of the week are those of Python's calendar module.
    #expect(page.contains("<p>Tuesday, 14 May 2024, 09:00 – 10:30 (Europe/Zurich)</p>"))
    #expect(page.contains("<p>Saturday, 1 June 2024 – Sunday, 2 June 2024</p>"))
    #expect(page.contains("<p>until Thursday, 20 June 2024, 18:00</p>"))
    #expect(page.contains("<h2>Lamp, sails &amp; &lt;b&gt;ropes&lt;/b&gt;</h2>"))
    #expect(page.contains("<th>Place</th><td>Pier 3; the long one</td>"))
    #expect(page.contains("<th>Organiser</th><td>Müller, Zoë</td>"))
    #expect(page.contains("<th>Attendees</th><td>Ada Quill, bo@example.org</td>"))
    #expect(page.contains("<td>every 2 weeks on Tuesday, Thursday, until 2024-06-30</td>"))
    #expect(page.contains("Bring a coat.\nThe weather is what it is."))
    #expect(page.contains("<div class=\"event off\"><h2>Regatta</h2>"))
    #expect(!page.contains("Not this") && !page.contains("1970"))
    let places = ["Lamp, sails", "Regatta", "Paint the boat"].compactMap {
      page.firstRange(of: "<h2>\($0)")?.lowerBound
    }
    #expect(places.count == 3 && places == places.sorted())
  }

  @Test("Zones of both ends, days of a month, and a line that is folded within a character")
  func odd() async throws {
    let start =
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;TZID=Europe/Zurich:20240514T090000\r\n"
      + "DTEND;TZID=America/New_York:20240514T113000\r\nRRULE:FREQ=MONTHLY;BYDAY=-1SU,+2MO,TU\r\nSUMMARY:Flug nach Z"
    // The two bytes of ü are in two lines, as writers that count bytes leave them.
    let bytes = Array(start.utf8) + [0xC3] + Array("\r\n ".utf8) + [0xBC] + Array("rich\r\nEND:VEVENT\r\n".utf8)
    let folder = try TemporaryDirectory()
    let page = try await FolderDocument("calendar", path: try folder.write(bytes, to: "a.ics")).html()
    #expect(page.contains("<h2>Flug nach Zürich</h2>"))
    #expect(page.contains("Tuesday, 14 May 2024, 09:00 (Europe/Zurich) – 11:30 (America/New_York)"))
    #expect(page.contains("<td>every month on last Sunday, second Monday, Tuesday</td>"))
  }

  @Test("The thumbnail of a calendar is a leaf with a red head")
  func leaf() async throws {
    let pixels = try await FolderDocument("calendar", "valid/harbour.ics").thumbnail()
    #expect((pixels.width, pixels.height) == (128, 128))
    #expect(pixels.isNear([204, 51, 43], 0.12, 0.2))
    #expect(pixels.isNear([255, 255, 255], 0.09, 0.9))
    #expect(pixels.count(rows: 0.26...0.6) { $0.allSatisfy { $0 < 100 } } > 40)
  }

  @Test("A contact has its name, addresses, note and picture")
  func contact() async throws {
    let outcome = try await FolderDocument("contact", "valid/ada.vcf").preview()
    #expect(outcome.reply.title == "Ada Quill")
    let page = String(decoding: outcome.bytes, as: UTF8.self)
    #expect(page.contains("<h2>Ada Quill</h2><p>Editor, Harbour Press, Books</p>"))
    #expect(page.contains("<th>Telephone (work)</th><td>+41 44 000 00 00</td>"))
    #expect(page.contains("<th>Mail (home)</th><td>ada@example.org</td>"))
    #expect(page.contains("<td>Pier 3, 8000, Zürich, Switzerland</td>"))
    #expect(page.contains("<th>Birthday</th><td>1815-12-10</td>"))
    #expect(page.contains("Likes &lt;b&gt;ropes&lt;/b&gt;, and\nlamps"))
    #expect(page.contains("src=\"cid:picture-0\""))
  }

  @Test("Contacts of all versions of the format")
  func versions() async throws {
    let outcome = try await FolderDocument("contact", "valid/three.vcf").preview()
    let page = String(decoding: outcome.bytes, as: UTF8.self)
    #expect(page.contains("<h2>Zoë Müller</h2>") && page.contains("<th>Telephone (mobile)</th>"))
    #expect(page.contains("A line that is joined"))
    #expect(page.contains("<h2>Sailing Club</h2>"))
    guard case .data(_, _, let attachments) = outcome.reply.content else { throw TestFailure("no page") }
    #expect(attachments.map(\.contentType) == ["image/jpeg", "image/png"])
  }

  @Test("The thumbnail of a contact has the picture in a disc")
  func card() async throws {
    let pixels = try await FolderDocument("contact", "valid/ada.vcf").thumbnail()
    #expect((pixels.width, pixels.height) == (128, 102))
    // The picture has a light disc on red; its left edge is red.
    #expect(pixels.count(rows: 0.1...0.5) { $0[0] > 150 && $0[1] < 80 } > 100)
    #expect(pixels.count(rows: 0.1...0.5) { $0.allSatisfy { $0 < 100 } } > 30)
  }

  @Test(
    "Calendars and contacts that are deep, endless or broken",
    arguments: [
      "deep.ics", "many.ics", "line.ics", "dates.ics", "deep.vcf", "many.vcf", "photo.vcf", "soft.vcf", "odd.vcf",
    ])
  func hostile(_ name: String) async throws {
    let calendar = "BEGIN:VCALENDAR\n"
    let text: String =
      switch name {
      case "deep.ics": calendar + String(repeating: "BEGIN:VEVENT\n", count: 100_000)
      case "many.ics": calendar + String(repeating: "BEGIN:VEVENT\nSUMMARY:a\nEND:VEVENT\n", count: 100_000)
      case "line.ics": calendar + "BEGIN:VEVENT\nSUMMARY:" + repeated("a;\\,", 300_000)
      case "dates.ics":
        calendar
          + ["00000000", "99999999T999999Z", "2024-05-14", "20240230", "20240514T", "-0240514", "\u{661}\u{662}0001"]
          .map {
            "BEGIN:VEVENT\nDTSTART:\($0)\nDTEND;VALUE=DATE:00010101\nRRULE:FREQ=;;=;INTERVAL=99999999999999999999\nEND:VEVENT\n"
          }.joined()
      case "deep.vcf": String(repeating: "BEGIN:VCARD\n", count: 100_000)
      case "many.vcf": String(repeating: "BEGIN:VCARD\nFN:a\nEND:VCARD\n", count: 100_000)
      case "photo.vcf": "BEGIN:VCARD\nPHOTO;ENCODING=b:" + repeated("AAAA\n ", 300_000) + "\n"
      case "soft.vcf":
        "BEGIN:VCARD\nNOTE;ENCODING=QUOTED-PRINTABLE:a=\n" + repeated("b=\n", 1_000_000)
      default: "BEGIN:VCARD\n:\n;:\nN:;;;;;;;\nTEL\n\"\nFN;=\":a\nADR:\\\nORG:\\\\;\n"
      }
    let folder = try TemporaryDirectory()
    let document = try FolderDocument(name.hasSuffix("ics") ? "calendar" : "contact", text: text, in: folder)
    do {
      #expect(try await document.html().utf8.count < 8 << 20)
      _ = try await document.thumbnail()
      #expect(!name.hasPrefix("deep"))
    } catch let error as ProviderError {
      #expect(error.code == .limitExceeded && name.hasPrefix("deep"), "\(error)")
    }
  }
}
