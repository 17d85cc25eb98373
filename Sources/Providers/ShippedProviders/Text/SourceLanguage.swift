/// How a family of programming languages writes comments, strings and keywords, for simple highlighting.
struct SourceLanguage: Hashable {
  /// What begins a comment that ends with its line.
  var lineComments: [String] = []
  /// What begins and ends a comment of several lines.
  var blockComment: [String] = []
  /// The characters that begin and end a string.
  var quotes: [Character] = ["\"", "'"]
  var keywords: Set<String> = []
  /// Whether it is made of tags: their names are highlighted, and only tags contain strings.
  var isMarkup = false

  private static func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }

  private static let braces = SourceLanguage(
    lineComments: ["//"], blockComment: ["/*", "*/"], quotes: ["\"", "'", "`"],
    keywords: words(
      """
      abstract as async await bool break case catch char class const continue default defer delete do double else \
      enum export extends extension extern false final finally float fn for foreach func function go goto guard if \
      implements import in inline inout int interface internal let long match mut mutating namespace new nil null \
      operator some override package private protected protocol pub public return self short signed sizeof static \
      struct super switch template this throw throws trait true try type typedef typename union unsigned use using \
      var virtual void volatile where while
      """))
  private static let hashes = SourceLanguage(
    lineComments: ["#"],
    keywords: words(
      """
      and as assert async await begin break case class continue def del do done elif else elsif end esac except \
      export False fi finally for from function global if import in is lambda local module next nil None nonlocal \
      not or pass raise rescue return self then True true false try unless until when while with yield
      """))
  private static let dashes = SourceLanguage(
    lineComments: ["--"], blockComment: ["/*", "*/"],
    keywords: words(
      """
      ALTER AND AS BEGIN BETWEEN BY CASE CREATE DELETE DISTINCT DROP ELSE END FROM GROUP HAVING IN INDEX INNER \
      INSERT INTO IS JOIN KEY LEFT LIKE LIMIT NOT NULL ON OR ORDER OUTER PRIMARY REFERENCES RIGHT SELECT SET TABLE \
      THEN UNION UNIQUE UPDATE VALUES VIEW WHEN WHERE WITH and do else elseif end false for function if in local nil \
      not or repeat return then true until while
      """))
  static let markup = SourceLanguage(blockComment: ["<!--", "-->"], isMarkup: true)
  private static let semicolons = SourceLanguage(lineComments: [";"], quotes: ["\""])
  static let json = SourceLanguage(quotes: ["\""], keywords: ["true", "false", "null"])

  /// The languages of types that are recognised by the first line of a file.
  static let byType: [String: SourceLanguage] = [
    "public.shell-script": hashes, "public.python-script": hashes, "public.ruby-script": hashes,
    "public.perl-script": hashes, "public.make-source": hashes, "public.php-script": braces,
  ]

  static let bySuffix: [String: SourceLanguage] = {
    var table: [String: SourceLanguage] = [:]
    let families: [(SourceLanguage, String)] = [
      (
        braces, "c h cc cpp cxx hh hpp m mm swift java kt js mjs ts jsx tsx cs go rs php scala dart css scss groovy zig"
      ),
      (json, "jsonl ndjson"),
      (
        hashes,
        "py rb sh bash zsh pl pm yaml yml toml conf cfg mk cmake r tcl ex exs ps1 dockerfile makefile gnumakefile"
      ),
      (dashes, "sql lua hs ada vhd"), (markup, "xml html htm xhtml svg xsl xsd rss atom vue svelte"),
      (semicolons, "ini lisp el clj scm asm s"),
    ]
    for (language, suffixes) in families {
      for suffix in suffixes.split(separator: " ") { table[String(suffix)] = language }
    }
    return table
  }()
}
