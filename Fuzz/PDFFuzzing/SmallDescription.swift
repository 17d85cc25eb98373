/// Page descriptions as seeds, and the small texts that go with them.
enum SmallDescription {
  /// The data for the fields of descriptions.
  static let data = """
    {"list": [1, [2, "two"], [3, 4.5], {"name": "é", "n": -2}], "name": "A", "n": 7, "flag": true, "none": null,
     "date": "2024-02-29T12:00:00"}
    """

  static var all: [[UInt8]] { ([elements, table, flow] + lines).map { Array($0.utf8) } }

  private static let elements = """
    {"version": 1, "document": {"title": "t", "page": {"size": [300, 300], "margin": [10, 12], "background": "#eee"}},
     "styles": {"a": {"font": ["serif"], "weight": 600, "size": 9}, "b": {"extends": "a", "align": "justify"}},
     "pages": [{"for": "p in list by 2", "id": "s{page}", "bookmark": {"title": "x", "level": 1}, "elements": [
      {"type": "text", "id": "i", "style": "b", "y": 10, "width": 100, "height": 60, "overflow": "shrink", "padding": 2,
       "runs": ["a ", {"text": "{p[0]|0}", "style": {"color": "red", "letterSpacing": 1}}], "rotation": 10, "opacity": 0.5},
      {"type": "rectangle", "x": "1cm", "height": 20, "radius": 3, "stroke": {"color": "navy", "width": 2, "dash": [1, 2]},
       "fill": {"gradient": "linear", "stops": ["red", {"at": 0.5, "color": "blue"}]}, "link": {"uri": "a:b"}},
      {"type": "path", "data": "M0 0 a 3 3 0 1 0 5 5 q 1 2 3 4 z", "viewBox": [0, 0, 9, 9], "width": 20, "fill": "teal"},
      {"type": "line", "from": [0, 0], "to": [10, 10], "for": "n, q in p", "step": {"x": 5, "columns": 2}, "stroke": "gray"},
      {"type": "image", "path": "a.png", "width": 30, "height": 20, "fit": "fill", "below": "i"},
      {"type": "importedPage", "path": "a.pdf", "page": 2, "box": "trim", "width": 30, "link": {"page": 1}},
      {"type": "group", "below": "i", "y": 3, "clip": true, "elements": [
       {"type": "ellipse", "width": 5, "height": 5, "fill": "red"}]}]}]}
    """

  private static let table = """
    {"version": 1, "pages": [{"size": "A6", "elements": [
      {"type": "table", "id": "t", "y": 200, "columns": ["auto", {"width": "2fr", "align": "end"}, 40],
       "header": {"cells": ["A", {"text": "B", "span": 2}]}, "padding": 1, "continued": {"y": 15, "height": 100},
       "rows": [{"for": "q in list", "cells": ["{q|-}", {"runs": ["x"], "fill": "white"}, "y"], "height": 22}],
       "rules": "black"}]}]}
    """

  private static let flow = """
    {"version": 1, "pages": [{"size": ["50mm", "30mm"], "elements": [
      {"type": "text", "overflow": "continue", "text": "a b c d e f g h i j k l m n o p q r s t u v w x y z"},
      {"type": "text", "on": "every", "y": 70, "text": "{page}/{pages}"}]}]}
    """

  private static let lines = [
    """
    {"version": 1, "pages": 2, "document": {"page": {"size": "A7"}}}
    {"elements": [{"type": "text", "text": "{page}/{pages}"}]}
    {"elements": [{"type": "rectangle", "width": 5, "height": 5, "fill": "red"}]}
    """
  ]

  static var propertyLists: [[UInt8]] {
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict><key>version</key><integer>1</integer><key>pages</key><array><dict>
      <key>elements</key><array><dict><key>type</key><string>text</string><key>text</key><string>a&amp;&#xe9;</string>
      <key>x</key><real>1.5</real><key>b</key><true/><key>d</key><data>AAEC</data><key>t</key><date>2024-02-29T12:00:00Z</date>
      </dict></array></dict></array></dict></plist>
      """
    return [binary, Array(xml.utf8)] + all
  }

  /// `{"a": [1, true, "é", 0.5]}`: a dictionary of one key, whose list holds an integer, a boolean, a text in UTF-16, a
  /// double.
  private static var binary: [UInt8] {
    let objects: [[UInt8]] = [
      [0xD1, 1, 2], [0x51, 0x61], [0xA4, 3, 4, 5, 6], [0x10, 1], [0x09], [0x61, 0x00, 0xE9],
      [0x23, 0x3F, 0xE0, 0, 0, 0, 0, 0, 0],
    ]
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    let table = UInt8(bytes.count)
    func long(_ value: UInt8) -> [UInt8] { [0, 0, 0, 0, 0, 0, 0, value] }
    return bytes + offsets + [0, 0, 0, 0, 0, 0, 1, 1] + long(UInt8(objects.count)) + long(0) + long(table)
  }

  static var templates: [[UInt8]] {
    [
      "Dear {name|nobody}, {{page}} {page} of {pages:%03d}", "{list[3].name} {n:%.2f} {date:%Y-%m-%d %H:%M:%S}",
      "p in list", "i, p in list by 2", "flag", "n == 7", "{data.list[2][0]:%+5d} {none|}", "p in 1...{n}",
    ].map { Array($0.utf8) }
  }

  static var outlines: [[UInt8]] {
    [
      """
      [{"title": "One", "page": 1, "open": true, "children": [{"title": "é", "uri": "http://a/", "bold": true}]},
       {"title": "Two", "name": "n", "italic": true}, {"title": "Three", "page": 9, "children": []}]
      """
    ].map { Array($0.utf8) }
  }

  static var ranges: [[UInt8]] { ["1-3,7,z-5", "r2", "z", "1-z,r1-r3", " 1, 2"].map { Array($0.utf8) } }

  /// A text as a JSON string.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\u{0}"..<"\u{20}": result += "\\u00\(scalar.value < 16 ? "0" : "")" + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
