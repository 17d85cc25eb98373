// Counts the words of a text.
/* A comment
   of two lines. */
import Glibc

struct WordCount {
  var words: [String: Int] = [:]

  mutating func add(_ text: String) {
    for word in text.split(separator: " ") {
      words[String(word), default: 0] += 1 // "not a string"
    }
  }
}

let greeting = "Hello, \"world\" // no comment"
