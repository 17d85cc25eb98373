internal import ByteStreams
internal import CLibreOfficeShims
internal import Glibc
internal import ProviderKit

/// A process in which LibreOffice waits for documents, to make PDF of them. It is this program, started once more by
/// the worker, in the worker's sandbox.
///
/// It is a process of its own so that the worker goes on where LibreOffice crashes, hangs or needs too much memory. To
/// start it takes seconds, and a document often only some tenths, so it stays as long as the worker.
struct LibreOffice: Sendable {
  /// The environment variable with `folder`, by which this program becomes that process. In tier B of the sandbox it
  /// could not read its arguments, because Swift looks for them in /proc.
  private static let variable = "CAMEO_LIBREOFFICE_FOLDER"
  /// The program that contains the shipped providers.
  private static let program = "cameo-providers"
  /// Of the 512 MiB of a worker. LibreOffice ends by itself where it needs more, and the worker is not ended.
  private static let dataBytes: UInt = 384 << 20

  private let process: pid_t
  /// The pipes to its standard input and from its standard output.
  private let input: Int32
  private let output: Int32
  /// Whether it has started.
  private var isReady = false

  /// How a conversion ended.
  enum Outcome {
    /// There may be a file, or none where LibreOffice cannot open the document.
    case ended
    /// The process did not start in time. The next document can use it.
    case starting
    /// The time is over. The process ends by itself, and is of no use any more.
    case late
    /// The process has ended before it got the document.
    case unused
    /// The process has ended because of the document.
    case lost
  }

  /// Whether LibreOffice is installed where the sandbox shows it, and this program can start it.
  static let isAvailable: Bool = libreoffice_shim_is_installed() && executable != nil

  /// The path of this program; nil in others that contain the provider, such as tests.
  private static let executable: String? = SystemCall.resolved("/proc/self/exe").flatMap { path in
    PathText.split(path).name == program ? path : nil
  }

  /// Becomes the process in which LibreOffice runs, where the environment says so.
  static func serveIfAsked() {
    guard let folder = getenv(variable) else { return }
    // LibreOffice has threads and handlers that `exit` would wait for.
    _exit(libreoffice_shim_serve(folder, LibreOfficeProfile.prepare, dataBytes))
  }

  /// Starts the process; nil where that fails.
  ///
  /// - Parameter folder: a new folder for its profile and temporary files.
  init?(folder: String) {
    guard let executable = Self.executable, LibreOfficeProfile.write(to: folder),
      let (childInput, input) = SystemCall.pipe()
    else { return nil }
    defer { close(childInput) }
    guard let (output, childOutput) = SystemCall.pipe() else {
      close(input)
      return nil
    }
    defer { close(childOutput) }
    var child = ChildProcess([executable], environment: Self.environment(folder))
    child.input = .descriptor(childInput)
    child.output = .descriptor(childOutput)
    child.errors = .nothing
    guard let process = child.start() else {
      close(input)
      close(output)
      return nil
    }
    (self.process, self.input, self.output) = (process, input, output)
  }

  private static func environment(_ folder: String) -> [String] {
    let kept = ["FONTCONFIG_FILE", "XDG_CACHE_HOME"].compactMap { (name: String) in
      getenv(name).map { "\(name)=\(PathText.text($0))" }
    }
    // svp draws into memory, without a desktop.
    let own = ["\(variable)=\(folder)", "HOME=\(folder)", "TMPDIR=\(folder)", "LC_ALL=C.UTF-8"]
    return own + ["PATH=/usr/local/bin:/usr/bin:/bin", "SAL_USE_VCLPLUGIN=svp", "SAL_DISABLE_OPENCL=1"] + kept
  }

  /// Ends the process: where it is at work, when it has finished, or when its time is over.
  func end() {
    close(input)
    close(output)
    SeparateThread.run { [process] in
      var status: Int32 = 0
      _ = SystemCall.retrying { waitpid(process, &status, 0) }
    }
  }

  /// Writes a document, or one page of it, as PDF.
  ///
  /// - Throws: `CancellationError`. The process is then of no use any more.
  mutating func convert(
    _ source: String, to target: String, page: Int?, until end: ContinuousClock.Instant
  ) throws -> Outcome {
    if !isReady {
      switch try answer(until: end) {
      case "ready": isReady = true
      case "": return .starting
      default: return .unused
      }
    }
    // Rounded down, so that a process that takes too long has ended when this function returns.
    let seconds = Int((end - .now) / .seconds(1))
    let alarmTime = ContinuousClock.now + .seconds(max(seconds, 1))
    let macro = LibreOfficeProfile.convert(source, to: target, page: page)
    guard SystemCall.writeAll(Array("\(max(seconds, 1)) \(macro)\n".utf8), to: input) else { return .unused }
    switch try answer(until: end) {
    case "done": return .ended
    case nil: return .now < alarmTime ? .lost : .late
    default: return .late
    }
  }

