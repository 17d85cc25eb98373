internal import Glibc
internal import TestKit
internal import Testing

/// The command in which GNOME's library for thumbnails (gnome-desktop 43.2, `gnome-desktop-thumbnail-script.c`) runs a
/// thumbnailer, over an installation of `preview` below `/usr`.
///
/// GNOME's are the arguments of bubblewrap, in their order, and the system calls of its filter, which is written by
/// hand here. Ours is `/usr/local`: a folder of the built products, as scripts/install fills it, because tests install
/// nothing.
struct GNOMESandbox {
  /// The user of the file manager: the one that runs the tests, and an ordinary user where that is root.
  enum Person: String, CaseIterable, CustomTestStringConvertible {
    case whoeverTests, ordinaryUser

    static var present: [Person] { geteuid() == 0 ? allCases : [.whoeverTests] }
    var testDescription: String { rawValue }
    /// The id of a user that does not exist.
    static let ordinaryID: uid_t = 54_321

    var command: [String] {
      self == .whoeverTests
        ? [] : ["setpriv", "--reuid=\(Self.ordinaryID)", "--regid=\(Self.ordinaryID)", "--clear-groups"]
    }
  }

  let folder: TemporaryDirectory
  let person: Person

  init(_ person: Person) throws {
    folder = try TemporaryDirectory()
    self.person = person
    guard chmod(folder.path, 0o755) == 0 else { throw TestFailure("chmod") }
    // GNOME makes a folder for each thumbnail, which is /tmp in its sandbox, and one for GStreamer's list of plug-ins.
    for name in ["tmp", "gstreamer", "home"] { try own(name) }
    try folder.write(SeccompFilter.gnome.bytes, to: "filter")
    _ = chmod(folder.file("filter"), 0o644)
  }

  /// Makes a folder that belongs to the person.
  private func own(_ name: String) throws {
    let path = folder.file(name)
    guard mkdir(path, 0o700) == 0 else { throw TestFailure("mkdir") }
    if person == .ordinaryUser {
      guard chown(path, Person.ordinaryID, Person.ordinaryID) == 0 else { throw TestFailure("chown") }
    }
  }

  /// Runs a thumbnailer's `Exec` line over a document, as GNOME does. Afterwards `thumbnail` is its PNG.
  func run(_ exec: String, _ document: String) async throws -> Tool.Result {
    let name = document.split(separator: "/").last ?? ""
    let suffix = name.contains(".") ? ".\(name.split(separator: ".").last ?? "")" : ""
    let inside = "/tmp/gnome-desktop-file-to-thumbnail\(suffix)"
    let fields = ["%i": inside, "%u": "file://\(inside)", "%o": "/tmp/gnome-desktop-thumbnailer.png", "%s": "256"]
    var program = exec.split(separator: " ").map(String.init)
    for (field, value) in fields { program = program.map { $0.replacing(field, with: value) } }
    let gstreamer = folder.file("gstreamer")
    let arguments =
      ["bwrap", "--ro-bind", "/usr", "/usr", "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]
      + Self.systemFolders
      + ["--ro-bind-try", "/var/cache/fontconfig", "/var/cache/fontconfig"]
      + ["--setenv", "GST_REGISTRY_1_0", "\(gstreamer)/gstreamer-1.0.registry", "--bind", gstreamer, gstreamer]
      + ["--ro-bind-try", "/etc/alternatives", "/etc/alternatives", "--proc", "/proc", "--dev", "/dev"]
      + ["--chdir", "/", "--setenv", "GIO_USE_VFS", "local", "--unshare-all", "--die-with-parent"]
      // The only argument that is not GNOME's.
      + ["--ro-bind", try await Self.installation.value, "/usr/local"]
      + ["--bind", folder.file("tmp"), "/tmp", "--ro-bind", document, inside, "--seccomp", "9"]
    return try await asPerson(["/bin/sh", "-c", "exec \"$@\" 9< \(folder.file("filter"))", "sh"] + arguments + program)
  }

  /// Runs a program with the installation in `/usr/local`, and otherwise in this system.
  func runInstalled(_ program: [String]) async throws -> Tool.Result {
    try await asPerson(
      ["bwrap", "--dev-bind", "/", "/", "--ro-bind", try await Self.installation.value, "/usr/local"] + program)
  }

  /// Runs a command as the person, in the environment of a desktop. GNOME's sandbox hides the home, as it hides all
  /// homes.
  private func asPerson(_ command: [String]) async throws -> Tool.Result {
    let home = folder.file("home")
    let environment = [
      "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "HOME=\(home)", "XDG_DATA_HOME=\(home)/data",
      "XDG_CACHE_HOME=\(home)/cache", "XDG_DATA_DIRS=/usr/local/share:/usr/share",
    ]
    let whole = ["env", "-i"] + environment + person.command + command
    return try await Tool.run(whole[0], Array(whole.dropFirst()), directory: folder.path)
  }

  var thumbnail: [UInt8] { Fixtures.bytes(folder.file("tmp/gnome-desktop-thumbnailer.png")) }

  /// Links where the system has links into `/usr`, otherwise the folders themselves.
  private static let systemFolders: [String] = ["bin", "lib64", "lib", "sbin"].flatMap { name -> [String] in
    var here = stat()
    var merged = stat()
    guard stat("/\(name)", &here) == 0 else { return [] }
    let isMerged = stat("/usr/\(name)", &merged) == 0 && here.st_dev == merged.st_dev && here.st_ino == merged.st_ino
    return isMerged ? ["--symlink", "/usr//\(name)", "/\(name)"] : ["--ro-bind", "/\(name)", "/\(name)"]
  }

  /// A folder like the `/usr/local` of scripts/install: programs, launcher, manifests, and Swift's libraries where the
  /// products do not contain them.
  private static let installation = Task {
    let place = "\(Tool.products)/usr-local-\(geteuid())"
    let script = """
      set -eu
      rm -rf "$1"/* && mkdir -p "$1/bin" "$1/libexec/cameo" "$1/share/cameo"
      cp "$2/preview" "$1/bin"
      cp "$2/cameo-providers" "$2/example-providers" "$1/libexec/cameo"
      cp "$3" "$1/libexec/cameo/cameo-launcher"
      cp -r "$4/share/providers" "$1/share/cameo/providers"
      cp -r "$4/Examples/providers/." "$1/share/cameo/providers"
      cp "$4/share/fonts.conf" "$1/share/cameo"
      for program in preview cameo-providers example-providers; do
        ldd "$2/$program" | awk '$3 ~ /^\\// && $3 !~ /^\\/(usr|lib|lib64)\\// { print $3 }'
      done | sort -u | while read -r library; do
        cp "$library" "$1/bin" && ln "$1/bin/${library##*/}" "$1/libexec/cameo"
      done
      chmod -R go+rX "$1"
      """
    let launcher = try await PreviewRun.launcher.value
    let made = try await Tool.run("/bin/sh", ["-c", script, "sh", place, Tool.products, launcher, Fixtures.root])
    guard made.status == 0 else { throw TestFailure("no installation: \(made.errors)") }
    return place
  }
}

/// A classic BPF program for seccomp.
private struct SeccompFilter {
  private var instructions: [(code: UInt16, yes: UInt8, no: UInt8, value: UInt32)] = []

