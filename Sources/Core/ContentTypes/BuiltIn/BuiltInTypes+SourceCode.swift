extension ContentTypeRegistry {
  private static let source = ["public.source-code"]
  private static let script = ["public.script"]

  static let sourceCodeTypes: [ContentType] = [
    .row("public.source-code", "source code", ["public.plain-text"], icon: "text-x-script"),
    .row("public.script", "script", source, icon: "text-x-script"),
    .row("public.c-source", "C", source, ["c"], ["text/x-csrc"]),
    .row("public.c-header", "C header", source, ["h"], ["text/x-chdr"]),
    // Everywhere else case makes no difference: .C is C++, .c is C.
    .row(
      "public.c-plus-plus-source", "C++", source, ["cpp", "cc", "cxx", "c++"], ["text/x-c++src"],
      patterns: [NamePattern("*.C", isCaseSensitive: true)]),
    .row("public.c-plus-plus-header", "C++ header", source, ["hpp", "hh", "hxx", "h++"], ["text/x-c++hdr"]),
    .row("public.objective-c-source", "Objective-C", source, ["m"], ["text/x-objcsrc"]),
    .row("public.objective-c-plus-plus-source", "Objective-C++", source, ["mm"], ["text/x-objc++src"]),
    .row("public.swift-source", "Swift", source, ["swift"], ["text/x-swift"]),
    .row("com.sun.java-source", "Java", source, ["java"], ["text/x-java"]),
    .row("org.kotlinlang.source", "Kotlin", source, ["kt", "kts"], ["text/x-kotlin"]),
    .row("org.rust-lang.source", "Rust", source, ["rs"], ["text/rust"]),
    .row("dev.go.source", "Go", source, ["go"], ["text/x-go"]),
    .row("com.microsoft.csharp-source", "C#", source, ["cs"], ["text/x-csharp"]),
    .row("public.assembly-source", "assembly", source, ["s", "asm"], ["text/x-asm"]),
    .row("public.fortran-source", "Fortran", source, ["f", "f90", "f95", "for"], ["text/x-fortran"]),
    .row("org.lua.source", "Lua", script, ["lua"], ["text/x-lua"]),
    .row("org.iso.sql", "SQL", source, ["sql"], ["application/sql", "text/x-sql"]),
    .row(
      "com.netscape.javascript-source", "JavaScript", source, ["js", "mjs", "cjs", "jsm"],
      ["text/javascript", "application/javascript"]),
    .row("com.microsoft.typescript", "TypeScript", source, ["ts", "tsx"], ["text/x-typescript"]),
    .row(
      "public.python-script", "Python", script, ["py", "pyw"], ["text/x-python"], run(by: "python")),
    .row("public.ruby-script", "Ruby", script, ["rb"], ["application/x-ruby", "text/x-ruby"], run(by: "ruby")),
    .row("public.perl-script", "Perl", script, ["pl", "pm"], ["application/x-perl", "text/x-perl"], run(by: "perl")),
    .row("public.php-script", "PHP", script, ["php"], ["application/x-php"], [.init("<?php")]),
    .row(
      "public.shell-script", "shell script", script, ["sh"], ["application/x-shellscript"],
      run(by: "sh", "bash", "dash", "zsh", "ksh")),
    .row("public.bash-script", "bash script", ["public.shell-script"], ["bash"]),
    .row("public.zsh-script", "zsh script", ["public.shell-script"], ["zsh"]),
    .row(
      "public.make-source", "makefile", script, ["mk", "mak"], ["text/x-makefile"],
      patterns: [NamePattern("makefile"), NamePattern("gnumakefile")]),
  ]

  /// The first line of scripts: `#!/bin/sh`, `#!/usr/bin/env python3` and the like.
  private static func run(by interpreters: String...) -> [ContentType.Signature] {
    interpreters.flatMap { name in ["#!/bin/", "#!/usr/bin/", "#!/usr/bin/env "].map { .init($0 + name) } }
  }
}