  /// The next line of the process; empty where there is none in time, nil where the process has ended.
  private func answer(until end: ContinuousClock.Instant) throws -> String? {
    var line: [UInt8] = []
    while ContinuousClock.now < end {
      try Task.checkCancellation()
      var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, 20) > 0 else { continue }
      let piece = [UInt8](unsafeUninitializedCapacity: 16) { buffer, filled in
        filled = max(0, SystemCall.retrying { read(output, buffer.baseAddress, buffer.count) })
      }
      if piece.isEmpty { return nil }
      line += piece
      if line.last == 0x0A { return String(decoding: line.dropLast(), as: UTF8.self) }
    }
    return ""
  }
}

/// The profile of LibreOffice: its settings, and the macros that convert documents.
///
/// LibreOfficeKit opens a document only with a view. That of a spreadsheet needs files that packages without a desktop
/// lack (seen with LibreOffice 7.4). A macro opens it without a view, and nothing in it is run, asked or loaded.
enum LibreOfficeProfile {
  /// What is run at the start: it loads what most documents need.
  static let prepare = "Standard.Pages.Prepare()"

  /// The call that converts a document.
  static func convert(_ source: String, to target: String, page: Int?) -> String {
    // LibreOffice unescapes the call once, and the address once more. A text in the call has no quotation marks, as the
    // address has them escaped.
    func address(_ path: String) -> String { "file://" + PathText.url(path).replacing("%", with: "%25") }
    let pages = page.map(String.init) ?? ""
    return "Standard.Pages.Convert(\"\(address(source))\",\"\(address(target))\",\"\(pages)\")"
  }

  /// Writes the profile into a new folder.
  static func write(to folder: String) -> Bool {
    let folders = ["", "/profile", "/profile/user", "/profile/user/basic", "/profile/user/basic/Standard"]
    guard folders.allSatisfy({ SystemCall.makeDirectory(folder + $0, mode: 0o700) }) else { return false }
    let files = [
      "registrymodifications.xcu": settings, "basic/script.xlc": libraries, "basic/Standard/script.xlb": library,
      "basic/Standard/Pages.xba": macros,
    ]
    return files.allSatisfy { name, text in
      let path = "\(folder)/profile/user/\(name)"
      let file = SystemCall.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode: 0o600)
      guard file >= 0 else { return false }
      defer { close(file) }
      return SystemCall.writeAll(Array(text.utf8), to: file)
    }
  }

  private static func item(_ path: String, _ name: String, _ value: String) -> String {
    "<item oor:path=\"/org.openoffice.\(path)\"><prop oor:name=\"\(name)\" oor:op=\"fuse\">"
      + "<value>\(value)</value></prop></item>\n"
  }

  /// Without the first setting LibreOffice replaces the macros by those of a new user. The others are a second lock:
  /// the call of each document says the same, and the sandbox has no network.
  private static let settings = """
    <?xml version="1.0" encoding="UTF-8"?>
    <oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">

    """ + item("Setup/Office", "ooSetupInstCompleted", "true")
    + item("Office.Common/Security/Scripting", "MacroSecurityLevel", "3")
    + item("Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true")
    + "</oor:items>\n"

  private static let libraries = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE library:libraries PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "libraries.dtd">
    <library:libraries xmlns:library="http://openoffice.org/2000/library" xmlns:xlink="http://www.w3.org/1999/xlink">
    <library:library library:name="Standard" library:link="false"/>
    </library:libraries>

    """

  private static let library = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd">
    <library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard"
      library:readonly="false" library:passwordprotected="false">
    <library:element library:name="Pages"/>
    </library:library>

    """

  /// `MacroExecutionMode` 0 is NEVER_EXECUTE, `UpdateDocMode` 0 is NO_UPDATE (com.sun.star.document).
  private static let macros = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
    <script:module xmlns:script="http://openoffice.org/2000/script" script:name="Pages" script:language="StarBasic">
    Function Value(name As String, content As Variant) As Object
      Dim pair As New com.sun.star.beans.PropertyValue
      pair.Name = name
      pair.Value = content
      Value = pair
    End Function

    Function Opened(address As String) As Object
      Opened = StarDesktop.loadComponentFromURL(address, "_blank", 0, Array(Value("Hidden", True), _
        Value("ReadOnly", True), Value("MacroExecutionMode", 0), Value("UpdateDocMode", 0)))
    End Function

    Sub Convert(source As String, target As String, pages As String)
      Dim document As Object
      Dim filter As String
      Dim data As Variant
      On Error GoTo Ended
      document = Opened(source)
      If IsNull(document) Then Exit Sub
      filter = "writer_pdf_Export"
      If document.supportsService("com.sun.star.sheet.SpreadsheetDocument") Then filter = "calc_pdf_Export"
      If document.supportsService("com.sun.star.drawing.DrawingDocument") Then filter = "draw_pdf_Export"
      If document.supportsService("com.sun.star.presentation.PresentationDocument") Then filter = "impress_pdf_Export"
      data = Array(Value("ExportBookmarks", True))
      If pages &lt;&gt; "" Then data = Array(Value("PageRange", pages))
      document.storeToURL(target, Array(Value("FilterName", filter), Value("FilterData", data)))
    Ended:
      On Error Resume Next
      If Not IsNull(document) Then document.close(True)
    End Sub

    Sub Prepare()
      On Error Resume Next
      Opened("private:factory/swriter").close(True)
    End Sub
    </script:module>

    """
}
