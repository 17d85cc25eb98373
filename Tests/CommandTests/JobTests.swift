@testable internal import CommandKit
internal import Foundation
internal import ImageModel
internal import TestKit
internal import Testing

/// Jobs as lines of JSON. Expected values come from the commands without `--jobs`, from Python and from arithmetic.
@Suite("Jobs", .timed)
struct JobTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write(Fixtures.bytes(Fixtures.path("jpeg/valid/photo_landscape_420.jpg")), to: "a.jpg")
    try folder.write(Array("no picture".utf8), to: "broken.jpg")
  }

  private typealias Result = [String: Any]

  private func run(
    _ command: String = "thumb", _ arguments: [String] = [], _ jobs: String
  ) async throws -> (results: [Result], tool: Tool.Result) {
    let tool = try await Tool.cameo(
      command, ["--jobs", "-"] + arguments, input: Array(jobs.utf8), directory: folder.path)
    let lines = tool.text.split(separator: "\n")
    return (try lines.map { try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? Result) }, tool)
  }

  private func bash(_ script: String) async throws -> Tool.Result {
    try await Tool.run(
      "bash", ["-c", script], directory: folder.path, environment: ["PATH": "\(Tool.products):/usr/bin:/bin"])
  }

  private func kind(_ result: Result) -> String? { (result["error"] as? Result)?["kind"] as? String }
  private func message(_ result: Result) -> String? { (result["error"] as? Result)?["message"] as? String }

  @Test("A job's options replace those of the command line, and the file is that of the command line alone")
  func options() async throws {
    let (results, tool) = try await run(
      "thumb", ["-s", "100", "--fit", "cover"],
      """
      {"id": 7, "input": "a.jpg", "output": "b.webp", "size": "80x60"}
      {"id": "x", "input": "a.jpg", "output": "{c}.png", "fit": null, "no-rotate": true}

      """)
    #expect(tool.status == 0)
    #expect(results.map { $0["status"] as? String } == ["ok", "ok"])
    #expect(results.first?["id"] as? Int == 7)
    #expect(results.last?["id"] as? String == "x")
    _ = try await Tool.cameo(
      "thumb", ["a.jpg", "-s", "80x60", "--fit", "cover", "-o", "p.webp"], directory: folder.path)
    _ = try await Tool.cameo("thumb", ["a.jpg", "-s", "100", "--no-rotate", "-o", "p.png"], directory: folder.path)
    #expect(Fixtures.bytes(folder.file("b.webp")) == Fixtures.bytes(folder.file("p.webp")))
    #expect(Fixtures.bytes(folder.file("{c}.png")) == Fixtures.bytes(folder.file("p.png")))
    let outputs = try #require(results.first?["outputs"] as? [Result])
    #expect(outputs.first?["path"] as? String == "b.webp")
  }

  @Test("A line that is no job is an error with its line, and the others go on")
  func badLines() async throws {
    let lines: [(job: String, kind: String, message: String)] = [
      ("", "invalidData", "the line is blank"), ("{\"input\": ", "invalidData", "line 2, column 11"),
      ("[1]", "invalidData", "a job is an object"), ("{}", "usage", "no input or bytes"),
      ("{\"id\": \"i\", \"input\": \"a.jpg\", \"sise\": 1}", "usage", "did you mean 'size'"),
      ("{\"input\": \"a.jpg\", \"quality\": 101}", "usage", "1 to 100"),
      ("{\"input\": \"a.jpg\", \"enlarge\": 1}", "usage", "true or false"),
      ("{\"input\": \"a.jpg\", \"recursive\": true}", "usage", "jobs have no such option"),
      ("{\"input\": \"a.jpg\", \"workers\": 2}", "usage", "belongs on the command line"),
      ("{\"input\": \"a.jpg\", \"output\": \"b.jpg\", \"directory\": \"d\"}", "usage", "either output or directory"),
      ("{\"input\": \"a.jpg\", \"bytes\": \"AA==\"}", "usage", "either input or bytes"),
      ("{\"bytes\": \"!\"}", "usage", "base64"), ("{\"input\": \"-\"}", "usage", "standard input"),
      ("{\"id\": [], \"input\": \"a.jpg\"}", "usage", "id:"),
      ("{\"input\": \"missing.jpg\"}", "io", "No such file"), ("{\"input\": \".\"}", "io", "irectory"),
      ("{\"input\": \"broken.jpg\"}", "invalidData", "JPEG"),
    ]
    let (results, tool) = try await run(
      "thumb", [], lines.map(\.job).joined(separator: "\n") + "\n{\"input\": \"a.jpg\", \"output\": \"b.jpg\"}")
    #expect(tool.status == 0)
    #expect(tool.errors == "")
    try #require(results.count == lines.count + 1)
    for (index, line) in lines.enumerated() {
      #expect(results[index]["status"] as? String == "error", "\(line.job)")
      #expect(kind(results[index]) == line.kind, "\(line.job)")
      #expect(message(results[index])?.contains(line.message) ?? false, "\(line.job): \(results[index])")
      if index != 4 { #expect(results[index]["id"] as? Int == index + 1) }
    }
    #expect(results[0]["line"] as? Int == 1)
    #expect(results[4]["id"] as? String == "i")
    // The error of a job with a wrong id says which file it is about.
    #expect(results[13]["input"] as? String == "a.jpg")
    #expect(results.last?["status"] as? String == "ok")
  }

  @Test("Jobs and results follow their schemas, which refuse what the command refuses")
  func schemas() async throws {
    let jobs = """
      {"input": "a.jpg", "size": 64}
      {"id": null, "input": "a.jpg", "output": "b.png"}
      {"bytes": "AAAA", "id": true}
      {"input": "broken.jpg"}
      {"input": "a.jpg", "size": {}}
      {"output": "a.jpg"}
      """
    var results: [UInt8] = []
    for command in ["thumb", "imgconv", "imgmeta", "mkpdf"] { results += try await run(command, [], jobs).tool.output }
    results += try await run("mkpdf", [], "{\"inputs\": [\"a.jpg\", \"a.jpg\"], \"output\": \"b.pdf\"}").tool.output
    results += try await run("preview", ["--providers", "\(Fixtures.root)/share/providers"], jobs).tool.output
    try folder.write(results, to: "results")
    try folder.write(Array(jobs.utf8), to: "jobs")
    let check = try await Tool.python(
      """
      import json, jsonschema, sys
      job, result = (json.load(open(f'{sys.argv[1]}/docs/{name}.schema.json')) for name in ('job', 'job-result'))
      for schema in (job, result): jsonschema.Draft7Validator.check_schema(schema)
      for line in open(sys.argv[2] + '/results'): jsonschema.validate(json.loads(line), result)
      print([jsonschema.Draft7Validator(job).is_valid(json.loads(line)) for line in open(sys.argv[2] + '/jobs')])
      """, [Fixtures.root, folder.path])
    #expect(check.errors == "")
    #expect(check.text == "[True, True, True, True, False, False]\n")
  }

  @Test("A job cannot read or replace the files of the run")
  func ownFiles() async throws {
    let outputs = ["/dev/stdout", "log", "jobs", "sum.json", "b.jpg"]
    let jobs = outputs.map { "{\"input\": \"a.jpg\", \"output\": \"\($0)\"}\n" }
    try folder.write(Array(jobs.joined().utf8), to: "jobs")
    try folder.write([], to: "log")
    let tool = try await Tool.run(
      "bash", ["-c", "\"$0\" --jobs jobs --resume log --summary sum.json >> log", "\(Tool.products)/thumb"],
      directory: folder.path)
    #expect(tool.status == 0)
    let results = String(decoding: Fixtures.bytes(folder.file("log")), as: UTF8.self).split(separator: "\n")
    #expect(results.map { $0.contains("\"status\": \"error\"") } == [true, true, true, true, false])
    #expect(results.prefix(4).allSatisfy { $0.contains("a job cannot use") })
    #expect(Fixtures.bytes(folder.file("jobs")) == Array(jobs.joined().utf8))
  }

  @Test("A summary replaces no other file", arguments: ["jobs", "log", "old", "a.jpg", "-", "/dev/stderr"])
  func summary(_ path: String) async throws {
    try folder.write(Array("{\"input\": \"a.jpg\", \"output\": \"b.jpg\"}\n".utf8), to: "jobs")
    let picture = Fixtures.bytes(folder.file("a.jpg"))
    let tool = try await bash(
      """
      thumb --jobs jobs --summary sum.json > log 2> errors; thumb --jobs jobs --summary sum.json > log 2>> errors
      jq -r .ok sum.json; cp log before; cp log old
      thumb --jobs jobs --resume log --summary \(path) >> log 2>> errors; echo $?
      cmp log before; cmp old before; wc -l < jobs; grep -c summary errors
      """)
    #expect(tool.text == "1\n64\n1\n1\n", "\(tool.text)\(tool.errors)")
    #expect(Fixtures.bytes(folder.file("a.jpg")) == picture)
    #expect(!folder.names.contains("-"))
  }

  @Test("Jobs may write to /dev/null, where the summary may go, too")
  func null() async throws {
    let (results, _) = try await run(
      "thumb", ["--summary", "/dev/null"], "{\"input\": \"a.jpg\", \"output\": \"/dev/null\", \"format\": \"png\"}")
    #expect(results.map { $0["status"] as? String } == ["ok"])
  }

  @Test(
    "Options that make no sense with jobs are refused",
    arguments: [
      ("thumb", "-r", "--recursive"), ("thumb", "--files-from=x", "--files-from"),
      ("thumb", "--freedesktop", "--freedesktop"), ("imgmeta", "--csv", "--csv"), ("imgmeta", "--totals", "--totals"),
      ("mkpdf", "--dry-run", "--dry-run"), ("preview", "--html=x.html", "--html"),
    ])
  func refused(_ command: String, _ word: String, _ option: String) throws {
    let command = try #require(InProcess.commands[command] as? any JobCommand.Type)
    let error = #expect(throws: ImageError.self) {
      try JobWords(command, ["--jobs", "-", word], skipExisting: false)
    }
    #expect(error?.kind == .usage)
    #expect(error?.reason == "\(option) and --jobs cannot be used together")
  }

  @Test("A process with such options does no job")
  func refusedProcess() async throws {
    let (results, tool) = try await run("thumb", ["-r"], "{\"input\": \"a.jpg\", \"output\": \"b.jpg\"}")
    #expect(results.isEmpty)
    #expect(tool.status == 64)
    #expect(tool.errors == "thumb: --recursive and --jobs cannot be used together\n")
    #expect(folder.names == ["a.jpg", "broken.jpg"])
  }

  @Test(
    "Options that belong to jobs are refused without them",
    arguments: [["--timeout", "5"], ["--jobs-memory", "1000000"], ["--isolate"], ["--grace", "1"]])
  func needsJobs(_ words: [String]) throws {
    let tool = try InProcess("thumb", words + [folder.file("a.jpg"), "-o", "b.jpg"], outputs: folder)
    #expect(tool.status == 64)
    #expect(tool.errors.contains("\(words[0]) needs --jobs"), "\(tool.errors)")
    let both = try InProcess("thumb", ["--jobs", "/dev/null", "--isolate", "--jobs-memory", "1000000"])
    #expect(both.status == 64)
    #expect(both.errors.contains("cannot be used together"))
  }

  @Test("Without an output the result has the bytes, and bytes are an input")
  func bytes() async throws {
    let photo = Data(Fixtures.bytes(folder.file("a.jpg")))
    let (results, _) = try await run(
      "imgconv", ["-f", "png", "--resize", "40"], "{\"bytes\": \"\(photo.base64EncodedString())\"}")
    let expected = try await Tool.cameo(
      "imgconv", ["-f", "png", "--resize", "40", "a.jpg", "-o", "-"], directory: folder.path)
    let bytes = try #require(results.first?["bytes"] as? String)
    #expect(Data(base64Encoded: bytes) == Data(expected.output))
    #expect(results.first?["inputBytes"] as? Int == photo.count)
    #expect(folder.names == ["a.jpg", "broken.jpg"])
  }

  @Test("Names of any bytes travel both ways, in lines of ASCII")
  func names() async throws {
    let check = try await Tool.run(
      "/usr/bin/python3",
      [
        "-c",
        #"""
        import json, os, shutil, subprocess, sys
        names = [b'\xff\n"\\.jpg', 'ä\u2028\U0001F600.jpg'.encode(), b'\xed\xb3\xbf \t.jpg', '\U0010feff.jpg'.encode()]
        for name in names: shutil.copy(b'a.jpg', name)
        jobs = [{'input': os.fsdecode(name), 'output': os.fsdecode(name + b'.png')} for name in names]
        for command in 'thumb', 'imgmeta':
            jobs = [{'input': job['input']} for job in jobs] if command == 'imgmeta' else jobs
            text = ''.join(json.dumps(job) + '\n' for job in jobs)
            run = subprocess.run([sys.argv[1] + '/' + command, '--jobs', '-'], input=text.encode(), capture_output=True)
            results = [json.loads(line) for line in run.stdout.decode('ascii').splitlines()]
            print([os.fsencode(result['input']) for result in results] == names,
                  all(os.path.exists(name + b'.png') for name in names))
        """#, Tool.products,
      ], directory: folder.path)
    #expect(check.errors == "")
    #expect(check.text == "True True\nTrue True\n")
  }

  @Test("imgmeta's results are the records of --jsonl")
  func metadata() async throws {
    let names = ["jpeg/valid/photo_landscape_420.jpg", "png/valid/rgb8.png"].map(Fixtures.path)
      .filter { !Fixtures.bytes($0).isEmpty }
    let (results, _) = try await run(
      "imgmeta", ["--maker-notes"], names.map { "{\"input\": \"\($0)\"}\n" }.joined())
    let plain = try await Tool.cameo("imgmeta", ["--maker-notes", "--jsonl"] + names)
    let records = try plain.text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? Result)
    }
    try #require(results.count == records.count)
    for (index, record) in records.enumerated() {
      var result = results[index]
      #expect(result.removeValue(forKey: "id") as? Int == index + 1)
      #expect(result.removeValue(forKey: "status") as? String == "ok")
      #expect(result as NSDictionary == record as NSDictionary)
    }
  }

  @Test("--resume does each job once, after a log that was cut off")
  func resume() async throws {
    let result = try await bash(
      #"""
      for i in $(seq 40); do echo "{\"id\": \"j$i\", \"input\": \"a.jpg\", \"output\": \"out$i.png\", \"size\": 8}"; done > jobs
      thumb --jobs jobs > log
      head -c $(( $(head -20 log | wc -c) + 30 )) log > cut && mv cut log
      rm out*
      thumb --jobs jobs --resume log --summary summary >> log
      ls out* | wc -l
      jq -r .id log | sort | uniq -c | awk '{ print $1 }' | sort | uniq -c | tr -s ' '
      jq -c '[.jobs, .ok, .skipped]' summary
      """#)
    #expect(result.errors == "")
    #expect(result.text == "20\n 40 1\n[20,20,20]\n")
  }

  @Test("A file of jobs that is not there, and a log without results, are wrong command lines")
  func wrongFiles() async throws {
    let result = try await bash(
      """
      echo '{"input": "a.jpg"}' > jobs
      thumb --jobs none; echo $?; thumb --jobs .; echo $?; thumb --jobs jobs --resume a.jpg; echo $?; ls
      """)
    #expect(result.text == "64\n64\n64\na.jpg\nbroken.jpg\njobs\n")
    #expect(result.errors.contains("a.jpg: has no results of jobs"))
  }

  @Test("Shards are disjoint and complete, whatever order the jobs have")
  func shards() async throws {
    let jobs = (1...60).map { "{\"id\": \($0), \"input\": \"a.jpg\", \"size\": 4}\n" }
    var ids: [Int] = []
    for shard in 0..<3 {
      let forwards = try await run("thumb", ["--shard", "\(shard)/3"], jobs.joined()).results.map {
        $0["id"] as? Int ?? 0
      }
      let backwards = try await run("thumb", ["--shard", "\(shard)/3"], jobs.reversed().joined()).results
      #expect(backwards.map { $0["id"] as? Int ?? 0 }.reversed() == forwards)
      #expect(forwards.count > 5)
      ids += forwards
    }
    #expect(ids.sorted() == Array(1...60))
  }

  @Test("The status is 0 whatever failed, unless an option says otherwise")
  func statuses() async throws {
    let jobs = "{\"input\": \"broken.jpg\"}\n{\"input\": \"a.jpg\", \"size\": 4}\n"
    #expect(try await run("thumb", [], jobs).tool.status == 0)
    #expect(try await run("thumb", ["--max-failed-percent", "50"], jobs).tool.status == 0)
    #expect(try await run("thumb", ["--max-failed-percent", "49"], jobs).tool.status == 1)
    let failed = try await run("thumb", ["--fail-fast", "-j1"], jobs + String(repeating: jobs, count: 1_000))
    #expect(failed.tool.status == 1)
    #expect(failed.results.count < 2_000)
    #expect(try await run("thumb", ["a.jpg"], jobs).tool.status == 64)
    #expect(try InProcess("thumb", ["--shard", "0/2", "a.jpg"]).status == 64)
    #expect(try InProcess("thumb", ["--jobs", "/dev/null", "--shard", "2/2"]).status == 64)
    #expect(try await Tool.cameo("thumb", ["--jobs", "/missing"]).status == 64)
    // No job would end in time.
    #expect(try InProcess("thumb", ["--jobs", "/dev/null", "--timeout", "0"]).status == 64)
  }

  @Test("--timeout ends a job, --retries tries it again, and the summary counts it")
  func timeout() async throws {
    let (results, tool) = try await run(
      "thumb", ["--timeout", "0.000001", "--retries", "1", "--summary", "summary"], "{\"input\": \"a.jpg\"}")
    #expect(tool.status == 0)
    #expect(kind(results[0]) == "cancelled")
    #expect(results[0]["attempts"] as? Int == 2)
    let data = Data(Fixtures.bytes(folder.file("summary")))
    let summary = try #require(try JSONSerialization.jsonObject(with: data) as? Result)
    #expect(summary["errors"] as? Int == 1)
    #expect(summary["errorsByKind"] as? [String: Int] == ["cancelled": 1])
  }

  @Test("--skip-existing leaves an output alone, and -d names outputs")
  func existing() async throws {
    try folder.write([1], to: "b.jpg")
    let (results, _) = try await run(
      "thumb", ["--skip-existing", "-d", "out", "--parents"],
      "{\"input\": \"a.jpg\", \"output\": \"b.jpg\"}\n{\"input\": \"a.jpg\"}\n")
    let outputs = results.compactMap { ($0["outputs"] as? [Result])?.first }
    #expect(outputs.first?["skipped"] as? String == "exists")
    #expect(Fixtures.bytes(folder.file("b.jpg")) == [1])
    #expect(outputs.last?["path"] as? String == "out/a_thumb.jpg")
  }

  @Test("A coprocess answers each line at once, and ends with its input or by a signal")
  func coprocess() async throws {
    let result = try await bash(
      #"""
      coproc thumb -s 8 -j2 --jobs -
      for i in 1 2 3; do
        echo '{"input": "a.jpg"}' >&${COPROC[1]}
        read -r line <&${COPROC[0]}
        jq -c '[.id, .status]' <<< "$line"
      done
      id=$COPROC_PID
      kill -TERM $id
      wait $id
      echo $?
      mkfifo in
      thumb --jobs in > out & id=$!
      exec 5> in
      echo '{"input": "a.jpg"}' >&5
      exec 5>&-
      wait $id
      echo $? $(wc -l < out)
      """#)
    #expect(result.text == "[1,\"ok\"]\n[2,\"ok\"]\n[3,\"ok\"]\n143\n0 1\n")
  }

  @Test("Without an order, each job has one result")
  func unordered() async throws {
    let jobs = (1...300).map { "{\"id\": \($0), \"input\": \"\($0 % 3 == 0 ? "broken" : "a").jpg\", \"size\": 4}\n" }
    let (results, tool) = try await run("thumb", ["--unordered", "-j4"], jobs.joined())
    #expect(results.compactMap { $0["id"] as? Int }.sorted() == Array(1...300))
    #expect(results.count { $0["status"] as? String == "error" } == 100)
    #expect(tool.status == 0)
  }

  @Test("mkpdf makes a document of several inputs")
  func documents() async throws {
    let jobs = """
      {"id": 1, "inputs": ["a.jpg", "a.jpg"], "output": "b.pdf", "page": "A6"}
      {"id": 2, "input": "a.jpg", "page": "nothing", "output": "c.pdf"}
      {"id": 3, "input": "a.jpg"}
      """
    let (results, tool) = try await run("mkpdf", ["--paper", "A5", "--title", "T"], jobs)
    #expect(tool.status == 0)
    #expect(results.map { $0["status"] as? String } == ["ok", "error", "ok"])
    #expect((results[0]["output"] as? Result)?["pages"] as? Int == 2)
    let info = try await Tool.run("pdfinfo", ["b.pdf"], directory: folder.path)
    #expect(info.text.contains("Pages:           2"))
    #expect(info.text.contains("Title:           T"))
    let bytes = Data(base64Encoded: results[2]["bytes"] as? String ?? "")
    #expect(bytes?.starts(with: Data("%PDF-".utf8)) ?? false)
  }
}
