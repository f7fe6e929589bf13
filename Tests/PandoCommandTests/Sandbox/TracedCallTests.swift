import Testing

@testable import PandoTool

@Suite("A line of strace")
struct TracedCallTests {
  @Test(
    "is a call with its arguments and its result",
    arguments: [
      (
        #"openat(AT_FDCWD</srv>, "a.png", O_RDONLY|O_CLOEXEC) = 3</srv/a.png>"#,
        ["AT_FDCWD</srv>", #""a.png""#, "O_RDONLY|O_CLOEXEC"], "3</srv/a.png>"
      ),
      (
        #"openat(AT_FDCWD</tmp/a, b)>, "a<b>, \"c)\nd", O_RDONLY) = -1 EACCES (Permission denied)"#,
        ["AT_FDCWD</tmp/a, b)>", #""a<b>, \"c)\nd""#, "O_RDONLY"], "-1 EACCES (Permission denied)"
      ),
      (
        #"connect(5<socket:[42]>, {sa_family=AF_INET, sin_port=htons(443)}, 16) = -1 EINPROGRESS (x)"#,
        ["5<socket:[42]>", "{sa_family=AF_INET, sin_port=htons(443)}", "16"], "-1 EINPROGRESS (x)"
      ),
      (
        "clone3({flags=CLONE_VM} => {parent_tid=[7]}, 88) = 7",
        ["{flags=CLONE_VM} => {parent_tid=[7]}", "88"], "7"
      ),
      ("vfork()                    = 12", [], "12"), ("exit_group(0)              = ?", ["0"], "?"),
    ])
  func calls(_ line: String, _ arguments: [String], _ result: String) {
    let call = TracedCall(line)
    #expect(call?.arguments == arguments)
    #expect(call?.result == result)
    #expect(call.map { line.hasPrefix($0.name + "(") } == true)
  }

  @Test(
    "is none where no call has ended",
    arguments: [
      "", "(", "+++ exited with 0 +++", "--- SIGCHLD {si_signo=SIGCHLD} ---", "openat(AT_FDCWD",
      #"openat(1, "a) = 3"#, "a(b)", "a(b) 3", "<... openat resumed>) = 3", #"a("\"#, "a(1<",
      "a(1</x",
    ])
  func noCalls(_ line: String) {
    #expect(TracedCall(line) == nil)
  }

  @Test("has its numbers, errors, texts and paths")
  func parts() {
    #expect(TracedCall("a() = 12</x>")?.number == 12)
    #expect(TracedCall("a() = -1 EPERM (x)")?.number == nil)
    #expect(TracedCall("a() = -1 EPERM (x)")?.error == "EPERM")
    #expect(TracedCall("a() = 0")?.error == nil)
    #expect(TracedCall("a() = ?")?.number == nil)
    #expect(TracedCall.text(#""a\"\\\n\t\3031\303\251\0""#) == "a\"\\\n\t\u{FFFD}1\u{E9}\0")
    #expect(TracedCall.text(#""a"..."#) == "a")
    #expect(TracedCall.text("3</a>") == nil)
    #expect(TracedCall.text(#"""#) == "")
    #expect(TracedCall.place(#"3</tmp/a\74b\76>"#) == "/tmp/a<b>")
    #expect(TracedCall.place("AT_FDCWD</srv>") == "/srv")
    #expect(TracedCall.place("6</srv/a>(deleted)") == "/srv/a")
    #expect(TracedCall.place("1<<3") == nil)
    #expect(TracedCall.place("3") == nil)
  }
}
