internal import MetadataModel

/// How people of a language write numbers and dates: the marks of numbers, the order of the parts of a date, the names
/// of months. From the Common Locale Data Repository of Unicode, version 48, as ICU shows it (`yMd`, the long date, and
/// the names of months within dates).
package struct ValueLocale: Hashable, Sendable {
  let decimalSign: String
  let groupSign: String
  let minusSign: String
  /// A date of numbers, and one with the name of the month, in the letters of `ValueFormat` with `%-d` for a day and
  /// `%-m` for a month without a zero before it.
  let shortDate: String
  let longDate: String
  let months: [String]
  let shortMonths: [String]

  static let english = ValueLocale(language: "en")

  /// - Parameter language: as in BCP 47. With a region that is not in the table it is that of the language; a language
  ///   that is not in it is English.
  package init(language: String) {
    let words = language.split(separator: "-").map(String.init)
    let code = words.first?.lowercased() ?? ""
    let region = words.dropFirst().first { $0.utf8.count == 2 }?.uppercased()
    let known = code == "no" || code == "nn" ? "nb" : code
    let row = region.flatMap { Self.rows["\(known)-\($0)"] } ?? Self.rows[known] ?? Self.rows["en"] ?? []
    func part(_ index: Int) -> String { index < row.count ? row[index] : "" }
    let signs = part(1).map(String.init)
    decimalSign = signs.first ?? "."
    groupSign = signs.dropFirst().first ?? ","
    minusSign = signs.last ?? "-"
    (shortDate, longDate) = (part(2), part(3))
    months = part(4).split(separator: " ").map(String.init)
    shortMonths = part(5).split(separator: " ").map(String.init)
  }

  /// A date in a format; nil if the date lacks a part of it.
  func text(_ date: MetadataDate, _ format: String) -> String? {
    var text = ""
    var scalars = format.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "%", var letter = scalars.next() else {
        text.unicodeScalars.append(scalar)
        continue
      }
      let hasZeros = letter != "-"
      if !hasZeros, let next = scalars.next() { letter = next }
      switch letter {
      case "B", "b":
        guard let month = date.text("%m").flatMap({ Int($0) }) else { return nil }
        let names = letter == "B" ? months : shortMonths
        text += names.count == 12 ? names[month - 1] : "\(month)"
      default:
        guard let part = date.text("%\(letter)") else { return nil }
        text += hasZeros ? part : String(part.drop { $0 == "0" })
      }
    }
    return text
  }

  /// Digits with the signs of the language.
  ///
  /// - Parameter digits: of a number that is not negative, perhaps with a point.
  func text(digits: String, isNegative: Bool) -> String {
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    var whole = ""
    for (index, digit) in parts[0].enumerated() {
      if index > 0, (parts[0].count - index) % 3 == 0 { whole += groupSign }
      whole.append(digit)
    }
    return (isNegative ? minusSign : "") + whole + (parts.count > 1 ? decimalSign + parts[1] : "")
  }

  private static let rows: [String: [String]] = {
    var rows: [String: [String]] = [:]
    for line in table.split(separator: "\n") {
      let row = line.split(separator: "|").map(String.init)
      rows[row[0]] = row
    }
    return rows
  }()

  /// The language; the signs of decimals, groups of thousands and negative numbers; both dates; the names of months and
  /// their abbreviations.
  private static let table = """
    en|.,-|%-m/%-d/%Y|%B %-d, %Y|\
    January February March April May June July August September October November December|Jan Feb Mar Apr May \
    Jun Jul Aug Sep Oct Nov Dec
    en-GB|.,-|%d/%m/%Y|%-d %B %Y|\
    January February March April May June July August September October November December|Jan Feb Mar Apr May \
    Jun Jul Aug Sept Oct Nov Dec
    en-CA|.,-|%Y-%m-%d|%B %-d, %Y|\
    January February March April May June July August September October November December|Jan Feb Mar Apr May \
    Jun Jul Aug Sep Oct Nov Dec
    en-AU|.,-|%d/%m/%Y|%-d %B %Y|\
    January February March April May June July August September October November December|Jan Feb Mar Apr May \
    June July Aug Sept Oct Nov Dec
    en-NZ|.,-|%-d/%m/%Y|%-d %B %Y|\
    January February March April May June July August September October November December|Jan Feb Mar Apr May \
    Jun Jul Aug Sept Oct Nov Dec
    en-IE|.,-|%-d/%-m/%Y|%-d %B %Y|\
    January February March April May June July August September October November December|Jan Feb Mar Apr May \
    Jun Jul Aug Sept Oct Nov Dec
    de|,.-|%-d.%-m.%Y|%-d. %B %Y|\
    Januar Februar März April Mai Juni Juli August September Oktober November Dezember|Jan. Feb. März Apr. \
    Mai Juni Juli Aug. Sept. Okt. Nov. Dez.
    de-AT|,\u{A0}-|%-d.%-m.%Y|%-d. %B %Y|\
    Jänner Februar März April Mai Juni Juli August September Oktober November Dezember|Jän. Feb. März Apr. \
    Mai Juni Juli Aug. Sep. Okt. Nov. Dez.
    de-CH|.'-|%-d.%-m.%Y|%-d. %B %Y|\
    Januar Februar März April Mai Juni Juli August September Oktober November Dezember|Jan. Feb. März Apr. \
    Mai Juni Juli Aug. Sept. Okt. Nov. Dez.
    fr|,\u{202F}-|%d/%m/%Y|%-d %B %Y|\
    janvier février mars avril mai juin juillet août septembre octobre novembre décembre|janv. févr. mars \
    avr. mai juin juil. août sept. oct. nov. déc.
    fr-CA|,\u{A0}-|%Y-%m-%d|%-d %B %Y|\
    janvier février mars avril mai juin juillet août septembre octobre novembre décembre|janv. févr. mars \
    avr. mai juin juill. août sept. oct. nov. déc.
    fr-CH|,\u{202F}-|%d.%m.%Y|%-d %B %Y|\
    janvier février mars avril mai juin juillet août septembre octobre novembre décembre|janv. févr. mars \
    avr. mai juin juil. août sept. oct. nov. déc.
    it|,.-|%d/%m/%Y|%-d %B %Y|\
    gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre|gen feb mar \
    apr mag giu lug ago set ott nov dic
    it-CH|.'-|%d/%m/%Y|%-d %B %Y|\
    gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre|gen feb mar \
    apr mag giu lug ago set ott nov dic
    es|,.-|%-d/%-m/%Y|%-d de %B de %Y|\
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre|ene feb mar abr \
    may jun jul ago sept oct nov dic
    es-MX|.,-|%-d/%-m/%Y|%-d de %B de %Y|\
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre|ene feb mar abr \
    may jun jul ago sep oct nov dic
    pt|,.-|%d/%m/%Y|%-d de %B de %Y|\
    janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro|jan. fev. mar. \
    abr. mai. jun. jul. ago. set. out. nov. dez.
    nl|,.-|%-d-%-m-%Y|%-d %B %Y|\
    januari februari maart april mei juni juli augustus september oktober november december|jan feb mrt apr \
    mei jun jul aug sep okt nov dec
    da|,.-|%-d.%-m.%Y|%-d. %B %Y|\
    januar februar marts april maj juni juli august september oktober november december|jan. feb. mar. apr. \
    maj jun. jul. aug. sep. okt. nov. dec.
    sv|,\u{A0}\u{2212}|%Y-%m-%d|%-d %B %Y|\
    januari februari mars april maj juni juli augusti september oktober november december|jan. feb. mars apr. \
    maj juni juli aug. sep. okt. nov. dec.
    nb|,\u{A0}\u{2212}|%-d.%-m.%Y|%-d. %B %Y|\
    januar februar mars april mai juni juli august september oktober november desember|jan. feb. mars apr. \
    mai juni juli aug. sep. okt. nov. des.
    fi|,\u{A0}\u{2212}|%-d.%-m.%Y|%-d. %B %Y|\
    tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta \
    marraskuuta joulukuuta|tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu
    pl|,\u{A0}-|%-d.%m.%Y|%-d %B %Y|\
    stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia|sty \
    lut mar kwi maj cze lip sie wrz paź lis gru
    cs|,\u{A0}-|%-d. %-m. %Y|%-d. %B %Y|\
    ledna února března dubna května června července srpna září října listopadu prosince|led úno bře dub kvě \
    čvn čvc srp zář říj lis pro
    sk|,\u{A0}-|%-d. %-m. %Y|%-d. %B %Y|\
    januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra|jan feb mar apr \
    máj jún júl aug sep okt nov dec
    hu|,\u{A0}-|%Y. %m. %d.|%Y. %B %-d.|\
    január február március április május június július augusztus szeptember október november december|jan. \
    febr. márc. ápr. máj. jún. júl. aug. szept. okt. nov. dec.
    ro|,.-|%d.%m.%Y|%-d %B %Y|\
    ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie|ian. \
    feb. mar. apr. mai iun. iul. aug. sept. oct. nov. dec.
    tr|,.-|%d.%m.%Y|%-d %B %Y|\
    Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık|Oca Şub Mar Nis May Haz Tem \
    Ağu Eyl Eki Kas Ara
    el|,.-|%-d/%-m/%Y|%-d %B %Y|\
    Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου Νοεμβρίου \
    Δεκεμβρίου|Ιαν Φεβ Μαρ Απρ Μαΐ Ιουν Ιουλ Αυγ Σεπ Οκτ Νοε Δεκ
    ru|,\u{A0}-|%d.%m.%Y|%-d %B %Y\u{202F}г.|\
    января февраля марта апреля мая июня июля августа сентября октября ноября декабря|янв. февр. мар. апр. \
    мая июн. июл. авг. сент. окт. нояб. дек.
    uk|,\u{A0}-|%d.%m.%Y|%-d %B %Y\u{202F}р.|\
    січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня|січ. лют. бер. \
    квіт. трав. черв. лип. серп. вер. жовт. лист. груд.
    ja|.,-|%Y/%-m/%-d|%Y年%-m月%-d日|\
    1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月|1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月
    zh|.,-|%Y/%-m/%-d|%Y年%-m月%-d日|\
    一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月|1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月
    ko|.,-|%Y. %-m. %-d.|%Y년 %B %-d일|\
    1월 2월 3월 4월 5월 6월 7월 8월 9월 10월 11월 12월|1월 2월 3월 4월 5월 6월 7월 8월 9월 10월 11월 12월
    """
}
