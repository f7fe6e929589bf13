import Pando
import Testing

@testable import PandoTool

@Suite("Recorded calls of workers")
struct RecordedCallsTests {
  /// A program's first thread, and its worker, which has the number 20.
  static let start = [
    #"10 execve("/srv/app", ["app"], 0x7 /* 44 vars */) = 0"#,
    "10 vfork( <unfinished ...>",
    #"20 openat(AT_FDCWD</srv>, "/proc/self", O_RDONLY|O_PATH) = 7</proc/20>"#,
    #"20 openat(AT_FDCWD</srv>, "/of/the/starter", O_RDONLY) = 7</of/the/starter>"#,
    #"20 execve("/proc/self/exe", ["pando: worker 1 in sandbox ab12, 3 of app", "worker", "--bind", "#
      + #""ipc:///tmp/pando-10-1/1/s"], 0x7 /* 4 vars */ <unfinished ...>"#,
    "10 <... vfork resumed>)             = 20",
    "20 <... execve resumed>)            = 0",
  ]

  private func record(_ lines: [String], after start: [String] = start) -> [String: Recording] {
    var calls = RecordedCalls()
    for line in start + lines { calls.add(line) }
    return calls.recordings
  }

  private func sandbox(_ lines: String...) -> Sandbox? {
    record(lines)["sandbox ab12"]?.sandbox { hasNetwork, hasProcesses, isWritable in
      (isWritable ? ["/dev/null"] : ["/dev/null", "/usr/lib"]) + (hasNetwork ? ["/etc/hosts"] : [])
        + (hasProcesses ? ["/usr"] : [])
    }
  }

  private func refusals(_ lines: String...) -> [String]? {
    record(lines)["sandbox ab12"]?.refusalLines(isSandboxed: true)
  }

