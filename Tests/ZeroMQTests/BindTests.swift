import Glibc
import Testing
import ZeroMQ

@Suite("Listening")
struct BindTests {
  @Test("A tcp socket bound to any port says which one it got, and can be reached there")
  func freePort() throws {
    let context = try Context()
    var server = try context.impatientSocket(.rep)
    let endpoint = try server.bind(Endpoint("tcp://127.0.0.1:*"))
    guard case .tcp(host: "127.0.0.1", let port) = endpoint.address else {
      Issue.record("bound to \(endpoint)")
      return
    }
    #expect(port != 0)
    #expect(try server.lastEndpoint() == endpoint)
    var client = try context.impatientSocket(.req)
    try client.connect(endpoint)
    #expect(try client.send("hello") == .sent)
    #expect(try server.receiveText() == "hello")
  }

  @Test(
    "A second bind is refused, and the first goes on working",
    arguments: ["ipc", "tcp", "inproc"])
  func secondBind(scheme: String) throws {
    let directory = TemporaryDirectory()
    let context = try Context()
    var first = try context.impatientSocket(.rep)
    let endpoint = try first.bind(
      scheme == "ipc"
        ? directory.endpoint() : Endpoint(scheme == "tcp" ? "tcp://127.0.0.1:*" : "inproc://one"))

    var second = try context.impatientSocket(.rep)
    let error = try capture { () throws(ZeroMQError) in try second.bind(endpoint) }
    #expect(error.code == .endpointTaken)
    #expect(error.message.contains("\(endpoint)"))

    var client = try context.impatientSocket(.req)
    try client.connect(endpoint)
    #expect(try client.send("still there?") == .sent)
    #expect(try first.receiveText() == "still there?")
    #expect(try first.send("yes") == .sent)
    #expect(try client.receiveText() == "yes")
  }

  @Test("The socket and its lock are gone once it is closed, and the endpoint is free again")
  func filesGo() throws {
    let directory = TemporaryDirectory()
    let context = try Context()
    for _ in 1...3 {
      var socket = try context.socket(.router)
      try socket.bind(directory.endpoint())
      #expect(directory.files() == ["socket", "socket.lock"])
      _ = consume socket
      #expect(directory.files().isEmpty)
    }
  }

  @Test("Unbind frees the endpoint while the socket lives on")
  func unbind() throws {
    let directory = TemporaryDirectory()
    let context = try Context()
    var first = try context.socket(.router)
    let endpoint = try first.bind(directory.endpoint())
    try first.bind(directory.endpoint("other"))
    try first.unbind(endpoint)
    #expect(directory.files() == ["other", "other.lock"])
    var second = try context.socket(.router)
    try second.bind(endpoint)
    let error = try capture { () throws(ZeroMQError) in
      try first.unbind(Endpoint("tcp://127.0.0.1:9"))
    }
    #expect(error.code == .invalidEndpoint)
  }

  @Test("Connecting to a wildcard, or binding a host name, is refused with what to write instead")
  func wrongAddress() throws {
    let context = try Context()
    for text in ["tcp://127.0.0.1:*", "tcp://*:7610", "tcp://0.0.0.0:7610"] {
      var socket = try context.socket(.dealer)
      let error = try capture { () throws(ZeroMQError) in try socket.connect(Endpoint(text)) }
      #expect(error.code == .invalidEndpoint)
      #expect(error.message.contains("no single address"))
    }
    var socket = try context.socket(.dealer)
    let error = try capture { () throws(ZeroMQError) in
      try socket.bind(Endpoint("tcp://worker.invalid:*"))
    }
    #expect(error.code == .addressUnavailable)
    #expect(error.message.contains("127.0.0.1"))
  }

  @Test("A name that is no interface is told as such, on a socket that is monitored too")
  func nameOfNoInterface() throws {
    let context = try Context()
    var socket = try context.socket(.router)
    let monitor = try socket.monitor()
    let error = try capture { () throws(ZeroMQError) in
      try socket.bind(Endpoint("tcp://worker.invalid:*"))
    }
    #expect(error.code == .addressUnavailable)
    #expect(error.message.contains("worker.invalid is neither an address nor an interface"))
    _ = consume monitor
  }

  @Test("A socket that was never bound has no last endpoint")
  func unbound() throws {
    var socket = try Context().socket(.dealer)
    #expect(try capture { () throws(ZeroMQError) in try socket.lastEndpoint() }.code != .system)
  }
}
