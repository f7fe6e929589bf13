import Glibc
import Testing
import ZeroMQ

@Suite("Endpoints of this machine")
struct LocalEndpointTests {
  @Test(
    "localhost and IPv6 can be listened at and connected to, by every name",
    arguments: ["tcp://localhost:*", "tcp://LOCALHOST:*", "tcp://[::1]:*"])
  func loopback(text: String) throws {
    let context = try Context()
    var server = try context.impatientSocket(.rep)
    let bound = try server.bind(Endpoint(text))
    #expect(bound.isLoopback)
    guard case .tcp(let host, let port) = bound.address else {
      Issue.record("bound to \(bound)")
      return
    }
    let names = host.contains(":") ? ["[::1]"] : ["127.0.0.1", "localhost"]
    for name in names {
      var client = try context.impatientSocket(.req)
      try client.connect(Endpoint("tcp://\(name):\(port)"))
      #expect(try client.send("hello") == .sent)
      #expect(try server.receiveText() == "hello")
      #expect(try server.send("hello yourself") == .sent)
      #expect(try client.receiveText() == "hello yourself")
    }
  }

  @Test("only the owner may connect to a socket's file, whatever the umask")
  func mode() throws {
    let directory = TemporaryDirectory()
    let context = try Context()
    let former = umask(0)
    defer { umask(former) }
    var socket = try context.socket(.router)
    let endpoint = try socket.bind(directory.endpoint())
    guard case .ipc(let path) = endpoint.address else { return }
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test("with few descriptors left a socket is refused with a text, and the process lives")
  func fewDescriptors() throws {
    let context = try Context()
    var descriptors: [Int32] = []
    defer { for descriptor in descriptors { close(descriptor) } }
    let before = try DescriptorLimit.current
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let former = limit
    limit.rlim_cur = rlim_t(before - (try DescriptorLimit.remaining) + DescriptorLimit.reserve + 8)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    defer {
      var former = former
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &former)
    }
    for _ in 0..<16 { descriptors.append(dup(STDERR_FILENO)) }
    let error = try capture { () throws(ZeroMQError) in _ = try context.socket(.dealer) }
    #expect(error.code == .tooManySockets)
    #expect(error.message.contains("ulimit -n"))
    for descriptor in descriptors { close(descriptor) }
    descriptors = []
    _ = try context.socket(.dealer)
  }
}
