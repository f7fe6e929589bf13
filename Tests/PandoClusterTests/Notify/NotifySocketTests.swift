import Glibc
import ProgramSupport
import Testing

@testable import PandoCluster

@Suite("The socket of a service manager")
struct NotifySocketTests {
  @Test("messages arrive, at a path and at an abstract name", arguments: [false, true])
  func arrives(isAbstract: Bool) async throws {
    let listener = DatagramListener(isAbstract: isAbstract)
    let socket = try NotifySocket(listener.name)
    #expect(socket.send("READY=1\nSTATUS=good") == .sent)
    #expect(await eventually { listener.heard == ["READY=1\nSTATUS=good"] })
  }

  @Test("a listener that is gone is an error, and no trap")
  func gone() throws {
    let socket = try NotifySocket("/tmp/pando-nobody-\(getpid())")
    #expect(socket.send("READY=1") == .failed(ENOENT))
  }

  @Test("a listener that does not read is not waited for")
  func full() throws {
    // Bound, and never read.
    let name = "/tmp/pando-full-\(getpid())"
    unlink(name)
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer {
      close(descriptor)
      unlink(name)
    }
    let address = withUnsafeBytes(of: sa_family_t(AF_UNIX)) { Array($0) } + Array(name.utf8) + [0]
    let status = address.withUnsafeBytes {
      bind(
        descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
    }
    #expect(status == 0)
    let socket = try NotifySocket(name)
    var outcome = NotifySocket.Outcome.sent
    for _ in 0..<100_000 where outcome == .sent { outcome = socket.send("WATCHDOG=1") }
    #expect(outcome == .later)
  }

  @Test(
    "a name that is no address is refused with a text",
    arguments: ["", "relative", "@", "vsock:2:1", "/" + String(repeating: "x", count: 107)])
  func refused(name: String) throws {
    let problem = #expect(throws: NotifyProblem.self) { _ = try NotifySocket(name) }
    #expect(problem?.description.contains("NOTIFY_SOCKET") == true)
  }
}