  @Test("belong to the sandbox of the worker, and not to the program that starts it")
  func workers() {
    let recordings = record([#"10 openat(AT_FDCWD</srv>, "a", O_RDONLY) = 3</srv/a>"#])
    #expect(recordings.keys.sorted() == ["sandbox ab12"])
    #expect(recordings["sandbox ab12"]?.workers == ["worker 1 in sandbox ab12, 3"])
    #expect(recordings["sandbox ab12"]?.sandbox() == Sandbox())
    let plain = record([], after: [#"9 execve("/a", ["pando: worker 1 of app"], 0x7) = 0"#])
    #expect(plain.keys.sorted() == [""])
    let failed = #"9 execve("/a", ["pando: worker 1 of app"], 0x7) = -1 ENOENT (No such file)"#
    #expect(record([], after: [failed]).isEmpty)
    #expect(record([], after: ["", "nonsense", "7", "7 ", "7 <... a resumed>) = 0"]).isEmpty)
  }

  @Test("are files by what was done with them")
  func files() {
    #expect(
      sandbox(
        #"20 openat(AT_FDCWD</srv>, "in/./x/../a", O_RDONLY) = 5</srv/in/a>"#,
        #"20 openat(AT_FDCWD</srv>, "gone", O_RDONLY) = -1 ENOENT (No such file or directory)"#,
        #"20 openat(5</srv/in>, "b", O_WRONLY) = 6</srv/in/b>"#,
        #"20 openat(AT_FDCWD</srv>, "path", O_RDONLY|O_PATH) = 6</srv/path>"#,
        #"20 openat(AT_FDCWD</srv>, "/cache/new", O_WRONLY|O_CREAT, 0600) = 6</cache/new>"#,
        #"20 openat(AT_FDCWD</srv>, "/cache/new", O_RDONLY) = 6</cache/new>"#,
        #"20 renameat(AT_FDCWD</srv>, "/from/a", AT_FDCWD</srv>, "/to/a") = 0"#,
        #"20 symlink("/target/a", "/links/a") = 0"#, #"20 unlink("old/../old/a") = 0"#,
        #"20 truncate("/log/a", 7) = 0"#)
        == Sandbox(
          files: .init(
            read: ["/srv/in/a"],
            readWrite: ["/cache", "/from", "/links", "/log/a", "/srv/in/b", "/srv/old", "/to"])))
  }

  @Test("leave out what every worker may do")
  func own() {
    #expect(
      sandbox(
        #"20 openat(AT_FDCWD</srv>, "/opt/app/libown.so.5", O_RDONLY|O_CLOEXEC) = 5</opt/app/libown.so.5>"#,
        #"20 openat(AT_FDCWD</srv>, "/usr/lib/locale/C", O_RDONLY) = 5</usr/lib/locale/C>"#,
        #"20 readlink("/proc/self/exe", "/srv/app", 4096) = 8"#,
        #"20 openat(AT_FDCWD</srv>, "/srv/app", O_RDONLY) = 5</srv/app>"#,
        #"20 openat(AT_FDCWD</srv>, "/dev/null", O_RDWR) = 5</dev/null>"#,
        #"20 openat(AT_FDCWD</srv>, "/tmp/pando-10-1/1/s.lock", O_RDWR|O_CREAT) = 5</tmp/pando-10-1/1/s.lock>"#,
        #"20 socket(AF_UNIX, SOCK_STREAM|SOCK_CLOEXEC, 0) = 6<socket:[1]>"#,
        #"20 bind(6<socket:[1]>, {sa_family=AF_UNIX, sun_path="/tmp/pando-10-1/1/s"}, 40) = 0"#,
        #"20 openat(AT_FDCWD</srv>, "/proc/self/maps", O_RDONLY) = 5</proc/20/maps>"#,
        #"20 openat(AT_FDCWD</srv>, "/proc/thread-self/comm", O_WRONLY) = -1 EACCES (Permission denied)"#
      ) == Sandbox())
    #expect(
      sandbox(
        "20 clone3({flags=CLONE_VM|CLONE_THREAD}, 88) = 21",
        #"21 openat(AT_FDCWD</srv>, "/plugins/a.so", O_RDONLY) = 5</plugins/a.so>"#)
        == Sandbox(files: .read(["/plugins/a.so"])))
  }

  @Test("name a folder in place of more than sixteen of its files")
  func folders() {
    func lines(_ count: Int) -> [String] {
      (1...count).map { #"20 openat(AT_FDCWD</srv>, "/in/\#($0)", O_RDONLY) = 5</in/\#($0)>"# }
    }
    let none: Recording.Places = { _, _, _ in [] }
    #expect(record(lines(16))["sandbox ab12"]?.sandbox(none).files.read.count == 16)
    #expect(record(lines(17))["sandbox ab12"]?.sandbox(none).files.read == ["/in"])
    #expect(record(lines(5_000))["sandbox ab12"]?.sandbox(none).files.read == ["/in"])
  }

  @Test("are ports, other sockets and programs")
  func others() {
    #expect(
      sandbox(
        "20 socket(AF_INET6, SOCK_STREAM|SOCK_CLOEXEC, IPPROTO_TCP) = 6<socket:[1]>",
        #"20 connect(6<socket:[1]>, {sa_family=AF_INET6, sin6_port=htons(443), inet_pton(AF_INET6, "::1", "#
          + "&sin6_addr)}, 28) = -1 EINPROGRESS (Operation now in progress)",
        "20 socket(AF_INET, SOCK_STREAM, 0) = 7<socket:[2]>",
        #"20 connect(7<socket:[2]>, {sa_family=AF_INET, sin_port=htons(80)}, 16) = -1 ECONNREFUSED (x)"#,
        #"20 openat(AT_FDCWD</srv>, "/etc/hosts", O_RDONLY) = 5</etc/hosts>"#)
        == Sandbox(network: .connect(toPorts: [80, 443])))
    let udp = "20 socket(AF_INET, SOCK_DGRAM, 0) = 7<socket:[2]>"
    #expect(sandbox(udp) == Sandbox(network: .unrestricted))
    let unix = #"20 connect(9<socket:[3]>, {sa_family=AF_UNIX, sun_path="/run/d.sock"}, 40) = 0"#
    #expect(sandbox(unix) == Sandbox(network: .unrestricted))
    #expect(sandbox(unix.replacing("= 0", with: "= -1 ENOENT (x)")) == Sandbox())
    #expect(
      sandbox(
        "20 vfork( <unfinished ...>", #"30 execve("/usr/bin/true", ["true"], 0x7) = 0"#,
        #"30 openat(AT_FDCWD</srv>, "/usr/share/a", O_RDONLY) = 5</usr/share/a>"#,
        #"30 openat(AT_FDCWD</srv>, "/in/a", O_RDONLY) = 5</in/a>"#,
        "20 <... vfork resumed>) = 30")
        == Sandbox(files: .read(["/in/a"]), processes: .unrestricted))
  }

  @Test("that were refused name the right that was missing")
  func refused() {
    let denied = "= -1 EACCES (Permission denied)"
    let forbidden = "= -1 EPERM (Operation not permitted)"
    #expect(
      refusals(
        #"20 openat(AT_FDCWD</srv>, "/etc/shadow", O_RDONLY) \#(denied)"#,
        #"20 openat(AT_FDCWD</srv>, "/etc/shadow", O_RDONLY <unfinished ...>"#,
        "20 <... openat resumed>) \(denied)",
        #"20 openat(AT_FDCWD</srv>, "a", O_RDWR) \#(denied)"#,
        #"20 mkdir("/b/c", 0700) \#(denied)"#,
        "20 socket(AF_INET, SOCK_STREAM, IPPROTO_IP) \(forbidden)",
        "20 socket(AF_UNIX, SOCK_STREAM, 0) \(forbidden)",
        "20 clone(child_stack=NULL, flags=SIGCHLD) \(forbidden)",
        "20 clone3({flags=CLONE_VM}, 88) = -1 ENOSYS (Function not implemented)",
        #"20 chmod("/x", 0600) \#(forbidden)"#, "20 kill(1, SIGTERM) \(forbidden)",
        #"20 openat(AT_FDCWD</srv>, "/etc/nsswitch.conf", O_RDONLY) \#(denied)"#,
        #"20 openat(AT_FDCWD</srv>, "/proc/1/environ", O_RDONLY) \#(denied)"#)
        == [
          "chmod of /x: EPERM; no right allows it",
          "have a socket (AF_UNIX, SOCK_STREAM): EPERM; give it `network: .unrestricted`",
          "make a socket for tcp: EPERM; give it `network: .connect(toPorts: [PORT])`",
          #"make, rename or remove /b/c: EACCES; give it `files: .readWrite(["/b"])`"#,
          #"open /etc/shadow to read: EACCES; give it `files: .read(["/etc/shadow"])`"#,
          "open /proc/1/environ to read: EACCES; no right allows it",
          #"open /srv/a to write: EACCES; give it `files: .readWrite(["/srv/a"])`"#,
          "send a signal: EPERM; give it `processes: .unrestricted`",
          "start a process: EPERM; give it `processes: .unrestricted`",
        ])
    #expect(sandbox(#"20 openat(AT_FDCWD</srv>, "/etc/shadow", O_RDONLY) \#(denied)"#) == Sandbox())
  }

  @Test("belong to no worker once its number is another process's")
  func numbers() {
    #expect(
      sandbox(
        "20 +++ exited with 0 +++", "10 vfork() = 20",
        #"20 openat(AT_FDCWD</srv>, "/in/a", O_RDONLY) = 5</in/a>"#) == Sandbox())
  }
}