  /// The program as bubblewrap reads it from a descriptor: `struct sock_filter`, in the machine's byte order.
  var bytes: [UInt8] {
    instructions.flatMap { line in
      withUnsafeBytes(of: line.code) { Array($0) } + [line.yes, line.no] + withUnsafeBytes(of: line.value) { Array($0) }
    }
  }

  private mutating func add(_ code: UInt16, _ value: UInt32, yes: UInt8 = 0, no: UInt8 = 0) {
    instructions.append((code, yes, no, value))
  }

  private static let load: UInt16 = 0x20  // BPF_LD | BPF_W | BPF_ABS
  private static let isEqual: UInt16 = 0x15  // BPF_JMP | BPF_JEQ | BPF_K
  private static let isAtLeast: UInt16 = 0x35
  private static let hasBits: UInt16 = 0x45
  private static let answer: UInt16 = 0x06
  private static let allowed: UInt32 = 0x7FFF_0000
  private static func refused(_ error: Int32) -> UInt32 { 0x5_0000 | UInt32(error) }

  /// The calls that GNOME denies: EPERM for a list of calls, for `clone` with a user namespace and for `TIOCSTI`;
  /// EAFNOSUPPORT for families of sockets other than Unix, IP and netlink. Calls of another architecture end the
  /// program.
  static let gnome: SeccompFilter = {
    var filter = SeccompFilter()
    filter.add(load, 4)
    filter.add(isEqual, Calls.architecture, yes: 1)
    filter.add(answer, 0)
    filter.add(load, 0)
    for call in Calls.denied {
      filter.add(isEqual, call, no: 1)
      filter.add(answer, refused(EPERM))
    }
    filter.add(isEqual, Calls.clone, no: 4)
    filter.add(load, 16)  // the first argument's lower half
    filter.add(hasBits, 0x1000_0000, no: 1)  // CLONE_NEWUSER
    filter.add(answer, refused(EPERM))
    filter.add(answer, allowed)
    filter.add(isEqual, Calls.ioctl, no: 4)
    filter.add(load, 24)
    filter.add(isEqual, 0x5412, no: 1)  // TIOCSTI
    filter.add(answer, refused(EPERM))
    filter.add(answer, allowed)
    filter.add(isEqual, Calls.socket, yes: 1)
    filter.add(answer, allowed)
    filter.add(load, 16)
    for family: UInt32 in [3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15] {
      filter.add(isEqual, family, no: 1)
      filter.add(answer, refused(EAFNOSUPPORT))
    }
    filter.add(isAtLeast, 17, no: 1)
    filter.add(answer, refused(EAFNOSUPPORT))
    filter.add(answer, allowed)
    return filter
  }()

  /// Numbers of system calls (`asm/unistd.h`). Denied are syslog, personality, acct, quotactl, add_key, request_key,
  /// keyctl, move_pages, mbind, get_mempolicy, set_mempolicy, migrate_pages, unshare, mount, pivot_root,
  /// perf_event_open, ptrace, in this order, and on x86 uselib and modify_ldt.
  private enum Calls {
    #if arch(x86_64)
      static let architecture: UInt32 = 0xC000_003E
      static let (clone, ioctl, socket): (UInt32, UInt32, UInt32) = (56, 16, 41)
      static let denied: [UInt32] = [
        103, 135, 163, 179, 248, 249, 250, 279, 237, 239, 238, 256, 272, 165, 155, 298, 101, 134, 154,
      ]
    #else
      static let architecture: UInt32 = 0xC000_00B7
      static let (clone, ioctl, socket): (UInt32, UInt32, UInt32) = (220, 29, 198)
      static let denied: [UInt32] = [
        116, 92, 89, 60, 217, 218, 219, 239, 235, 236, 237, 238, 97, 40, 41, 241, 117,
      ]
    #endif
  }
}
