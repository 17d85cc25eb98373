import TestKit
import Testing
import TextReading

/// Python encodes the texts.
@Suite("Texts of unknown encoding", .timed) struct DecodedTextTests {
  private func encoded(_ text: String, _ encoding: String) async throws -> [UInt8] {
    let result = try await Tool.python(
      "import sys; print(sys.argv[1].encode(sys.argv[2]).hex())", [text, encoding])
    try #require(result.status == 0, "\(result.errors)")
    let digits = Array(result.text.utf8.dropLast())
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
  }

  @Test(
    "Encodings of other scripts than Latin are found, with a note",
    arguments: [
      ("gb18030", "GB18030", "# 中文标题\n\n你好，世界。\n"),
      ("gb18030", "GB18030", "name,city\n张三,北京\nSmith,London\n李四,上海\n"),
      ("big5", "Big5", "人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心。\n"),
      ("cp932", "Shift_JIS", "日本語のテキスト、コンピュータ、ﾃｽﾄ\n"),
      ("euc-jp", "EUC-JP", "すべての人間は、生まれながらにして自由である。\n"),
      ("cp949", "EUC-KR", "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.\n"),
      ("cp1251", "Windows-1251", "Привет, мир! Все люди рождаются свободными и равными.\n"),
      ("koi8-r", "KOI8-R", "Все люди рождаются свободными и равными в своем достоинстве и правах.\n"),
      // The first letters are the bytes of a byte order mark.
      ("cp1251", "Windows-1251", "abc яюный, мир! Все люди рождаются свободными и равными.\n"),
      ("koi8-r", "KOI8-R", "abc ЧЪ Все люди рождаются свободными и равными в своем достоинстве и правах.\n"),
    ])
  func scripts(encoding: String, name: String, text: String) async throws {
    let decoded = DecodedText(try await encoded(text, encoding))
    #expect(decoded.text == text)
    #expect(decoded.note == "the text is not UTF-8; it is read as \(name)")
  }

  @Test(
    "Escape sequences of Japanese and Korean mail are read, and those of terminals are not",
    arguments: [
      ("iso2022_jp", "ISO-2022-JP", "日本語のテキスト、コンピュータ。\nabc すべての人間は、自由である。\n"),
      ("iso2022_kr", "ISO-2022-KR", "모든 인간은 태어날 때부터\n자유로우며 abc\n"),
    ])
  func escapes(encoding: String, name: String, text: String) async throws {
    let decoded = DecodedText(try await encoded(text, encoding))
    #expect(decoded.text == text)
    #expect(decoded.note == "the text has escape sequences; it is read as \(name)")
    let terminal = DecodedText(Array("\u{1B}(B\u{1B}[m text \u{1B}$x".utf8))
    #expect(terminal.text == "(B[m text $x" && terminal.note == nil)
  }

  @Test(
    "Texts of Western Europe are read as Windows-1252, whatever they look like",
    arguments: [
      "Zürich", "café", "„Gruß“ und „Spaß“ – schön", "Grüße aus Zürich. Die Straße ist für Fußgänger geöffnet.",
      "L'été à la française : « où est passé l'élève ? » ÉCOLE ÉLÉMENTAIRE", "¿Dónde está el niño? ¡Mañana! pingüino",
      "A situação não é fácil: informação, ações, coração, São Paulo, três, à noite.", "ÄÖÜ ÀÉÈÊ ÇÑ GRÖSSE ÜBER ÄRGER",
      "Title\n–––––––––––––––––––\ntext\n———————————\n• one\n• two\n", "Rødgrød med fløde på Ærø. Blåbærsyltetøj",
      "Það er ekki gott að vera hér. Þórður sagði að hún væri ekki á Íslandi.", "10€ – 20€ • £5 • ¥100 • ½ cup • 20°C",
      "Perché la città è così? Più, però, già, università", "Coördinatie, één, ideeën, reünie",
      "Hyvää päivää! Tämä on tärkeää: yö, äiti, öljy, määränpää",
      "abc ÿþ def ÿþ some text þÿ and more ÿþÿþ", "abc þÿ def þÿ some text ÿþ and more þÿþÿ",
    ])
  func western(text: String) async throws {
    let decoded = DecodedText(try await encoded(text, "cp1252"))
    #expect(decoded.text == text)
    #expect(decoded.note == "the text is not UTF-8; it is read as Windows-1252")
  }

  @Test("UTF-8 with a few wrong bytes stays UTF-8, with a note")
  func wrongBytes() {
    let words = Array("Grüße aus Zürich\n".utf8)
    let one = DecodedText(words + [0xFF] + words)
    #expect(one.text == "Grüße aus Zürich\n\u{FFFD}Grüße aus Zürich\n")
    #expect(one.note == "the text is UTF-8 except for 1 byte, which is shown as U+FFFD")
    let two = DecodedText(words + [0xFC] + words + [0x80] + words)
    #expect(two.note == "the text is UTF-8 except for 2 bytes, which are shown as U+FFFD")
    // With a byte order mark it is UTF-8 in any case.
    #expect(DecodedText([0xEF, 0xBB, 0xBF, 0x61, 0xE9]).text == "a\u{FFFD}")
    // The beginning of a text may end within a character.
    let cut = DecodedText(Array("añ".utf8.dropLast()), isWhole: false)
    #expect(cut.text == "a" && cut.note == nil)
  }

  @Test("UTF-16 and UTF-32 with wrong characters are read, with a note")
  func wrongCharacters() {
    let two = DecodedText([0xFF, 0xFE, 0x61, 0, 0, 0xD8, 0x62, 0, 0x63])
    #expect(two.text == "a\u{FFFD}b\u{FFFD}")
    #expect(two.note == "the text is UTF-16 except for 2 characters, which are shown as U+FFFD")
    let one = DecodedText([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x61, 0, 0x11, 0, 0])
    #expect(one.text == "a\u{FFFD}")
    #expect(one.note == "the text is UTF-32 except for 1 character, which is shown as U+FFFD")
    // The file's own U+FFFD is not wrong, and the beginning of a text may end within a character.
    let own = DecodedText([0xFE, 0xFF, 0, 0x61, 0xFF, 0xFD])
    #expect(own.text == "a\u{FFFD}" && own.note == nil)
    let cut = DecodedText([0xFF, 0xFE, 0x61, 0, 0x3D, 0xD8, 0], isWhole: false)
    #expect(cut.text == "a" && cut.note == nil)
  }

  @Test("Control characters are left out, and lines end in line feeds")
  func controls() {
    let text = DecodedText(Array("a\u{0}b\u{7}\r\nc\rd\u{1B}[0m\te\u{C}f\u{1A}\u{7F}\n".utf8))
    #expect(text.text == "ab\nc\nd[0m\te\u{C}f\n")
    #expect(text.note == nil)
    #expect(DecodedText([]).text == "" && DecodedText.isText([]))
  }
}
